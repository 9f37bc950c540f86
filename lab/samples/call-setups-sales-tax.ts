import type { Staff } from '../staff/staff.ts'
import type { SetupFunction } from './call-setup.ts'

type Id = { id: number }

/** Prerequisites of the calls about sales tax: a shipped order taxed in Florida. */
export const salesTax: Record<string, SetupFunction> = {
  'POST /api/sales-tax-payments': async (staff) => ({ body: await dueTax(staff) }),
  'POST /api/sales-tax-payments/:id/void': async (staff) => ({
    id: (await staff.post<Id>('sales-tax-payments', await dueTax(staff))).id,
  }),
}

async function dueTax({ post, read, next, skuId, reason }: Staff) {
  const place = { country: 'US', state: 'FL' }
  const customerCode = next('TAX')
  const buyer = { customerCode, name: 'Tax', email: 'tax@example.com', creditLimit: '1000.00' }
  const { id: customerId } = await post<Id>('customers', { ...buyer, ...place })
  const items = [{ skuId, quantity: 1 }]
  const { order } = await post<{ order: Id }>('orders/create', { customerId, items })
  await post(`sales-orders/${order.id}/process`)
  await post(`sales-orders/${order.id}/ship`, {})
  const { from, to } = await read<{ from: string; to: string }>('sales-tax')
  const period = { periodFrom: from, periodTo: to, paidOn: to }
  return { ...place, ...period, amount: '0.01', reference: reason }
}
