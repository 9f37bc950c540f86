import type { SetupFunction } from './call-setup.ts'

/** Documents for transitions that need no input. */
const refusedEmail: SetupFunction = async (staff) => {
  const { id } = await staff.order()
  const added = await staff.write(
    `insert into automatic_emails (name, record_id, document_version, state)
     values ('order-confirmation', $1, 'lab', 'refused') returning id`,
    [id],
  )
  return { id: added.rows[0]?.id ?? 0 }
}

const failedSending: SetupFunction = async (staff) => {
  await staff.change('settings', { mailSender: 'office@example.com' })
  const { id } = await staff.order()
  const to = { to: 'a@example.com', subject: staff.reason, message: staff.reason }
  const sent = await staff.post(`sales-orders/${id}/confirmation/sendings`, to)
  await staff.write(`update document_sendings set status = 'failed' where id = $1`, [sent.id])
  return { id: sent.id }
}

export const steps: Record<string, SetupFunction> = {
  'POST /api/sales-orders/:id/process': async (staff) => ({ id: (await staff.order()).id }),
  'POST /api/sales-orders/:id/deliver': async (staff) => ({ id: (await staff.shipped()).id }),
  'POST /api/sales-orders/:id/release': async (staff) => {
    const { id } = await staff.order()
    await staff.post(`sales-orders/${id}/hold`, { reason: 'manual', note: staff.reason })
    return { id }
  },
  'POST /api/purchase-orders/:id/submit': async (staff) => ({
    id: (await staff.wanted('draft')).id,
  }),
  'POST /api/purchase-orders/:id/approve': async (staff) => ({
    id: (await staff.wanted('submitted')).id,
  }),
  'POST /api/purchase-orders/:id/withdraw': async (staff) => ({
    id: (await staff.wanted('submitted')).id,
  }),
  'POST /api/requisitions/:id/submit': async ({ post, asking }) => ({
    id: (await post('requisitions', asking())).id,
  }),
  'POST /api/requisitions/:id/withdraw': async ({ post, asking }) => ({
    id: (await post('requisitions', { ...asking(), submit: true })).id,
  }),
  'POST /api/requisitions/:id/approve': async (staff) => ({ id: (await staff.asked()).id }),
  'POST /api/vendor-bills/:id/post': async (staff) => ({ id: (await staff.draftBill()).id }),
  'POST /api/vendor-credits/:id/unapply': async (staff) => {
    const { id, openAmount } = await staff.vendorCredit()
    const bills = [{ billId: (await staff.posted()).id, amount: openAmount }]
    await staff.post(`vendor-credits/${id}/apply`, { bills })
    return { id }
  },
  'POST /api/vendor-payments/:id/release': async (staff) => ({ id: (await staff.prepared()).id }),
  'POST /api/vendor-prepayments/:id/unapply': async (staff) => {
    const { id } = await staff.prepaid()
    const bills = [{ billId: (await staff.posted()).id, amount: '1.00' }]
    await staff.post(`vendor-prepayments/${id}/apply`, { bills })
    return { id }
  },
  'POST /api/vendor-prepayments/:id/reverse-refund': async (staff) => {
    const { id } = await staff.prepaid()
    const body = { amount: '1.00', reason: staff.reason }
    const { refunds } = await staff.post<{ refunds: { id: number }[] }>(
      `vendor-prepayments/${id}/refund`,
      body,
    )
    return { id, body: { refundId: refunds[0]?.id, reason: staff.reason } }
  },
  'POST /api/refunds/:id/release': async (staff) => ({ id: (await staff.refund()).id }),
  'POST /api/returns/:id/approve': async (staff) => ({ id: (await staff.goodsBack()).id }),
  'POST /api/returns/:id/ship': async ({ post, skuId, vendorId, reason }) => {
    const items = [{ skuId, quantity: 1 }]
    const { id } = await post('returns', { type: 'rtv', vendorId, reason, items })
    await post(`returns/${id}/approve`)
    return { id }
  },
  'POST /api/return-receipts/:id/reverse': async (staff) => ({
    id: (await staff.receivedBack()).receipts[0]?.id ?? 0,
  }),
  'POST /api/stock-adjustments/:id/approve': async (staff) => ({
    id: (await staff.waitingAdjustment()).id,
  }),
  'POST /api/periods/:id/soft-close': () => ({ id: 202_403 }),
  'POST /api/periods/:id/close': async ({ post }) => {
    await post('periods/202312/soft-close')
    return { id: 202_312 }
  },
  'POST /api/manual-entries/:id/post': async (staff) => ({ id: await staff.waitingEntry() }),
  'POST /api/manual-entries/:id/cancel': async (staff) => ({ id: await staff.waitingEntry() }),
  'POST /api/manual-entries/:id/reverse': async (staff) => {
    const id = await staff.waitingEntry()
    await staff.post(`manual-entries/${id}/post`)
    return { id, body: { reason: staff.reason, postedOn: staff.day } }
  },
  'POST /api/automatic-emails/:id/retry': refusedEmail,
  'POST /api/automatic-emails/:id/set-aside': refusedEmail,
  'POST /api/sendings/:id/retry': failedSending,
  'POST /api/sendings/:id/set-aside': failedSending,
}
