import {
  type ModelAction,
  amount,
  type Found,
  type PlanningKit,
  onOne,
  partOf,
  reasonOf,
  wire,
} from './model-action.ts'
import { unitsOf } from './sales-actions.ts'

const finance = ['finance', 'admin'] as const
const second = ['finance', 'manager', 'admin'] as const
const step = (verb: string) => (id: number) => `/api/vendor-bills/${id}/${verb}`
const billsAs = (condition: string) =>
  `select id from vendor_bills where ${condition} order by id desc limit 30`
const paymentsAs = (condition: string) =>
  `select id from vendor_payments where ${condition} order by id desc limit 30`

/** Payables actions. */
export const payablesActions: readonly ModelAction[] = [
  { name: 'bill', weight: 9, roles: finance, plan: enterBill },
  { name: 'edit bill', weight: 1, roles: finance, plan: editBill },
  {
    name: 'post bill',
    weight: 2,
    roles: finance,
    plan: onOne(step('post'), billsAs("status in ('draft', 'matched')")),
  },
  {
    name: 'release bill',
    weight: 3,
    roles: second,
    plan: onOne(step('release'), billsAs("status = 'blocked'"), reasonOf),
  },
  {
    name: 'reopen bill',
    weight: 1,
    roles: finance,
    plan: onOne(step('reopen'), billsAs("status = 'blocked'"), reasonOf),
  },
  {
    name: 'void bill',
    weight: 2,
    roles: finance,
    plan: onOne(step('void'), billsAs("status <> 'void'"), reasonOf),
  },
  { name: 'prepare payment', weight: 7, roles: finance, plan: prepare },
  {
    name: 'release payment',
    weight: 6,
    roles: second,
    plan: onOne((id) => `/api/vendor-payments/${id}/release`, paymentsAs("status = 'draft'")),
  },
  {
    name: 'void vendor payment',
    weight: 2,
    roles: finance,
    plan: onOne(
      (id) => `/api/vendor-payments/${id}/void`,
      paymentsAs("status <> 'void'"),
      reasonOf,
    ),
  },
  { name: 'apply vendor credit', weight: 4, roles: finance, plan: applyCredit },
  {
    name: 'take vendor credit back',
    weight: 1,
    roles: finance,
    plan: onOne(
      (id) => `/api/vendor-credits/${id}/unapply`,
      'select id from vendor_credits where applied_amount > 0 order by id desc limit 20',
    ),
  },
]

type BilledItem = { id: number; units: number; unit_price: string }

async function linesOf(kit: PlanningKit, orderId: number) {
  const { chance } = kit
  const lines = await kit.all<BilledItem>(
    `select id, greatest(qty_received, 1) as units, unit_price from purchase_order_items
     where purchase_order_id = $1 order by id`,
    [orderId],
  )
  return chance.some(lines, chance.between(1, 3)).map(({ id, units, unit_price }) => ({
    purchaseOrderItemId: id,
    quantity: unitsOf(chance, units),
    unitPrice: priceNear(kit, unit_price),
  }))
}

/** Mostly the agreed price; sometimes slightly or far off it. */
function priceNear({ chance }: PlanningKit, agreed: string): string {
  const cents = Math.round(Number(agreed) * 100)
  const off = chance.oneOf([0, 0, 0, 0, 1, -1, 50, 5000])
  return wire(Math.max(0, cents + off))
}

async function billForm(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { vendor_id: number; header_only: boolean }>(
    `select id, vendor_id, header_only from purchase_orders
     where status in ('approved', 'received') order by id desc limit 30`,
  )
  const vendor = await kit.one<Found>('select id from vendors order by id')
  if (!vendor) return undefined
  const isFree = !order || chance.between(1, 6) === 1
  const account = chance.oneOf(['costOfGoods', 'scrap'])
  const free = [{ account, quantity: 1, unitPrice: amount(chance, 1, 60_000) }]
  const lines = isFree ? free : await linesOf(kit, order.id)
  if (lines.length === 0) return undefined
  return {
    billNumber: kit.fresh('B'),
    vendorId: isFree ? vendor.id : order.vendor_id,
    docDate: kit.day(chance.oneOf([0, 0, 1, 10, 35])),
    taxAmount: chance.oneOf(['0.00', '0.00', '1.23']),
    status: chance.oneOf(['draft', 'posted', 'posted']),
    lines,
  }
}

async function enterBill(kit: PlanningKit) {
  const body = await billForm(kit)
  return body && { method: 'POST', path: '/api/vendor-bills', body }
}

async function editBill(kit: PlanningKit) {
  const bill = await kit.one<Found>(billsAs("status in ('draft', 'blocked')"))
  const body = await billForm(kit)
  return bill && body && { method: 'PUT', path: `/api/vendor-bills/${bill.id}`, body }
}

type Open = { id: number; vendor_id: number; open: string }

async function openBills(kit: PlanningKit, vendorId: number): Promise<Open[]> {
  return kit.all<Open>(
    `select id, vendor_id, total_amount - settled_amount as open from vendor_bills
     where vendor_id = $1 and status = 'posted' and total_amount > settled_amount
     order by id limit 20`,
    [vendorId],
  )
}

async function prepare(kit: PlanningKit) {
  const { chance } = kit
  const vendor = await kit.one<Found>('select id from vendors order by id')
  if (!vendor) return undefined
  const bills = chance.some(await openBills(kit, vendor.id), chance.between(1, 3))
  if (bills.length === 0) return undefined
  const head = {
    vendorId: vendor.id,
    paidOn: kit.day(chance.oneOf([0, 0, 1, 35])),
    method: chance.oneOf(['check', 'ach', 'wire', 'card']),
  }
  const lines = bills.map(({ id, open }) => ({
    billId: id,
    amount: partOf(chance, open),
    ...(chance.between(1, 5) === 1 && { discount: amount(chance, 1, 200) }),
  }))
  const isSum = chance.between(1, 4) === 1
  const body = isSum ? { ...head, amount: amount(chance, 1, 30_000) } : { ...head, bills: lines }
  return { method: 'POST', path: '/api/vendor-payments', body }
}

async function applyCredit(kit: PlanningKit) {
  const { chance } = kit
  const credit = await kit.one<Open>(
    `select id, vendor_id, amount - applied_amount as open from vendor_credits
     where amount > applied_amount order by id desc limit 20`,
  )
  if (!credit) return undefined
  const bills = chance.some(await openBills(kit, credit.vendor_id), chance.between(1, 2))
  if (bills.length === 0) return undefined
  const wanted = bills.map(({ id, open }) => {
    const least = Number(open) < Number(credit.open) ? open : credit.open
    return { billId: id, amount: partOf(chance, least) }
  })
  const path = `/api/vendor-credits/${credit.id}/apply`
  return { method: 'POST', path, body: { bills: wanted } }
}
