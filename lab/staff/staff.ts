import { sign } from '#platform/server/outbound/webhook-signature.ts'
import type { StaffBase, Document, Fields } from './staff-part-inputs.ts'
import { ediHelpers } from './edi-exchange.ts'
import { journalHelpers } from './manual-journal-entries.ts'
import { requisitionHelpers } from './requisitions.ts'
import { stockHelpers } from './stock-adjustments.ts'
import { createCustomer, createSku, idOf } from './create-customers-and-skus.ts'
import { createUser, halfSignIn, signIn } from './users.ts'
import type { HttpRequest } from '../nodes/http.ts'
import type { SetupClient } from '../nodes/test-system.ts'

/** A customer return with its receipts. */
type ReceivedReturn = Document & { receipts: { id: number; items: { id: number }[] }[] }
/** A customer with overdue invoices to dun. */
type DunnableCustomer = { customerId: number; invoices: { invoiceId: number }[] }
type Invoice = { id: number; total: string; lines: { id: number }[] }

const reason = 'Specimen'
const webhookSecret = 'specimen of a secret that is long'

export type Staff = Awaited<ReturnType<typeof createStaff>>

/**
 * Creates documents of its own customer, vendor and SKU in the state a call needs, through the
 * calls that staff use. Each is new.
 */
export async function createStaff(world: SetupClient) {
  const post = async <A = Document>(path: string, body?: Fields) =>
    (await world.must({ method: 'POST', path: `/api/${path}`, body })) as A
  const change = async (path: string, body: Fields) =>
    world.must({ method: 'PUT', path: `/api/${path}`, body })
  const read = async <A>(path: string) =>
    (await world.must({ method: 'GET', path: `/api/${path}` })) as A
  const remove = async (path: string) => world.must({ method: 'DELETE', path: `/api/${path}` })
  /** Imports a file of one row; returns the import id for its undo. */
  const importRow = async (path: string, row: Record<string, string>) => {
    const body = [Object.keys(row), Object.values(row)].map((line) => line.join(',')).join('\n')
    const headers = { 'content-type': 'text/csv' }
    const request = { method: 'POST', path: `/api/${path}/import`, body, headers }
    return Number((await world.must(request))['importId'])
  }
  let createdCount = 0
  const next = (prefix: string) => `${prefix}-${++createdCount}`
  const customerId = await createCustomer(world)
  const skuId = await createSku(world)
  // Nothing is emailed before the company has a name and an address.
  await change('settings', { companyName: 'Lab', companyAddress: '1 Main St\nReno, NV 89501' })
  const vendor = { vendorCode: 'DESK', name: 'Desk', email: 'desk@example.com' }
  const vendorId = idOf(await post<Fields>('vendors', vendor))
  // A date that has begun in every time zone.
  const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const base = { post, read, next, reason, customerId, skuId, vendorId, day }
  const sold = salesHelpers(base)
  const bought = purchaseHelpers(base)
  const wms = { problem: () => malformedWebhook(world, base) }
  const manager = await createUser(world, 'manager')
  return {
    ...base,
    change,
    remove,
    importRow,
    /** Direct SQL, for records that only the program itself writes. */
    write: (text: string, values: unknown[]) => world.database.query<{ id: number }>(text, values),
    /** A call of anybody, also of nobody. */
    call: (request: HttpRequest) => world.turn().call(request),
    viewer: () => createUser(world, 'viewer'),
    signedInAgain: () => signIn(world, 'lab-admin'),
    halfSignedIn: (username: string) => halfSignIn(world, username),
    ...sold,
    ...receivablesHelpers(base, sold),
    ...dunningHelpers(world, base),
    ...bought,
    ...requisitionHelpers(world, base, manager),
    ...payablesHelpers(base, bought),
    ...stockHelpers(world, base),
    ...journalHelpers(world, base),
    edi: ediHelpers(world, base),
    wms,
    incident: () => slowPart(world, next('Part')),
  }
}

/** Inserts a slow health sample, which otherwise only chance or a fault causes. */
async function slowPart({ database }: SetupClient, part: string) {
  await database.query(
    `insert into health_samples (part, status, response_ms, at)
     values ($1, 'degraded', 1500, date_trunc('milliseconds', now()))`,
    [part],
  )
  return part
}

function salesHelpers({ post, next, customerId, skuId, reason }: StaffBase) {
  const order = async () => {
    const body = { customerId, items: [{ skuId, quantity: 2 }] }
    return (await post<{ order: Document }>('orders/create', body)).order
  }
  /** The second of two equal orders, of a customer whose repeated orders are parked. */
  const parked = async () => {
    const code = next('PARKED')
    const email = 'parked@example.com'
    const customer = { customerCode: code, name: code, email, creditLimit: '9000.00' }
    const buyer = await post<Fields>('customers', { ...customer, duplicateCheck: 'lines' })
    const body = { customerId: idOf(buyer), items: [{ skuId, quantity: 2 }] }
    await post('orders/create', body)
    return (await post<{ order: Document }>('orders/create', body)).order
  }
  const processing = async () => post(`sales-orders/${(await order()).id}/process`)
  const shipped = async () => post(`sales-orders/${(await processing()).id}/ship`, {})
  const customerReturn = async (quantity = 1) => {
    const { id, items } = await shipped()
    const back = items.map((item) => ({ originalItemId: item.id, quantity }))
    return post('returns', { type: 'rma', originalOrderId: id, reason, items: back })
  }
  const approvedReturn = async (quantity = 1) =>
    post(`returns/${(await customerReturn(quantity)).id}/approve`)
  /** Receives one unit of each line. */
  const receivedReturn = async (disposition = 'restock', quantity = 1) => {
    const { id, items } = await approvedReturn(quantity)
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1, disposition }))
    return post<ReceivedReturn>(`returns/${id}/receive`, { items: counted })
  }
  const creditedReturn = async () => post(`returns/${(await receivedReturn()).id}/complete`, {})
  return {
    order,
    parked,
    processing,
    shipped,
    goodsBack: customerReturn,
    approvedBack: approvedReturn,
    receivedBack: receivedReturn,
    creditedBack: creditedReturn,
  }
}

function receivablesHelpers(
  { post, read, customerId, reason }: StaffBase,
  sold: ReturnType<typeof salesHelpers>,
) {
  const invoice = async () => {
    const { id } = await sold.shipped()
    const [found] = await read<{ id: number }[]>(`invoices?salesOrderId=${id}`)
    return read<Invoice>(`invoices/${found?.id}`)
  }
  const paid = (amount: string, fields: Fields = {}) =>
    post<{ id: number; applications: { id: number }[] }>('payments', {
      customerId,
      amount,
      method: 'ach',
      ...fields,
    })
  const settled = async () => {
    const { id, total, lines } = await invoice()
    const payment = await paid(total, { applications: [{ invoiceId: id, amount: total }] })
    return { id, lines, payment }
  }
  /** The invoice of a credit memo is paid, so that the credit is open. */
  const creditMemo = async () => {
    const { id, lines } = await settled()
    const items = lines.map((line) => ({ invoiceLineId: line.id, quantity: 1 }))
    return post<{ id: number }>('credit-memos', { invoiceId: id, items, reason })
  }
  const refund = async () => {
    const { id } = await paid('2.00')
    return post<{ id: number }>('refunds', { paymentId: id, amount: '1.00', reason })
  }
  const released = async () => post<{ id: number }>(`refunds/${(await refund()).id}/release`)
  return { invoice, paid, settled, creditMemo, refund, released }
}

/** Overdue invoices of a separate customer, because a customer is not dunned twice within days. */
function dunningHelpers(world: SetupClient, { post, read, next }: StaffBase) {
  const past = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const overdueCustomer = async () => {
    const customerId = await createCustomer(world)
    const order = { orderNumber: next('LATE'), customerId, totalAmount: '100.00' }
    const day = past(50)
    await post('sales-orders', { ...order, status: 'shipped', orderDate: day, shipDate: day })
    const due = await read<DunnableCustomer[]>('dunning/proposal')
    const own = due.find((each) => each.customerId === customerId)
    return { customerId, invoiceIds: own?.invoices.map(({ invoiceId }) => invoiceId) ?? [] }
  }
  const reminder = async () => {
    const [letter] = await post<{ id: number }[]>('dunning/letters', {
      letters: [await overdueCustomer()],
    })
    if (!letter) throw new Error('No reminder was written')
    return letter
  }
  return { late: overdueCustomer, reminder }
}

function purchaseHelpers({ post, read, next, vendorId, skuId, reason }: StaffBase) {
  const purchaseOrder = (status: string) =>
    post('purchase-orders', {
      orderNumber: next('DPO'),
      vendorId,
      status,
      items: [{ skuId, quantity: 2, unitPrice: '5.00' }],
    })
  const approved = () => purchaseOrder('approved')
  const vendor = async () => {
    const code = next('DV')
    return idOf(
      await post<Fields>('vendors', { vendorCode: code, name: code, email: 'v@example.com' }),
    )
  }
  const received = () => purchaseOrder('received')
  const receipt = async () => {
    const order = await approved()
    const items = order.items.map(({ id }) => ({ itemId: id, quantity: 1 }))
    await post(`purchase-orders/${order.id}/receive`, { items })
    const [found] = await read<{ id: number }[]>(`purchase-orders/${order.id}/receipts`)
    if (!found) throw new Error('What was received has no receipt')
    return found
  }
  const vendorReturn = async (order: Document) => {
    const items = [{ originalItemId: order.items[0]?.id, quantity: 1 }]
    const { id } = await post('returns', { type: 'rtv', purchaseOrderId: order.id, reason, items })
    await post(`returns/${id}/approve`)
    await post(`returns/${id}/ship`)
    return post(`returns/${id}/complete`, {})
  }
  return { wanted: purchaseOrder, approved, received, receipt, toVendor: vendorReturn, vendor }
}

function payablesHelpers(
  { post, read, next, vendorId, day }: StaffBase,
  bought: ReturnType<typeof purchaseHelpers>,
) {
  const billFor = (order: Document, unitPrice = '5.00') => ({
    billNumber: next('DB'),
    vendorId,
    docDate: day,
    lines: order.items.map(({ id }) => ({ purchaseOrderItemId: id, quantity: 2, unitPrice })),
  })
  const enter = (body: Fields) => post<{ id: number; totalAmount: string }>('vendor-bills', body)
  const posted = async () => enter(billFor(await bought.received()))
  const draftBill = async () => enter({ ...billFor(await bought.received()), status: 'draft' })
  /** Priced far above its order, so that it needs a release. */
  const blocked = async () => enter(billFor(await bought.received(), '50.00'))
  /** For billed goods: only those produce a credit. */
  const vendorCredit = async () => {
    const order = await bought.received()
    await enter(billFor(order))
    const { id } = await bought.toVendor(order)
    const credits = await read<{ id: number; returnId: number; openAmount: string }[]>(
      `vendor-credits?vendorId=${vendorId}`,
    )
    const found = credits.find(({ returnId }) => returnId === id)
    if (!found) throw new Error('Goods that went back brought no credit')
    return found
  }
  const manualCredit = async () => {
    const body = { vendorId, creditNumber: next('DC'), postedOn: day, amount: '1.00' }
    const more = { account: 'priceVariance', reason: 'Lab' }
    return post<{ id: number }>('vendor-credits', { ...body, ...more })
  }
  const payable = async () => {
    const bill = await posted()
    const bills = [{ billId: bill.id, amount: bill.totalAmount }]
    return { vendorId, paidOn: day, method: 'ach', bills }
  }
  const prepared = async () => post<{ id: number }>('vendor-payments', await payable())
  /** A released payment of 2.00 to a vendor before the bill. */
  const prepaid = async () => {
    const body = { vendorId, amount: '2.00', paidOn: day, method: 'ach' }
    const payment = await post<{ id: number }>('vendor-prepayments', body)
    await post(`vendor-payments/${payment.id}/release`)
    return payment
  }
  const bills = { billFor, posted, draftBill, blocked }
  return { ...bills, vendorCredit, typedCredit: manualCredit, payable, prepared, prepaid }
}

/** Creates a warehouse problem: a signed but malformed event. */
async function malformedWebhook(world: SetupClient, { read, next }: StaffBase): Promise<number> {
  const path = '/api/wms/connection'
  await world.must({ method: 'PUT', path, body: { webhookSecret } })
  const id = next('senseless')
  const body = JSON.stringify({ specimen: id })
  const headers = sign(webhookSecret, { id, body }, new Date())
  await world.turn().call({ method: 'POST', path: '/api/wms/webhook', body, headers })
  const [problem] = await read<{ id: number }[]>('wms/problems?state=open')
  if (!problem) throw new Error('A senseless event is no problem')
  return problem.id
}
