import { changesBetween, record } from '#features/audit/server/service.ts'
import { businessDay, readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList } from '#platform/server/lists/list.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type {
  PurchaseLineForm,
  PurchaseOrder,
  PurchaseOrderChanges,
  PurchaseOrderDetails,
  PurchaseOrderQuery,
  PurchaseOrderSumsQuery,
} from '../contract.ts'
import { guardNoPendingCancellation } from './purchase-cancellation.ts'
import {
  guardVendor,
  insertLines,
  lockVendor,
  type CertificateContext,
  price,
  type PricedLine,
  numberAlreadyUsed,
} from './price-and-insert-lines.ts'
import { changeable, hidesPurchaseAmounts, lockedChanges, withoutPrices } from '../rules.ts'
import { lockOrders, messageOf } from './apply-transitions.ts'
import * as store from './store.ts'
import { readPurchaseOrderDetails } from './read-order.ts'

// Also exported to other rooms:
export { confirmCancellation, rejectCancellation } from './purchase-cancellation.ts'
export { createPurchaseOrder } from './create-purchase-order.ts'
export { undoPurchaseImport } from './import/import.ts'
export { receivePurchaseOrder, undoBulkSubmission } from './transitions.ts'
/** Returns a page of purchase orders, or all of them without a limit. */
export async function listPurchaseOrders(ctx: Context, query: PurchaseOrderQuery) {
  const listOn = query.with ? store.listWithProgressOn : store.listOn
  const spec = listOn(await businessDay(ctx))
  const visibleSpec = hidesPurchaseAmounts(ctx.user) ? store.withoutAmounts(spec) : spec
  return readList<PurchaseOrder>(ctx.db, visibleSpec, query)
}

/** Returns the count and total amount of the orders that match a query, in all and by group. */
export async function sumPurchaseOrders(ctx: Context, query: PurchaseOrderSumsQuery) {
  const spec = store.listOn(await businessDay(ctx))
  return hidesPurchaseAmounts(ctx.user)
    ? readSums(ctx.db, store.withoutAmounts(spec), store.countedOnly, query)
    : readSums(ctx.db, spec, store.summed, query)
}

/**
 * Updates a purchase order: any field of a draft, then only the expected date and notes, and
 * finally only the notes. Omitted fields are unchanged; `items` replaces all lines.
 */
export async function updatePurchaseOrder(
  ctx: Context,
  id: number,
  { form: sent, ifMatch }: { form: PurchaseOrderChanges; ifMatch: number | undefined },
): Promise<PurchaseOrderDetails> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const vendor = sent.vendorId === undefined ? undefined : await lockVendor(inner, sent.vendorId)
    const [locked] = await lockOrders(inner, [id], 'submit')
    if (!locked) throw missing('That purchase order')
    guardNoPendingCancellation(inner, locked)
    const before = await readPurchaseOrderDetails(inner, id, date, { isWhole: true })
    guardVersion(before, ifMatch)
    const form = withoutRepeated(inner, before, sent)
    if (form.vendorId !== undefined) guardVendor(vendor)
    refuseLocked(before, form)
    const changed = await linesAfterChange(inner, { before, form }, { ...rules, date })
    const merged = { ...before, ...withoutUndefined(form) }
    const { orderNumber, vendorId, orderDate, expectedDate, notes } = merged
    const { total, hasLines } = changed
    const values = [orderNumber, vendorId, orderDate, expectedDate, decimal(total), !hasLines]
    await mapConstraintErrors({ purchase_order_number_taken: numberAlreadyUsed }, () =>
      rows(inner.db, store.updateOrder, [id, ...values, notes]),
    )
    if (changed.lines) {
      await send(inner, store.deleteLines, [id])
      await insertLines(inner, id, changed.lines)
    }
    const after = await readPurchaseOrderDetails(inner, id, date, { isWhole: true })
    const changes = changesBetween(historyOf(before), historyOf(after))
    const entryBase = { entity: 'purchase_order', entityId: id, action: 'update', changes } as const
    await record(inner, Object.keys(changes).length > 0 ? [entryBase] : [])
    await enqueue(inner, [messageOf({ ...after, totalAmount: decimal(total) }, 'update')])
    return readPurchaseOrderDetails(inner, id, date)
  })
}

/**
 * The change without what it only repeats: its vendor, who may be inactive by now, the lines of the
 * order as they were returned, and its notes as the user sees them.
 */
function withoutRepeated(
  { user }: Context,
  before: PurchaseOrderDetails,
  { vendorId, items: lines, notes, ...rest }: PurchaseOrderChanges,
): PurchaseOrderChanges {
  const seenNotes = hidesPurchaseAmounts(user) ? withoutPrices(before.notes) : before.notes
  const areSameNotes = notes === undefined || notes === seenNotes
  const isSameVendor = vendorId === undefined || vendorId === before.vendorId
  const arePricesHidden = isSameVendor && hidesPurchaseAmounts(user)
  const items = arePricesHidden ? lines?.map(withPriceOf(before.items)) : lines
  const areSameLines = items === undefined || (isSameVendor && sameLines(before.items, items))
  return {
    ...rest,
    ...(!isSameVendor && { vendorId }),
    ...(!areSameLines && { items }),
    ...(!areSameNotes && { notes }),
  }
}

/**
 * A role that does not see the prices sends them back as null: lines of the same SKU keep theirs.
 */
function withPriceOf(before: PurchaseOrderDetails['items']) {
  return (line: PurchaseLineForm, index: number): PurchaseLineForm => {
    const isOf = ({ skuId }: { skuId: number }) => skuId === line.skuId
    const own = before.slice(index, index + 1).find(isOf) ?? before.find(isOf)
    return { ...line, unitPrice: line.unitPrice ?? own?.unitPrice }
  }
}

function sameLines(before: PurchaseOrderDetails['items'], items: PurchaseLineForm[]): boolean {
  const isSame = ({ skuId, quantity, unitPrice }: PurchaseLineForm, index: number) => {
    const line = before[index]
    const isSamePrice = unitPrice && line?.unitPrice && cents(unitPrice) === cents(line.unitPrice)
    return line?.skuId === skuId && line.quantity === quantity && isSamePrice
  }
  return items.length === before.length && items.every(isSame)
}

/** The lines and total after an update: `items` replaces all lines; a typed total needs none. */
async function linesAfterChange(
  ctx: Context,
  { before, form }: { before: PurchaseOrderDetails; form: PurchaseOrderChanges },
  rules: CertificateContext,
): Promise<{ lines: PricedLine[] | undefined; total: Cents; hasLines: boolean }> {
  const typed = form.totalAmount === undefined ? undefined : cents(form.totalAmount)
  if (form.items === undefined) {
    const total = cents(before.totalAmount ?? '0')
    const hasLines = !before.headerOnly
    return { lines: undefined, hasLines, total: hasLines ? total : (typed ?? total) }
  }
  const { vendorId = before.vendorId, items } = form
  const { lines, total } = await price(ctx, { vendorId, items }, rules)
  const hasLines = lines.length > 0
  return { lines, hasLines, total: hasLines ? total : (typed ?? (0 as Cents)) }
}

function refuseLocked(before: PurchaseOrderDetails, form: PurchaseOrderChanges): void {
  const { status } = before
  if (status === 'draft') return
  const typed = form.totalAmount === undefined ? undefined : decimal(cents(form.totalAmount))
  const changed = lockedChanges(
    { ...before, totalAmount: before.totalAmount ?? '0' },
    { ...form, totalAmount: typed },
  )
  const isOver = changeable(status) === 'notes'
  const { expectedDate = before.expectedDate } = form
  if (isOver && expectedDate !== before.expectedDate) changed.push('expectedDate')
  if (changed.length === 0) return
  const editableFields = isOver ? 'only its notes' : 'only its expected date and notes'
  const sentence = `This order is ${status}, so ${editableFields} can be changed`
  const fields = changed.map((path) => ({ path, message: `Cannot change: this is ${status}` }))
  throw new Refusal('refused', 'illegal-change', sentence, fields)
}

/** The fields that the history compares, with lines as readable text. */
function historyOf(order: PurchaseOrderDetails) {
  const { orderNumber, vendorCode, orderDate, expectedDate, totalAmount, notes, items } = order
  const lines = items.map(
    ({ quantity, sku, unitPrice }) => `${quantity} × ${sku} at ${formatDecimal(unitPrice ?? '0')}`,
  )
  const fields = { orderNumber, vendorCode, orderDate, expectedDate, totalAmount, notes }
  return { ...fields, items: lines.join('; ') || null }
}

function withoutUndefined<T extends object>(
  form: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entered = Object.entries(form).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entered) as never
}
