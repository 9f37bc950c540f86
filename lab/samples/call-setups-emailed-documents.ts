import type { Staff } from '../staff/staff.ts'
import type { SetupFunction, CallSetup } from './call-setup.ts'

/** Sets the email sender first; without it nothing can be sent. */
function sent(idOf: (staff: Staff) => Promise<{ id: number }>): SetupFunction {
  return async (staff) => {
    await staff.change('settings', { mailSender: 'office@example.com' })
    return { id: (await idOf(staff)).id }
  }
}

/** The documents sent by email, each for a record whose state allows it. */
export const documents: Record<string, SetupFunction> = {
  'POST /api/sales-orders/:id/confirmation/sendings': sent((staff) => staff.order()),
  'POST /api/shipments/:id/notice/sendings': sent(async (staff) => {
    const { id } = await staff.shipped()
    const [shipment] = await staff.read<{ id: number }[]>(`shipments?salesOrderId=${id}`)
    return { id: shipment?.id ?? 0 }
  }),
  'POST /api/invoices/:id/sendings': sent((staff) => staff.invoice()),
  'POST /api/credit-memos/:id/sendings': sent((staff) => staff.creditMemo()),
  'POST /api/purchase-orders/:id/sendings': sent((staff) => staff.approved()),
  'POST /api/returns/:id/sendings': sent((staff) => staff.approvedBack()),
  'POST /api/customers/:id/statement/sendings': sent(async ({ customerId }) => ({
    id: customerId,
  })),
  'POST /api/dunning/letters/:id/sendings': sent((staff) => staff.reminder()),
  'POST /api/sendings': async (staff): Promise<CallSetup> => {
    await staff.change('settings', { mailSender: 'office@example.com' })
    return { body: { name: 'invoice', ids: [(await staff.invoice()).id] } }
  },
}
