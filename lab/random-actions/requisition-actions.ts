import {
  type ModelAction,
  amount,
  type Found,
  type PlanningKit,
  onOne,
  reasonOf,
  randomLines,
} from './model-action.ts'

const anybody = ['sales', 'warehouse', 'purchasing', 'finance', 'user', 'manager'] as const
const chiefs = ['manager', 'admin'] as const
const step = (verb: string) => (id: number) => `/api/requisitions/${id}/${verb}`
const requisitionsWhere = (condition: string) =>
  `select id from requisitions where ${condition} order by id desc limit 20`

/** Requisition actions. */
export const requisitionActions: readonly ModelAction[] = [
  { name: 'requisition', weight: 4, roles: anybody, plan: enter },
  {
    name: 'submit requisition',
    weight: 1,
    roles: anybody,
    plan: onOne(step('submit'), requisitionsWhere("status = 'draft'")),
  },
  {
    name: 'approve requisition',
    weight: 4,
    roles: chiefs,
    plan: onOne(step('approve'), requisitionsWhere("status = 'submitted'")),
  },
  {
    name: 'reject requisition',
    weight: 1,
    roles: chiefs,
    plan: onOne(step('reject'), requisitionsWhere("status = 'submitted'"), reasonOf),
  },
  {
    name: 'withdraw requisition',
    weight: 1,
    roles: anybody,
    plan: onOne(step('withdraw'), requisitionsWhere("status = 'submitted'")),
  },
  {
    name: 'cancel requisition',
    weight: 1,
    roles: anybody,
    plan: onOne(step('cancel'), requisitionsWhere("status <> 'ordered'"), reasonOf),
  },
  { name: 'order requisition', weight: 4, roles: ['purchasing', 'manager'], plan: order },
]

async function enter(kit: PlanningKit) {
  const items = await randomLines(kit, 3)
  if (items.length === 0) return undefined
  const body = { ...reasonOf(kit), items, submit: kit.chance.between(1, 3) > 1 }
  return { method: 'POST', path: '/api/requisitions', body }
}

async function order(kit: PlanningKit) {
  const { chance } = kit
  const found = await kit.one<Found>(requisitionsWhere("status = 'approved'"))
  const vendor = await kit.one<Found>('select id from vendors order by id')
  if (!found || !vendor) return undefined
  const lines = await kit.all<Found & { sku_id: number; quantity: number }>(
    `select id, sku_id, quantity from requisition_items
     where requisition_id = $1 and purchase_order_id is null order by id`,
    [found.id],
  )
  const wanted = chance.some(lines, chance.between(1, 3)).map((line) => ({
    itemId: line.id,
    vendorId: vendor.id,
    skuId: line.sku_id,
    quantity: line.quantity,
    unitPrice: amount(chance, 1, 2000),
  }))
  if (wanted.length === 0) return undefined
  return { method: 'POST', path: `/api/requisitions/${found.id}/order`, body: { lines: wanted } }
}
