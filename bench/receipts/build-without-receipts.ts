import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuild } from '#lab/nodes/builds.ts'
import { projectVersion } from '#platform/server/runtime/config.ts'

/**
 * The functions that build the facts of a receipt, seal it, write it and bind it to the history,
 * with what each does instead.
 */
const replacements = {
  receiptContentOf: 'return { facts: {}, outcome: {} }',
  sealReceipt: "return { canonical: '', sha256: Buffer.alloc(0) }",
  recordReceipts: 'return Promise.resolve()',
  decisionChange: 'return {}',
}

/**
 * Copies the built program to a folder of its own, which it returns, and replaces there what makes
 * and writes receipts. The program itself cannot leave them out. Ids are still allocated for them.
 */
export function buildWithoutReceipts(): string {
  const { root } = createBuild({ version: projectVersion })
  const folder = join(root, 'dist/server')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))
  for (const [name, body] of Object.entries(replacements)) replaceFunction(files, name, body)
  return root
}

/** Gives a function of the build another body. Throws unless exactly one file declares it. */
function replaceFunction(files: readonly string[], name: string, body: string): void {
  const declaration = `\nfunction ${name}(`
  const [file, ...others] = files.filter((each) => readFileSync(each, 'utf8').includes(declaration))
  if (file === undefined || others.length > 0) {
    const count = file === undefined ? 0 : 1 + others.length
    throw new Error(`${count} files of the build declare ${name}, so it cannot be replaced`)
  }
  const [before, after, ...more] = readFileSync(file, 'utf8').split(declaration)
  if (more.length > 0) throw new Error(`The build declares ${name} more than once`)
  const replaced = `\nfunction ${name}() { ${body} }\nfunction ${name}OfProgram(`
  writeFileSync(file, `${before}${replaced}${after}`)
}
