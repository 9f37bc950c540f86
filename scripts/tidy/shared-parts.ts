import { lineOf, type Source } from './sources.ts'

/** Shared components that the page of the shared parts does not name, each with the reason. */
export type Exceptions = Readonly<Record<string, string>>

const parts = 'e2e/parts/'

/**
 * Exported components of platform/ui that a room or the app uses but the page of the shared parts
 * (`e2e/parts`) does not show, so that no test covers them. Also reports obsolete exceptions.
 */
export function sharedPartViolations(
  sources: readonly Source[],
  exceptions: Exceptions = {},
): string[] {
  const used = usesIn(sources.filter(({ path }) => /^(app|features)\/.*\.tsx?$/.test(path)))
  const usedInParts = usesIn(sources.filter(({ path }) => path.startsWith(parts)))
  const missing = sources.filter(isShared).flatMap((source) =>
    componentsOf(source).filter(({ name }) => {
      const key = keyOf(source.path, name)
      return used.has(key) && !usedInParts.has(key)
    }),
  )
  const names = missing.map(({ name }) => name)
  return [
    ...missing
      .filter(({ name }) => exceptions[name] === undefined)
      .map(({ place, name }) => `${place} ${name} is not shown in ${parts}`),
    ...Object.keys(exceptions)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} needs no exception`),
  ]
}

/**
 * Forms in dialogs that are wider than their fields. A form with columns of fields has the usual
 * width, which is the default; one whose fields are below each other is `small`, or says that its
 * content needs more. A `small` form has no room for columns.
 */
export function formWidthViolations(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => /^(app|features)\/.*\.tsx$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/<FormDialog\b[\s\S]*?<\/FormDialog>/g)].flatMap(({ index, 0: form }) => {
        const fault = faultOf(form)
        return fault ? [`${path}:${lineOf(text, index)} ${fault}`] : []
      }),
    )
}

function isShared({ path }: Source): boolean {
  return path.startsWith('platform/ui/') && path.endsWith('.tsx')
}

function keyOf(path: string, name: string): string {
  return `${path} ${name}`
}

/** The exported components of a file. */
function componentsOf({ path, text }: Source): { name: string; place: string }[] {
  const pattern = /^export (?:async )?(?:function|const) ([A-Z]\w*)/gm
  return [...text.matchAll(pattern)].map(({ index, 1: name = '' }) => ({
    name,
    place: `${path}:${lineOf(text, index)}`,
  }))
}

/** The imported names of these files by source file, including lazy imports. */
function usesIn(sources: readonly Source[]): Set<string> {
  return new Set(
    sources.flatMap(({ text, imports }) =>
      imports.flatMap(({ target, names, isTypeOnly }) => {
        if (isTypeOnly) return []
        if (names.length > 0) return names.map(({ imported }) => keyOf(target, imported))
        const lazyNames = [...text.matchAll(/\)\)\.([A-Z]\w*)/g)]
        return lazyNames.map(({ 1: name = '' }) => keyOf(target, name))
      }),
    ),
  )
}

function faultOf(form: string): string | undefined {
  const size = /\ssize="(\w+)"/.exec(form)?.[1]
  const hasColumns = /grid-cols-|<FormSection/.test(form)
  if (size === undefined && !hasColumns) return 'the form has no columns, so it needs a size'
  if (size === 'small' && hasColumns) return 'the form has columns, so it is not small'
  return undefined
}
