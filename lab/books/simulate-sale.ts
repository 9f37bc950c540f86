import type { Chance } from '../seeded-random.ts'
import { amount, wire } from '../random-actions/model-action.ts'
import type { TestSystem } from '../nodes/test-system.ts'

type Fields = Record<string, unknown>
type Document = { id: number; items: { id: number; lineNo: number; quantity: number }[] }
type OpenInvoice = {
  id: number
  docDate: string
  discountDate: string | null
  discountLeft: string
  openAmount: string
  lines: { id: number; quantity: number; credited: number }[]
}

/** The inputs of one round: its own random generator and the ids of customers, vendors and SKUs. */
export type Round = {
  world: TestSystem
  chance: Chance
  customerIds: readonly number[]
  vendorIds: readonly number[]
  skuIds: readonly number[]
  fresh(prefix: string): string
}

const reason = 'As it came'

/** Posts a document with a call that must succeed. */
export async function post<A = Document>(world: TestSystem, path: string, body: Fields = {}) {
  return (await world.must({ method: 'POST', path: `/api/${path}`, body })) as A
}

async function get<A>(world: TestSystem, path: string) {
  return (await world.must({ method: 'GET', path: `/api/${path}` })) as A
}

export const centsOf = (text: string) => Math.round(Number(text) * 100)

/**
 * One sale from order to payment: 1 to 20 lines, some at a manual price, in one shipment or two,
 * partly credited, and paid in parts, early, late, too much, or written off.
 */
export async function simulateSale(round: Round): Promise<void> {
  const { world, chance, customerIds, skuIds } = round
  const customerId = chance.oneOf(customerIds)
  const items = chance.some(skuIds, chance.between(1, 20)).map((skuId) => ({
    skuId,
    quantity: chance.between(1, 12),
    ...(chance.between(1, 4) === 1 && { manualPrice: amount(chance, 1, 9999) }),
  }))
  const orderRequest = { customerId, customerPO: round.fresh('PO'), items }
  const { order } = await post<{ order: Document }>(world, 'orders/create', orderRequest)
  const { id, items: lines } = await post(world, `sales-orders/${order.id}/process`)
  if (chance.between(1, 3) === 1) {
    const some = chance.some(lines, chance.between(1, lines.length))
    const units = some.map(({ lineNo, quantity }) => {
      return { lineNo, quantity: chance.between(1, quantity) }
    })
    const answer = await post<Fields>(world, `sales-orders/${id}/ship`, { items: units })
    if (answer['status'] !== 'shipped') await post(world, `sales-orders/${id}/ship`)
  } else await post(world, `sales-orders/${id}/ship`)
  const invoices = await get<{ id: number }[]>(world, `invoices?salesOrderId=${id}`)
  for (const invoice of invoices) await settle(round, { customerId, id: invoice.id })
}

const settlements: readonly ((round: Round, debt: OpenDebt) => Promise<void>)[] = [
  payAll,
  payAll,
  payAll,
  payInParts,
  overpay,
  writeOff,
  async () => {},
]

type OpenDebt = { customerId: number; invoice: OpenInvoice }

async function settle(round: Round, { customerId, id }: { customerId: number; id: number }) {
  const { world, chance } = round
  const read = () => get<OpenInvoice>(world, `invoices/${id}`)
  let invoice = await read()
  if (chance.between(1, 3) === 1) await credit(round, invoice)
  invoice = await read()
  if (centsOf(invoice.openAmount) === 0) return
  await chance.oneOf(settlements)(round, { customerId, invoice })
}

/**
 * Credits some units of some lines, then refunds the refundable part or applies the credit to its
 * invoice.
 */
async function credit({ world, chance }: Round, invoice: OpenInvoice): Promise<void> {
  const lines = chance.some(invoice.lines, chance.between(1, 3))
  const items = lines.map(({ id, quantity }) => {
    return { invoiceLineId: id, quantity: chance.between(1, quantity) }
  })
  const body = { invoiceId: invoice.id, items, reason }
  type Memo = { id: number; openAmount: string; refundableAmount: string }
  const memo = await post<Memo>(world, 'credit-memos', body)
  if (centsOf(memo.openAmount) === 0) return
  const isRefund = chance.between(1, 2) === 1
  if (isRefund && centsOf(memo.refundableAmount) > 0) {
    const refundRequest = { creditMemoId: memo.id, amount: memo.refundableAmount, reason }
    const refund = await post<{ id: number }>(world, 'refunds', refundRequest)
    await post(world, `refunds/${refund.id}/release`)
  } else {
    const least = Math.min(centsOf(memo.openAmount), centsOf(invoice.openAmount))
    const applications = [{ invoiceId: invoice.id, amount: wire(least) }]
    await post(world, `credit-memos/${memo.id}/apply`, { applications })
  }
}

/** Pays the whole open amount less the early-payment discount. */
async function payAll({ world }: Round, { customerId, invoice }: OpenDebt): Promise<void> {
  const open = centsOf(invoice.openAmount)
  const allowed = Math.min(centsOf(invoice.discountLeft), open - 1)
  const discountTaken = invoice.discountDate !== null && allowed > 0 ? allowed : 0
  const paid = wire(open - discountTaken)
  const discount = discountTaken > 0 && { discount: wire(discountTaken) }
  const applications = [{ invoiceId: invoice.id, amount: paid, ...discount }]
  await post(world, 'payments', { customerId, amount: paid, method: 'ach', applications })
}

async function payInParts({ world, chance }: Round, { customerId, invoice }: OpenDebt) {
  const open = centsOf(invoice.openAmount)
  const first = chance.between(1, open)
  const parts = [first, open - first].filter((part) => part > 0)
  for (const part of parts) {
    const applications = [{ invoiceId: invoice.id, amount: wire(part) }]
    await post(world, 'payments', { customerId, amount: wire(part), method: 'check', applications })
  }
}

async function overpay({ world, chance }: Round, { customerId, invoice }: OpenDebt): Promise<void> {
  const over = chance.between(1, 5000)
  const body = {
    customerId,
    amount: wire(centsOf(invoice.openAmount) + over),
    method: 'wire',
    applications: [{ invoiceId: invoice.id, amount: invoice.openAmount }],
  }
  const { id } = await post<{ id: number }>(world, 'payments', body)
  if (chance.between(1, 2) === 1) return
  const back = { paymentId: id, amount: wire(over), reason }
  const refund = await post<{ id: number }>(world, 'refunds', back)
  await post(world, `refunds/${refund.id}/release`)
}

async function writeOff({ world, chance }: Round, { invoice }: OpenDebt): Promise<void> {
  const open = centsOf(invoice.openAmount)
  const writeOffAmount = wire(chance.between(1, 2) === 1 ? open : chance.between(1, open))
  await post(world, `invoices/${invoice.id}/write-off`, { amount: writeOffAmount, reason })
}
