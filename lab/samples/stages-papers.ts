import type { Desk } from '../staff/staff.ts'
import type { SetUp, Stage } from './stage.ts'

/** Nothing is sent before the sender of e-mail is known. */
function sent(idOf: (desk: Desk) => Promise<{ id: number }>): SetUp {
  return async (desk) => {
    await desk.change('settings', { mailSender: 'office@example.com' })
    return { id: (await idOf(desk)).id }
  }
}

/** The documents that are sent by e-mail, each of a record in a state to be sent. */
export const papers: Record<string, SetUp> = {
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
