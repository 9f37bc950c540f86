import { requirePermission } from '#features/auth/rules.ts'
import { lockToRun, type MessageRunner, settleMessage } from '#features/intake/server/service.ts'
import { inTransaction } from '#platform/server/database/db.ts'
import { importFile } from './import.ts'
import { type FileOptions, outcomeOf } from './recorded-file.ts'

/**
 * Runs a file of the intake inbox again: only the orders that are not settled yet, and of those
 * that equal earlier ones only what a person wants, unless there is a newer one by now that they
 * did not see. Throws 422 for rows that begin none of them.
 */
export const runImportedFile: MessageRunner = async (ctx, message) => {
  requirePermission(ctx.user, 'orders.import')
  // Written with the message by `outcomeOf`; a missing option is the default.
  const { hasOrders = false, hold, ...options } = (message.options ?? {}) as FileOptions
  const { id: messageId, subject: fileName, again, problems } = message
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
    messageId,
    seen,
  }
  const { file } = await importFile(ctx, query, message.raw.toString('utf8'))
  const outcome = await outcomeOf(ctx, { ...file, hasOrders })
  await inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    // What the run has created stays, also if somebody else changed the message in the meantime.
    const locked = await lockToRun(inner, { id: message.id, ifMatch: undefined })
    await settleMessage(inner, locked, outcome)
  })
}

/** The rows without others: a choice of the import that the person has replaced since. */
function withoutRows(rows: string | undefined, others = ''): string | undefined {
  const replaced = new Set(others.split(',').map(Number))
  const remaining = rows?.split(',').filter((row) => !replaced.has(Number(row)))
  return remaining?.join(',')
}
