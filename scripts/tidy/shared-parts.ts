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
