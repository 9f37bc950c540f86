import type { Source } from './sources.ts'

/** One page of the documentation: its path and its text. */
export type DocPage = { path: string; text: string }

const camelCase = /\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g
/** Words of the drawings (Mermaid). */
const drawingWords = new Set(['sequenceDiagram'])
const codeFile = /\b[\w-]+(?:\/[\w-]+)*\.tsx?\b/g

/**
 * Names in the documentation that the code does not have: camel-case identifiers, and code files
 * written with or without their folder.
 */
export function docNameViolations(
  pages: readonly DocPage[],
  sources: readonly Pick<Source, 'path' | 'text'>[],
): string[] {
  const known = new Set(sources.flatMap(({ text }) => text.match(camelCase) ?? []))
  const isKnownFile = (file: string) =>
    sources.some(({ path }) => path === file || path.endsWith(`/${file}`))
  return pages.flatMap(({ path, text }) => {
    const files = (text.match(codeFile) ?? []).filter((file) => !isKnownFile(file))
    const names = (text.replaceAll(codeFile, '').match(camelCase) ?? []).filter(
      (name) => !known.has(name) && !drawingWords.has(name),
    )
    return [...new Set([...files, ...names])].map(
      (name) => `${path} names ${name}, which the code does not have`,
    )
  })
}

/** A file in backticks, or the title of a test in asterisks. */
const citation = /`([\w./-]+\.tsx?)`|\*([^*|]+)\*/g

/**
 * Tests that a page cites and the code does not have. A citation is a test file in backticks with
 * the titles of its tests in asterisks after it, in one row of a table.
 */
export function citedTestViolations(
  { path, text }: DocPage,
  sources: readonly Pick<Source, 'path' | 'text'>[],
): string[] {
  const textOf = new Map(sources.map((source) => [source.path, source.text]))
  return text.split('\n').flatMap((row) => {
    let cited: string | undefined
    return [...row.matchAll(citation)].flatMap(([, file, title]) => {
      if (file !== undefined) {
        cited = file
        return textOf.has(file) ? [] : [`${path} cites ${file}, which does not exist`]
      }
      const found = cited === undefined ? undefined : textOf.get(cited)
      if (found === undefined || title === undefined || found.includes(title)) return []
      return [`${path} cites "${title}", which is not in ${cited}`]
    })
  })
}
