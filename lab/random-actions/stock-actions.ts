import type { HttpRequest } from '../nodes/http.ts'
import type { ModelAction, Found, PlanningKit } from './model-action.ts'
import { predictCount } from './duty-actions.ts'
import { unitsOf } from './sales-actions.ts'
import { type Sku, someSku } from './master-data-and-period-actions.ts'

const stockRoles = ['warehouse', 'manager', 'user'] as const

/** Actions on stock, manual and by the warehouse. */
export const stockActions: readonly ModelAction[] = [
  { name: 'adjust stock', weight: 4, roles: stockRoles, plan: adjust, predict: predictCount },
  {
    name: 'adjust dear stock',
    weight: 4,
    roles: stockRoles,
    plan: adjustExpensive,
    predict: predictCount,
  },
  { name: 'warehouse ships', weight: 6, roles: ['admin'], plan: warehouseShips },
  { name: 'warehouse answers', weight: 4, roles: ['admin'], plan: warehouseAnswers },
  { name: 'warehouse receives', weight: 4, roles: ['admin'], plan: warehouseReceives },
  { name: 'warehouse counts', weight: 3, roles: ['admin'], plan: warehouseCounts },
  { name: 'warehouse moves', weight: 2, roles: ['admin'], plan: warehouseMoves },
]

async function adjust(kit: PlanningKit) {
  const sku = await kit.one<Sku>(someSku)
  if (!sku) return undefined
  const currentStock = kit.chance.between(0, 40)
  const body = { currentStock, stockReason: 'counted' }
  return { method: 'POST', path: `/api/skus/${sku.id}/adjust`, body }
}

/** Adjusts an expensive SKU, of which more than one unit exceeds one user's limit. */
async function adjustExpensive(kit: PlanningKit) {
  const sku = await kit.one<Sku>(
    `select id, sku, name, current_stock, reserved from skus where sku like 'DEAR%' order by id`,
  )
  if (!sku) return undefined
  const units = kit.chance.oneOf([1, -1, 2, 3, 5, -2])
  const currentStock = Math.max(0, sku.current_stock + units)
  const body = { currentStock, stockReason: 'counted' }
  return { method: 'POST', path: `/api/skus/${sku.id}/adjust`, body }
}

/** A signed warehouse webhook; one in four reuses an earlier event id. */
function webhookRequest(
  kit: PlanningKit,
  type: string,
  data: Record<string, unknown>,
): HttpRequest {
  const id = kit.chance.between(1, 4) === 1 ? 'evt-again' : kit.fresh('evt')
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const headers = kit.signed(id, body)
  return { method: 'POST', path: '/api/wms/webhook', body, headers }
}

const moment = ({ chance }: PlanningKit) =>
  new Date(Date.now() - chance.oneOf([0, 1000, 60_000, 3_600_000])).toISOString()

type Line = { sku: string; line_no: number; open: number }

async function warehouseShips(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { order_number: string }>(
    `select id, order_number from sales_orders where status in ('processing', 'pending')
     order by status = 'pending', id desc limit 30`,
  )
  if (!order) return undefined
  const lines = await kit.all<Line>(
    `select s.sku, i.line_no, i.quantity - i.qty_shipped as open
     from sales_order_items i join skus s on s.id = i.sku_id
     where i.sales_order_id = $1 and i.quantity > i.qty_shipped order by i.id`,
    [order.id],
  )
  const left = chance.some(lines, chance.between(1, 3)).map(({ sku, line_no, open }) => ({
    sku,
    quantity: unitsOf(chance, open),
    ...(chance.between(1, 2) === 1 && { lineNo: line_no }),
  }))
  const isWhole = chance.between(1, 2) === 1
  const all = lines.map(({ sku, line_no, open }) => ({ sku, quantity: open, lineNo: line_no }))
  return webhookRequest(kit, 'shipment.created', {
    shipmentId: kit.fresh('SHP'),
    orderNumber: order.order_number,
    shippedAt: moment(kit),
    lines: isWhole ? all : left,
  })
}

/** The warehouse's answer to a cancellation request. */
async function warehouseAnswers(kit: PlanningKit) {
  const asked = await kit.one<{ message_id: string; code: string }>(
    `select message_id, code from wms_exports where kind = 'order' and action = 'cancel'
     order by id desc limit 10`,
  )
  if (!asked) return undefined
  const status = kit.chance.oneOf(['accepted', 'accepted', 'too_late', 'rejected'])
  return webhookRequest(kit, 'cancel.answered', {
    documentId: asked.message_id,
    orderNumber: asked.code,
    status,
    ...(status !== 'accepted' && { reason: 'On the truck' }),
  })
}

async function warehouseReceives(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { order_number: string }>(
    `select id, order_number from purchase_orders where status in ('approved', 'received')
     order by id desc limit 30`,
  )
  if (!order) return undefined
  const lines = await kit.all<Line>(
    `select s.sku, i.line_no, i.quantity - i.qty_received as open
     from purchase_order_items i join skus s on s.id = i.sku_id
     where i.purchase_order_id = $1 order by i.id`,
    [order.id],
  )
  const came = chance.some(lines, chance.between(1, 3)).map(({ sku, line_no, open }) => ({
    sku,
    quantity: unitsOf(chance, Math.max(1, open)),
    lineNo: line_no,
  }))
  return webhookRequest(kit, 'receipt.created', {
    receiptId: kit.fresh('RCP'),
    orderNumber: order.order_number,
    receivedAt: moment(kit),
    lines: came,
  })
}

async function warehouseCounts(kit: PlanningKit) {
  const { chance } = kit
  const skus = chance.some(await kit.all<Sku>(someSku), chance.between(1, 4))
  const lines = skus.map(({ sku, current_stock }) => ({
    sku,
    onHand: current_stock + chance.oneOf([0, 0, 1, -1, 5, -8]),
  }))
  const asOf = moment(kit)
  return webhookRequest(kit, 'inventory.snapshot', { snapshotId: kit.fresh('SNAP'), asOf, lines })
}

async function warehouseMoves(kit: PlanningKit) {
  const sku = await kit.one<Sku>(someSku)
  if (!sku) return undefined
  return webhookRequest(kit, 'stock.moved', {
    movementId: kit.fresh('MV'),
    sku: sku.sku,
    delta: kit.chance.between(-6, 6),
    occurredAt: moment(kit),
  })
}
