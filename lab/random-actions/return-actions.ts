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

const chiefs = ['manager', 'admin'] as const
const step = (verb: string) => (id: number) => `/api/returns/${id}/${verb}`
const returnsAs = (condition: string) =>
  `select id from returns where ${condition} order by id desc limit 30`

/** Return actions, for customers and vendors. */
export const returnActions: readonly ModelAction[] = [
  {
    name: 'goods back',
    weight: 6,
    roles: ['sales', 'user', 'manager'],
    plan: createCustomerReturn,
  },
  {
    name: 'to vendor',
    weight: 4,
    roles: ['purchasing', 'user', 'manager'],
    plan: createVendorReturn,
  },
  {
    name: 'approve return',
    weight: 6,
    roles: ['sales', ...chiefs],
    plan: onOne(step('approve'), returnsAs("status = 'pending'")),
  },
  {
    name: 'reject return',
    weight: 1,
    roles: chiefs,
    plan: onOne(step('reject'), returnsAs("status in ('pending', 'approved')"), reasonOf),
  },
  {
    name: 'cancel return',
    weight: 1,
    roles: ['sales', 'purchasing', ...chiefs],
    plan: onOne(step('cancel'), returnsAs("status in ('pending', 'approved')"), reasonOf),
  },
  { name: 'receive return', weight: 7, roles: ['warehouse', 'manager'], plan: receive },
  {
    name: 'reverse return receipt',
    weight: 2,
    roles: ['warehouse', 'manager'],
    plan: onOne(
      (id) => `/api/return-receipts/${id}/reverse`,
      'select id from return_receipts order by id desc limit 30',
      reasonOf,
    ),
  },
  { name: 'inspect return', weight: 3, roles: ['warehouse', 'manager'], plan: inspect },
  {
    name: 'close return',
    weight: 2,
    roles: ['warehouse', 'manager'],
    plan: onOne(step('close'), returnsAs("type = 'rma' and status = 'approved'"), reasonOf),
  },
  {
    name: 'replace goods',
    weight: 3,
    roles: ['sales', 'manager'],
    plan: onOne(
      step('replace'),
      returnsAs("type = 'rma' and status in ('approved', 'received', 'completed')"),
      ({ chance }) => ({ price: chance.oneOf(['free', 'original']), backorder: true }),
    ),
  },
  { name: 'on to vendor', weight: 3, roles: ['purchasing', 'manager'], plan: sendToVendor },
  {
    name: 'ship return',
    weight: 4,
    roles: ['warehouse', 'manager'],
    plan: onOne(step('ship'), returnsAs("type = 'rtv' and status in ('pending', 'approved')")),
  },
  {
    name: 'complete return',
    weight: 6,
    roles: ['finance', 'admin'],
    plan: onOne(step('complete'), returnsAs("status in ('received', 'shipped')"), ({ chance }) =>
      chance.between(1, 4) === 1 ? { restockingFee: amount(chance, 1, 500) } : {},
    ),
  },
  {
    name: 'reopen return',
    weight: 2,
    roles: ['finance', 'admin'],
    plan: onOne(step('reopen'), returnsAs("type = 'rma' and status = 'completed'"), reasonOf),
  },
]

async function createCustomerReturn(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found>(
    `select id from sales_orders where shipment_count > 0 order by id desc limit 30`,
  )
  if (!order) return undefined
  const lines = await kit.all<{ id: number; units: number }>(
    `select id, qty_shipped as units from sales_order_items
     where sales_order_id = $1 and qty_shipped > 0 order by id`,
    [order.id],
  )
  if (lines.length === 0) return undefined
  const items = chance.some(lines, chance.between(1, 2)).map(({ id, units }) => ({
    originalItemId: id,
    quantity: unitsOf(chance, units),
  }))
  const body = { type: 'rma', originalOrderId: order.id, ...reasonOf(kit), items }
  return { method: 'POST', path: '/api/returns', body }
}

/** A vendor return of purchase order lines, or without an order at cost. */
async function createVendorReturn(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { vendor_id: number }>(
    `select id, vendor_id from purchase_orders where status in ('approved', 'received')
     order by id desc limit 30`,
  )
  const vendor = await kit.one<Found>('select id from vendors order by id')
  const path = '/api/returns'
  if (order && chance.between(1, 2) === 1) {
    const lines = await kit.all<{ id: number; units: number }>(
      `select id, qty_received as units from purchase_order_items
       where purchase_order_id = $1 and qty_received > 0 order by id`,
      [order.id],
    )
    const items = chance.some(lines, 2).map(({ id, units }) => ({
      originalItemId: id,
      quantity: unitsOf(chance, units),
    }))
    const body = { type: 'rtv', purchaseOrderId: order.id, ...reasonOf(kit), items }
    return items.length > 0 ? { method: 'POST', path, body } : undefined
  }
  const items = await randomLines(kit, 2)
  if (!vendor || items.length === 0) return undefined
  const body = { type: 'rtv', vendorId: vendor.id, ...reasonOf(kit), items }
  return { method: 'POST', path, body }
}

async function receive(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.one<Found>(returnsAs("type = 'rma' and status = 'approved'"))
  if (!found) return undefined
  const lines = await kit.all<Found & { open: number }>(
    `select id, quantity - qty_received - qty_cancelled as open
     from return_items where return_id = $1 order by id`,
    [found.id],
  )
  const items = lines.map(({ id, open }) => ({
    itemId: id,
    quantity: chance.between(1, 3) === 1 ? unitsOf(chance, open) : open,
    disposition: chance.oneOf(['restock', 'scrap', 'vendor', 'inspect']),
  }))
  return { method: 'POST', path: `/api/returns/${found.id}/receive`, body: { items } }
}

async function inspect(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.one<Found & { back: number; units: number }>(
    `select t.id, i.return_id as back, t.quantity as units
     from return_receipt_items t join return_items i on i.id = t.return_item_id
     where t.disposition in ('inspect', 'vendor') order by t.id desc limit 30`,
  )
  if (!found) return undefined
  const disposition = chance.oneOf(['restock', 'scrap', 'vendor'])
  const items = [{ receiptItemId: found.id, quantity: unitsOf(chance, found.units), disposition }]
  return { method: 'POST', path: `/api/returns/${found.back}/inspect`, body: { items } }
}

async function sendToVendor(kit: PlanningKit) {
  const found = await kit.one<Found>(
    `select distinct i.return_id as id
     from return_receipt_items t join return_items i on i.id = t.return_item_id
     where t.disposition = 'vendor' order by id desc limit 30`,
  )
  const vendor = await kit.one<Found>('select id from vendors order by id')
  if (!found || !vendor) return undefined
  const path = `/api/returns/${found.id}/send-to-vendor`
  return { method: 'POST', path, body: { vendorId: vendor.id } }
}
