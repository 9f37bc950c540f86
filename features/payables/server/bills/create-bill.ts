import { record } from '#features/audit/server/service.ts'
import { guardNotFuture } from '#features/journal/rules.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import { discountDate, dueDate } from '#features/receivables/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, fitsMoney, sum, multiply } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { violatesConstraint } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { BillLineForm, VendorBillDetails, VendorBillForm } from '../../contract.ts'
import * as sql from './bill-sql.ts'
import { matchAndPost } from './bill-steps.ts'
import { messageOf, lockBill } from './locked-bill.ts'
import { lockPrepaymentsOf } from '../apply-prepayments.ts'
import { discountableAmount, discountOf, discountPercent } from '../../rules.ts'
import { readVendorBill } from './bill-details.ts'
import { vendorBillLines } from '../tables.ts'

/**
 * Enters a bill, matches it, and posts it unless it is blocked; a draft is only saved. Throws if
 * the vendor has another bill with this number, a line is for another vendor's order, an amount is
 * out of range, a date is in the future, or the posting date is in a closed month.
 */
export async function createVendorBill(
  ctx: Context,
  form: VendorBillForm,
): Promise<VendorBillDetails> {
  const settings = await readSettings(ctx)
  const date = today(ctx.now, settings.businessTimeZone)
  guardDays(form, date)
  return inTransaction(ctx, async (inner) => {
    const isDraft = form.status === 'draft'
    if (!isDraft) await guardOpen(inner, [form.postingDate ?? date, date])
    const { header, lines } = await resolve(inner, form)
    const values = [...header, inner.user?.id ?? null]
    const inserted = await refusingUsedNumber(form, () =>
      rows<{ id: number }>(inner.db, sql.insertBill, values),
    )
    const id = inserted[0]?.id ?? 0
    await insertLines(inner, id, lines)
    await record(inner, [
      { entity: 'vendor_bill', entityId: id, action: 'create', toStatus: 'draft' },
    ])
    const bill = await lockBill(inner, id)
    await enqueue(inner, [messageOf(bill, 'create')])
    if (!isDraft) await matchAndPost(inner, bill, { settings, date })
    return readVendorBill(inner, id)
  })
}

/** Replaces a draft. It remains a draft unless the form posts it. */
export async function updateVendorBill(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: VendorBillForm; ifMatch: number | undefined },
): Promise<VendorBillDetails> {
  const settings = await readSettings(ctx)
  const date = today(ctx.now, settings.businessTimeZone)
  guardDays(form, date)
  return inTransaction(ctx, async (inner) => {
    const isPosted = form.status === 'posted'
    if (isPosted) await guardOpen(inner, [form.postingDate ?? date, date])
    const { header, lines } = await resolve(inner, form)
    await lockPrepaymentsOf(
      inner,
      lines.flatMap(({ orderId }) => orderId ?? []),
    )
    const before = await lockBill(inner, id)
    guardVersion(before, ifMatch)
    if (before.status !== 'draft') {
      const sentence = `This bill is ${before.status}, so it cannot be changed`
      throw new Refusal('refused', 'illegal-change', sentence)
    }
    await refusingUsedNumber(form, () => rows(inner.db, sql.updateBill, [id, ...header]))
    await send(inner, sql.deleteLines, [id])
    await insertLines(inner, id, lines)
    const bill = await lockBill(inner, id)
    const totals = { from: before.totalAmount, to: bill.totalAmount }
    const numbers = { from: before.billNumber, to: bill.billNumber }
    const changes = {
      ...(totals.from !== totals.to && { totalAmount: totals }),
      ...(numbers.from !== numbers.to && { billNumber: numbers }),
    }
    await record(inner, [{ entity: 'vendor_bill', entityId: id, action: 'update', changes }])
    await enqueue(inner, [messageOf(bill, 'update')])
    if (isPosted) await matchAndPost(inner, bill, { settings, date })
    return readVendorBill(inner, id)
  })
}

/** Throws 422 for a date in the future or a posting date before the bill date. */
function guardDays({ docDate, postingDate }: VendorBillForm, today: Day): void {
  guardNotFuture('docDate', docDate, today)
  if (!postingDate) return
  guardNotFuture('postingDate', postingDate, today)
  if (postingDate >= docDate) return
  throw invalid([{ path: 'postingDate', message: 'Must not be before the bill date' }])
}

type Vendor = { id: number; vendorCode: string; terms: string | null }
type Order = {
  id: number
  orderNumber: string
  vendorId: number
  headerOnly: boolean
}

type Item = { id: number; orderId: number; description: string }
type Line = {
  orderId: number | null
  itemId: number | null
  description: string
  account: string | null
  quantity: number
  unitPrice: Cents
  totalPrice: Cents
}

/**
 * Validates a bill form and locks its orders. Returns the header values in statement order, and the
 * lines.
 */
async function resolve(ctx: Context, form: VendorBillForm) {
  const [vendor] = await rows<Vendor>(ctx.db, sql.lockVendor, [form.vendorId])
  if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
  const lines = await linesOf(ctx, form)
  const subtotal = sum(lines.map(({ totalPrice }) => totalPrice))
  const tax = cents(form.taxAmount ?? '0')
  const total = sum([subtotal, tax])
  if (!fitsMoney(total)) throw tooLarge('lines')
  if (total === 0) throw invalid([{ path: 'lines', message: 'This bill is empty' }])
  const terms = vendor.terms ?? 'net-30'
  const percent = discountPercent(terms)
  const { billNumber, vendorId, docDate, notes = null } = form
  const header = [
    billNumber,
    vendorId,
    docDate,
    form.dueDate ?? dueDate(terms, docDate),
    terms,
    discountDate(terms, docDate) ?? null,
    decimal(discountOf(discountableAmount(lines), percent)),
    decimal(subtotal),
    decimal(tax),
    decimal(total),
    notes,
    form.postingDate ?? null,
    percent,
  ] as const
  return { header, lines }
}

async function linesOf(ctx: Context, form: VendorBillForm): Promise<Line[]> {
  const { lines, vendorId } = form
  const orderIds = lines.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? [])
  const itemIds = lines.flatMap(({ purchaseOrderItemId }) => purchaseOrderItemId ?? [])
  const orders = await rows<Order>(ctx.db, sql.lockOrders, [orderIds, itemIds])
  if (form.status !== 'draft') {
    await rows(ctx.db, sql.lockSkusOfOrders, [orders.map(({ id }) => id)])
  }
  const items = await rows<Item>(ctx.db, sql.readOrderItems, [itemIds])
  const seen = new Set<string>()
  return lines.map((line, index): Line => {
    const refuse = (name: string, message: string) =>
      invalid([{ path: `lines.${index}.${name}`, message }])
    const item = items.find(({ id }) => id === line.purchaseOrderItemId)
    if (line.purchaseOrderItemId && !item) {
      throw refuse('purchaseOrderItemId', 'This order line does not exist')
    }
    const orderId = item?.orderId ?? line.purchaseOrderId ?? null
    const order = orders.find(({ id }) => id === orderId)
    if (orderId && !order) throw refuse('purchaseOrderId', 'This purchase order does not exist')
    if (order && order.vendorId !== vendorId) {
      throw refuse('purchaseOrderId', `${order.orderNumber} belongs to another vendor`)
    }
    if (order && !item && !order.headerOnly) {
      throw refuse('purchaseOrderItemId', `${order.orderNumber} has lines. Select one of them`)
    }
    const key = item ? `item ${item.id}` : `order ${order?.id}`
    if (order && seen.has(key)) {
      throw refuse('purchaseOrderItemId', 'Another line of this bill already uses this order line')
    }
    seen.add(key)
    return priced(line, { index, item, order })
  })
}

type FoundLine = { index: number; item: Item | undefined; order: Order | undefined }

function priced(line: BillLineForm, { index, item, order }: FoundLine): Line {
  const { quantity } = line
  const unitPrice = cents(line.unitPrice)
  const totalPrice = multiply(unitPrice, quantity)
  if (totalPrice === undefined) throw tooLarge(`lines.${index}.quantity`)
  const defaultDescription = item?.description ?? (order && `${order.orderNumber} as agreed`)
  const description = line.description ?? defaultDescription
  if (!description) {
    throw invalid([{ path: `lines.${index}.description`, message: 'Required' }])
  }
  const account = order ? null : (line.account ?? 'costOfGoods')
  const of = { orderId: order?.id ?? null, itemId: item?.id ?? null }
  return { ...of, description, account, quantity, unitPrice, totalPrice }
}

async function insertLines(ctx: Context, id: number, lines: readonly Line[]): Promise<void> {
  const lineRows = lines.map((line, index) => ({
    vendorBillId: id,
    lineNo: index + 1,
    purchaseOrderId: line.orderId,
    purchaseOrderItemId: line.itemId,
    description: line.description,
    account: line.account,
    quantity: line.quantity,
    unitPrice: decimal(line.unitPrice),
    totalPrice: decimal(line.totalPrice),
  }))
  await insertMany(ctx, vendorBillLines, lineRows)
}

function tooLarge(path: string): Refusal {
  const sentence = 'The amounts of this bill are too large'
  return new Refusal('invalid', 'amount-out-of-range', sentence, [{ path, message: sentence }])
}

/** Maps the unique violation to a 409. A number is unique per vendor. */
async function refusingUsedNumber<R>(form: { billNumber: string }, work: () => Promise<R>) {
  try {
    return await work()
  } catch (error) {
    if (!violatesConstraint(error, 'vendor_bill_number_taken')) throw error
    const sentence = `Bill ${form.billNumber} from this vendor has already been entered`
    const fields = [{ path: 'billNumber', message: 'Already entered' }]
    throw new Refusal('conflict', 'duplicate-bill', sentence, fields)
  }
}
