import {
  type ModelAction,
  amount,
  type Found,
  type PlanningKit,
  onOne,
  reasonOf,
  randomLines,
} from './model-action.ts'
import { unitsOf } from './sales-actions.ts'

const buyers = ['purchasing', 'user', 'manager'] as const
const chiefs = ['manager', 'admin'] as const
const step = (verb: string) => (id: number) => `/api/purchase-orders/${id}/${verb}`
const ordersAs = (condition: string) =>
  `select id from purchase_orders where ${condition} order by id desc limit 30`

/** Purchase order actions. */
export const purchaseActions: readonly ModelAction[] = [
  { name: 'purchase order', weight: 8, roles: buyers, plan: enter },
  { name: 'edit purchase order', weight: 3, roles: buyers, plan: edit },
  {
    name: 'submit',
    weight: 4,
    roles: buyers,
    plan: onOne(step('submit'), ordersAs("status = 'draft'")),
  },
  {
    name: 'approve',
    weight: 6,
    roles: chiefs,
    plan: onOne(step('approve'), ordersAs("status = 'submitted'")),
  },
  {
    name: 'reject',
    weight: 1,
    roles: chiefs,
    plan: onOne(step('reject'), ordersAs("status = 'submitted'"), reasonOf),
  },
  {
    name: 'withdraw',
    weight: 1,
    roles: buyers,
    plan: onOne(step('withdraw'), ordersAs("status = 'submitted'")),
  },
  { name: 'receive', weight: 9, roles: ['warehouse', 'manager'], plan: receive },
  {
    name: 'close',
    weight: 2,
    roles: ['purchasing', ...chiefs],
    plan: onOne(step('close'), ordersAs("status = 'approved'"), reasonOf),
  },
  {
    name: 'cancel purchase order',
    weight: 2,
    roles: ['purchasing', ...chiefs],
    plan: onOne(step('cancel'), ordersAs("status <> 'received'"), reasonOf),
  },
  { name: 'purchase orders together', weight: 1, roles: chiefs, plan: processMany },
]

async function randomItems(kit: PlanningKit) {
  const { chance } = kit
  const lines = await randomLines(kit, 3)
  return lines.map((line) => ({
    ...line,
    quantity: line.quantity * chance.oneOf([1, 2, 5]),
    ...(chance.between(1, 2) === 1 && { unitPrice: amount(chance, 1, 2000) }),
  }))
}

async function formOf(kit: PlanningKit, vendorId: number) {
  const { chance } = kit
  const hasLines = chance.between(1, 5) > 1
  return {
    orderNumber: kit.fresh('PO'),
    vendorId,
    orderDate: kit.day(chance.oneOf([0, 0, 3, 40])),
    totalAmount: amount(chance, 1, 50_000),
    ...(hasLines && { items: await randomItems(kit) }),
  }
}

async function enter(kit: PlanningKit) {
  const vendor = await kit.one<Found>('select id from vendors order by id')
  if (!vendor) return undefined
  const status = kit.chance.oneOf(['draft', 'submitted', 'approved', 'approved', 'received'])
  const body = { ...(await formOf(kit, vendor.id)), status }
  return { method: 'POST', path: '/api/purchase-orders', body }
}

async function edit(kit: PlanningKit) {
  const order = await kit.one<Found & { vendor_id: number; order_number: string }>(
    `select id, vendor_id, order_number from purchase_orders
     where status in ('draft', 'submitted', 'approved') order by id desc limit 30`,
  )
  if (!order) return undefined
  const body = { ...(await formOf(kit, order.vendor_id)), orderNumber: order.order_number }
  return { method: 'PUT', path: `/api/purchase-orders/${order.id}`, body }
}

async function receive(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found>(ordersAs("status = 'approved'"))
  if (!order) return undefined
  const path = `/api/purchase-orders/${order.id}/receive`
  const lines = await kit.all<{ id: number; open: number }>(
    `select id, quantity - qty_received - qty_cancelled as open from purchase_order_items
     where purchase_order_id = $1 order by id`,
    [order.id],
  )
  if (lines.length === 0 || chance.between(1, 3) === 1) return { method: 'POST', path, body: {} }
  const chosen = chance.some(lines, chance.between(1, 3))
  const items = chosen.map(({ id, open }) => ({ itemId: id, quantity: unitsOf(chance, open) }))
  return { method: 'POST', path, body: { items } }
}

async function processMany(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.all<Found>(ordersAs("status in ('draft', 'submitted')"))
  const ids = chance.some(found, chance.between(1, 4)).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const action = chance.oneOf(['submit', 'approve'])
  return { method: 'POST', path: '/api/purchase-orders/bulk', body: { action, ids } }
}
