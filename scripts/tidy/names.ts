import { type ESTree, Visitor } from 'vite'
import { lineOf, type Source } from './sources.ts'

const unwanted = new Set(['utils', 'util', 'helpers', 'common', 'lib', 'shared', 'types', 'hooks'])
const maxFolderFiles = 25
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const pascal = /^[A-Z][A-Za-z0-9]*$/

const leftover = /(\.(orig|rej|bak|tmp|swp)|~)$/

/** Folders and files with meaningless names or nonstandard spelling, and leftovers of tools. */
export function nameViolations(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folders = path.split('/').slice(0, -1)
    const vague = folders.find((folder) => unwanted.has(folder))
    if (vague) return [`${path}: no folder is called ${vague}`]
    if (leftover.test(path)) return [`${path}: a leftover of a merge or an editor`]
    return /\.(ts|tsx)$/.test(path) ? fileName(path) : []
  })
}

/** Folders with too many files; migrations are exempt, because they are a sequence. */
export function folderViolations(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFolderFiles && folder !== 'db/migrations')
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFolderFiles}`)
}

function fileName(path: string): string[] {
  const name = path.split('/').at(-1) ?? ''
  const [base = '', ...rest] = name.split('.')
  const isScreen = rest.at(-1) === 'tsx'
  if (base === 'index') return [`${path}: no index files; import the file itself`]
  const isTestOfScreen = rest.length > 1 && pascal.test(base)
  const isEntryPoint = isScreen && path.startsWith('app/') && kebab.test(base)
  const isRight = isScreen ? pascal.test(base) || isEntryPoint : kebab.test(base) || isTestOfScreen
  return isRight ? [] : [`${path}: files are called kebab-case.ts or PascalCase.tsx`]
}

/** Default exports, which only the configuration files of tools need. */
export function exportViolations(sources: readonly Source[]): string[] {
  const mayDefault = /(^|\/)[a-z]+(\.[a-z]+)?\.config\.ts$/
  return sources
    .filter(({ path }) => !mayDefault.test(path))
    .flatMap(({ path, text, program }) => {
      const found: string[] = []
      new Visitor({
        ExportDefaultDeclaration: (node) => {
          found.push(`${path}:${lineOf(text, node.start)} exports by default; export by name`)
        },
      }).visit(program)
      return found
    })
}

const unclear =
  'take tell keep make give carry mend look stand wish ask want go come let leave say share put ' +
  'feel'
const unclearVerb = new RegExp(`^(${unclear.replaceAll(' ', '|')})([A-Z]|$)`)
const unclearFile = new RegExp(`^(${unclear.replaceAll(' ', '|')}|told|kept|made|given|asked)(-|$)`)
/** A type is named for the thing: `TransitionRequest`, not `Asked` or `AskedStep`. */
const unclearType = /^((Asked|Wanted|Kept|Told|Given|Made|Taken)([A-Z].*)?|Wish|Named|Standing)$/
const unclearNoun = /^(Charge|Beside|Look|Act|Said)$/

/**
 * Exported names and files that begin with a verb, or types that are a participle, which do not say
 * what happens or what it is. The glossary has the terms of the trade. The check is a reminder:
 * reading decides whether a name is right.
 */
export function wordViolations(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text, program }) => {
    const [file = ''] = (path.split('/').at(-1) ?? '').split('.')
    const found = unclearFile.test(file) ? [`${path}: a file with an unclear verb for a name`] : []
    new Visitor({
      ExportNamedDeclaration: ({ declaration }) => {
        for (const { name, start } of namesOf(declaration)) {
          if (![unclearVerb, unclearType, unclearNoun].some((each) => each.test(name))) continue
          found.push(`${path}:${lineOf(text, start)} ${name} is unclear: use the trade's term`)
        }
      },
    }).visit(program)
    return found
  })
}

function namesOf(declaration: ESTree.ExportNamedDeclaration['declaration']) {
  if (!declaration) return []
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id] : []))
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id] : []
}
