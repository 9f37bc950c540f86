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

/** Folders that may have any number of files: a sequence, and numbered pages with an index. */
const largeFolders = new Set(['db/migrations', 'docs/decisions'])

/** Folders with too many files, except the large ones. */
export function folderViolations(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFolderFiles && !largeFolders.has(folder))
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFolderFiles}`)
}

function fileName(path: string): string[] {
  const name = path.split('/').at(-1) ?? ''
  const [base = '', ...rest] = name.split('.')
  if (base === 'index') return [`${path}: no index files; import the file itself`]
  const mayBePascal = rest.at(-1) === 'tsx' || rest.length > 1
  const isRight = kebab.test(base) || (mayBePascal && pascal.test(base))
  return isRight ? [] : [`${path}: files are called kebab-case.ts or PascalCase.tsx`]
}

/**
 * `.tsx` files that are named for something they do not export, so that a search for a component
 * finds no file. A `PascalCase.tsx` exports a component of its own name, or a function that makes
 * one (`lazyPart` in `LazyPart.tsx`). If its name is a plural, all its components may be of that
 * kind instead: `TextField` and `DateField` in `Fields.tsx`. A `kebab-case.tsx` has markup but
 * exports no component: it is a hook or the columns of a table. Entry points export nothing.
 */
export function componentNameViolations(sources: readonly Source[]): string[] {
  return sources.filter(isScreenFile).flatMap((source) => {
    const exported = exportedValues(source)
    if (exported.length === 0) return []
    const { path } = source
    const [base = ''] = (path.split('/').at(-1) ?? '').split('.')
    const components = exported.filter((name) => pascal.test(name))
    if (kebab.test(base)) {
      return components.map((name) => `${path} exports the component ${name}: call it ${name}.tsx`)
    }
    const [first = '', ...rest] = base
    const hasOwn = [base, first.toLowerCase() + rest.join('')].some((own) => exported.includes(own))
    if (hasOwn || isPluralOf(base, components)) return []
    return [`${path} exports no component ${base}, but ${exported.join(', ')}`]
  })
}

function isScreenFile({ path }: Source): boolean {
  return path.endsWith('.tsx') && !/\.(test|spec)\.tsx$/.test(path)
}

function isPluralOf(base: string, components: readonly string[]): boolean {
  if (!base.endsWith('s') || components.length === 0) return false
  return components.every((name) => name.endsWith(base.slice(0, -1)))
}

/** The names of the exported functions, constants and classes. */
function exportedValues({ program }: Source): string[] {
  const found: string[] = []
  new Visitor({
    ExportNamedDeclaration: ({ declaration, specifiers, exportKind }) => {
      const isType = declaration ? declaration.type.startsWith('TS') : exportKind === 'type'
      if (isType) return
      found.push(...namesOf(declaration).map(({ name }) => name))
      for (const { exported } of specifiers) if ('name' in exported) found.push(exported.name)
    },
  }).visit(program)
  return found
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
const participles =
  'Answered Applied Arrived Charged Checked Counting Described Existing Expected Filled Followed ' +
  'Imported Importing Inspected Locked Named Noted Numbered Offered Opened Outgoing Prepared ' +
  'Ranked Recorded Related Reported Restored Selected Signed Summed Unsaved Upserting Waiting'
/** A type is named for the thing: `TransitionRequest`, not `Asked`, `AskedStep` or `Applied`. */
const unclearType = new RegExp(
  '^((Asked|Wanted|Kept|Told|Given|Made|Taken)([A-Z].*)?|Wish|Standing|' +
    `${participles.replaceAll(' ', '|')})$`,
)
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
