import { type Cents, cents, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  type InvoiceCharges,
  creditedTax,
  limitLines,
  whyOverCredited,
} from './creditable-amounts.ts'

// Limits credits to what was invoiced, by line and in total.

/** Credited units of an invoice line, or of goods without an invoice. */
export type CreditedLine = {
  invoiceId: number | null
  invoiceLineId: number | null
  skuId: number
  quantity: number
  unitPrice: Cents
  goods: Cents
  tax: Cents
}

/** An invoice line with the units and tax credited so far. */
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
           from credit_memo_lines m
           join credit_memos d on d.id = m.credit_memo_id and d.voided_on is null
           where m.invoice_line_id = l.id
         ) k on true
         where l.invoice_id = $1 or l.sales_order_item_id = any($2::int[])
         order by l.id`,
}

/** Reads the lines of an invoice, or the invoice lines of these order lines. */
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

type UnitsToCredit = {
  of: { invoiceLineId: number } | { salesOrderItemId: number }
  quantity: number
  /** Path of the request field, for error messages. */
  path: string
}

/**
 * Credits units from the invoice lines that charged them, earlier ones first, and updates the
 * counts on those lines. Throws if there is no such line, or if the quantity exceeds the uncredited
 * units.
 */
export function creditOpenUnits(
  open: OpenLine[],
  { of, quantity, path }: UnitsToCredit,
): CreditedLine[] {
  const own = linesOf(open, of)
  const [first] = own
  if (!first) throw invalid([{ path: `${path}.invoiceLineId`, message: 'No such invoice line' }])
  const free = freeUnits(own)
  if (quantity > free) {
    const sentence = `Only ${free} of ${first.sku} can still be credited`
    throw new Refusal('refused', 'over-credited', sentence, [
      { path: `${path}.quantity`, message: `Must be at most ${free}` },
    ])
  }
  return creditUnits(own, quantity)
}

/**
 * Credits at most this many units of an order line from its invoice lines. Units that are already
 * credited or were never invoiced are skipped: nothing is owed for them.
 */
export function allocateOpenUnits(
  open: OpenLine[],
  { salesOrderItemId, quantity }: { salesOrderItemId: number; quantity: number },
): CreditedLine[] {
  const own = linesOf(open, { salesOrderItemId })
  return creditUnits(own, Math.min(quantity, freeUnits(own)))
}

function linesOf(open: OpenLine[], of: UnitsToCredit['of']): OpenLine[] {
  return open.filter((line) =>
    'invoiceLineId' in of
      ? line.id === of.invoiceLineId
      : line.salesOrderItemId === of.salesOrderItemId,
  )
}

function freeUnits(lines: readonly OpenLine[]): number {
  return lines.reduce((units, line) => units + line.quantity - line.before, 0)
}

function creditUnits(own: readonly OpenLine[], quantity: number): CreditedLine[] {
  let remaining = quantity
  return own.flatMap((line) => {
    const units = Math.min(remaining, line.quantity - line.before)
    if (units <= 0) return []
    remaining -= units
    const { before, taxBefore, unitPrice, skuId, invoiceId } = line
    const tax = creditedTax(line, { before, taxBefore, units })
    line.before += units
    line.taxBefore = sum([taxBefore, tax])
    const goods = (unitPrice * units) as Cents
    return [{ invoiceId, invoiceLineId: line.id, skuId, quantity: units, unitPrice, goods, tax }]
  })
}

/** The amount credited on an invoice `i`; the parameters are the columns of both kinds. */
const creditedSql = (ofLine: string, ofMemo: string) => `(
    coalesce((select sum(k.${ofLine}) from credit_memo_lines k
              join credit_memos m on m.id = k.credit_memo_id and m.voided_on is null
              join invoice_lines l on l.id = k.invoice_line_id
              where l.invoice_id = i.id), 0)
    + coalesce((select sum(m.${ofMemo}) from credit_memos m
                where m.invoice_id = i.id and m.voided_on is null and not exists (
                  select from credit_memo_lines k where k.credit_memo_id = m.id)), 0)
    )::numeric(12, 2)`

/** The goods credited on an invoice `i`, by units or by amount. */
export const creditedGoods = creditedSql('total_price', 'goods')

const creditedTaxes = creditedSql('tax_amount', 'tax')

/** How much less than their price the credited units of an invoice `i` were credited. */
export const unitsReduced = `coalesce((
    select sum(k.quantity * k.unit_price - k.total_price) from credit_memo_lines k
    join credit_memos m on m.id = k.credit_memo_id and m.voided_on is null
    join invoice_lines l on l.id = k.invoice_line_id
    where l.invoice_id = i.id), 0)::numeric(12, 2)`

/** The early-payment discounts on an invoice `i` that are not reversed. */
export const discountsAllowed = `coalesce((
    select sum(a.discount) from receivable_applications a
    where a.invoice_id = i.id and a.reversed_on is null), 0)::numeric(12, 2)`

const readCharged = {
  name: 'charged_and_credited_of_invoices',
  text: `select i.id, i.invoice_number as "invoiceNumber", i.goods, i.tax, i.freight,
                ${creditedGoods} as "creditedGoods",
                ${creditedTaxes} as "creditedTax",
                ${discountsAllowed} as discount,
                coalesce((select sum(a.amount) from receivable_applications a
                          where a.invoice_id = i.id and a.kind = 'write-off'
                            and a.reversed_on is null), 0)::numeric(12, 2) as "writtenOff",
                coalesce(u.list, 0)::numeric(12, 2) as "unitsLeft",
                ${unitsReduced} as "unitsReduced"
         from invoices i
         left join lateral (
           select sum(l.unit_price * (l.quantity - coalesce(k.quantity, 0))) as list
           from invoice_lines l
           left join lateral (
             select sum(m.quantity) as quantity
             from credit_memo_lines m
             join credit_memos d on d.id = m.credit_memo_id and d.voided_on is null
             where m.invoice_line_id = l.id
           ) k on true
           where l.invoice_id = i.id
         ) u on true
         where i.id = any($1::int[])`,
}

type ChargedRow = Record<Exclude<keyof InvoiceCharges, 'invoiceNumber'>, string> & {
  id: number
  invoiceNumber: string
}

/** Reads the amounts and credits of invoices by id. The caller must hold the locks. */
export async function chargedOf(
  ctx: Context,
  invoiceIds: readonly number[],
): Promise<Map<number, InvoiceCharges>> {
  const found = await rows<ChargedRow>(ctx.db, readCharged, [invoiceIds])
  return new Map(
    found.map(({ id, invoiceNumber, ...row }) => [
      id,
      {
        invoiceNumber,
        goods: cents(row.goods),
        tax: cents(row.tax),
        freight: cents(row.freight),
        creditedGoods: cents(row.creditedGoods),
        creditedTax: cents(row.creditedTax),
        discount: cents(row.discount),
        writtenOff: cents(row.writtenOff),
        unitsLeft: cents(row.unitsLeft),
        unitsReduced: cents(row.unitsReduced),
      },
    ]),
  )
}

/** Limits lines to what their invoices still have to credit: see `limitLines`. */
export async function limitToInvoices(
  ctx: Context,
  lines: readonly CreditedLine[],
): Promise<CreditedLine[]> {
  const charged = await chargedOf(ctx, invoicesOf(lines))
  const limited = [...charged].flatMap(([id, invoice]) =>
    limitLines(
      invoice,
      lines.filter(({ invoiceId }) => invoiceId === id),
    ),
  )
  return [...limited, ...lines.filter(({ invoiceId }) => invoiceId === null)]
}

/** Returns the invoice ids of the lines, in lock order. */
export function invoicesOf(lines: readonly CreditedLine[]): number[] {
  return [...new Set(lines.flatMap(({ invoiceId }) => invoiceId ?? []))].sort((a, b) => a - b)
}

/**
 * Throws if an amount would credit more of an invoice than its total, or more sales tax than it
 * charged, counting all its credit memos, write-offs and discounts.
 */
export async function guardCredited(
  ctx: Context,
  invoiceId: number,
  amounts: { goods: Cents; tax: Cents },
): Promise<void> {
  const charged = (await chargedOf(ctx, [invoiceId])).get(invoiceId)
  const sentence = charged && whyOverCredited(charged, amounts)
  if (sentence) throw new Refusal('refused', 'over-credited', sentence)
}
