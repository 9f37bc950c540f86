import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import type { Cents } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/database/db.ts'
import { guardOpenCredits, guardWriteOffLimit } from './write-off-limits.ts'

/** The rest of an invoice that was paid short, to be written off on a day. */
type ShortPay = {
  invoice: { id: number; invoiceNumber: string }
  amount: Cents
  appliedOn: Day
}

/**
 * Throws if the rests of invoices that a payment leaves open may not be written off: if open credit
 * memos can settle one, or if they exceed the role's limits, all together. The caller must hold the
 * customer lock and the locks of the invoices. Returns the name of the person in whose name they
 * are written off, if that is another.
 */
export async function guardShortPays(
  ctx: Context,
  shortPays: readonly ShortPay[],
): Promise<string | undefined> {
  if (shortPays.length === 0) return undefined
  const settings = await readSettings(ctx)
  const zone = settings.businessTimeZone
  for (const { invoice, amount } of shortPays) {
    // What the payment leaves open is written off as a whole.
    // oxlint-disable-next-line no-await-in-loop
    await guardOpenCredits(ctx, { ...invoice, openAmount: amount }, amount)
  }
  const date = today(ctx.now, zone)
  const planned = shortPays.map(({ invoice, amount, appliedOn }) => {
    return { id: invoice.id, amount, posting: { postedOn: appliedOn, today: date } }
  })
  return guardWriteOffLimit(ctx, planned, settings)
}
