import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Cents, percentageOf, sum, multiply } from '#platform/kernel/money.ts'
import { dayOf, daysLater, hourMs, type WorkingDay } from './calendar.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import type { DemoSku } from './skus.ts'
import type { Move } from './stock-movements.ts'
import type { DemoVendor } from './vendors.ts'

export type Buyer = 'purchasing' | 'user' | 'admin' | 'warehouse'

/** One action on an order: verb, new status if it changed, time and user. */
export type PurchaseAct = {
  verb: string
  to: string | null
  at: number
  by: Buyer
  /** Units received per line, for a receipt. */
  received?: number[]
}

export type PurchaseLine = {
  skuId: number
  quantity: number
  unitPrice: Cents
  totalPrice: Cents
  received: number
  cancelled: number
}

export type DemoPurchase = {
  id: number
  vendor: DemoVendor
  placedAt: number
  day: Day
  expected: Day
  by: Buyer
  notes: string | null
  status: string
  acts: PurchaseAct[]
  lines: PurchaseLine[]
  total: Cents
}

type Business = {
  vendors: readonly DemoVendor[]
  skus: readonly DemoSku[]
  days: readonly WorkingDay[]
  now: number
  count: number
  /** Number of approved orders not yet fully received. */
  awaited: number
}

/** The number of the newest orders that are not approved yet. */
const youngest = 8
/** Those at these positions (1 is the newest) await approval; the other five are drafts. */
const submittedPlaces = [2, 4, 7]
/** Every 22nd of the newest 330 orders never arrives. */
const lost = { every: 22, upTo: 330 }

/** The purchase orders of the history in order of creation; exactly three await approval. */
export function buildPurchases(business: Business): DemoPurchase[] {
  const { vendors, skus, days, now, count, awaited } = business
  const chance = chanceOf('purchases')
  const moments = momentsOf(chance, days, { count, now })
  const orders = moments.map((placedAt, index): DemoPurchase => {
    const vendor = chance.pick(vendors)
    const by: Buyer = chance.percent(80) ? 'purchasing' : 'user'
    const lines = linesOf(chance, skus, vendor)
    const expected = addDays(dayOf(placedAt), vendor.leadTimeDays)
    const place = moments.length - index
    const acts =
      place <= youngest
        ? recentActions(submittedPlaces.includes(place), { placedAt, by })
        : actionsOf(chance, lines, { placedAt, by, expected, now, isLost: isLost(place) })
    const total = sum(lines.map(({ totalPrice }) => totalPrice))
    const status = acts.findLast(({ to }) => to !== null)?.to ?? 'draft'
    const notes = chance.percent(15) ? chance.pick(remarks) : null
    const day = dayOf(placedAt)
    const order = { id: index + 1, vendor, placedAt, day, expected, by }
    return { ...order, notes, status, acts, lines, total }
  })
  holdExactly(orders, awaited, now)
  return orders
}

/**
 * Adjusts the orders so that exactly `awaited` are still to be received: undoes the latest
 * receipts, or adds receipts for the last due ones.
 */
function holdExactly(orders: readonly DemoPurchase[], awaited: number, now: number): void {
  const approved = orders.filter(({ status }) => status === 'approved')
  const isNew = ({ acts }: DemoPurchase) => acts.every(({ received }) => !received)
  const due = approved.filter((order) => isNew(order) && order.expected > dayOf(now))
  for (const order of due.slice(0, Math.max(0, approved.length - awaited))) {
    const units = order.lines.map(({ quantity }) => quantity)
    const at = Math.max(now, ...order.acts.map((act) => act.at))
    order.acts.push(receiptOf(order.lines, { at, received: units, isLast: true }))
    order.status = 'received'
  }
  const completeOrders = orders.filter(({ status, lines }) => {
    return status === 'received' && lines.every(({ cancelled }) => cancelled === 0)
  })
  const missing = Math.max(0, awaited - approved.length)
  for (const order of missing > 0 ? completeOrders.slice(-missing) : []) {
    order.acts = order.acts.filter(({ received }) => !received)
    for (const line of order.lines) line.received = 0
    order.status = 'approved'
  }
}

function isLost(place: number): boolean {
  return place % lost.every === 0 && place < lost.upTo
}

const remarks = [
  'Deliver to dock 4',
  'Ring before delivery',
  'Blanket order, second call-off',
  'Replaces the lot that was returned',
]

/** Ascending moments in opening hours, spread over the history; the last ones are before now. */
function momentsOf(
  chance: Chance,
  days: readonly WorkingDay[],
  { count, now }: { count: number; now: number },
): number[] {
  const found = Array.from({ length: count }, () => {
    const { opens, closes } = chance.pick(days)
    return opens + Math.floor(chance.share() * (closes - opens))
  })
  const rising = found.map((at) => Math.min(at, now - hourMs)).sort((a, b) => a - b)
  let last = 0
  return rising.map((at) => (last = Math.max(at, last + 1)))
}

/** A vendor sells one or two of the fourteen categories, which SKU ids cycle through. */
function linesOf(chance: Chance, skus: readonly DemoSku[], { id }: DemoVendor): PurchaseLine[] {
  const trade = (id - 1) % 14
  const categories = trade === 0 ? [0] : trade === 1 ? [1, 2] : trade === 13 ? [2] : [trade + 1]
  const offered = skus.filter((sku) => categories.includes((sku.id - 1) % 14))
  const chosen = new Map<number, DemoSku>()
  const size = Math.min(chance.between(1, 6), offered.length)
  while (chosen.size < size) {
    const sku = chance.pick(offered)
    chosen.set(sku.id, sku)
  }
  return [...chosen.values()].map((sku) => {
    const quantity = chance.between(1, 12) * 5
    const unitPrice = percentageOf(sku.cost, `${chance.pick(['0.95', '1', '1', '1.02'])}`)
    const totalPrice = multiply(unitPrice, quantity) as Cents
    return { skuId: sku.id, quantity, unitPrice, totalPrice, received: 0, cancelled: 0 }
  })
}

type PlacedPurchase = { placedAt: number; by: Buyer }

function recentActions(isSubmitted: boolean, { placedAt, by }: PlacedPurchase): PurchaseAct[] {
  return isSubmitted ? [{ verb: 'submit', to: 'submitted', at: placedAt + 60_000, by }] : []
}

/** The steps that time allowed. Updates each line to match them. */
function actionsOf(
  chance: Chance,
  lines: PurchaseLine[],
  {
    placedAt,
    by,
    expected,
    now,
    ...placed
  }: PlacedPurchase & { expected: Day; now: number; isLost: boolean },
): PurchaseAct[] {
  if (!placed.isLost && chance.percent(4)) {
    for (const line of lines) line.cancelled = line.quantity
    return [{ verb: 'cancel', to: 'cancelled', at: Math.min(placedAt + hourMs, now), by }]
  }
  const submitted = Math.min(placedAt + chance.between(5, 90) * 60_000, now)
  const approved = Math.min(submitted + chance.between(1, 20) * hourMs, now)
  const first: PurchaseAct[] = [
    { verb: 'submit', to: 'submitted', at: submitted, by },
    { verb: 'approve', to: 'approved', at: approved, by: 'admin' },
  ]
  const arrival = arrivalOf(chance, expected, approved)
  if (placed.isLost || arrival > now) return first
  const isParted = chance.percent(18)
  const firstShares = lines.map(({ quantity }) => {
    return isParted ? Math.max(1, Math.floor(quantity / 2)) : quantity
  })
  const rests = lines.map(({ quantity }, index) => quantity - (firstShares[index] as number))
  const isComplete = rests.every((remaining) => remaining === 0)
  const receipt = receiptOf(lines, { at: arrival, received: firstShares, isLast: isComplete })
  if (isComplete) return [...first, receipt]
  const second = daysLater(arrival, chance.between(2, 9), chance.share())
  if (second > now) return [...first, receipt]
  if (chance.percent(25)) {
    lines.forEach((line, index) => (line.cancelled = rests[index] as number))
    return [...first, receipt, { verb: 'close', to: 'received', at: second, by: 'purchasing' }]
  }
  return [...first, receipt, receiptOf(lines, { at: second, received: rests, isLast: true })]
}

/** Most arrive around the expected date, some one or two weeks late. */
function arrivalOf(chance: Chance, expected: Day, approved: number): number {
  const delayDays = chance.percent(22) ? chance.between(3, 16) : chance.between(-3, 0)
  const due = Date.parse(`${addDays(expected, delayDays)}T14:00:00Z`)
  const soonest = approved + hourMs
  return Math.max(soonest, daysLater(Math.max(due, soonest), 0, chance.share()))
}

function receiptOf(
  lines: readonly PurchaseLine[],
  { at, received, isLast }: { at: number; received: number[]; isLast: boolean },
): PurchaseAct {
  lines.forEach((line, index) => (line.received += received[index] as number))
  return { verb: 'receive', to: isLast ? 'received' : null, at, by: 'warehouse', received }
}

/** One receipt of an order: units and cost by line. */
export type DemoReceipt = {
  orderId: number
  no: number
  at: number
  by: Buyer
  deliveryNote: string
  units: readonly number[]
  amount: Cents
}

/** The receipts of an order, in order of arrival. */
export function receiptsOf({ id, acts, lines }: DemoPurchase): DemoReceipt[] {
  const arrivals = acts.filter(({ received }) => received !== undefined)
  return arrivals.map(({ at, by, received: units = [] }, index) => {
    const costs = lines.map(({ unitPrice }, line) => multiply(unitPrice, units[line] ?? 0) as Cents)
    const deliveryNote = `DN-${String(id).padStart(5, '0')}-${index + 1}`
    return { orderId: id, no: index + 1, at, by, deliveryNote, units, amount: sum(costs) }
  })
}

/** The stock movements of an order's lines: ordered, received, closed short. */
export function purchaseMoves({ id, acts, lines }: DemoPurchase): Move[] {
  return acts.flatMap((act) =>
    lines.flatMap((line, index): Move[] => {
      const { skuId, quantity, cancelled } = line
      const base = { skuId, reserved: 0, orderId: 0, purchaseId: id, line: index + 1 }
      const when = { at: act.at, by: act.by }
      if (act.verb === 'approve') {
        return [{ ...base, ...when, kind: 'order', onHand: 0, onOrder: quantity }]
      }
      const units = act.received?.[index] ?? 0
      if (units > 0) {
        return [{ ...base, ...when, kind: 'receive', onHand: units, onOrder: -units }]
      }
      if (act.verb !== 'close' || cancelled === 0) return []
      return [{ ...base, ...when, kind: 'close', onHand: 0, onOrder: -cancelled }]
    }),
  )
}
