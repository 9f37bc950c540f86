import { record } from '#features/audit/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Context } from '#platform/server/database/db.ts'
import { updateMany } from '#platform/server/records/write-many.ts'
import { invoices } from '../tables.ts'

/** Stores and records reminders of invoices. The caller must hold their customers' locks. */
export async function recordReminders(
  ctx: Context,
  reminded: readonly { invoiceId: number; level: number; letterNumber: string }[],
  date: Day,
): Promise<void> {
  const changes = reminded.map(({ invoiceId, level }) => {
    return { id: invoiceId, dunningLevel: level, dunnedOn: date }
  })
  await updateMany(ctx, invoices, changes, { isNewVersion: true })
  await record(
    ctx,
    reminded.map(({ invoiceId, letterNumber }) => {
      return { entity: 'invoice', entityId: invoiceId, action: 'remind', reason: letterNumber }
    }),
  )
}
