// One file: the rows of every queue and their expected counts are read together.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rooms } from '#app/rooms.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { may, type Role, roles } from '#features/auth/rules.ts'
import { day, moment } from '#platform/kernel/days.ts'
import type { UserQueues } from '../contract.ts'
import { type QueueKey, queuesOf, workQueues } from '../work-queues.ts'

// The number of a work queue is the number of rows that its link lists: for every queue and role.
// The test clock is at 2026-03-02.

const today = day('2026-03-02')

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => prizm.close())

const queuesFor = async (as: string): Promise<UserQueues> => {
  const answer = await prizm.call('GET', '/api/dashboard/queues', { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The calls of the lists, by screen and tab. */
const paths: Record<string, string> = {
  '/order-entry': '/api/order-drafts',
  '/sales-orders': '/api/sales-orders',
  '/returns': '/api/returns',
  '/purchase-orders': '/api/purchase-orders',
  '/requisitions': '/api/requisitions',
  '/skus': '/api/skus',
  '/edi': '/api/edi/documents',
  '/wms-integration': '/api/wms/problems',
  '/ar-reports invoices': '/api/invoices',
  '/ar-reports payments': '/api/payments',
  '/ar-reports refunds': '/api/refunds',
  '/ap-reports bills': '/api/vendor-bills',
  '/ap-reports payments': '/api/vendor-payments',
  '/journal manual': '/api/manual-entries',
  '/journal periods': '/api/periods',
}
/** Lists without pages. */
const wholeLists = ['/api/order-drafts', '/api/periods']

/** The call of the list that a queue's link opens, and its query. */
function listOf(key: QueueKey) {
  const queue = workQueues.find((each) => each.key === key)
  if (!queue) throw new Error(`There is no queue ${key}`)
  const { to, search } = queue.linkOf(today)
  const parameters = Object.entries<unknown>(search)
  const tab = parameters.find(([name]) => name === 'tab')?.[1]
  const filters = parameters.flatMap(([name, value]) =>
    name.startsWith('f.') ? [[name.slice(2), String(value)]] : [],
  )
  const path = paths[[to, tab].filter(Boolean).join(' ')] ?? ''
  return { path, query: new URLSearchParams(filters) }
}

/** The number of rows that the link of a queue lists. */
async function countListed(key: QueueKey, as: string): Promise<number> {
  const { path, query } = listOf(key)
  const isWhole = wholeLists.includes(path)
  if (!isWhole) query.append('limit', '1')
  const answer = await prizm.call('GET', `${path}?${query}`, { as })
  expect(answer.statusCode, `${key}: ${answer.body}`).toBe(200)
  return isWhole ? answer.json<unknown[]>().length : Number(answer.headers['x-total-count'])
}

const creator = '(select min(id) from users)'

type Order = { status: string; hold?: string; ship?: string }

/** Inserts orders without lines; triggers maintain their totals. */
async function orders(count: number, { status, hold, ship }: Order): Promise<void> {
  await prizm.database.pool.query(
    `insert into sales_orders (order_number, customer_id, status, hold_reason, order_date,
                               ship_date, total_amount, subtotal, header_only, created_by)
     select 'SO-' || gen_random_uuid(), (select min(id) from customers), $2, $3, '2026-02-01',
            $4::date, 10, 10, true, ${creator}
     from generate_series(1, $1::int)`,
    [count, status, hold ?? null, ship ?? null],
  )
}

async function seedOrders(): Promise<void> {
  await orders(4, { status: 'pending' })
  await orders(1, { status: 'pending', ship: '2026-03-01' })
  await orders(2, { status: 'pending', hold: 'credit' })
  await orders(1, { status: 'pending', hold: 'manual', ship: '2026-02-28' })
  await orders(5, { status: 'processing', ship: today })
  await orders(2, { status: 'processing', ship: '2026-03-01' })
  await orders(1, { status: 'processing', hold: 'stock' })
  await orders(3, { status: 'shipped', ship: '2026-03-01' })
  await orders(2, { status: 'cancelled', ship: '2026-03-01' })
}

async function seedSkus(): Promise<void> {
  await prizm.builders.sku({ currentStock: 3, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 4, minimumStock: 3 })
  await prizm.builders.sku({ currentStock: 0, minimumStock: 3, isActive: false })
  await prizm.builders.sku({
    currentStock: 0,
    minimumStock: 3,
    deletedAt: moment('2026-03-01T12:00:00Z'),
  })
}

/** Rows for each queue, and rows beside it that do not belong to it. */
const documents = `
  insert into order_drafts (user_id, form)
    select id, '{}' from users, generate_series(1, 2);
  insert into order_drafts (user_id, form)
    select ${creator}, '{}' from generate_series(1, 49);
  insert into purchase_orders
    (order_number, vendor_id, status, order_date, expected_date, header_only, created_by)
    select 'PO-' || gen_random_uuid(), (select min(id) from vendors), status, '2026-02-01',
           expected::date, true, ${creator}
    from (values ('draft', '2026-02-10'), ('submitted', '2026-03-01'), ('submitted', '2026-03-02'),
                 ('approved', '2026-03-01'), ('approved', '2026-02-27'), ('approved', '2026-03-09'),
                 ('approved', null), ('received', '2026-02-20'), ('cancelled', '2026-02-20'))
         as v (status, expected);
  insert into requisitions (requisition_number, status, reason, created_by)
    select 'REQ-' || gen_random_uuid(), status, 'Needed', ${creator}
    from unnest(array['draft', 'submitted', 'submitted', 'approved', 'approved', 'approved',
                      'ordered']) as status;
  insert into returns (return_number, type, customer_id, vendor_id, status, reason, created_by)
    select 'R-' || gen_random_uuid(), type,
           case type when 'rma' then (select min(id) from customers) end,
           case type when 'rtv' then (select min(id) from vendors) end, status, 'Broken',
           ${creator}
    from (values ('rma', 'pending'), ('rma', 'pending'), ('rtv', 'pending'), ('rma', 'approved'),
                 ('rma', 'approved'), ('rtv', 'approved'), ('rma', 'received'),
                 ('rma', 'completed')) as v (type, status);
  insert into vendor_bills (bill_number, vendor_id, status, doc_date, due_date, terms, subtotal,
                            total_amount, settled_amount, posted_on, created_by)
    select gen_random_uuid()::text, (select min(id) from vendors), status, '2026-02-01',
           due::date, 'net-30', total, total, settled,
           case status when 'posted' then '2026-02-01'::date end, ${creator}
    from (values ('draft', '2026-02-20', 1, 0), ('blocked', '2026-02-20', 10, 0),
                 ('blocked', '2026-03-20', 20.50, 0), ('posted', '2026-03-01', 100, 40),
                 ('posted', '2026-02-28', 3.10, 0), ('posted', '2026-02-27', 0.90, 0),
                 ('posted', '2026-03-02', 70, 0), ('posted', '2026-02-01', 50, 50))
         as v (status, due, total, settled);
  insert into vendor_payments
    (payment_number, vendor_id, status, method, paid_on, amount, released_by, posted_on, created_by)
    select 'VP-' || gen_random_uuid(), (select min(id) from vendors), status, 'ach', '2026-03-01',
           amount, case status when 'posted' then ${creator} end,
           case status when 'posted' then '2026-03-01'::date end, ${creator}
    from (values ('draft', 5), ('draft', 7.25), ('posted', 9)) as v (status, amount);
  insert into invoices (customer_id, doc_date, payment_terms, due_date, goods, tax, freight, total,
                        open_amount)
    select (select min(id) from customers), '2026-02-01', 'net-30', due::date, 40, 0, 0, 40, open
    from (values ('2026-03-01', 30), ('2026-02-01', 12.34), ('2026-03-02', 40),
                 ('2026-03-20', 40), ('2026-02-10', 0)) as v (due, open);
  insert into customer_payments (customer_id, received_on, method, amount, open_amount)
    select (select min(id) from customers), '2026-02-01', 'check', 50, open
    from unnest(array[20, 30, 50, 0]) as open;
  insert into refunds (customer_id, payment_id, amount, status, reason, released_on)
    select (select min(id) from customers), (select min(id) from customer_payments), amount,
           status, 'Overpaid', case status when 'released' then '2026-03-01'::date end
    from (values ('prepared', 4), ('released', 5)) as v (status, amount);
  insert into manual_entries
    (entry_number, status, posted_on, reason, amount, needs_approval, posted_by, created_by)
    select 'JE-' || gen_random_uuid(), status, '2026-03-01', 'Rent', 1, false,
           case status when 'posted' then ${creator} end, ${creator}
    from unnest(array['draft', 'draft', 'draft', 'posted', 'cancelled']) as status;
  insert into accounting_periods (id, status)
    values (202512, 'closed'), (202601, 'open'), (202602, 'soft_closed'), (202603, 'open')
    on conflict (id) do nothing;
  insert into wms_problems (kind, data_type, direction, key, record, title, reason, state)
    select 'import', 'orders', 'import', gen_random_uuid()::text, 'SO-1', 'Unknown', 'Unknown',
           state
    from unnest(array['open', 'open', 'solved', 'dismissed']) as state;
  insert into edi_interchanges (direction, control_number, usage, state, sha256, raw)
    values ('in', 1, 'P', 'accepted', '', '');
  insert into edi_documents
    (interchange_id, set_id, group_control, set_control, sha256, state, needs_person, settled_at,
     body)
    select (select min(id) from edi_interchanges), '850', '1', '1', gen_random_uuid()::text,
           'held', needs, settled::timestamptz, '[]'
    from (values (true, null), (true, null), (true, null), (true, '2026-03-01'), (false, null))
         as v (needs, settled);`

/** Signs in every role, and inserts the rows of all queues. */
async function seed(): Promise<Map<Role, string>> {
  const sessions = new Map<Role, string>()
  // Sequential: the drafts of the first user, an administrator, are more than a list has.
  // oxlint-disable-next-line no-await-in-loop
  for (const role of roles) sessions.set(role, await prizm.signIn(role))
  await prizm.builders.customer()
  await prizm.builders.vendor()
  await seedOrders()
  await seedSkus()
  await prizm.database.pool.query(
    `begin; set local session_replication_role = replica; ${documents} commit`,
  )
  return sessions
}

const counts: Record<QueueKey, number> = {
  draftOrders: 50,
  ordersToConfirm: 5,
  heldOrders: 4,
  lateOrders: 4,
  returnsToApprove: 3,
  ediToReview: 3,
  purchasesToApprove: 2,
  requisitionsToApprove: 2,
  requisitionsToOrder: 3,
  lowStock: 2,
  lateDeliveries: 3,
  blockedBills: 2,
  ordersToShip: 7,
  purchasesToReceive: 4,
  returnsToReceive: 2,
  warehouseProblems: 2,
  overdueInvoices: 2,
  unappliedCash: 3,
  overdueBills: 3,
  creditHolds: 2,
  billsToRelease: 2,
  paymentsToRelease: 2,
  refundsToRelease: 1,
  returnsToCredit: 1,
  entriesToPost: 3,
  periodsToClose: 2,
}
const amounts: Partial<Record<QueueKey, string>> = {
  blockedBills: '30.50',
  overdueInvoices: '42.34',
  unappliedCash: '100.00',
  overdueBills: '64.00',
  billsToRelease: '30.50',
  paymentsToRelease: '12.25',
  refundsToRelease: '4.00',
}

test('the count of every queue is the number of rows of its link, for every role', async () => {
  const sessions = await seed()
  const differing: unknown[] = []
  for (const [role, as] of sessions) {
    // Sequential, as the embedded database answers one call at a time.
    // oxlint-disable-next-line no-await-in-loop
    const { queues } = await queuesFor(as)
    const visible = queuesOf((permission) => may({ role }, permission))
    expect(queues.map(({ key }) => key)).toEqual(visible.map(({ key }) => key))
    for (const { key, count } of queues) {
      // oxlint-disable-next-line no-await-in-loop
      const listed = await countListed(key, as)
      if (listed !== count) differing.push({ role, key, count, listed })
    }
  }
  expect(differing).toEqual([])
  const { queues, today: on } = await queuesFor(sessions.get('admin') ?? '')
  expect(on).toBe(today)
  expect(Object.fromEntries(queues.map(({ key, count }) => [key, count]))).toEqual(counts)
  const found = queues.flatMap(({ key, amount }) => (amount === null ? [] : [[key, amount]]))
  expect(Object.fromEntries(found)).toEqual(amounts)
})

test('each role sees the queues of its work', async () => {
  const keysOf = (role: Role) =>
    queuesOf((permission) => may({ role }, permission)).map(({ key }) => key)
  expect(keysOf('admin')).toEqual(workQueues.map(({ key }) => key))
  expect(keysOf('sales')).toEqual([
    'draftOrders',
    'ordersToConfirm',
    'heldOrders',
    'lateOrders',
    'returnsToApprove',
    'ediToReview',
  ])
  expect(keysOf('purchasing')).toEqual([
    'purchasesToApprove',
    'requisitionsToOrder',
    'lowStock',
    'lateDeliveries',
    'blockedBills',
  ])
  expect(keysOf('warehouse')).toEqual([
    'ordersToShip',
    'purchasesToReceive',
    'returnsToReceive',
    'warehouseProblems',
  ])
  const finance = workQueues.filter(({ group }) => group === 'finance').map(({ key }) => key)
  expect(keysOf('finance')).toEqual(finance)
  expect(keysOf('viewer')).toEqual([])
})

test('whoever sees a queue may read its list', () => {
  const endpoints = rooms({ SIGN_UP: 'open' }).map(({ endpoint }) => endpoint)
  for (const { key, permissions } of workQueues) {
    const { path } = listOf(key)
    const list = endpoints.find((each) => each.method === 'GET' && each.path === path)
    expect([key, permissions]).toEqual([key, expect.arrayContaining([list?.permission])])
  }
})

test('a new business has nothing to do', async () => {
  const { queues } = await queuesFor(await prizm.signIn('admin'))
  expect(queues.filter(({ count }) => count !== 0)).toEqual([])
  expect(new Set(queues.map(({ amount }) => amount))).toEqual(new Set([null, '0.00']))
})
