import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'

const folders = ['app', 'features', 'platform', 'db', 'wms-simulator', 'e2e', 'lab', 'bench']
const roots = [...folders, 'scripts']

/** One source file: its path from the project folder, its text, and its parsed program. */
export type Source = { path: string; text: string; program: ESTree.Program; imports: Import[] }

/** One import: its target (`features/auth/rules.ts`, or a package name) and its line. */
export type Import = { target: string; line: number; isTypeOnly: boolean; names: ImportedName[] }
export type ImportedName = { local: string; imported: string }

/** Parses source text. Tests use it to plant violations. */
export function source(path: string, text: string): Source {
  const { program, module } = parseSync(path, text)
  const statics = module.staticImports.map((found) => ({
    target: resolved(path, found.moduleRequest.value),
    line: lineOf(text, found.start),
    isTypeOnly: found.entries.length > 0 && found.entries.every((entry) => entry.isType),
    names: found.entries.map((entry) => ({
      local: entry.localName.value,
      imported: entry.importName.name ?? '*',
    })),
  }))
  const passedOn = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) => {
      const target = entry.moduleRequest && resolved(path, entry.moduleRequest.value)
      const line = lineOf(text, found.start)
      return target ? [{ target, line, isTypeOnly: entry.isType, names: [] }] : []
    }),
  )
  const dynamics = module.dynamicImports.flatMap((found) => {
    const matched = /^['"`](.*)['"`]$/.exec(
      text.slice(found.moduleRequest.start, found.moduleRequest.end),
    )
    const line = lineOf(text, found.start)
    return matched?.[1]
      ? [{ target: resolved(path, matched[1]), line, isTypeOnly: false, names: [] }]
      : []
  })
  return { path, text, program, imports: [...statics, ...passedOn, ...dynamics] }
}

/** Reads every source file of the project. */
export function readSources(root: string): Source[] {
  const inFolders = roots.flatMap((folder) => filesUnder(join(root, folder)))
  const atRoot = readdirSync(root).map((name) => join(root, name))
  return [...inFolders, ...atRoot]
    .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
    .map((file) => source(posix.relative(root, file), readFileSync(file, 'utf8')))
}

/** The source folders and files of the project, as paths from the project folder. */
export function readPaths(root: string): string[] {
  return roots
    .flatMap((folder) => filesUnder(join(root, folder)))
    .map((file) => posix.relative(root, file))
}

/** The files of the documentation, as paths from the project folder. */
export function readDocPaths(root: string): string[] {
  return filesUnder(join(root, 'docs')).map((file) => posix.relative(root, file))
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(dirname(from), specifier) : specifier
}

/** The line number of a position in a text, starting at 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** True for test files and test data builders, which are exempt from the rules. */
export function isTest(path: string): boolean {
  return /(\.(test|spec)\.tsx?|\/([a-z]+-)?testing\.ts)$/.test(path) || path.startsWith('e2e/')
}

/** The feature of a file: `customers` for `features/customers/rules.ts`. */
export function roomOf(path: string): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1]
}
