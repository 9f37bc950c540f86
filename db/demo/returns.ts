import {
  type Condition,
  type Disposition,
  type ReturnStatus,
  type ReturnType,
  defaultDisposition,
} from '#features/returns/rules.ts'
import { type Cents, sum, multiply } from '#platform/kernel/money.ts'
import { daysLater, hourMs } from './calendar.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import type { DemoOrder } from './orders.ts'
import type { DemoPurchase } from './purchases.ts'
import type { Move } from './stock-movements.ts'

export type Returner = 'sales' | 'clerk' | 'user' | 'purchasing' | 'admin' | 'warehouse' | 'finance'

export type ReturnAct = { verb: string; to: ReturnStatus; at: number; by: Returner }

/** A line of a return; `line` is the line number of the original order, from 1. */
export type DemoReturnLine = {
  line: number
  skuId: number
  quantity: number
  unitPrice: Cents
  totalPrice: Cents
  condition: Condition
  disposition: Disposition
}

export type DemoReturn = {
  id: number
  type: ReturnType
  /** The original sales or purchase order, and the customer or vendor. */
  originalId: number
  partyId: number
  placedAt: number
  by: Returner
  reason: string
  status: ReturnStatus
  acts: ReturnAct[]
  lines: DemoReturnLine[]
  total: Cents
}

const rmaPercent = 78
/**
 * This share of the returns is for orders of the last weeks; some of those are still in progress.
 */
const recentShare = 0.15
const recentMs = 21 * 24 * hourMs

const reasons = {
  rma: ['Wrong item', 'Damaged in transit', 'Defective', 'Too many', 'No longer wanted'],
  rtv: ['Wrong item', 'Damaged on arrival', 'Defective', 'Too many'],
} as const

/** The usual condition of goods by return reason. */
const conditionOf: Record<string, Condition> = {
  'Damaged in transit': 'damaged',
  'Damaged on arrival': 'damaged',
  Defective: 'defective',
  'No longer wanted': 'opened',
}

type Business = {
  orders: readonly DemoOrder[]
  purchases: readonly DemoPurchase[]
  now: number
  count: number
}

type Origin = {
  type: ReturnType
  id: number
  partyId: number
  movedAt: number
  lines: readonly { skuId: number; moved: number; unitPrice: Cents }[]
}

/** The returns of the history in order of creation, each for a different order. */
export function buildReturns({ orders, purchases, now, count }: Business): DemoReturn[] {
  const chance = chanceOf('returns')
  const rmas = Math.round((count * rmaPercent) / 100)
  const some = (origins: readonly Origin[], targetCount: number) => {
    const returns: Omit<DemoReturn, 'id'>[] = []
    const isRecent = ({ movedAt }: Origin) => now - movedAt < recentMs
    const early = chance.shuffled(origins.filter((origin) => !isRecent(origin)))
    const recent = chance.shuffled(origins.filter(isRecent))
    for (const origin of recent) {
      if (returns.length < targetCount * recentShare) returns.push(...returnOf(chance, origin, now))
    }
    for (const origin of early) {
      if (returns.length < targetCount) returns.push(...returnOf(chance, origin, now))
    }
    return returns
  }
  const created = [...some(soldOf(orders), rmas), ...some(boughtOf(purchases), count - rmas)]
  let last = 0
  return created
    .sort((a, b) => a.placedAt - b.placedAt || a.originalId - b.originalId)
    .map((goods, index) => {
      last = Math.max(goods.placedAt, last + 1)
      return { ...goods, id: index + 1, placedAt: last }
    })
}

function soldOf(orders: readonly DemoOrder[]): Origin[] {
  return orders.flatMap(({ id, customer, steps, lines }) => {
    const shipped = steps.find(({ verb }) => verb === 'ship')
    if (!shipped) return []
    const moved = lines.map(({ skuId, quantity, unitPrice }) => {
      return { skuId, moved: quantity, unitPrice }
    })
    return [{ type: 'rma', id, partyId: customer.id, movedAt: shipped.at, lines: moved }]
  })
}

function boughtOf(purchases: readonly DemoPurchase[]): Origin[] {
  return purchases.flatMap(({ id, vendor, acts, lines }) => {
    const receipt = acts.findLast(({ verb }) => verb === 'receive')
    if (!receipt) return []
    const moved = lines.map(({ skuId, received, unitPrice }) => {
      return { skuId, moved: received, unitPrice }
    })
    return [{ type: 'rtv', id, partyId: vendor.id, movedAt: receipt.at, lines: moved }]
  })
}

/** A return of some units of one or two lines, with the steps that time allowed. */
function returnOf(chance: Chance, origin: Origin, now: number): Omit<DemoReturn, 'id'>[] {
  const { type, movedAt } = origin
  const placedAt = daysLater(movedAt, chance.between(2, 20), chance.share() * 0.9)
  const reason = chance.pick(reasons[type])
  const by: Returner = type === 'rma' ? chance.pick(['sales', 'clerk', 'user']) : 'purchasing'
  const acts = actionsOf(chance, { type, placedAt }).filter(({ at }) => at <= now)
  const lines = linesOf(chance, origin, conditionOf[reason] ?? 'new')
  if (placedAt > now) return []
  const status = acts.at(-1)?.to ?? 'pending'
  const total = sum(lines.map(({ totalPrice }) => totalPrice))
  const { id: originalId, partyId } = origin
  return [{ type, originalId, partyId, placedAt, by, reason, status, acts, lines, total }]
}

function linesOf(chance: Chance, origin: Origin, condition: Condition): DemoReturnLine[] {
  const places = origin.lines.map((_, index) => index).filter((place) => moved(origin, place) > 0)
  const chosen = chance.shuffled(places).slice(0, chance.between(1, 2))
  return chosen
    .sort((a, b) => a - b)
    .map((place) => {
      const { skuId, unitPrice } = origin.lines[place] as Origin['lines'][number]
      const most = Math.max(1, Math.floor(moved(origin, place) / 3))
      const quantity = chance.between(1, most)
      const totalPrice = multiply(unitPrice, quantity) as Cents
      const disposition = defaultDisposition(origin.type, condition)
      const line = { line: place + 1, skuId, quantity, unitPrice, totalPrice }
      return { ...line, condition, disposition }
    })
}

function moved({ lines }: Origin, place: number): number {
  return lines[place]?.moved ?? 0
}

/** All steps of a return, including future ones. */
function actionsOf(
  chance: Chance,
  { type, placedAt }: { type: ReturnType; placedAt: number },
): ReturnAct[] {
  const decided = daysLater(placedAt, chance.between(1, 3), chance.share())
  const arrived = daysLater(decided, chance.between(2, 9), chance.share())
  const ended = daysLater(arrived, chance.between(1, 6), chance.share())
  const refused = chance.share() * 100
  if (refused < 5) return [{ verb: 'reject', to: 'rejected', at: decided, by: 'admin' }]
  const approve: ReturnAct = { verb: 'approve', to: 'approved', at: decided, by: 'admin' }
  const by = type === 'rma' ? 'sales' : 'admin'
  if (refused < 8) return [approve, { verb: 'cancel', to: 'cancelled', at: arrived, by }]
  const move: ReturnAct =
    type === 'rma'
      ? { verb: 'receive', to: 'received', at: arrived, by: 'warehouse' }
      : { verb: 'ship', to: 'shipped', at: arrived, by: 'warehouse' }
  return [approve, move, { verb: 'complete', to: 'completed', at: ended, by: 'finance' }]
}

/** The stock movements of a return's lines. */
export function returnMoves({ id, type, acts, lines }: DemoReturn): Move[] {
  const isHeld = acts.some(({ verb }) => verb === 'approve')
  return acts.flatMap(({ verb, at, by }) =>
    lines.flatMap(({ skuId, quantity, disposition }, index): Move[] => {
      const base = { skuId, orderId: 0, returnId: id, line: index + 1, at, by }
      if (type === 'rma') {
        const isBack = verb === 'receive' && disposition === 'restock'
        return isBack ? [{ ...base, kind: 'return', onHand: quantity, reserved: 0 }] : []
      }
      if (verb === 'approve') return [{ ...base, kind: 'reserve', onHand: 0, reserved: quantity }]
      if (verb === 'ship') {
        return [{ ...base, kind: 'ship', onHand: -quantity, reserved: -quantity }]
      }
      const isFreed = verb === 'cancel' && isHeld
      return isFreed ? [{ ...base, kind: 'release', onHand: 0, reserved: -quantity }] : []
    }),
  )
}
