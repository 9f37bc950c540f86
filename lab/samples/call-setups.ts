// One file: the table of calls that need records first, read as a whole.
import { forRecordedFields } from '#features/sales-orders/recorded-fields.ts'
import type { Document, Fields } from '../staff/staff-part-inputs.ts'
import { type Staff, createStaff } from '../staff/staff.ts'
import type { SetupFunction, CallSetup } from './call-setup.ts'
import { customer, files, sku, vendor } from './call-setups-imports.ts'
import { documents } from './call-setups-emailed-documents.ts'
import { backtests } from './call-setups-backtests.ts'
import { intake } from './call-setups-intake.ts'
import { prices } from './call-setups-prices.ts'
import { accountLinks } from './call-setups-invitations-and-resets.ts'
import { records } from './call-setups-deletions-keys-and-webhooks.ts'
import { secondFactors } from './call-setups-second-factor.ts'
import { passkeysAndSignOn } from './call-setups-sign-in.ts'
import { salesTax } from './call-setups-sales-tax.ts'
import { warehouse } from './call-setups-warehouse.ts'
import { steps } from './call-setups-transitions.ts'
import { taxRate } from './sample-bodies.ts'
import type { SetupClient } from '../nodes/test-system.ts'

const sales: Record<string, SetupFunction> = {
  'PUT /api/sales-orders/:id': async (staff) => ({
    id: (await staff.order()).id,
    body: {
      ...forRecordedFields(() => 'Specimen'),
      shippingAddress: '1 Main Street',
      shippingMethod: 'express',
      billingAddress: '2 Main Street',
      backorder: false,
      items: [{ skuId: staff.skuId, quantity: 3 }],
    },
  }),
  'POST /api/sales-orders/:id/preview': async (staff) => ({
    id: (await staff.order()).id,
    body: { items: [{ skuId: staff.skuId, quantity: 3 }] },
  }),
  'POST /api/sales-orders/:id/ship': async (staff) => ({
    id: (await staff.processing()).id,
    body: { items: [{ lineNo: 1, quantity: 1 }], carrier: 'Specimen', trackingNumber: '1Z' },
  }),
  'POST /api/sales-orders/:id/cancel': async (staff) => ({ id: (await staff.order()).id }),
  'POST /api/sales-orders/:id/cancel-rest': async (staff) => ({
    id: (await staff.order()).id,
    body: { items: [{ lineNo: 1, quantity: 1 }], reason: staff.reason },
  }),
  'POST /api/sales-orders/:id/recall': async (staff) => ({ id: (await staff.processing()).id }),
  'POST /api/sales-orders/:id/hold': async (staff) => ({ id: (await staff.order()).id }),
  'POST /api/sales-orders/:id/override-credit': async (staff) => {
    const { id } = await staff.order()
    await staff.post(`sales-orders/${id}/hold`, { reason: 'credit' })
    return { id, body: { reason: 'Agreed with their bank' } }
  },
  'POST /api/sales-orders/:id/decide-parking': async (staff) => ({
    id: (await staff.parked()).id,
  }),
  'POST /api/sales-orders/bulk': async (staff) => ({
    body: { action: 'process', ids: [(await staff.order()).id] },
  }),
  'POST /api/stock-reallocations/preview': async (staff) => {
    const { fromItemId, toItemId } = await ordersShortOfStock(staff)
    return { body: { fromItemId, toItemId, quantity: 1 } }
  },
  'POST /api/stock-reallocations': async (staff) => ({
    body: { ...(await ordersShortOfStock(staff)), quantity: 1, reason: staff.reason },
  }),
}

type NewOrder = Document & { version: number }

/** Two orders of a SKU with stock for one of them. */
async function ordersShortOfStock(staff: Staff) {
  const { id: skuId } = await staff.post('skus', sku(staff))
  const count = { currentStock: 2, stockReason: staff.reason }
  await staff.post(`skus/${skuId}/adjust`, count)
  const items = [{ skuId, quantity: 2 }]
  const place = async () => {
    const body = { customerId: staff.customerId, items, backorder: true }
    return (await staff.post<{ order: NewOrder }>('orders/create', body)).order
  }
  const [from, to] = [await place(), await place()]
  return {
    fromItemId: from.items[0]?.id,
    toItemId: to.items[0]?.id,
    fromVersion: from.version,
    toVersion: to.version,
  }
}

const returns: Record<string, SetupFunction> = {
  'POST /api/returns/:id/reject': async (staff) => ({ id: (await staff.goodsBack()).id }),
  'POST /api/returns/:id/cancel': async (staff) => ({ id: (await staff.goodsBack()).id }),
  'POST /api/returns/:id/receive': async (staff) => {
    const { id, items } = await staff.approvedBack()
    const receivedItems = items.map((item) => ({ itemId: item.id, disposition: 'scrap' }))
    return { id, body: { items: receivedItems } }
  },
  'POST /api/returns/:id/complete': async (staff) => ({ id: (await staff.receivedBack()).id }),
  'POST /api/returns/:id/reopen': async (staff) => ({ id: (await staff.creditedBack()).id }),
  'POST /api/returns/:id/close': async (staff) => ({
    id: (await staff.receivedBack('restock', 2)).id,
  }),
  'POST /api/returns/:id/hold': async (staff) => ({
    id: (await staff.goodsBack()).id,
    body: { reason: staff.reason },
  }),
  'POST /api/returns/:id/release': async (staff) => {
    const { id } = await staff.goodsBack()
    await staff.post(`returns/${id}/hold`, { reason: staff.reason })
    return { id, body: { reason: staff.reason } }
  },
  'POST /api/returns/bulk': async (staff) => ({
    body: { action: 'approve', ids: [(await staff.goodsBack()).id] },
  }),
  'POST /api/returns/:id/inspect': async (staff) => {
    const { id, receipts } = await staff.receivedBack('inspect')
    const items = receipts.flatMap((receipt) => receipt.items)
    const found = { quantity: 1, condition: 'opened', disposition: 'restock' }
    return { id, body: { items: items.map((item) => ({ receiptItemId: item.id, ...found })) } }
  },
  'POST /api/returns/:id/replace': async (staff) => ({
    id: (await staff.approvedBack()).id,
    body: { price: 'free', backorder: false },
  }),
  'POST /api/returns/:id/send-to-vendor': async (staff) => {
    const { id, items } = await staff.receivedBack('vendor')
    const { vendorId, reason } = staff
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    return { id, body: { vendorId, reason, notes: reason, items: counted } }
  },
}

const receivables: Record<string, SetupFunction> = {
  'POST /api/invoices/:id/write-off': async (staff) => ({ id: (await staff.invoice()).id }),
  'POST /api/invoices/:id/dispute': async (staff) => ({ id: (await staff.invoice()).id }),
  'POST /api/payments': async (staff) => {
    const applications = [{ invoiceId: (await staff.invoice()).id, amount: '1.00' }]
    const { customerId } = staff
    return { body: { customerId, amount: '2.00', method: 'ach', reference: 'A', applications } }
  },
  'POST /api/payments/:id/apply': async (staff) => {
    const applications = [{ invoiceId: (await staff.invoice()).id, amount: '1.00' }]
    return { id: (await staff.paid('2.00')).id, body: { applications } }
  },
  'POST /api/payments/:id/void': async (staff) => ({ id: (await staff.settled()).payment.id }),
  'POST /api/receivable-applications/:id/reverse': async (staff) => {
    const [application] = (await staff.settled()).payment.applications
    return application ? { id: application.id } : {}
  },
  'POST /api/credit-memos': async ({ invoice, reason }) => {
    const { id, lines } = await invoice()
    const items = lines.map((line) => ({ invoiceLineId: line.id, quantity: 1 }))
    return { body: { invoiceId: id, items, reason } }
  },
  'POST /api/credit-memos/:id/apply': async (staff) => {
    const applications = [{ invoiceId: (await staff.invoice()).id, amount: '1.00' }]
    return { id: (await staff.creditMemo()).id, body: { applications } }
  },
  'POST /api/refunds': async (staff) => ({
    body: { paymentId: (await staff.paid('2.00')).id, amount: '1.00', reason: staff.reason },
  }),
  'POST /api/refunds/:id/cancel': async (staff) => ({ id: (await staff.refund()).id }),
  'POST /api/refunds/:id/reverse': async (staff) => ({ id: (await staff.released()).id }),
  'POST /api/credit-memos/:id/void': async (staff) => ({ id: (await staff.creditMemo()).id }),
  'POST /api/dunning/letters': async (staff) => ({ body: { letters: [await staff.late()] } }),
  'POST /api/periods/:id/cancel-closing': async (staff) => {
    await staff.post('periods/202402/soft-close')
    return { id: 202_402 }
  },
  'POST /api/periods/:id/reopen': async (staff) => {
    await staff.post('periods/202401/soft-close')
    return { id: 202_401 }
  },
}

const purchases: Record<string, SetupFunction> = {
  'PUT /api/purchase-orders/:id': async (staff) => ({ id: (await staff.wanted('draft')).id }),
  'POST /api/purchase-orders/:id/reject': async (staff) => ({
    id: (await staff.wanted('submitted')).id,
  }),
  'POST /api/purchase-orders/:id/receive': async (staff) => {
    const { id, items } = await staff.approved()
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    return { id, body: { deliveryNote: 'Specimen', items: counted } }
  },
  'POST /api/purchase-orders/:id/close': async (staff) => {
    const { id, items } = await staff.approved()
    const counted = items.map((item) => ({ itemId: item.id, quantity: 1 }))
    await staff.post(`purchase-orders/${id}/receive`, { items: counted })
    return { id }
  },
  'POST /api/receipts/:id/reverse': async (staff) => ({ id: (await staff.receipt()).id }),
  'POST /api/purchase-orders/:id/cancel': async (staff) => ({ id: (await staff.approved()).id }),
  'POST /api/purchase-orders/bulk': async (staff) => ({
    body: { action: 'submit', ids: [(await staff.wanted('draft')).id] },
  }),
}

const requisitions: Record<string, SetupFunction> = {
  'POST /api/requisitions': (staff) => ({ body: { ...staff.asking(), submit: false } }),
  'PUT /api/requisitions/:id': async (staff) => ({
    id: (await staff.post('requisitions', staff.asking())).id,
    body: staff.asking(2),
  }),
  'POST /api/requisitions/:id/reject': async (staff) => ({ id: (await staff.asked()).id }),
  'POST /api/requisitions/:id/cancel': async (staff) => ({ id: (await staff.agreed()).id }),
  'POST /api/requisitions/:id/close': async (staff) => ({ id: (await staff.partlyBought()).id }),
  'POST /api/requisitions/:id/order': async (staff) => {
    const requisition = await staff.agreed()
    return { id: requisition.id, body: staff.buying(requisition) }
  },
  'POST /api/purchase-proposals/order': async (staff) => {
    const { id: skuId } = await staff.post('skus', sku(staff))
    const line = { skuId, vendorId: staff.vendorId, quantity: 2, unitPrice: '1.00', incoming: 0 }
    return { body: { as: 'orders', lines: [line] } }
  },
}

const payables: Record<string, SetupFunction> = {
  'POST /api/vendor-bills': async (staff) => ({ body: staff.billFor(await staff.received()) }),
  'PUT /api/vendor-bills/:id': async (staff) => ({
    id: (await staff.draftBill()).id,
    body: staff.billFor(await staff.received()),
  }),
  'POST /api/vendor-bills/:id/release': async (staff) => ({ id: (await staff.blocked()).id }),
  'POST /api/vendor-bills/bulk': async (staff) => ({
    body: { action: 'release', ids: [(await staff.blocked()).id], reason: staff.reason },
  }),
  'POST /api/vendor-payments/bulk': async (staff) => ({
    body: { action: 'release', ids: [(await staff.prepared()).id] },
  }),
  'POST /api/vendor-bills/:id/reopen': async (staff) => ({ id: (await staff.blocked()).id }),
  'POST /api/vendor-bills/:id/void': async (staff) => ({ id: (await staff.posted()).id }),
  'POST /api/vendor-credits/:id/void': async (staff) => ({ id: (await staff.typedCredit()).id }),
  'POST /api/vendor-credits/:id/apply': async (staff) => {
    const { id, openAmount } = await staff.vendorCredit()
    return { id, body: { bills: [{ billId: (await staff.posted()).id, amount: openAmount }] } }
  },
  'POST /api/vendor-payments': async (staff) => ({ body: await staff.payable() }),
  'POST /api/vendor-prepayments': ({ vendorId, day }) => ({
    body: { vendorId, amount: '1.00', paidOn: day, method: 'ach', reference: 'A', notes: 'B' },
  }),
  'POST /api/vendor-prepayments/:id/apply': async (staff) => {
    const bills = [{ billId: (await staff.posted()).id, amount: '1.00' }]
    return { id: (await staff.prepaid()).id, body: { bills } }
  },
  'POST /api/vendor-prepayments/:id/refund': async (staff) => ({
    id: (await staff.prepaid()).id,
    body: { amount: '1.00', reference: 'A', reason: staff.reason },
  }),
  'POST /api/vendor-payments/:id/void': async (staff) => ({ id: (await staff.prepared()).id }),
}

const masters: Record<string, SetupFunction> = {
  'POST /api/customers/bulk': (staff) => bulk(staff, 'customers', customer),
  'POST /api/vendors/bulk': (staff) => bulk(staff, 'vendors', vendor),
  'POST /api/skus/bulk': (staff) => bulk(staff, 'skus', sku),
  'POST /api/stock-adjustments/:id/reject': async (staff) => ({
    id: (await staff.waitingAdjustment()).id,
  }),
  'POST /api/skus/:id/ring-fences': async (staff) => {
    const { id } = await staff.post('skus', sku(staff))
    const { customerId, reason } = staff
    await staff.post(`skus/${id}/adjust`, { currentStock: 2, stockReason: reason })
    return { id, body: { customerId, quantity: 1, reason } }
  },
  ...prices,
  ...salesTax,
}

const sourcing: Record<string, SetupFunction> = {
  'POST /api/vendor-skus': async (staff) => ({ body: await offer(staff) }),
  'PUT /api/vendor-skus/:id': async (staff) => {
    const body = await offer(staff)
    return { id: (await staff.post('vendor-skus', body)).id, body: { ...body, rank: 2 } }
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

async function bulk(
  staff: Staff,
  path: string,
  recordOf: (staff: Staff) => Fields,
): Promise<CallSetup> {
  const { id } = await staff.post(path, recordOf(staff))
  return { body: { action: 'deactivate', ids: [id] } }
}

const otherSetups: Record<string, SetupFunction> = {
  'PUT /api/views/:id': async ({ post, next }) => ({
    id: (await post('views', { list: 'skus', name: next('View'), search: {} })).id,
  }),
  'POST /api/customers/:id/credit-status': async (staff) => {
    const { id } = await staff.post('customers', customer(staff))
    const { reason } = staff
    await staff.post(`customers/${id}/credit-status`, { creditStatus: 'blocked', reason })
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

const stages: Record<string, SetupFunction> = {
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
  ...otherSetups,
  ...steps,
  ...records,
  ...secondFactors,
  ...passkeysAndSignOn,
  ...accountLinks,
  ...warehouse,
  ...backtests,
  ...intake,
}

/** The calls that need a record in the right state. */
export const callsWithSetup: ReadonlySet<string> = new Set(Object.keys(stages))

/**
 * Returns a function that prepares a record for a call that needs one in a certain state; the other
 * calls need none.
 */
export async function createSetups(
  world: SetupClient,
): Promise<(name: string) => Promise<CallSetup>> {
  const staff = await createStaff(world)
  return async (name) => (await stages[name]?.(staff)) ?? {}
}
