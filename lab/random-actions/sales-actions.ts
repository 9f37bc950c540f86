import { enteredHoldReasons } from '#features/sales-orders/contract.ts'
import type { Chance } from '../seeded-random.ts'
import {
  type ModelAction,
  amount,
  type Found,
  type PlanningKit,
  onOne,
  reasonOf,
  randomLines,
} from './model-action.ts'

const salesRoles = ['sales', 'user', 'manager', 'admin'] as const
const warehouseRoles = ['warehouse', 'manager'] as const
const chiefs = ['manager', 'admin'] as const

const ordersAs = (condition: string) =>
  `select id from sales_orders where ${condition} order by id desc limit 40`
const open = ordersAs("status in ('pending', 'processing')")
const step = (verb: string) => (id: number) => `/api/sales-orders/${id}/${verb}`

/** Sales order actions. */
export const salesActions: readonly ModelAction[] = [
  { name: 'order', weight: 14, roles: salesRoles, plan: enter },
  { name: 'order at a price', weight: 4, roles: chiefs, plan: enterAtPrices },
  { name: 'order at a status', weight: 4, roles: salesRoles, plan: enterAt },
  { name: 'edit order', weight: 6, roles: salesRoles, plan: edit },
  { name: 'revise order', weight: 4, roles: chiefs, plan: revise },
  {
    name: 'process',
    weight: 9,
    roles: ['sales', ...warehouseRoles],
    plan: onOne(step('process'), ordersAs("status = 'pending'")),
  },
  { name: 'ship', weight: 12, roles: warehouseRoles, plan: ship },
  {
    name: 'deliver',
    weight: 3,
    roles: warehouseRoles,
    plan: onOne(step('deliver'), ordersAs("status in ('shipped', 'processing')")),
  },
  { name: 'cancel', weight: 3, roles: salesRoles, plan: onOne(step('cancel'), open, reasonOf) },
  { name: 'cancel rest', weight: 3, roles: salesRoles, plan: cancelRest },
  {
    name: 'recall',
    weight: 2,
    roles: chiefs,
    plan: onOne(step('recall'), ordersAs("status = 'processing'"), reasonOf),
  },
  {
    name: 'hold',
    weight: 3,
    roles: ['sales', 'finance', 'manager'],
    plan: onOne(step('hold'), open, ({ chance }) => ({
      reason: chance.oneOf(enteredHoldReasons),
    })),
  },
  {
    name: 'release',
    weight: 4,
    roles: ['finance', ...chiefs],
    plan: onOne(step('release'), ordersAs('hold_reason is not null')),
  },
  { name: 'orders together', weight: 2, roles: warehouseRoles, plan: processMany },
]

const customers = 'select id from customers where deleted_at is null order by id'

async function enter(kit: PlanningKit) {
  const { chance } = kit
  const customer = await kit.one<Found>(customers)
  const items = await randomLines(kit, 4)
  if (!customer || items.length === 0) return undefined
  const body = {
    customerId: customer.id,
    customerPO: kit.fresh('PO'),
    orderSource: chance.oneOf(['web', 'phone', 'csv', 'edi', 'api', 'mobile']),
    backorder: chance.between(1, 3) === 1,
    items,
  }
  return { method: 'POST', path: '/api/orders/create', body }
}

/** An order with manual prices by a manager on some or all lines: custom, below cost, or free. */
async function enterAtPrices(kit: PlanningKit) {
  const order = await enter(kit)
  const items = order?.body.items.map((item) => ({ ...item, ...handPrice(kit) }))
  return order && { ...order, body: { ...order.body, items } }
}

function handPrice({ chance }: PlanningKit): { manualPrice?: string | null } {
  const die = chance.between(1, 10)
  if (die <= 4) return {}
  return { manualPrice: die === 10 ? '0.00' : amount(chance, 1, 4000) }
}

async function enterAt(kit: PlanningKit) {
  const { chance } = kit
  const customer = await kit.one<Found>(customers)
  if (!customer) return undefined
  const hasLines = chance.between(1, 2) === 1
  const shipDate = kit.day(chance.oneOf([0, 0, 20, 40, 60, 90]))
  const body = {
    orderNumber: kit.fresh('SO'),
    customerId: customer.id,
    status: chance.oneOf(['pending', 'processing', 'shipped', 'delivered', 'cancelled']),
    totalAmount: amount(chance, 1, 30_000),
    shipDate,
    ...(hasLines && { orderDate: shipDate, items: await randomLines(kit, 3) }),
  }
  return { method: 'POST', path: '/api/sales-orders', body }
}

async function edit(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { header_only: boolean }>(
    `select id, header_only from sales_orders where status in ('pending', 'processing')
     order by id desc limit 40`,
  )
  if (!order) return undefined
  const lines = order.header_only
    ? { totalAmount: amount(chance, 1, 30_000) }
    : { items: await randomLines(kit, 3), backorder: chance.between(1, 3) === 1 }
  const body = chance.between(1, 4) === 1 ? { notes: kit.fresh('note') } : lines
  return { method: 'PUT', path: `/api/sales-orders/${order.id}`, body }
}

type Line = { line_no: number; sku_id: number; quantity: number; source: string }

/** Revises an order that the warehouse had: each line changes quantity or price, or stays. */
async function revise(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found>(
    ordersAs("not header_only and (status = 'processing' or revision > 0)"),
  )
  if (!order) return undefined
  const lines = await kit.all<Line>(
    `select line_no, sku_id, quantity, price_source as source from sales_order_items
     where sales_order_id = $1 and quantity > 0 order by id`,
    [order.id],
  )
  const kept = lines.map(({ line_no, sku_id, quantity, source }) => ({
    lineNo: line_no,
    skuId: sku_id,
    quantity: chance.between(1, 2) === 1 ? quantity : chance.between(1, 9),
    ...(source === 'manual' && chance.between(1, 3) === 1 ? { manualPrice: null } : handPrice(kit)),
  }))
  const fresh = chance.between(1, 3) === 1 ? await randomLines(kit, 1) : []
  const gone = chance.between(1, 4) === 1 ? 1 : 0
  const items = [...kept.slice(gone), ...fresh]
  const body = { items, backorder: chance.between(1, 2) === 1, ...reasonOf(kit) }
  return { method: 'PUT', path: `/api/sales-orders/${order.id}`, body }
}

type OpenLine = { id: number; open: number }

function openLines(kit: PlanningKit, order: number): Promise<OpenLine[]> {
  return kit.all<OpenLine>(
    `select id, quantity - qty_shipped as open from sales_order_items
     where sales_order_id = $1 and quantity > qty_shipped order by id`,
    [order],
  )
}

/** Ships all, or some units of some lines; sometimes one unit too many. */
async function ship(kit: PlanningKit) {
  const order = await kit.one<Found>(ordersAs("status = 'processing'"))
  if (!order) return undefined
  const path = `/api/sales-orders/${order.id}/ship`
  const items = await someUnits(kit, await openLines(kit, order.id))
  return { method: 'POST', path, body: items.length > 0 ? { items } : {} }
}

async function cancelRest(kit: PlanningKit) {
  const order = await kit.one<Found>(open)
  if (!order) return undefined
  const items = await someUnits(kit, await openLines(kit, order.id))
  if (items.length === 0) return undefined
  const path = `/api/sales-orders/${order.id}/cancel-rest`
  return { method: 'POST', path, body: { items, ...reasonOf(kit) } }
}

async function someUnits({ chance }: PlanningKit, lines: readonly OpenLine[]) {
  if (chance.between(1, 3) === 1) return []
  const chosen = chance.some(lines, chance.between(1, 3))
  return chosen.map(({ id, open: units }) => ({ itemId: id, quantity: unitsOf(chance, units) }))
}

/** A random quantity from one to all; sometimes one more. */
export function unitsOf(chance: Chance, units: number): number {
  return chance.between(1, 12) === 1 ? units + 1 : chance.between(1, Math.max(1, units))
}

async function processMany(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.all<Found>(open)
  const ids = chance.some(found, chance.between(1, 5)).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const action = chance.oneOf(['process', 'ship'])
  return { method: 'POST', path: '/api/sales-orders/bulk', body: { action, ids } }
}
