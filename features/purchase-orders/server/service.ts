import { changesBetween, record } from '#features/audit/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import {
  type Context,
  inTransaction,
  onOneConnection,
  rows,
  send,
} from '#platform/server/database/db.ts'
import { readSums } from '#platform/server/lists/list-sums.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { refusing } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { certificatesOf } from './certificates.ts'
import type {
  PurchaseOrder,
  PurchaseOrderChanges,
  PurchaseOrderDetails,
  PurchaseOrderItem,
  PurchaseOrderQuery,
  PurchaseOrderSumsQuery,
} from '../contract.ts'
import { guardNotAsked } from './cancellation.ts'
import {
  insertLines,
  lockVendor,
  type OnDay,
  price,
  type PricedLine,
  numberTaken,
} from './lines.ts'
import { changeable, hidesPurchaseAmounts, lockedChanges } from '../rules.ts'
import { lockOrders, messageOf } from './run-transition.ts'
import * as store from './store.ts'

/** Returns a page of purchase orders, or all of them without a limit. */
export async function listPurchaseOrders(ctx: Context, query: PurchaseOrderQuery) {
  const listOn = query.with ? store.listWithProgressOn : store.listOn
  const spec = listOn(await dayOf(ctx))
  const shown = hidesPurchaseAmounts(ctx.user) ? store.priceless(spec) : spec
  return readList<PurchaseOrder>(ctx.db, shown, query)
}

/** Returns the count and total amount of the orders that match a query, in all and by group. */
export async function sumPurchaseOrders(ctx: Context, query: PurchaseOrderSumsQuery) {
  const spec = store.listOn(await dayOf(ctx))
  if (!hidesPurchaseAmounts(ctx.user)) return readSums(ctx.db, spec, store.summed, query)
  // Sorting groups by amount would reveal which of them has the higher total.
  const counted = { ...store.summed, amount: '0' }
  const { groups, ...sums } = await readSums(ctx.db, store.priceless(spec), counted, query)
  return { ...sums, amount: null, groups: groups.map((each) => ({ ...each, amount: null })) }
}

/** Returns a purchase order with its lines. Prices are null for roles that may not read costs. */
export async function readPurchaseOrder(ctx: Context, id: number): Promise<PurchaseOrderDetails> {
  const date = await dayOf(ctx)
  return onOneConnection(ctx, async (inner) => detailsOf(inner, id, date))
}

/**
 * Updates a purchase order: any field of a draft, then only the expected date and notes, and
 * finally only the notes. Omitted fields are unchanged; `items` replaces all lines.
 */
export async function updatePurchaseOrder(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: PurchaseOrderChanges; ifMatch: number | undefined },
): Promise<PurchaseOrderDetails> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    if (form.vendorId !== undefined) await lockVendor(inner, form.vendorId)
    const [locked] = await lockOrders(inner, [id], 'submit')
    if (!locked) throw missing('That purchase order')
    guardNotAsked(inner, locked)
    const before = await detailsOf(inner, id, date, { isWhole: true })
    guardVersion(before, ifMatch)
    refuseLocked(before, form)
    const wanted = await linesAfterChange(inner, { before, form }, { ...rules, date })
    const merged = { ...before, ...withoutUndefined(form) }
    const { orderNumber, vendorId, orderDate, expectedDate, notes } = merged
    const { total, hasLines } = wanted
    const values = [orderNumber, vendorId, orderDate, expectedDate, decimal(total), !hasLines]
    await refusing({ purchase_order_number_taken: numberTaken }, () =>
      rows(inner.db, store.updateOrder, [id, ...values, notes]),
    )
    if (wanted.lines) {
      await send(inner, store.deleteLines, [id])
      await insertLines(inner, id, wanted.lines)
    }
    const after = await detailsOf(inner, id, date, { isWhole: true })
    const changes = changesBetween(historyOf(before), historyOf(after))
    const act = { entity: 'purchase_order', entityId: id, action: 'update', changes } as const
    await record(inner, Object.keys(changes).length > 0 ? [act] : [])
    await enqueue(inner, [messageOf({ ...after, totalAmount: decimal(total) }, 'update')])
    return detailsOf(inner, id, date)
  })
}

/**
 * Reads the full response of a purchase order, in the open transaction or on one connection. Throws
 * 404 if it does not exist. `isWhole` includes amounts regardless of the role.
 */
export async function detailsOf(
  ctx: Context,
  id: number,
  date: Day,
  { isWhole = false } = {},
): Promise<PurchaseOrderDetails> {
  type VendorFacts = Pick<PurchaseOrderDetails, 'vendorAddress' | 'paymentTerms'>
  const order = await readOne<PurchaseOrder>(ctx.db, store.listOn(date), { id })
  const [vendor] = await rows<VendorFacts>(ctx.db, store.readVendorOf, [id])
  if (!order || !vendor) throw missing('That purchase order')
  const items = await rows<PurchaseOrderItem>(ctx.db, store.readItems, [id])
  const waivers = await rows<PurchaseOrderDetails['waivers'][number]>(ctx.db, store.readWaivers, [
    id,
  ])
  const below = await rows<PurchaseOrderDetails['belowMinimum'][number]>(
    ctx.db,
    store.readBelowMinimum,
    [id],
  )
  const isHidden = !isWhole && hidesPurchaseAmounts(ctx.user)
  const priceless = { unitPrice: null, totalPrice: null }
  const certificates = await certificatesOf(ctx, { ...order, items }, date)
  return {
    ...order,
    ...(isHidden && { totalAmount: null }),
    ...vendor,
    waivers,
    certificates,
    belowMinimum: below,
    items: isHidden ? items.map((item) => ({ ...item, ...priceless })) : items,
  }
}

/** The current business day, which decides which orders are late. */
export async function dayOf(ctx: Context): Promise<Day> {
  return today(ctx.now, (await readSettings(ctx)).businessTimeZone)
}

/** The lines and total after an update: `items` replaces all lines; a typed total needs none. */
async function linesAfterChange(
  ctx: Context,
  { before, form }: { before: PurchaseOrderDetails; form: PurchaseOrderChanges },
  rules: OnDay,
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
  const rest = isOver ? 'only its notes' : 'only its expected date and notes'
  const sentence = `This is ${status}, so ${rest} can be changed`
  const fields = changed.map((path) => ({ path, message: `Must stay: this is ${status}` }))
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
  const given = Object.entries(form).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as never
}
