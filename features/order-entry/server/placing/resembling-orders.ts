import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { hasSimilarLines, poKey, unitsBySku } from '#features/sales-orders/parking-rules.ts'
import { type Parking, readSamePos, type SamePo } from '#features/sales-orders/server/service.ts'
import type { DuplicateCheck } from '#features/settings/duplicate-checks.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { OrderDraft } from '../../contract.ts'
import type { CustomerFacts } from '../../rules.ts'
import type { Facts } from '../store.ts'
import type { OrderPolicy } from './order-policies.ts'

// Which order of its customer a new order resembles, so that it is parked: one with the same
// customer PO, or a recent one with nearly the same lines. The customers are locked, so of two
// equal orders that arrive at once, the second one finds the first.

/** The order that a new order resembles, in what, and a sentence that says so. */
export type Resemblance = Omit<Parking, 'salesOrderId'> & { note: string }

/** Finds the orders that new orders resemble, one after another. */
export type Comparison = {
  /** Undefined if the order resembles none, or is not compared. */
  resemblanceOf: (draft: ComparedDraft) => Resemblance | undefined
  /** Compares the following orders of the transaction with this one too. */
  add: (order: PlacedOrder) => void
}

type ComparedBody = Pick<OrderDraft, 'customerId' | 'items'> & {
  customerPO?: string | null | undefined
}
type ComparedDraft = { body: ComparedBody; isRepeatAccepted?: boolean | undefined }
type PlacedOrder = Pick<SalesOrderDetails, 'id' | 'orderNumber' | 'customerId' | 'customerPO'> & {
  items: readonly { skuId: number; quantity: number }[]
}

type Earlier = { id: number; orderNumber: string; customerId: number }
type Recent = Earlier & { units: ReadonlyMap<number, number> }

/** At most so many of a customer's newest orders are compared by their lines. */
const mostCompared = 50

const findRecent = {
  name: 'find_recent_orders_to_compare',
  text: `select o.id, o.customer_id as "customerId", o.order_number as "orderNumber",
                array(select i.sku_id from sales_order_items i where i.sales_order_id = o.id
                      order by i.id) as "skuIds",
                array(select i.quantity + i.qty_cancelled from sales_order_items i
                      where i.sales_order_id = o.id order by i.id) as quantities
         from unnest($1::int[]) as c (id)
         cross join lateral (
           select n.id, n.customer_id, n.order_number, n.status, n.hold_reason, n.created_at
           from sales_orders n where n.customer_id = c.id
           order by n.id desc limit ${mostCompared}) o
         where o.status <> 'cancelled' and o.created_at > now() - make_interval(hours => $2::int)
         order by o.hold_reason is not distinct from 'parked', o.id desc`,
}

type RecentRow = Earlier & { skuIds: number[]; quantities: number[] }

/**
 * Reads what the new orders are compared with, after their customers were locked; a validation
 * locks nothing. Customers and policies that park nothing cost no statement.
 */
export async function compareOrders(
  ctx: Context & { facts: Pick<Facts, 'customers'> },
  drafts: readonly ComparedDraft[],
  policy: OrderPolicy,
): Promise<Comparison> {
  const { settings } = policy.rules
  const checkOf = (draft: ComparedDraft) => duplicateCheckOf(ctx.facts, draft, policy)
  const bodies = drafts.flatMap((draft) => (checkOf(draft) === 'off' ? [] : [draft.body]))
  const isByLines = drafts.some((draft) => checkOf(draft) === 'lines')
  const [samePos, recent] = await Promise.all([
    readSamePos(ctx, bodies),
    readRecent(ctx, isByLines ? bodies : [], settings.duplicateHours),
  ])
  const added: PlacedOrder[] = []
  const tolerance = settings.duplicateTolerancePercent
  return {
    add: (order) => void added.push(order),
    resemblanceOf(draft) {
      const check = checkOf(draft)
      if (check === 'off') return undefined
      const ofCustomer = added.filter(({ customerId }) => customerId === draft.body.customerId)
      const samePo = samePoOf(draft.body, { samePos, added: ofCustomer })
      if (samePo || check === 'po') return samePo
      const compared = ofCustomer.map((each) => ({ ...each, units: unitsBySku(each.items) }))
      return similarOf(draft.body, { compared: [...recent, ...compared], tolerance })
    },
  }
}

/** What is parked of an order: nothing if it was chosen to be placed again, or agreed elsewhere. */
export function duplicateCheckOf(
  { customers }: Pick<Facts, 'customers'>,
  { body, isRepeatAccepted = false }: ComparedDraft,
  { repeatedPo, rules }: OrderPolicy,
): DuplicateCheck {
  const customer = customers.get(body.customerId)
  if (!customer || isRepeatAccepted || repeatedPo === 'accept') return 'off'
  return customer.duplicateCheck ?? rules.settings.duplicateCheck
}

type Compared = { order: { id: number }; resemblance: Resemblance | undefined }

/** What is recorded of a new order that is parked; nothing of another one. */
export function parkingOf({ order, resemblance }: Compared): Parking[] {
  if (!resemblance) return []
  const { resemblesId, reason } = resemblance
  return [{ salesOrderId: order.id, resemblesId, reason }]
}

const readChecks = {
  name: 'read_duplicate_checks_of_customers',
  text: `select id, duplicate_check as "duplicateCheck" from customers where id = any($1::int[])`,
}

/** The customers, of these, whose orders with a repeated customer PO are parked. */
export async function customersThatPark(
  ctx: Context,
  customerIds: readonly number[],
  bySettings: DuplicateCheck,
): Promise<ReadonlySet<number>> {
  if (customerIds.length === 0) return new Set()
  type Row = Pick<CustomerFacts, 'duplicateCheck'> & { id: number }
  const found = await rows<Row>(ctx.db, readChecks, [[...new Set(customerIds)]])
  const parking = found.filter((each) => (each.duplicateCheck ?? bySettings) !== 'off')
  return new Set(parking.map(({ id }) => id))
}

/** Whether orders of a customer with a repeated customer PO are parked. */
export async function hasRepeatedPoParking(
  ctx: Context,
  customerId: number,
  { rules }: OrderPolicy,
): Promise<boolean> {
  return (await customersThatPark(ctx, [customerId], rules.settings.duplicateCheck)).size > 0
}

async function readRecent(
  ctx: Context,
  bodies: readonly ComparedBody[],
  hours: number,
): Promise<Recent[]> {
  const customerIds = [...new Set(bodies.map(({ customerId }) => customerId))]
  if (customerIds.length === 0) return []
  const found = await rows<RecentRow>(ctx.db, findRecent, [customerIds, hours])
  return found.map(({ skuIds, quantities, ...order }) => {
    const lines = skuIds.map((skuId, index) => ({ skuId, quantity: quantities[index] ?? 0 }))
    return { ...order, units: unitsBySku(lines) }
  })
}

function samePoOf(
  { customerId, customerPO }: ComparedBody,
  { samePos, added }: { samePos: readonly SamePo[]; added: readonly PlacedOrder[] },
): Resemblance | undefined {
  if (!customerPO) return undefined
  const key = poKey(customerPO)
  const found =
    samePos.find((each) => each.customerId === customerId && each.po === customerPO) ??
    added.find((each) => each.customerPO !== null && poKey(each.customerPO) === key)
  if (!found) return undefined
  const note = `PO ${customerPO} is already used on ${found.orderNumber}`
  return { resemblesId: found.id, reason: 'po', note }
}

function similarOf(
  { customerId, items }: ComparedBody,
  { compared, tolerance }: { compared: readonly Recent[]; tolerance: number },
): Resemblance | undefined {
  const units = unitsBySku(items)
  const found = compared.find((each) => {
    return each.customerId === customerId && hasSimilarLines(units, each.units, tolerance)
  })
  if (!found) return undefined
  const isEqual = hasSimilarLines(units, found.units, 0)
  const lines = isEqual ? 'the same lines' : 'nearly the same lines'
  return { resemblesId: found.id, reason: 'lines', note: `It has ${lines} as ${found.orderNumber}` }
}
