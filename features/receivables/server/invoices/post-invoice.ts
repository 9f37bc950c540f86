import { record } from '#features/audit/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import { isPrepaid } from '#features/customers/payment-terms.ts'
import { accounts, type PostingLine } from '#features/journal/rules.ts'
import { post } from '#features/journal/server/service.ts'
import { costOfIssue, stockLines, valueStockMoves } from '#features/skus/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { discountDate, dueDate, earlyDiscount } from '../../rules.ts'
import { settleByDeposit } from './apply-deposits.ts'
import { invoiceLines } from '../tables.ts'

/** A shipment line with its amounts. */
export type InvoicedLine = {
  salesOrderItemId: number
  skuId: number
  quantity: number
  unitPrice: Cents
  goods: Cents
  tax: Cents
  /** Identifies the stock move that shipped the goods. */
  moveKey: string
}

/** A shipment to invoice. An order without lines has its goods as one amount. */
export type InvoiceDraft = {
  customerId: number
  salesOrderId: number | null
  shipmentId: number | null
  docDate: Day
  goods: Cents
  /** The account that the goods post to; sales by default. */
  goodsAccount?: 'sales' | 'lateFees'
  tax: Cents
  freight: Cents
  lines: readonly InvoicedLine[]
}

/** Returns the invoice date: the ship date, or today if there is none or it is in the future. */
export function invoiceDay(shipDate: Day | null | undefined, date: Day): Day {
  return shipDate && shipDate < date ? shipDate : date
}

const readFacts = {
  name: 'read_facts_of_charge',
  text: `select coalesce(o.payment_terms, c.payment_terms) as terms, o.tax_rate as "taxRate",
                case when o.tax_rate is null then c.country else o.tax_country end as "taxCountry",
                case when o.tax_rate is null then c.state else o.tax_state end as "taxState"
         from customers c left join sales_orders o on o.id = $2 where c.id = $1`,
}

const insertInvoice = {
  name: 'insert_invoice',
  text: `insert into invoices
           (customer_id, sales_order_id, shipment_id, doc_date, payment_terms, due_date,
            discount_date, discount_amount, goods, tax, freight, total, open_amount, created_by,
            tax_country, tax_state, tax_rate, goods_account)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16,
                 $17)
         returning id, invoice_number as "invoiceNumber"`,
}

/** Terms and tax facts of an invoice, from its order, or from the customer if there is none. */
type Facts = {
  terms: string
  taxCountry: string | null
  taxState: string | null
  taxRate: string | null
}

type InsertedInvoice = { id: number; invoiceNumber: string }

/**
 * Creates the posted invoice of a shipment in the open transaction. It is due by the terms of the
 * order, else of the customer, and posts the cost of its goods; the customer's balance increases by
 * its total. The invoice of a prepaid order is settled by deposits. The caller must have locked the
 * open month and the customer, and must reduce the open-order amount itself.
 */
export async function postInvoice(ctx: Context, charge: InvoiceDraft): Promise<InsertedInvoice> {
  const { customerId, docDate, goods, tax, freight, lines } = charge
  const total = sum([goods, tax, freight])
  const [found] = await rows<Facts>(ctx.db, readFacts, [customerId, charge.salesOrderId])
  const { terms, ...taxed } = found as Facts
  const until = discountDate(terms, docDate)
  const [inserted] = await rows<InsertedInvoice>(ctx.db, insertInvoice, [
    customerId,
    charge.salesOrderId,
    charge.shipmentId,
    docDate,
    terms,
    dueDate(terms, docDate),
    until ?? null,
    decimal(until ? earlyDiscount(terms, goods) : (0 as Cents)),
    decimal(goods),
    decimal(tax),
    decimal(freight),
    decimal(total),
    ctx.user?.id ?? null,
    taxed.taxCountry,
    taxed.taxState,
    taxed.taxRate,
    accounts[charge.goodsAccount ?? 'sales'].number,
  ])
  const invoice = inserted as InsertedInvoice
  const goodsCost = await valueGoods(ctx, invoice.id, charge)
  await writeLines(ctx, invoice.id, { lines, costs: goodsCost.costs })
  await addBalances(ctx, new Map([[customerId, total]]))
  await post(ctx, [postingOf(invoice, { ...charge, total, costLines: goodsCost.lines })])
  await record(ctx, [{ entity: 'invoice', entityId: invoice.id, action: 'post' }])
  await publishInvoicePosted(ctx, invoice, { ...charge, total })
  const { salesOrderId } = charge
  if (salesOrderId !== null && total > 0 && isPrepaid(terms)) {
    await settleByDeposit(ctx, { invoiceId: invoice.id, customerId, salesOrderId, total })
  }
  return invoice
}

/** Returns the cost of the goods by line, and its posting lines. */
async function valueGoods(
  ctx: Context,
  sourceId: number,
  { docDate, lines }: InvoiceDraft,
): Promise<{ costs: Cents[]; lines: PostingLine[] }> {
  const entry = { source: 'invoice', sourceId, postedOn: docDate } as const
  const valued = await valueStockMoves(
    ctx,
    lines.map(({ moveKey, quantity }) => ({ entry, dedupeKey: moveKey, units: 0 - quantity })),
  )
  const costs = valued.map(costOfIssue)
  const sold = { account: 'costOfGoods', debit: sum(costs) } as const
  return { costs, lines: [sold, ...stockLines(valued)] }
}

type WrittenLines = { lines: readonly InvoicedLine[]; costs: readonly Cents[] }

async function writeLines(ctx: Context, id: number, { lines, costs }: WrittenLines): Promise<void> {
  const lineRows = lines.map((line, index) => ({
    invoiceId: id,
    lineNo: index + 1,
    salesOrderItemId: line.salesOrderItemId,
    skuId: line.skuId,
    quantity: line.quantity,
    unitPrice: decimal(line.unitPrice),
    totalPrice: decimal(line.goods),
    taxAmount: decimal(line.tax),
    costAmount: decimal(costs[index] ?? zero),
  }))
  await insertMany(ctx, invoiceLines, lineRows)
}

function postingOf(
  { id, invoiceNumber }: InsertedInvoice,
  charge: InvoiceDraft & { total: Cents; costLines: readonly PostingLine[] },
) {
  const { customerId, docDate, goods, goodsAccount = 'sales', tax, freight, total } = charge
  return {
    source: 'invoice',
    sourceId: id,
    postedOn: docDate,
    memo: `Invoice ${invoiceNumber}`,
    lines: [
      { account: 'receivable', debit: total, customerId },
      { account: goodsAccount, credit: goods },
      { account: 'salesTax', credit: tax },
      { account: 'freight', credit: freight },
      ...charge.costLines,
    ],
  } as const
}

async function publishInvoicePosted(
  ctx: Context,
  { id, invoiceNumber }: InsertedInvoice,
  { customerId, salesOrderId, docDate, total }: InvoiceDraft & { total: Cents },
): Promise<void> {
  await enqueue(ctx, [
    {
      topic: 'invoice.posted',
      aggregate: 'invoice',
      aggregateId: id,
      aggregateVersion: 1,
      payload: { invoiceNumber, customerId, salesOrderId, docDate, total: decimal(total) },
    },
  ])
}
