import type * as z from 'zod/mini'

// What is kept as JSON (drafts, preferences, reports, messages that wait) says in `$form` in which
// form it was written; the first form says nothing. A form that is only added to keeps its number,
// for its reader takes what is missing as unknown. Where a field changes its meaning, or what was
// optional is needed, the writer says the next number, and the reader takes both.

const firstForm = 1

/** The number of the form in which something was kept. */
function formOf(kept: unknown): number {
  if (typeof kept !== 'object' || kept === null || !('$form' in kept)) return firstForm
  return typeof kept.$form === 'number' ? kept.$form : Number.POSITIVE_INFINITY
}

/** Whether something was kept by a later version of the program, in a form this one cannot know. */
export function isOfLaterForm(kept: unknown, known = firstForm): boolean {
  return formOf(kept) > known
}

/** Why what was kept in a later form is not read. */
export const laterForm = 'It was kept by a later version of the program.'

/**
 * Reads what an earlier version kept as JSON, each field by itself: `fields` are those that fit,
 * `unread` the names of those that do not. A field that is missing is in neither.
 */
export function readKeptFields<S extends Readonly<Record<string, z.ZodMiniType>>>(
  shape: S,
  kept: unknown,
): { fields: { [K in keyof S]?: z.output<S[K]> }; unread: string[] } {
  const known = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  const read = known.flatMap(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    return schema ? [{ name, result: schema.safeParse(value) }] : []
  })
  const fits = read.flatMap(({ name, result }) => (result.success ? [[name, result.data]] : []))
  const unread = read.filter(({ result }) => !result.success).map(({ name }) => name)
  return { fields: Object.fromEntries(fits) as never, unread }
}

/** The name of the field that a kept record cannot be read for, such as `lines 2 sku`. */
export function unreadField({ issues }: z.core.$ZodError): string {
  const path = issues[0]?.path ?? []
  return path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' ')
}
