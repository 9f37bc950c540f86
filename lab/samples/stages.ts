import type { Fields } from '../staff/staff-base.ts'
import { type Staff, deskOf } from '../staff/staff.ts'
import type { SetUp, Stage } from './stage.ts'
import { customer, files, sku, vendor } from './stages-files.ts'
import { documents } from './stages-papers.ts'
import { prices } from './stages-prices.ts'
import { records } from './stages-records.ts'
import { salesTax } from './stages-tax.ts'
import { warehouse } from './stages-warehouse.ts'
import { steps } from './stages-steps.ts'
import { taxRate } from './specimens.ts'
import type { Stagehands } from '../nodes/world.ts'

const sales: Record<string, SetUp> = {
  'PUT /api/sales-orders/:id': async (desk) => ({
    id: (await desk.order()).id,
    body: {
      customerPO: 'Specimen',
      shippingAddress: '1 Main Street',
      shippingMethod: 'express',
      billingAddress: '2 Main Street',
      notes: 'Specimen',
      backorder: false,
      items: [{ skuId: desk.skuId, quantity: 3 }],
    },
  }),
  'POST /api/sales-orders/:id/ship': async (desk) => ({
    id: (await desk.processing()).id,
    body: { items: [{ lineNo: 1, quantity: 1 }], carrier: 'Specimen', trackingNumber: '1Z' },
  }),
  'POST /api/sales-orders/:id/cancel': async (desk) => ({ id: (await desk.order()).id }),
  'POST /api/sales-orders/:id/cancel-rest': async (desk) => ({
    id: (await desk.order()).id,
    body: { items: [{ lineNo: 1, quantity: 1 }], reason: desk.reason },
  }),
  'POST /api/sales-orders/:id/recall': async (desk) => ({ id: (await desk.processing()).id }),
  'POST /api/sales-orders/:id/hold': async (desk) => ({ id: (await desk.order()).id }),
  'POST /api/sales-orders/:id/override-credit': async (desk) => {
    const { id } = await desk.order()
    await desk.post(`sales-orders/${id}/hold`, { reason: 'credit' })
    return { id, body: { reason: 'Agreed with their bank' } }
  },
  'POST /api/sales-orders/bulk': async (desk) => ({
    body: { action: 'process', ids: [(await desk.order()).id] },
  }),
}

const returns: Record<string, SetUp> = {
  'POST /api/returns/:id/reject': async (desk) => ({ id: (await desk.goodsBack()).id }),
  'POST /api/returns/:id/cancel': async (desk) => ({ id: (await desk.goodsBack()).id }),
  'POST /api/returns/:id/receive': async (desk) => {
    const { id, items } = await desk.approvedBack()
    const kept = items.map((item) => ({ itemId: item.id, disposition: 'scrap' }))
    return { id, body: { items: kept } }
  },
  'POST /api/returns/:id/complete': async (desk) => ({ id: (await desk.receivedBack()).id }),
  'POST /api/returns/:id/reopen': async (desk) => ({ id: (await desk.creditedBack()).id }),
  'POST /api/returns/:id/close': async (desk) => ({
    id: (await desk.receivedBack('restock', 2)).id,
  }),
  'POST /api/returns/:id/hold': async (desk) => ({
    id: (await desk.goodsBack()).id,
    body: { reason: desk.reason },
  }),
  'POST /api/returns/:id/release': async (desk) => {
    const { id } = await desk.goodsBack()
    await desk.post(`returns/${id}/hold`, { reason: desk.reason })
    return { id, body: { reason: desk.reason } }
  },
  'POST /api/returns/bulk': async (desk) => ({
    body: { action: 'approve', ids: [(await desk.goodsBack()).id] },
  }),
  'POST /api/returns/:id/inspect': async (desk) => {
    const { id, receipts } = await desk.receivedBack('inspect')
    const items = receipts.flatMap((receipt) => receipt.items)
    const found = { quantity: 1, condition: 'opened', disposition: 'restock' }
    return { id, body: { items: items.map((item) => ({ receiptItemId: item.id, ...found })) } }
  },
  'POST /api/returns/:id/replace': async (desk) => ({
    id: (await desk.approvedBack()).id,
    body: { price: 'free', backorder: false },
  }),
  'POST /api/returns/:id/send-to-vendor': async (desk) => {
    const { id, items } = await desk.receivedBack('vendor')
    const { vendorId, reason } = desk
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    return { id, body: { vendorId, reason, notes: reason, items: counted } }
  },
}

const receivables: Record<string, SetUp> = {
  'POST /api/invoices/:id/write-off': async (desk) => ({ id: (await desk.invoice()).id }),
  'POST /api/invoices/:id/dispute': async (desk) => ({ id: (await desk.invoice()).id }),
  'POST /api/payments': async (desk) => {
    const applications = [{ invoiceId: (await desk.invoice()).id, amount: '1.00' }]
    const { customerId } = desk
    return { body: { customerId, amount: '2.00', method: 'ach', reference: 'A', applications } }
  },
  'POST /api/payments/:id/apply': async (desk) => {
    const applications = [{ invoiceId: (await desk.invoice()).id, amount: '1.00' }]
    return { id: (await desk.paid('2.00')).id, body: { applications } }
  },
  'POST /api/payments/:id/void': async (desk) => ({ id: (await desk.settled()).payment.id }),
  'POST /api/receivable-applications/:id/reverse': async (desk) => {
    const [application] = (await desk.settled()).payment.applications
    return application ? { id: application.id } : {}
  },
  'POST /api/credit-memos': async ({ invoice, reason }) => {
    const { id, lines } = await invoice()
    const items = lines.map((line) => ({ invoiceLineId: line.id, quantity: 1 }))
    return { body: { invoiceId: id, items, reason } }
  },
  'POST /api/credit-memos/:id/apply': async (desk) => {
    const applications = [{ invoiceId: (await desk.invoice()).id, amount: '1.00' }]
    return { id: (await desk.creditMemo()).id, body: { applications } }
  },
  'POST /api/refunds': async (desk) => ({
    body: { paymentId: (await desk.paid('2.00')).id, amount: '1.00', reason: desk.reason },
  }),
  'POST /api/refunds/:id/cancel': async (desk) => ({ id: (await desk.refund()).id }),
  'POST /api/refunds/:id/reverse': async (desk) => ({ id: (await desk.released()).id }),
  'POST /api/credit-memos/:id/void': async (desk) => ({ id: (await desk.creditMemo()).id }),
  'POST /api/dunning/letters': async (desk) => ({ body: { letters: [await desk.late()] } }),
  'POST /api/periods/:id/cancel-closing': async (desk) => {
    await desk.post('periods/202402/soft-close')
    return { id: 202_402 }
  },
  'POST /api/periods/:id/reopen': async (desk) => {
    await desk.post('periods/202401/soft-close')
    return { id: 202_401 }
  },
}

const purchases: Record<string, SetUp> = {
  'PUT /api/purchase-orders/:id': async (desk) => ({ id: (await desk.wanted('draft')).id }),
  'POST /api/purchase-orders/:id/reject': async (desk) => ({
    id: (await desk.wanted('submitted')).id,
  }),
  'POST /api/purchase-orders/:id/receive': async (desk) => {
    const { id, items } = await desk.approved()
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    return { id, body: { deliveryNote: 'Specimen', items: counted } }
  },
  'POST /api/purchase-orders/:id/close': async (desk) => {
    const { id, items } = await desk.approved()
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    await desk.post(`purchase-orders/${id}/receive`, { items: counted })
    return { id }
  },
  'POST /api/receipts/:id/reverse': async (desk) => ({ id: (await desk.receipt()).id }),
  'POST /api/purchase-orders/:id/cancel': async (desk) => ({ id: (await desk.approved()).id }),
  'POST /api/purchase-orders/bulk': async (desk) => ({
    body: { action: 'submit', ids: [(await desk.wanted('draft')).id] },
  }),
}

const requisitions: Record<string, SetUp> = {
  'POST /api/requisitions': (desk) => ({ body: { ...desk.asking(), submit: false } }),
  'PUT /api/requisitions/:id': async (desk) => ({
    id: (await desk.post('requisitions', desk.asking())).id,
    body: desk.asking(2),
  }),
  'POST /api/requisitions/:id/reject': async (desk) => ({ id: (await desk.asked()).id }),
  'POST /api/requisitions/:id/cancel': async (desk) => ({ id: (await desk.agreed()).id }),
  'POST /api/requisitions/:id/close': async (desk) => ({ id: (await desk.partlyBought()).id }),
  'POST /api/requisitions/:id/order': async (desk) => {
    const requisition = await desk.agreed()
    return { id: requisition.id, body: desk.buying(requisition) }
  },
  'POST /api/purchase-proposals/order': async (desk) => {
    const { id: skuId } = await desk.post('skus', sku(desk))
    const line = { skuId, vendorId: desk.vendorId, quantity: 2, unitPrice: '1.00', incoming: 0 }
    return { body: { as: 'orders', lines: [line] } }
  },
}

const payables: Record<string, SetUp> = {
  'POST /api/vendor-bills': async (desk) => ({ body: desk.billFor(await desk.received()) }),
  'PUT /api/vendor-bills/:id': async (desk) => ({
    id: (await desk.draftBill()).id,
    body: desk.billFor(await desk.received()),
  }),
  'POST /api/vendor-bills/:id/release': async (desk) => ({ id: (await desk.blocked()).id }),
  'POST /api/vendor-bills/bulk': async (desk) => ({
    body: { action: 'release', ids: [(await desk.blocked()).id], reason: desk.reason },
  }),
  'POST /api/vendor-payments/bulk': async (desk) => ({
    body: { action: 'release', ids: [(await desk.prepared()).id] },
  }),
  'POST /api/vendor-bills/:id/reopen': async (desk) => ({ id: (await desk.blocked()).id }),
  'POST /api/vendor-bills/:id/void': async (desk) => ({ id: (await desk.posted()).id }),
  'POST /api/vendor-credits/:id/void': async (desk) => ({ id: (await desk.typedCredit()).id }),
  'POST /api/vendor-credits/:id/apply': async (desk) => {
    const { id, openAmount } = await desk.vendorCredit()
    return { id, body: { bills: [{ billId: (await desk.posted()).id, amount: openAmount }] } }
  },
  'POST /api/vendor-payments': async (desk) => ({ body: await desk.payable() }),
  'POST /api/vendor-prepayments': ({ vendorId, day }) => ({
    body: { vendorId, amount: '1.00', paidOn: day, method: 'ach', reference: 'A', notes: 'B' },
  }),
  'POST /api/vendor-prepayments/:id/apply': async (desk) => {
    const bills = [{ billId: (await desk.posted()).id, amount: '1.00' }]
    return { id: (await desk.prepaid()).id, body: { bills } }
  },
  'POST /api/vendor-prepayments/:id/refund': async (desk) => ({
    id: (await desk.prepaid()).id,
    body: { amount: '1.00', reference: 'A', reason: desk.reason },
  }),
  'POST /api/vendor-payments/:id/void': async (desk) => ({ id: (await desk.prepared()).id }),
}

const masters: Record<string, SetUp> = {
  'POST /api/customers/bulk': (desk) => bulk(desk, 'customers', customer),
  'POST /api/vendors/bulk': (desk) => bulk(desk, 'vendors', vendor),
  'POST /api/skus/bulk': (desk) => bulk(desk, 'skus', sku),
  'POST /api/stock-adjustments/:id/reject': async (desk) => ({
    id: (await desk.waitingAdjustment()).id,
  }),
  ...prices,
  ...salesTax,
}

const sourcing: Record<string, SetUp> = {
  'POST /api/vendor-skus': async (desk) => ({ body: await offer(desk) }),
  'PUT /api/vendor-skus/:id': async (desk) => {
    const body = await offer(desk)
    return { id: (await desk.post('vendor-skus', body)).id, body: { ...body, rank: 2 } }
  },
  'PUT /api/vendor-certificates/:id': async ({ post, vendorId, reason }) => {
    const body = { vendorId, name: reason, expiresOn: '2030-12-31' }
    return { id: (await post('vendor-certificates', body)).id, body: { ...body, number: '12' } }
  },
}

async function offer({ vendor: newVendor, skuId }: Staff) {
  const terms = { rank: 1, unitPrice: '4.00', leadTimeDays: 5, minimumQuantity: 1 }
  return { vendorId: await newVendor(), skuId, vendorItem: 'Specimen', ...terms }
}

async function bulk(desk: Staff, path: string, recordOf: (desk: Staff) => Fields): Promise<Stage> {
  const { id } = await desk.post(path, recordOf(desk))
  return { body: { action: 'deactivate', ids: [id] } }
}

const others: Record<string, SetUp> = {
  'PUT /api/views/:id': async ({ post, next }) => ({
    id: (await post('views', { list: 'skus', name: next('View'), search: {} })).id,
  }),
  'POST /api/customers/:id/credit-status': async (desk) => {
    const { id } = await desk.post('customers', customer(desk))
    const { reason } = desk
    await desk.post(`customers/${id}/credit-status`, { creditStatus: 'blocked', reason })
    return { id }
  },
  'POST /api/edi/interchanges': async ({ edi }) => ({ edi: await edi.order() }),
  'POST /api/edi/documents/:id/settle': async ({ edi }) => ({ id: (await edi.open()).id }),
  'PUT /api/edi/partners/:id': async ({ edi }) => {
    const { id, form } = await edi.partner()
    return { id, body: { ...form, name: 'Specimen again' } }
  },
  'PUT /api/tax-rates/:id': async ({ post, next }) => {
    const body = { ...taxRate(0), country: next('Land') }
    return { id: (await post('tax-rates', body)).id, body: { ...body, rate: '0.06' } }
  },
  'POST /api/health/incidents/note': async ({ incident, read }) => {
    const slow = await incident()
    const found = await read<{ part: string; from: string }[]>('health/incidents')
    const { part, from } = found.find((each) => each.part === slow) ?? {}
    return { body: { part, from, text: 'Specimen' } }
  },
}

const stages: Record<string, SetUp> = {
  ...masters,
  ...sales,
  ...returns,
  ...receivables,
  ...purchases,
  ...requisitions,
  ...sourcing,
  ...documents,
  ...files,
  ...payables,
  ...others,
  ...steps,
  ...records,
  ...warehouse,
}

/** The calls that need a record in the right state. */
export const stagedCalls: ReadonlySet<string> = new Set(Object.keys(stages))

/**
 * Returns a function that prepares a record for a call that needs one in a certain state; the other
 * calls need none.
 */
export async function stagesIn(world: Stagehands): Promise<(name: string) => Promise<Stage>> {
  const desk = await deskOf(world)
  return async (name) => (await stages[name]?.(desk)) ?? {}
}
