import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import type { Context } from '#platform/server/db.ts'
import { type CreditedLine, guardCredited, linesToCredit, takeUnits } from './credited.ts'

// What goods that came back are worth to their customer: as they were charged, tax and all.

/** Units of a return: of a line of an order, or of no order at the price of their return. */
export type ReturnedLine = {
  salesOrderItemId: number | null
  skuId: number
  quantity: number
  unitPrice: Cents
}

/**
 * What is credited for returned units: at the price and with the tax they were charged, over all
 * invoices that charged them; units of no order at their own price, without tax. Refuses units that
 * were not invoiced or are credited already.
 */
export async function linesOfReturn(
  ctx: Context,
  returned: readonly ReturnedLine[],
): Promise<CreditedLine[]> {
  const itemIds = returned.flatMap((line) => line.salesOrderItemId ?? [])
  const open = await linesToCredit(ctx, { itemIds })
  return returned.flatMap((line, index): CreditedLine[] => {
    const { salesOrderItemId, skuId, quantity, unitPrice } = line
    const path = `items.${index}`
    if (salesOrderItemId !== null) {
      return takeUnits(open, { of: { salesOrderItemId }, quantity, path })
    }
    const amount = (unitPrice * quantity) as Cents
    const alone = { invoiceId: null, invoiceLineId: null, tax: zero }
    return [{ ...alone, skuId, quantity, unitPrice, goods: amount }]
  })
}

/** The invoices that the lines are of, in the order in which they are locked. */
export function invoicesOf(lines: readonly CreditedLine[]): number[] {
  return [...new Set(lines.flatMap(({ invoiceId }) => invoiceId ?? []))].sort((a, b) => a - b)
}

/** Refuses lines that would credit more of an invoice than it came to. */
export async function guardLines(ctx: Context, lines: readonly CreditedLine[]): Promise<void> {
  for (const id of invoicesOf(lines)) {
    const own = sumOf(lines.filter(({ invoiceId }) => invoiceId === id))
    // One invoice after the other, in the order of their locks.
    // oxlint-disable-next-line no-await-in-loop
    await guardCredited(ctx, id, own)
  }
}

/** What lines come to: their goods and their tax. */
export function sumOf(lines: readonly CreditedLine[]): { goods: Cents; tax: Cents } {
  return { goods: sum(lines.map(({ goods }) => goods)), tax: sum(lines.map(({ tax }) => tax)) }
}

/**
 * What a credit memo for these units would come to now, before a fee for restocking; nothing is
 * written. Refuses what `creditReturn` would refuse.
 */
export async function expectedCredit(
  ctx: Context,
  returned: readonly ReturnedLine[],
): Promise<{ goods: Cents; tax: Cents }> {
  const lines = await linesOfReturn(ctx, returned)
  await guardLines(ctx, lines)
  return sumOf(lines)
}
