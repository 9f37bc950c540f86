import { record } from '#features/audit/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, send } from '#platform/server/database/db.ts'

const markReminded = {
  name: 'mark_invoices_reminded',
  text: `update invoices as i
         set dunning_level = t.level, dunned_on = $3, updated_at = now(), version = i.version + 1
         from unnest($1::int[], $2::int[]) as t (id, level)
         where i.id = t.id`,
}

/** Stores and records reminders of invoices. The caller must hold their customers' locks. */
export async function noteReminders(
  ctx: Context,
  reminded: readonly { invoiceId: number; level: number; letterNumber: string }[],
  date: Day,
): Promise<void> {
  await send(ctx, markReminded, [
    reminded.map(({ invoiceId }) => invoiceId),
    reminded.map(({ level }) => level),
    date,
  ])
  await record(
    ctx,
    reminded.map(({ invoiceId, letterNumber }) => {
      return { entity: 'invoice', entityId: invoiceId, action: 'remind', reason: letterNumber }
    }),
  )
}
