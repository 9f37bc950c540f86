import type { Document, Fields } from '../staff/staff-part-inputs.ts'
import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

/** A text that is different each time; nothing in it is known. */
const textOf = ({ next }: Staff) => ({ text: `PO: ${next('PO')}\n2 x UNKNOWN-1` })

/** An open message of a pasted text. */
const message = (staff: Staff) => staff.post<Document>('intake-messages', textOf(staff))

/** The form of a message that can be placed. */
const formOf = ({ customerId, skuId, next }: Staff): Fields => ({
  customerId,
  customerPO: next('PO'),
  shipDate: null,
  cancelAfter: null,
  shippingAddress: null,
  notes: null,
  items: [{ source: null, code: null, skuId, quantity: 1, unit: null, unitPrice: null }],
})

async function rejected(staff: Staff): Promise<Document> {
  const { id } = await message(staff)
  return staff.post<Document>(`intake-messages/${id}/reject`, { reason: staff.reason })
}

async function draft(staff: Staff): Promise<number> {
  const body = { title: staff.next('Draft'), form: { lines: [{ text: 'UNKNOWN-1' }] } }
  return (await staff.post<Document>('order-drafts', body)).id
}

/** A message with a complete form, so that it needs no attention after a run either. */
async function completeMessage(staff: Staff): Promise<number> {
  const handOver = `order-drafts/${await draft(staff)}/hand-over`
  const { messageId } = await staff.post<{ messageId: number }>(handOver)
  await staff.change(`intake-messages/${messageId}`, formOf(staff))
  return messageId
}

/** The open message of a file whose customer does not exist. */
async function fileOfUnknownCustomer(staff: Staff): Promise<Document> {
  await staff.importRow('orders', { customerCode: staff.next('NONE'), sku: 'X-1', quantity: '1' })
  const [newest] = await staff.read<Document[]>('intake-messages?channel=csv&sort=-id&limit=1')
  if (!newest) throw new Error('The file left no message')
  return newest
}

/** Prerequisites of the intake inbox: messages in the state that each call needs. */
export const intake: Record<string, SetupFunction> = {
  'POST /api/intake-messages': (staff) => ({ body: textOf(staff) }),
  'PUT /api/intake-messages/:id': async (staff) => ({
    id: (await message(staff)).id,
    body: formOf(staff),
  }),
  'POST /api/intake-messages/:id/place': async (staff) => {
    const { id } = await message(staff)
    await staff.change(`intake-messages/${id}`, formOf(staff))
    return { id, body: {} }
  },
  'POST /api/intake-messages/:id/correct': async (staff) => ({
    id: (await fileOfUnknownCustomer(staff)).id,
    body: { cells: [{ row: 2, field: 'customerCode', value: staff.next('CODE') }] },
  }),
  'POST /api/intake-messages/:id/run': async (staff) => ({ id: (await message(staff)).id }),
  'POST /api/intake-messages/:id/reject': async (staff) => ({
    id: (await message(staff)).id,
    body: { reason: staff.reason },
  }),
  'POST /api/intake-messages/:id/match': async (staff) => {
    const duplicateOf = (await message(staff)).id
    return { id: (await message(staff)).id, body: { duplicateOf } }
  },
  'POST /api/intake-messages/:id/reopen': async (staff) => ({ id: (await rejected(staff)).id }),
  'POST /api/intake-messages/change': async (staff) => ({
    body: { action: 'assign', ids: [(await message(staff)).id] },
  }),
  'POST /api/intake-messages/run': async (staff) => ({
    body: { ids: [await completeMessage(staff)] },
  }),
  'POST /api/order-drafts/:id/hand-over': async (staff) => ({ id: await draft(staff) }),
  'POST /api/intake-corrections': (staff) => ({ body: correctionOf(staff) }),
  'DELETE /api/intake-corrections/:id': async (staff) => ({
    id: (await staff.post<Document>('intake-corrections', correctionOf(staff))).id,
  }),
}

function correctionOf({ customerId, skuId, next }: Staff): Fields {
  return { customerId, text: next('PART'), skuId }
}
