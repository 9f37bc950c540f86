import { type Cents, cents, formatMoney, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/db.ts'
import { creditedTax } from './rules.ts'

// How much of a charge can still be taken back: never more than was invoiced, by line and in all.

/** Units of an invoice's line, or of no invoice, that are credited. */
export type CreditedLine = {
  invoiceId: number | null
  invoiceLineId: number | null
  skuId: number
  quantity: number
  unitPrice: Cents
  goods: Cents
  tax: Cents
}

/** A line of an invoice with what credit memos have taken back of it. */
type OpenLine = {
  id: number
  invoiceId: number
  salesOrderItemId: number | null
  skuId: number
  sku: string
  quantity: number
  unitPrice: Cents
  taxAmount: Cents
  before: number
  taxBefore: Cents
}

type LineRow = Omit<OpenLine, 'unitPrice' | 'taxAmount' | 'taxBefore'> & {
  unitPrice: string
  taxAmount: string
  taxBefore: string
}

const readLines = {
  name: 'invoice_lines_to_credit',
  text: `select l.id, l.invoice_id as "invoiceId", l.sales_order_item_id as "salesOrderItemId",
                l.sku_id as "skuId", s.sku, l.quantity, l.unit_price as "unitPrice",
                l.tax_amount as "taxAmount", coalesce(k.quantity, 0)::int as before,
                coalesce(k.tax, 0)::numeric(12, 2) as "taxBefore"
         from invoice_lines l
         join skus s on s.id = l.sku_id
         left join lateral (
           select sum(m.quantity) as quantity, sum(m.tax_amount) as tax
           from credit_memo_lines m where m.invoice_line_id = l.id
         ) k on true
         where l.invoice_id = $1 or l.sales_order_item_id = any($2::int[])
         order by l.id`,
}

/** The lines of an invoice, or those that charged some lines of orders. */
export async function linesToCredit(
  ctx: Context,
  { invoiceId, itemIds = [] }: { invoiceId?: number; itemIds?: readonly number[] },
): Promise<OpenLine[]> {
  const found = await rows<LineRow>(ctx.db, readLines, [invoiceId ?? null, itemIds])
  return found.map((row) => ({
    ...row,
    unitPrice: cents(row.unitPrice),
    taxAmount: cents(row.taxAmount),
    taxBefore: cents(row.taxBefore),
  }))
}

type Taking = {
  of: { invoiceLineId: number } | { salesOrderItemId: number }
  quantity: number
  /** Where the wish came from, for the refusal. */
  path: string
}

/**
 * Takes units from the lines that charged them, earlier ones first, and notes on those lines what
 * was taken. Refuses a line that is not there, and more units than are not credited yet.
 */
export function takeUnits(open: OpenLine[], { of, quantity, path }: Taking): CreditedLine[] {
  const own = open.filter((line) =>
    'invoiceLineId' in of
      ? line.id === of.invoiceLineId
      : line.salesOrderItemId === of.salesOrderItemId,
  )
  const [first] = own
  if (!first) throw invalid([{ path: `${path}.invoiceLineId`, message: 'No such invoice line' }])
  const free = own.reduce((units, line) => units + line.quantity - line.before, 0)
  if (quantity > free) {
    const sentence = `Only ${free} of ${first.sku} were invoiced and are not credited yet`
    throw new Refusal('refused', 'over-credited', sentence, [
      { path: `${path}.quantity`, message: `Must be at most ${free}` },
    ])
  }
  let left = quantity
  return own.flatMap((line) => {
    const units = Math.min(left, line.quantity - line.before)
    if (units === 0) return []
    left -= units
    const { before, taxBefore, unitPrice, skuId, invoiceId } = line
    const tax = creditedTax(line, { before, taxBefore, units })
    line.before += units
    line.taxBefore = sum([taxBefore, tax])
    const goods = (unitPrice * units) as Cents
    return [{ invoiceId, invoiceLineId: line.id, skuId, quantity: units, unitPrice, goods, tax }]
  })
}

const readCredited = {
  name: 'credited_of_invoice',
  text: `select i.invoice_number as "invoiceNumber", i.total,
                (coalesce((select sum(k.total_price + k.tax_amount) from credit_memo_lines k
                           join invoice_lines l on l.id = k.invoice_line_id
                           where l.invoice_id = i.id), 0)
                 + coalesce((select sum(m.goods + m.tax) from credit_memos m
                             where m.invoice_id = i.id and not exists (
                               select from credit_memo_lines k where k.credit_memo_id = m.id)), 0)
                )::numeric(12, 2) as credited
         from invoices i where i.id = $1`,
}

/** Refuses to credit more of an invoice than it came to, all its credit memos together. */
export async function guardCredited(
  ctx: Context,
  invoiceId: number,
  { goods, tax }: { goods: Cents; tax: Cents },
): Promise<void> {
  type Row = { invoiceNumber: string; total: string; credited: string }
  const [found] = await rows<Row>(ctx.db, readCredited, [invoiceId])
  if (!found) return
  const free = (cents(found.total) - cents(found.credited)) as Cents
  if (goods + tax <= free) return
  const sentence = `Only ${formatMoney(free)} of ${found.invoiceNumber} is not credited yet`
  throw new Refusal('refused', 'over-credited', sentence)
}
