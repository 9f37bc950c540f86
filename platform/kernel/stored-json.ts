import type * as z from 'zod/mini'

// Stored JSON (drafts, views, preferences, settings, reports, queued messages, events of the
// warehouse) has a format version in `$form`; a missing `$form` means version 1. Adding a field
// does not change the version, because the reader treats a missing field as unknown. When a field
// changes its meaning or becomes required, the writer stores the next version and the reader
// accepts both.

const firstForm = 1

/** The format version of stored JSON. */
function formOf(stored: unknown): number {
  if (typeof stored !== 'object' || stored === null || !('$form' in stored)) return firstForm
  return typeof stored.$form === 'number' ? stored.$form : Number.POSITIVE_INFINITY
}

/** True if stored JSON has a newer format version than this program knows. */
export function isOfLaterForm(stored: unknown, known = firstForm): boolean {
  return formOf(stored) > known
}

/** The message for JSON in a newer format. */
export const laterForm = 'A later version of the program saved it.'

/**
 * Reads stored JSON of an earlier version, field by field. `fields` holds the values that are
 * valid; `unread` names the fields that are invalid or have a newer format. A missing field is in
 * neither.
 */
export function readStoredFields<S extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: S,
  stored: unknown,
): { fields: { [K in keyof S]?: z.output<S[K]> }; unread: string[] } {
  const known = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const read = known.flatMap(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    return schema ? [{ name, result: isOfLaterForm(value) ? none : schema.safeParse(value) }] : []
  })
  const fits = read.flatMap(({ name, result }) => (result.success ? [[name, result.data]] : []))
  const unread = read.filter(({ result }) => !result.success).map(({ name }) => name)
  return { fields: Object.fromEntries(fits) as never, unread }
}

/** The result for a value in a newer format, which no schema of this version accepts. */
const none = { success: false } as const

/** The message for a stored record with an unreadable field. */
export function unreadableFieldSentence(field: string): string {
  return `Its field “${field}” cannot be read by this version of the program.`
}

/** The path of the unreadable field of a stored record, such as `lines 2 sku`. */
export function unreadField({ issues }: z.core.$ZodError): string {
  const path = issues[0]?.path ?? []
  return path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ')
}
