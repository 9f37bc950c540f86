import { requirePermission } from '#features/auth/rules.ts'
import { lockToRun, type MessageRunner, settleMessage } from '#features/intake/server/service.ts'
import { inTransaction } from '#platform/server/database/db.ts'
import { importFile } from './import.ts'
import { type FileOptions, outcomeOf } from './recorded-file.ts'

/** Runs a file of the intake inbox again: only the orders that are not settled yet. */
export const runImportedFile: MessageRunner = async (ctx, message) => {
  requirePermission(ctx.user, 'orders.import')
  // Written with the message by `outcomeOf`; a missing option is the default.
  const { hasOrders = false, ...options } = (message.options ?? {}) as FileOptions
  const query = { ...options, fileName: message.subject }
  const { file } = await importFile(ctx, query, message.raw.toString('utf8'))
  const outcome = await outcomeOf(ctx, { ...file, hasOrders })
  await inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    // What the run has created stays, also if somebody else changed the message in the meantime.
    const locked = await lockToRun(inner, { id: message.id, ifMatch: undefined })
    await settleMessage(inner, locked, outcome)
  })
}
