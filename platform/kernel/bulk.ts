import * as z from 'zod/mini'
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

/** The ids of the records that were changed, and why each of the others was not. */
export const bulkOutcome = z.object({
  done: z.array(z.int()),
  kept: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>
