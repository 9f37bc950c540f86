import {
  type HistoryCheck,
  type SealedHistory,
  checkHistory,
  readSealedHistory,
  sealHistory,
} from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'

export const sealEveryMs = 60_000
const checkEveryMs = 24 * 3_600_000

/** Seals all final audit-log rows, and once a day verifies all earlier seals. */
export async function sealAndCheckHistory(ctx: Context): Promise<void> {
  await sealHistory(ctx)
  const { lastCheck } = await readSealedHistory(ctx)
  const age = lastCheck ? ctx.now.getTime() - Date.parse(lastCheck.checkedAt) : checkEveryMs
  if (age >= checkEveryMs) await checkAndNotify(ctx)
}

/** Seals all final rows, verifies the whole audit log now, and returns its state. */
export async function checkSealedHistory(ctx: Context): Promise<SealedHistory> {
  await sealHistory(ctx)
  await checkAndNotify(ctx)
  return readSealedHistory(ctx)
}

/** Notifies the administrators if the audit log was altered, once for each finding. */
async function checkAndNotify(ctx: Context): Promise<HistoryCheck> {
  const check = await checkHistory(ctx)
  const { firstFault, faultCount } = check
  if (firstFault === null) return check
  const text = faultCount > 1 ? `${firstFault}, and ${faultCount - 1} more` : firstFault
  const notice = {
    roles: ['admin'] as const,
    kind: 'system' as const,
    key: `history:${text}`,
    title: 'The audit history was altered',
    text,
    link: '/system-health',
  }
  await inTransaction(ctx, (inner) => notify(inner, [notice]))
  return check
}
