import { parseShortCode } from '#platform/kernel/fields.ts'

/**
 * The regular expression of the codes that a text is short for, for `squeezed` codes; undefined if
 * the text is no short code.
 */
export function shortCodePattern(q: string): string | undefined {
  const parts = parseShortCode(q)
  return parts && `^${parts.series}[a-z]*0*${parts.number}$`
}

/** The SQL of a column reduced to lower-case letters and digits. */
export function squeezed(column: string): string {
  return `regexp_replace(lower(${column}), '[^a-z0-9]', '', 'g')`
}
