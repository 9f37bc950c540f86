import { brokenInvariants, type TestApp } from '#app/testing.ts'
import { type Day, day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import type { Application, InvoiceDetails, PaymentDetails } from '../contract.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import { postInvoice } from './invoices/post-invoice.ts'
import { lockCustomer } from './lock-customers.ts'

type Charged = { total: string; docDate?: string; goods?: string; tax?: string }

/** Test helper for receivables: customers, backdated invoices, payments, and role sessions. */
export async function receivablesFixture(prizm: TestApp) {
  const [finance, manager, sales] = await Promise.all(
    (['finance', 'manager', 'sales'] as const).map((role) => prizm.signIn(role)),
  )
  const people = { finance, manager, sales } as Record<string, string>
  const program = (): Context => ({
    db: prizm.database.db,
    user: undefined,
    now: prizm.clock.now,
    requestId: 'test',
    channel: 'test',
  })
  const customer = async (fields: object = {}) =>
    (await prizm.builders.customer({ creditLimit: '100000.00', ...fields })).id
  /** Posts an invoice of a day, as a shipment would. `on` may be an open transaction. */
  const charged = (
    customerId: number,
    { total, docDate = '2026-03-02', ...parts }: Charged,
    on: Partial<Context> = {},
  ) =>
    inTransaction({ ...program(), ...on }, async (inner) => {
      const tax = cents(parts.tax ?? '0')
      const goods = cents(parts.goods ?? total)
      const freight = (cents(total) - goods - tax) as Cents
      const date: Day = day(docDate)
      await guardOpen(inner, [date])
      await lockCustomer(inner, customerId)
      const charge = { customerId, salesOrderId: null, shipmentId: null, docDate: date }
      const made = await postInvoice(inner, { ...charge, goods, tax, freight, lines: [] })
      return made.id
    })
  const post = (url: string, body: object = {}, as = 'finance') =>
    prizm.call('POST', `/api/${url}`, { as: people[as] ?? as, body })
  const get = async <A>(url: string): Promise<A> =>
    (await prizm.call('GET', `/api/${url}`, { as: people['finance'] ?? '' })).json<A>()
  const paid = async (customerId: number, amount: string, fields: object = {}) => {
    const answer = await post('payments', { customerId, amount, method: 'ach', ...fields })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<PaymentDetails>()
  }
  const invoice = (id: number) => get<InvoiceDetails>(`invoices/${id}`)
  const openOf = async (id: number) => (await invoice(id)).openAmount
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const balance = async (id: number): Promise<string> =>
    (await query(`select current_balance as balance from customers where id = ${id}`))[0].balance
  const broken = brokenInvariants
  const set = async (settings: object) => {
    const as = await prizm.signIn('admin')
    await prizm.call('PUT', '/api/settings', { as, body: settings })
  }
  const calls = { customer, charged, post, get, paid, invoice, openOf, query, balance, broken }
  return { people, ...calls, set }
}

/** Returns the compared fields of a document's applications. */
export function appliedAmounts(applications: readonly Application[]) {
  return applications.map(({ kind, amount, discount }) => [kind, amount, discount])
}
