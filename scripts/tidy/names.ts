import { Visitor } from 'vite'
import { lineOf, type Source } from './sources.ts'

const unwanted = new Set(['utils', 'util', 'helpers', 'common', 'lib', 'shared', 'types', 'hooks'])
const maxFolderFiles = 25
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const pascal = /^[A-Z][A-Za-z0-9]*$/

/** Folders and files whose names say nothing or are written in another way than the rest. */
export function nameViolations(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const folders = path.split('/').slice(0, -1)
    const vague = folders.find((folder) => unwanted.has(folder))
    if (vague) return [`${path}: no folder is called ${vague}`]
    return /\.(ts|tsx)$/.test(path) ? fileName(path) : []
  })
}

/** Folders that hold more files than can be taken in at a glance; migrations are a sequence. */
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
  const isFrontDoor = isScreen && path.startsWith('app/') && kebab.test(base)
  const isRight = isScreen ? pascal.test(base) || isFrontDoor : kebab.test(base) || isTestOfScreen
  return isRight ? [] : [`${path}: files are called kebab-case.ts or PascalCase.tsx`]
}

/** Default exports; tools ask for them in their configurations, nobody else does. */
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
