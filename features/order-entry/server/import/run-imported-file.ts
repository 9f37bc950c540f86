import { requirePermission } from '#features/auth/rules.ts'
import { type MessageRunner, settleRun } from '#features/intake/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { inTransaction } from '#platform/server/database/db.ts'
import type { ImportedOrder } from '../../contract.ts'
import { importFile } from './import.ts'
import { type FileOptions, outcomeOf } from './recorded-file.ts'

/**
 * Runs a file of the intake inbox again: only the orders that are not settled yet, and of those
 * that equal earlier ones only what a person wants, unless there is a newer one by now that they
 * did not see. Throws 422 for rows that begin none of them, and 409 if somebody else has settled
 * the message meanwhile; orders that were created stay, and are named.
 */
export const runImportedFile: MessageRunner = async (ctx, message) => {
  requirePermission(ctx.user, 'orders.import')
  // Written with the message by `outcomeOf`; a missing option is the default.
  const { hasOrders = false, hold, ...options } = (message.options ?? {}) as FileOptions
  const { id, arrivals, subject: fileName, again, problems } = message
  const seen = new Map(
    problems.flatMap(({ repeatedRow: row, repeatedOrder: order }) => {
      return row === undefined || order === undefined ? [] : [[row, order] as const]
    }),
  )
  const held = withoutRows(hold, again)
  const query = {
    ...options,
    ...(held && { hold: held }),
    ...(again !== undefined && { again }),
    fileName,
    message: { id, arrivals },
    seen,
  }
  const { file } = await importFile(ctx, query, message.raw.toString('utf8'))
  const outcome = await outcomeOf(ctx, { ...file, hasOrders })
  const state = await inTransaction({ ...ctx, channel: 'csv' }, (inner) =>
    settleRun(inner, id, outcome),
  )
  if (state !== undefined) throw settledMeanwhile(state, file.orders)
}

function settledMeanwhile(state: string, orders: readonly ImportedOrder[]): Refusal {
  const created = orders.filter(({ fate }) => fate === 'create' || fate === 'hold')
  const numbers = created.flatMap(({ orderNumber }) => orderNumber ?? []).join(', ')
  const sentence = `This message is now ${state}, but its orders were created: ${numbers}`
  return new Refusal('conflict', 'intake-settled-meanwhile', sentence)
}

/** The rows without others: a choice of the import that the person has replaced since. */
function withoutRows(rows: string | undefined, others = ''): string | undefined {
  const replaced = new Set(others.split(',').map(Number))
  const remaining = rows?.split(',').filter((row) => !replaced.has(Number(row)))
  return remaining?.join(',')
}
