import {
  type HistoryCheck,
  checkHistory,
  readSealedHistory,
  sealHistory,
} from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'

export const sealEveryMs = 60_000
const checkEveryMs = 24 * 3_600_000

/**
 * Seals all final audit-log rows, and once a day verifies all earlier seals. Digests of receipts
 * have a job of their own (`digestReceipts`), so that an error there does not stop the sealing.
 */
export async function sealAndCheckHistory(ctx: Context): Promise<void> {
  await sealHistory(ctx)
  const { lastCheck } = await readSealedHistory(ctx)
  const age = lastCheck ? ctx.now.getTime() - Date.parse(lastCheck.checkedAt) : checkEveryMs
  if (age >= checkEveryMs) await checkAndNotify(ctx)
}

/**
 * Verifies the whole audit log. Notifies the administrators if it was altered, once for each
 * finding.
 */
export async function checkAndNotify(ctx: Context): Promise<void> {
  const notification = notificationOf(await checkHistory(ctx))
  if (notification) await inTransaction(ctx, (inner) => notify(inner, [notification]))
}

/** The notification about the faults that a check found; undefined if it found none. */
export function notificationOf({ firstFault, faultCount }: HistoryCheck) {
  if (firstFault === null) return undefined
  const text = faultCount > 1 ? `${firstFault}, and ${faultCount - 1} more` : firstFault
  return {
    roles: ['admin'] as const,
    kind: 'system' as const,
    key: `history:${text}`,
    title: 'The audit history was altered',
    text,
    link: '/system-health',
  }
}
