import { changesBetween, record } from '#features/audit/service.ts'
import { guardOpen } from '#features/ledger/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { currentSettings } from '#features/settings/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, formatDecimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, onOneConnection, rows, send } from '#platform/server/db.ts'
import { readSums } from '#platform/server/list-sums.ts'
import { readList, readOne } from '#platform/server/list.ts'
import { enqueue } from '#platform/server/outbox.ts'
import { refusing } from '#platform/server/pg-errors.ts'
import { guardVersion } from '#platform/server/versions.ts'
import { certificatesOf, guardCertificates } from './certificates.ts'
import type {
  PurchaseOrder,
  PurchaseOrderChanges,
  PurchaseOrderDetails,
  PurchaseOrderForm,
  PurchaseOrderItem,
  PurchaseOrderQuery,
  WantedLine,
} from './contract.ts'
import { guardNotAsked } from './give-up.ts'
import { changeable, hiddenPurchaseFields, lineTotals, lockedChanges, wayTo } from './rules.ts'
import { decide, lockOrders, messageOf, take } from './steps.ts'
import * as store from './store.ts'
import type { PurchaseOrderSumsQuery } from './sums.ts'

/** A page of purchase orders, or all of them where no limit is given. */
export async function purchaseOrderPage(ctx: Context, query: PurchaseOrderQuery) {
  const listOn = query.with ? store.listWithProgressOn : store.listOn
  return readList<PurchaseOrder>(ctx.db, listOn(await dayOf(ctx)), query)
}

/** What the orders that a query finds come to. */
export async function purchaseOrderSums(ctx: Context, query: PurchaseOrderSumsQuery) {
  return readSums(ctx.db, store.listOn(await dayOf(ctx)), store.summed, query)
}

/** One purchase order with its lines; prices only for roles that may read what things cost. */
export async function readPurchaseOrder(ctx: Context, id: number): Promise<PurchaseOrderDetails> {
  const date = await dayOf(ctx)
  return onOneConnection(ctx, async (inner) => detailsOf(inner, id, date))
}

/**
 * Makes a purchase order and walks the legal way to the status asked for, with every effect and
 * record of each step. Refuses a number that is taken, a vendor or SKU that is unknown or inactive.
 */
export async function createPurchaseOrder(
  ctx: Context,
  form: PurchaseOrderForm,
): Promise<PurchaseOrderDetails> {
  const rules = await currentSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const way = wayTo(form.status ?? 'draft')
    if (way.includes('receive')) await guardOpen(inner, [date])
    await lockVendor(inner, form.vendorId)
    const goods = { vendorId: form.vendorId, items: form.items ?? [] }
    const priced = await price(inner, goods, { ...rules, date })
    const total = priced.lines.length > 0 ? priced.total : cents(form.totalAmount ?? '0')
    const header = { ...headerOf(form, date), total, hasLines: priced.lines.length > 0 }
    const id = await insert(inner, header)
    await insertLines(inner, id, priced.lines)
    const act = { entity: 'purchase_order', entityId: id, action: 'create' } as const
    await record(inner, [{ ...act, toStatus: 'draft' }])
    let [order] = await lockOrders(inner, [id], 'approve')
    if (!order) throw new Error('The order that was just made is not there')
    await enqueue(inner, [messageOf(order, 'create')])
    for (const verb of way) {
      const wish = { verb, isCreation: true }
      const step = decide(order, wish, { user: inner.user, rules, date })
      order = (await take(inner, [step]))[0] ?? order
    }
    return detailsOf(inner, id, date)
  })
}

/**
 * Changes a draft; later the expected date and the notes alone, and the notes once nothing more is
 * to come. Fields that are left out stay as they are; items that are given replace all lines.
 */
export async function updatePurchaseOrder(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: PurchaseOrderChanges; ifMatch: number | undefined },
): Promise<PurchaseOrderDetails> {
  const rules = await currentSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    if (form.vendorId !== undefined) await lockVendor(inner, form.vendorId)
    const [locked] = await lockOrders(inner, [id], 'submit')
    if (!locked) throw missing('That purchase order')
    guardNotAsked(inner, locked)
    const before = await detailsOf(inner, id, date, { isWhole: true })
    guardVersion(before, ifMatch)
    refuseLocked(before, form)
    const wanted = await wantedOf(inner, { before, form }, { ...rules, date })
    const merged = { ...before, ...withoutUndefined(form) }
    const { orderNumber, vendorId, orderDate, expectedDate, notes } = merged
    const { total, hasLines } = wanted
    const values = [orderNumber, vendorId, orderDate, expectedDate, decimal(total), !hasLines]
    await refusing({ purchase_order_number_taken: taken }, () =>
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
    await enqueue(inner, [messageOf(after, 'update')])
    return detailsOf(inner, id, date)
  })
}

/** A purchase order as it is answered, in the open transaction or on one connection. */
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
  const isHidden = !isWhole && hiddenPurchaseFields(ctx.user).includes('items')
  const priceless = { unitPrice: null, totalPrice: null }
  const certificates = await certificatesOf(ctx, { ...order, items }, date)
  return {
    ...order,
    ...vendor,
    waivers,
    certificates,
    items: isHidden ? items.map((item) => ({ ...item, ...priceless })) : items,
  }
}

/** The business day of this moment, by which orders are late. */
export async function dayOf(ctx: Context): Promise<Day> {
  return today(ctx.now, (await currentSettings(ctx)).businessTimeZone)
}

type PricedLine = { skuId: number; quantity: number; unitPrice: Cents; totalPrice: Cents }

type Wanted = { vendorId: number; items: readonly WantedLine[] }
type OnDay = Pick<Settings, 'certificateMode'> & { date: Day }

/**
 * The wanted lines with their prices, the SKUs locked; a line without a price costs what the vendor
 * offers, or the SKU's cost.
 */
async function price(
  ctx: Context,
  { vendorId, items: wanted }: Wanted,
  rules: OnDay,
): Promise<{ lines: PricedLine[]; total: Cents }> {
  type Found = { id: number; sku: string; cost: string; isActive: boolean }
  const ids = [...new Set(wanted.map(({ skuId }) => skuId))]
  const found = await rows<Found>(ctx.db, store.lockSkus, [ids, vendorId])
  const skus = new Map(found.map((sku) => [sku.id, sku]))
  const wrong = wanted.flatMap(({ skuId }, index) => {
    const sku = skus.get(skuId)
    const path = `items.${index}.skuId`
    if (!sku) return [{ path, message: 'This SKU does not exist' }]
    return sku.isActive ? [] : [{ path, message: `SKU ${sku.sku} is inactive` }]
  })
  if (wrong.length > 0) throw invalid(wrong)
  const skuIds = wanted.map(({ skuId }) => skuId)
  await guardCertificates(ctx, { vendorId, skuIds }, rules)
  const lines = wanted.map(({ skuId, quantity, unitPrice }) => {
    return { skuId, quantity, unitPrice: cents(unitPrice ?? skus.get(skuId)?.cost ?? '0') }
  })
  const counted = lineTotals(lines)
  if (!counted) {
    const sentence = 'The amounts of this order are larger than an order can hold'
    throw new Refusal('invalid', 'amount-out-of-range', sentence)
  }
  const { totals, total } = counted
  return {
    lines: lines.map((line, index) => ({ ...line, totalPrice: totals[index] as Cents })),
    total,
  }
}

/** The lines and the total a change leaves: given items replace all, a typed total needs none. */
async function wantedOf(
  ctx: Context,
  { before, form }: { before: PurchaseOrderDetails; form: PurchaseOrderChanges },
  rules: OnDay,
): Promise<{ lines: PricedLine[] | undefined; total: Cents; hasLines: boolean }> {
  const typed = form.totalAmount === undefined ? undefined : cents(form.totalAmount)
  if (form.items === undefined) {
    const total = cents(before.totalAmount)
    const hasLines = !before.headerOnly
    return { lines: undefined, hasLines, total: hasLines ? total : (typed ?? total) }
  }
  const { vendorId = before.vendorId, items } = form
  const { lines, total } = await price(ctx, { vendorId, items }, rules)
  const hasLines = lines.length > 0
  return { lines, hasLines, total: hasLines ? total : (typed ?? (0 as Cents)) }
}

async function lockVendor(ctx: Context, id: number): Promise<void> {
  type Found = { vendorCode: string; isActive: boolean }
  const [vendor] = await rows<Found>(ctx.db, store.lockVendor, [id])
  const refuse = (message: string) => invalid([{ path: 'vendorId', message }])
  if (!vendor) throw refuse('This vendor does not exist')
  if (!vendor.isActive) throw refuse(`Vendor ${vendor.vendorCode} is inactive`)
}

function headerOf(form: PurchaseOrderForm, date: Day) {
  const { orderNumber, vendorId, orderDate = date, expectedDate = null, notes = null } = form
  return { orderNumber, vendorId, orderDate, expectedDate, notes }
}

type Header = ReturnType<typeof headerOf> & { total: Cents; hasLines: boolean }

async function insert(ctx: Context, header: Header): Promise<number> {
  if (!ctx.user) throw new Error('A purchase order is made by somebody')
  const { orderNumber, vendorId, orderDate, expectedDate, total, hasLines, notes } = header
  const dates = [orderDate, expectedDate]
  const values = [orderNumber, vendorId, ...dates, decimal(total), !hasLines, notes, ctx.user.id]
  const made = await refusing({ purchase_order_number_taken: taken }, () =>
    rows<{ id: number }>(ctx.db, store.insertOrder, values),
  )
  return made[0]?.id ?? 0
}

async function insertLines(ctx: Context, id: number, lines: readonly PricedLine[]): Promise<void> {
  if (lines.length === 0) return
  await send(ctx, store.insertLines, [
    id,
    lines.map((_, index) => index + 1),
    lines.map(({ skuId }) => skuId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ unitPrice }) => decimal(unitPrice)),
    lines.map(({ totalPrice }) => decimal(totalPrice)),
  ])
}

function refuseLocked(before: PurchaseOrderDetails, form: PurchaseOrderChanges): void {
  const { status } = before
  if (status === 'draft') return
  const typed = form.totalAmount === undefined ? undefined : decimal(cents(form.totalAmount))
  const changed = lockedChanges(before, { ...form, totalAmount: typed })
  const isOver = changeable(status) === 'notes'
  const { expectedDate = before.expectedDate } = form
  if (isOver && expectedDate !== before.expectedDate) changed.push('expectedDate')
  if (changed.length === 0) return
  const rest = isOver ? 'only its notes' : 'only its expected date and notes'
  const sentence = `This is ${status}, so ${rest} can be changed`
  const fields = changed.map((path) => ({ path, message: `Must stay: this is ${status}` }))
  throw new Refusal('refused', 'illegal-change', sentence, fields)
}

/** What an order's history compares; lines as people read them. */
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

function taken(): Refusal {
  const sentence = 'That order number is already taken'
  return new Refusal('conflict', 'duplicate-order-number', sentence, [
    { path: 'orderNumber', message: 'Already taken' },
  ])
}
