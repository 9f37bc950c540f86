import {
  type ModelAction,
  amount,
  type Found,
  type PlanningKit,
  onOne,
  partOf,
  reasonOf,
} from './model-action.ts'
import { unitsOf } from './sales-actions.ts'

const finance = ['finance', 'admin'] as const
const second = ['finance', 'manager', 'admin'] as const

const payments = `select id from customer_payments where status = 'posted'
  order by id desc limit 30`
const openInvoices = 'select id from invoices where open_amount > 0 order by id desc limit 30'
const someInvoice = 'select id from invoices order by id desc limit 30'

/** Receivables actions. */
export const receivablesActions: readonly ModelAction[] = [
  { name: 'payment', weight: 10, roles: finance, plan: pay },
  { name: 'payment before', weight: 4, roles: finance, plan: prepay },
  { name: 'apply payment', weight: 5, roles: finance, plan: (kit) => apply(kit, sources.payment) },
  { name: 'apply credit', weight: 5, roles: finance, plan: (kit) => apply(kit, sources.credit) },
  {
    name: 'void payment',
    weight: 2,
    roles: finance,
    plan: onOne((id) => `/api/payments/${id}/void`, payments, reasonOf),
  },
  {
    name: 'reverse application',
    weight: 2,
    roles: finance,
    plan: onOne(
      (id) => `/api/receivable-applications/${id}/reverse`,
      'select id from receivable_applications order by id desc limit 30',
      reasonOf,
    ),
  },
  { name: 'credit memo', weight: 4, roles: finance, plan: creditLines },
  { name: 'credit by amount', weight: 2, roles: finance, plan: creditAmount },
  { name: 'refund', weight: 4, roles: finance, plan: refund },
  {
    name: 'release refund',
    weight: 4,
    roles: second,
    plan: onOne(
      (id) => `/api/refunds/${id}/release`,
      `select id from refunds where status <> 'cancelled' order by id desc limit 20`,
    ),
  },
  {
    name: 'cancel refund',
    weight: 1,
    roles: second,
    plan: onOne(
      (id) => `/api/refunds/${id}/cancel`,
      'select id from refunds order by id desc limit 20',
      reasonOf,
    ),
  },
  {
    name: 'reverse refund',
    weight: 2,
    roles: second,
    plan: onOne(
      (id) => `/api/refunds/${id}/reverse`,
      'select id from refunds order by id desc limit 20',
      reasonOf,
    ),
  },
  {
    name: 'void credit memo',
    weight: 2,
    roles: finance,
    plan: onOne(
      (id) => `/api/credit-memos/${id}/void`,
      'select id from credit_memos order by id desc limit 30',
      reasonOf,
    ),
  },
  { name: 'write off', weight: 3, roles: second, plan: writeOff },
  { name: 'remind', weight: 4, roles: finance, plan: remind },
  {
    name: 'dispute',
    weight: 1,
    roles: finance,
    plan: onOne(
      (id) => `/api/invoices/${id}/dispute`,
      openInvoices,
      (kit) => ({ isDisputed: kit.chance.between(1, 2) === 1, ...reasonOf(kit) }),
    ),
  },
]

type OpenInvoice = { id: number; open_amount: string }

async function openInvoicesOf(kit: PlanningKit, customerId: number): Promise<OpenInvoice[]> {
  return kit.all<OpenInvoice>(
    `select id, open_amount from invoices where customer_id = $1 and open_amount > 0
     order by id limit 20`,
    [customerId],
  )
}

async function planApplications(kit: PlanningKit, customerId: number) {
  const { chance } = kit
  const owed = chance.some(await openInvoicesOf(kit, customerId), chance.between(1, 3))
  return owed.map(({ id, open_amount }) => ({
    invoiceId: id,
    amount: partOf(chance, open_amount),
    ...(chance.between(1, 4) === 1 && { discount: amount(chance, 0, 200) }),
    ...(chance.between(1, 4) === 1 && { writeOffRest: true }),
  }))
}

async function pay(kit: PlanningKit) {
  const { chance } = kit
  const owing = await kit.one<Found>('select id from customers order by id')
  if (!owing) return undefined
  const applications = await planApplications(kit, owing.id)
  const needed = applications.reduce((sum, each) => sum + Math.round(Number(each.amount) * 100), 0)
  const isOffered = chance.between(1, 3) === 1
  const body = {
    customerId: owing.id,
    amount: amount(chance, Math.max(1, needed), needed + chance.oneOf([0, 0, 5000])),
    receivedOn: kit.day(chance.oneOf([0, 0, 0, 2, 20, 35])),
    method: chance.oneOf(['check', 'ach', 'wire', 'card', 'cash']),
    ...(isOffered ? { applyAsOffered: true } : { applications }),
  }
  return { method: 'POST', path: '/api/payments', body }
}

/** Pays an order that awaits prepayment; sometimes one cent short. */
async function prepay(kit: PlanningKit) {
  const { chance } = kit
  const order = await kit.one<Found & { customer_id: number; total: string }>(
    `select id, customer_id, total_amount as total from sales_orders
     where hold_reason = 'payment' and total_amount > 0 order by id desc limit 20`,
  )
  if (!order) return undefined
  const body = {
    customerId: order.customer_id,
    amount: partOf(chance, order.total),
    receivedOn: kit.day(),
    method: 'wire',
    applications: [],
  }
  return { method: 'POST', path: '/api/payments', body }
}

/** Sends dunning letters to some customers; sometimes only for part of one customer's invoices. */
async function remind(kit: PlanningKit) {
  const { chance } = kit
  const late = await kit.all<{ customer_id: number; ids: number[] }>(
    `select customer_id, array_agg(id order by id) as ids from invoices
     where open_amount > 0 and due_date < current_date - 6 group by customer_id
     order by customer_id`,
  )
  const letters = chance.some(late, chance.between(1, 3)).map(({ customer_id, ids }) => ({
    customerId: customer_id,
    invoiceIds: chance.between(1, 3) === 1 ? ids.slice(0, 1) : ids.slice(0, 50),
  }))
  if (letters.length === 0) return undefined
  return { method: 'POST', path: '/api/dunning/letters', body: { letters } }
}

const sources = {
  payment: { table: 'customer_payments', path: 'payments' },
  credit: { table: 'credit_memos', path: 'credit-memos' },
}

async function apply(kit: PlanningKit, { table, path }: { table: string; path: string }) {
  const source = await kit.one<Found & { customer_id: number }>(
    `select id, customer_id from ${table} where open_amount > 0 order by id desc limit 20`,
  )
  if (!source) return undefined
  const applications = await planApplications(kit, source.customer_id)
  if (applications.length === 0) return undefined
  return { method: 'POST', path: `/api/${path}/${source.id}/apply`, body: { applications } }
}

async function creditLines(kit: PlanningKit) {
  const { chance } = kit
  const invoice = await kit.one<Found>(someInvoice)
  if (!invoice) return undefined
  const lines = await kit.all<{ id: number; quantity: number }>(
    'select id, quantity from invoice_lines where invoice_id = $1 order by id',
    [invoice.id],
  )
  if (lines.length === 0) return undefined
  const items = chance.some(lines, chance.between(1, 2)).map(({ id, quantity }) => ({
    invoiceLineId: id,
    quantity: unitsOf(chance, quantity),
  }))
  const fee = chance.between(1, 5) === 1 && { restockingFee: amount(chance, 1, 300) }
  const body = { invoiceId: invoice.id, items, ...fee, ...reasonOf(kit) }
  return { method: 'POST', path: '/api/credit-memos', body }
}

async function creditAmount(kit: PlanningKit) {
  const { chance } = kit
  const invoice = await kit.one<Found & { goods: string; tax: string }>(
    'select id, goods, tax from invoices order by id desc limit 30',
  )
  if (!invoice) return undefined
  const goods = partOf(chance, invoice.goods)
  const tax = chance.between(1, 2) === 1 ? partOf(chance, invoice.tax) : '0.00'
  const body = { invoiceId: invoice.id, goods, tax, ...reasonOf(kit) }
  return { method: 'POST', path: '/api/credit-memos', body }
}

async function refund(kit: PlanningKit) {
  const { chance } = kit
  const { table, field } = chance.oneOf([
    { table: 'customer_payments', field: 'paymentId' },
    { table: 'credit_memos', field: 'creditMemoId' },
  ])
  const source = await kit.one<OpenInvoice>(
    `select id, open_amount from ${table} where open_amount > 0 order by id desc limit 20`,
  )
  if (!source) return undefined
  const given = partOf(chance, source.open_amount)
  const body = { [field]: source.id, amount: given, ...reasonOf(kit) }
  return { method: 'POST', path: '/api/refunds', body }
}

async function writeOff(kit: PlanningKit) {
  const { chance } = kit
  const invoice = await kit.one<OpenInvoice>(
    'select id, open_amount from invoices where open_amount > 0 order by id desc limit 30',
  )
  if (!invoice) return undefined
  const given = chance.between(1, 2) === 1 ? amount(chance, 1, 2500) : invoice.open_amount
  const path = `/api/invoices/${invoice.id}/write-off`
  return { method: 'POST', path, body: { amount: given, ...reasonOf(kit) } }
}
