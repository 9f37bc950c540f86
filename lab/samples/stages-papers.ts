import type { Staff } from '../staff/staff.ts'
import type { SetUp, Stage } from './stage.ts'

/** Sets the email sender first; without it nothing can be sent. */
function sent(idOf: (desk: Staff) => Promise<{ id: number }>): SetUp {
  return async (desk) => {
    await desk.change('settings', { mailSender: 'office@example.com' })
    return { id: (await idOf(desk)).id }
  }
}

/** The documents sent by email, each for a record whose state allows it. */
export const documents: Record<string, SetUp> = {
  'POST /api/sales-orders/:id/confirmation/sendings': sent((desk) => desk.order()),
  'POST /api/invoices/:id/sendings': sent((desk) => desk.invoice()),
  'POST /api/credit-memos/:id/sendings': sent((desk) => desk.creditMemo()),
  'POST /api/purchase-orders/:id/sendings': sent((desk) => desk.approved()),
  'POST /api/returns/:id/sendings': sent((desk) => desk.approvedBack()),
  'POST /api/customers/:id/statement/sendings': sent(async ({ customerId }) => ({
    id: customerId,
  })),
  'POST /api/dunning/letters/:id/sendings': sent((desk) => desk.reminder()),
  'POST /api/sendings': async (desk): Promise<Stage> => {
    await desk.change('settings', { mailSender: 'office@example.com' })
    return { body: { name: 'invoice', ids: [(await desk.invoice()).id] } }
  },
}
