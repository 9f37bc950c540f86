import * as z from 'zod/mini'
import { id } from './fields.ts'

/** The maximum number of records in one bulk call. */
export const maxBulk = 10_000

export const bulkActions = ['activate', 'deactivate', 'delete', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * The body of a bulk action: either the ids of the records or the list filters that select them.
 * "restore" accepts ids only.
 */
export function bulkForm<Filters extends z.ZodMiniType>(filters: Filters) {
  const tooMany = `At most ${maxBulk.toLocaleString('en-US')} records at once`
  const ids = z.array(id()).check(z.minLength(1, 'Required'), z.maxLength(maxBulk, tooMany))
  const form = z.object({
    action: z.enum(bulkActions),
    ids: z.optional(ids),
    filters: z.optional(filters),
  })
  return form.check(
    z.refine((request) => (request.ids === undefined) !== (request.filters === undefined), {
      error: 'Send either the record ids or the filters',
      path: ['ids'],
    }),
    z.refine((request) => request.action !== 'restore' || request.ids !== undefined, {
      error: 'Send the ids of the records to restore',
      path: ['ids'],
    }),
  )
}

/** The maximum number of records in one status transition. Each record is processed separately. */
export const maxSteps = 200

/** The ids of the records for one status transition. */
export const stepIds = z
  .array(id())
  .check(z.minLength(1, 'Required'), z.maxLength(maxSteps, `At most ${maxSteps} records at once`))

/** A record that a bulk call did not change, with the reason. */
export const skippedRecord = z.object({ id: z.int(), reason: z.string() })

/** The ids of the changed records, and for each skipped record the reason. */
export const bulkOutcome = z.object({
  done: z.array(z.int()),
  kept: z.array(skippedRecord),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>
