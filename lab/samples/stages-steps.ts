import type { SetUp } from './stage.ts'

/** Documents for transitions that need no input. */
export const steps: Record<string, SetUp> = {
  'POST /api/sales-orders/:id/process': async (desk) => ({ id: (await desk.order()).id }),
  'POST /api/sales-orders/:id/deliver': async (desk) => ({ id: (await desk.shipped()).id }),
  'POST /api/sales-orders/:id/release': async (desk) => {
    const { id } = await desk.order()
    await desk.post(`sales-orders/${id}/hold`, { reason: 'manual', note: desk.reason })
    return { id }
  },
  'POST /api/purchase-orders/:id/submit': async (desk) => ({ id: (await desk.wanted('draft')).id }),
  'POST /api/purchase-orders/:id/approve': async (desk) => ({
    id: (await desk.wanted('submitted')).id,
  }),
  'POST /api/purchase-orders/:id/withdraw': async (desk) => ({
    id: (await desk.wanted('submitted')).id,
  }),
  'POST /api/requisitions/:id/submit': async ({ post, asking }) => ({
    id: (await post('requisitions', asking())).id,
  }),
  'POST /api/requisitions/:id/withdraw': async ({ post, asking }) => ({
    id: (await post('requisitions', { ...asking(), submit: true })).id,
  }),
  'POST /api/requisitions/:id/approve': async (desk) => ({ id: (await desk.asked()).id }),
  'POST /api/vendor-bills/:id/post': async (desk) => ({ id: (await desk.draftBill()).id }),
  'POST /api/vendor-credits/:id/unapply': async (desk) => {
    const { id, openAmount } = await desk.vendorCredit()
    const bills = [{ billId: (await desk.posted()).id, amount: openAmount }]
    await desk.post(`vendor-credits/${id}/apply`, { bills })
    return { id }
  },
  'POST /api/vendor-payments/:id/release': async (desk) => ({ id: (await desk.prepared()).id }),
  'POST /api/vendor-prepayments/:id/unapply': async (desk) => {
    const { id } = await desk.prepaid()
    const bills = [{ billId: (await desk.posted()).id, amount: '1.00' }]
    await desk.post(`vendor-prepayments/${id}/apply`, { bills })
    return { id }
  },
  'POST /api/vendor-prepayments/:id/reverse-refund': async (desk) => {
    const { id } = await desk.prepaid()
    const body = { amount: '1.00', reason: desk.reason }
    const { refunds } = await desk.post<{ refunds: { id: number }[] }>(
      `vendor-prepayments/${id}/refund`,
      body,
    )
    return { id, body: { refundId: refunds[0]?.id, reason: desk.reason } }
  },
  'POST /api/refunds/:id/release': async (desk) => ({ id: (await desk.refund()).id }),
  'POST /api/returns/:id/approve': async (desk) => ({ id: (await desk.goodsBack()).id }),
  'POST /api/returns/:id/ship': async ({ post, skuId, vendorId, reason }) => {
    const items = [{ skuId, quantity: 1 }]
    const { id } = await post('returns', { type: 'rtv', vendorId, reason, items })
    await post(`returns/${id}/approve`)
    return { id }
  },
  'POST /api/return-receipts/:id/reverse': async (desk) => ({
    id: (await desk.receivedBack()).receipts[0]?.id ?? 0,
  }),
  'POST /api/stock-adjustments/:id/approve': async (desk) => ({
    id: (await desk.waitingAdjustment()).id,
  }),
  'POST /api/periods/:id/soft-close': () => ({ id: 202_403 }),
  'POST /api/periods/:id/close': async ({ post }) => {
    await post('periods/202312/soft-close')
    return { id: 202_312 }
  },
  'POST /api/manual-entries/:id/post': async (desk) => ({ id: await desk.waitingEntry() }),
  'POST /api/manual-entries/:id/cancel': async (desk) => ({ id: await desk.waitingEntry() }),
  'POST /api/manual-entries/:id/reverse': async (desk) => {
    const id = await desk.waitingEntry()
    await desk.post(`manual-entries/${id}/post`)
    return { id, body: { reason: desk.reason, postedOn: desk.day } }
  },
  'POST /api/sendings/:id/retry': async (desk) => {
    await desk.change('settings', { mailSender: 'office@example.com' })
    const { id } = await desk.order()
    const to = { to: 'a@example.com', subject: desk.reason, message: desk.reason }
    const sent = await desk.post(`sales-orders/${id}/confirmation/sendings`, to)
    await desk.write(`update document_sendings set status = 'failed' where id = $1`, [sent.id])
    return { id: sent.id }
  },
}
