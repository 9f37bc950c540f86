import { expect } from 'vitest'
import type { TestApp } from '#app/testing.ts'
import type { ManualEntryDetails, SalesTaxReport } from '../contract.ts'

// Advances the clock per test, so that values cached for a second, such as settings, expire.
let turn = 0

/** Sets up the books for tests: two finance users and an administrator, on 2026-03-31. */
export async function journalFixture(prizm: TestApp) {
  prizm.clock.now = new Date(Date.parse('2026-03-31T15:00:00Z') + 3000 * turn++)
  const finance = await prizm.signIn('finance')
  const colleague = await prizm.signIn('finance')
  const admin = await prizm.signIn('admin')
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const post = (path: string, as: string, body?: object, headers?: Record<string, string>) =>
    prizm.call('POST', `/api/${path}`, { as, ...(body && { body }), ...(headers && { headers }) })
  const get = async <A>(path: string): Promise<A> => {
    const answer = await prizm.call('GET', `/api/${path}`, { as: finance })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<A>()
  }
  /** Creates a manual entry, by default the March rent. */
  const entered = async (fields: object = {}, as = finance) => {
    const answer = await post('manual-entries', as, { ...rent, ...fields })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<ManualEntryDetails>()
  }
  const act = (id: number, verb: string, as = finance, body?: object) =>
    post(`manual-entries/${id}/${verb}`, as, body)
  const read = (id: number) => get<ManualEntryDetails>(`manual-entries/${id}`)
  const setting = async (body: object) => {
    const changed = await prizm.call('PUT', '/api/settings', { as: admin, body })
    if (changed.statusCode !== 200) throw new Error(changed.body)
  }
  const journal = () =>
    query(`select e.posted_on::text as on, e.memo, l.account, l.debit, l.credit
           from journal_entries e join journal_lines l on l.entry_id = e.id order by l.id`)
  const people = { finance, colleague, admin }
  return { ...people, query, post, get, entered, act, read, setting, journal }
}

export const rent = {
  postedOn: '2026-03-15',
  reason: 'Rent of March',
  lines: [
    { account: '6000', debit: '1200.10', description: 'Warehouse' },
    { account: '6000', debit: '0.01' },
    { account: '1000', credit: '1200.11' },
  ],
}

/** The sorted status codes of concurrent responses. */
export const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort((one, other) => one - other)

const rates = [
  { country: 'US', state: 'FL', rate: '0.06', effectiveDate: '2026-01-01' },
  { country: 'US', state: 'CA', rate: '0.0725', effectiveDate: '2026-01-01' },
]

/** A payment for March in Florida. */
export const florida = {
  country: 'US',
  state: 'FL',
  periodFrom: '2026-03-01',
  periodTo: '2026-03-31',
  amount: '10.00',
  paidOn: '2026-03-31',
}

/** Sets up the books with taxed sales in Florida and California. */
export async function salesTaxFixture(prizm: TestApp) {
  const fixture = await journalFixture(prizm)
  const manager = await prizm.signIn('manager')
  const skuId = (await prizm.builders.sku({ price: '100.00', currentStock: 99 })).id
  for (const body of rates) {
    // Sequential because each tax rate changes the rules.
    // oxlint-disable-next-line no-await-in-loop
    const made = await fixture.post('tax-rates', fixture.admin, body)
    expect(made.statusCode, made.body).toBe(201)
  }
  /** Creates a customer in a state and returns the id. */
  const customer = async (state: string, fields: object = {}) =>
    (await prizm.builders.customer({ creditLimit: '99999.00', country: 'US', state, ...fields })).id
  const shipped = async (orderId: number) => {
    await fixture.post(`sales-orders/${orderId}/process`, manager, {})
    const answer = await fixture.post(`sales-orders/${orderId}/ship`, manager, {})
    expect(answer.statusCode, answer.body).toBe(200)
  }
  /** Sells units of 100.00 and returns the id of their invoice. */
  const sold = async (customerId: number, quantity: number, shippingAddress?: string) => {
    const body = { customerId, items: [{ skuId, quantity }], shippingAddress }
    const placed = await fixture.post('orders/create', manager, body)
    expect(placed.statusCode, placed.body).toBe(201)
    const id: number = placed.json().order.id
    await shipped(id)
    return (await fixture.get<{ id: number }[]>(`invoices?salesOrderId=${id}`))[0]?.id ?? 0
  }
  const report = (query = '') => fixture.get<SalesTaxReport>(`sales-tax${query}`)
  const pay = (fields: object = {}, as = fixture.finance) =>
    fixture.post('sales-tax-payments', as, { ...florida, ...fields })
  const nextDay = () => {
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 86_400_000)
  }
  return { ...fixture, manager, skuId, customer, shipped, sold, report, pay, nextDay }
}

/** Closes a month directly in the database. */
export async function closeMonth(query: (text: string) => Promise<unknown>, period: number) {
  await query(`with closed as (
      insert into accounting_periods (id, status) values (${period}, 'closed')
      on conflict (id) do update set status = 'closed', updated_at = clock_timestamp()
      where accounting_periods.status <> 'closed' returning id)
    insert into audit_log (entity, entity_id, action, from_status, to_status)
    select 'period', id, action, "from", "to"
    from closed cross join (values ('soft-close', 'open', 'soft_closed'),
                                   ('close', 'soft_closed', 'closed')) s (action, "from", "to")`)
}
