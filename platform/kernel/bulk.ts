import * as z from 'zod/mini'
import { maxFileBytes } from './csv.ts'
import { id } from './fields.ts'

/** The most records that one call changes. */
export const maxBulk = 10_000

export const bulkActions = ['activate', 'deactivate', 'delete', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]

/** What to do with many records: those named, or all that a list's filters find. */
export function bulkForm<Filters extends z.ZodMiniType>(filters: Filters) {
  const tooMany = `At most ${maxBulk.toLocaleString('en-US')} records at once`
  const ids = z.array(id()).check(z.minLength(1, 'Required'), z.maxLength(maxBulk, tooMany))
  const form = z.object({
    action: z.enum(bulkActions),
    ids: z.optional(ids),
    filters: z.optional(filters),
  })
  return form.check(
    z.refine((wish) => (wish.ids === undefined) !== (wish.filters === undefined), {
      error: 'Name either the records or the filters that find them',
      path: ['ids'],
    }),
    z.refine((wish) => wish.action !== 'restore' || wish.ids !== undefined, {
      error: 'Name the records to bring back',
      path: ['ids'],
    }),
  )
}

/** The most records that take a step at once: each is decided for itself. */
export const maxSteps = 200

/** The records that take a step at once. */
export const stepIds = z
  .array(id())
  .check(z.minLength(1, 'Required'), z.maxLength(maxSteps, `At most ${maxSteps} records at once`))

/** The ids of the records that were changed, and why each of the others was not. */
export const bulkOutcome = z.object({
  done: z.array(z.int()),
  kept: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

/** A column that an import knows: the field it fills, and what its heading may be called. */
export type ImportColumn = {
  name: string
  label: string
  /** Text unless said: an amount, a whole number, yes or no, one word of a list, or a day. */
  kind?: 'amount' | 'count' | 'flag' | 'choice' | 'day'
  isRequired?: true
}

/** What to do with records that are there already, and whether the file is only checked. */
export const importQuery = z.object({
  existing: z.optional(z.enum(['skip', 'update'])),
  dryRun: z.optional(z.enum(['true', 'false'])),
})
export type ImportQuery = z.output<typeof importQuery>

/** The text of a CSV file as the body of a call. */
export const csvBody = z.string({ error: 'Send a CSV file' }).check(z.maxLength(maxFileBytes))

/** What became of a file's rows, or would become of them; rows count as in a spreadsheet. */
export const importOutcome = z.object({
  /** By which it can be undone; null where nothing was written. */
  importId: z.nullable(z.int()),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unchanged: z.int(),
  /** How many of those created wait for a second person; nothing is booked of them yet. */
  waiting: z.optional(z.int()),
  /** What a check saw; sent back with the import it is refused where that has changed since. */
  seen: z.optional(z.int()),
  /** Columns of the file that fill no field. */
  ignored: z.array(z.string()),
  errors: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })),
})
export type ImportOutcome = z.infer<typeof importOutcome>

/** The field that each heading of a file means, by name or label; each field once. */
export function matchColumns(
  header: readonly string[],
  columns: readonly ImportColumn[],
): (string | undefined)[] {
  const taken = new Set<string>()
  return header.map((heading) => {
    const asked = plainName(heading)
    const found = columns.find(
      ({ name, label }) => plainName(name) === asked || plainName(label) === asked,
    )
    if (!found || taken.has(found.name)) return undefined
    taken.add(found.name)
    return found.name
  })
}

/** `Customer Code *`, `customer_code` and `customerCode` are one name. */
function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
