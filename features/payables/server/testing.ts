import type { TestApp } from '#app/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import type { VendorBillDetails } from '../contract.ts'

/**
 * Sets up payables for tests, on top of purchasing: finance users, and bills of 10 units at 4.00.
 */
export async function payablesFixture(prizm: TestApp) {
  const fixture = await purchasingFixture(prizm)
  const finance = await prizm.signIn('finance')
  const colleague = await prizm.signIn('finance')
  const third = await prizm.signIn('finance')
  const post = (url: string, as: string, body?: object) =>
    prizm.call('POST', url, { as, ...(body && { body }) })
  let count = 0
  /** Creates an approved order with this quantity, and receives part of it. */
  const received = async (quantity = 10, arrived = quantity) => {
    const order = await fixture.approved(quantity)
    const items = [{ itemId: order.items[0]?.id, quantity: arrived }]
    if (arrived > 0) await fixture.act(order.id, 'receive', fixture.warehouse, { items })
    return order
  }
  const lineOf = (order: { items: { id: number }[] }, quantity = 10, unitPrice = '4.00') => ({
    purchaseOrderItemId: order.items[0]?.id,
    quantity,
    unitPrice,
  })
  const enter = (fields: object, as = finance) => {
    const usual = { billNumber: `B-${++count}`, vendorId: fixture.vendorId, docDate: '2026-03-01' }
    return post('/api/vendor-bills', as, { ...usual, ...fields })
  }
  const entered = async (fields: object): Promise<VendorBillDetails> => {
    const answer = await enter(fields)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  /** Enters a posted bill for this quantity, received and billed as ordered. */
  const posted = async (quantity = 10, fields: object = {}) =>
    entered({ lines: [lineOf(await received(quantity), quantity)], ...fields })
  const bill = async (id: number) =>
    (await prizm.call('GET', `/api/vendor-bills/${id}`, { as: finance })).json<VendorBillDetails>()
  const act = (id: number, verb: string, as = finance, body: object = { reason: 'Checked' }) =>
    post(`/api/vendor-bills/${id}/${verb}`, as, verb === 'post' ? undefined : body)
  const prepare = (fields: object, as = finance) =>
    post('/api/vendor-payments', as, {
      vendorId: fixture.vendorId,
      paidOn: '2026-03-02',
      method: 'ach',
      ...fields,
    })
  const release = (id: number, as = colleague) => post(`/api/vendor-payments/${id}/release`, as)
  /** The balance (debits minus credits) by account. */
  const balances = async (): Promise<Record<string, string>> => {
    const found = await fixture.query(
      `select account, sum(debit - credit)::text as balance from journal_lines
       group by account having sum(debit - credit) <> 0 order by account`,
    )
    return Object.fromEntries(found.map(({ account, balance }) => [account, balance]))
  }
  const people = { finance, colleague, third }
  const orders = { received, lineOf }
  const bills = { enter, entered, posted, bill, billAct: act }
  return { ...fixture, ...people, ...orders, ...bills, prepare, release, balances, post }
}
