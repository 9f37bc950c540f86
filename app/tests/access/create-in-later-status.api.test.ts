import { beforeEach, expect, test } from 'vitest'
import { may, type Permission, type Role, roles } from '#features/auth/rules.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A4: creating a record at a later status requires the permission for every step up to it.

let prizm: TestApp

beforeEach(() => begin())

const begin = async (env: Record<string, string> = {}) => {
  prizm = await startTestApp(env)
  await prizm.builders.customer({ creditLimit: '1000000.00' })
  await prizm.builders.vendor()
}

let last = 0
const make = async (who: Role, what: 'sales' | 'purchase', status: string) => {
  const as = await prizm.signIn(who)
  last += 1
  const party = what === 'sales' ? { customerId: 1 } : { vendorId: 1 }
  const body = { orderNumber: `N-${last}`, ...party, status, totalAmount: '500000.00' }
  const answer = await prizm.call('POST', `/api/${what}-orders`, { as, body })
  return answer.statusCode
}
const enforce = async () => {
  const as = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', { as, body: { sodMode: 'enforce' } })
}

test.each([
  ['sales', 'sales', 'processing', 201],
  ['sales', 'sales', 'shipped', 403],
  ['sales', 'sales', 'delivered', 403],
  ['sales', 'sales', 'cancelled', 201],
  ['manager', 'sales', 'delivered', 201],
  ['purchasing', 'purchase', 'submitted', 201],
  ['purchasing', 'purchase', 'approved', 403],
  ['purchasing', 'purchase', 'received', 403],
] as const)('A4 %s creates a %s order %s: %i', async (who, what, status, code) => {
  expect(await make(who, what, status)).toBe(code)
  const rows = await prizm.database.pool.query(`select 1 from ${what}_orders`)
  expect(rows.rows).toHaveLength(code === 201 ? 1 : 0)
})

test('a self-registered account may create any status only during a trial', async () => {
  expect(await make('user', 'sales', 'delivered')).toBe(201)
  expect(await make('user', 'purchase', 'received')).toBe(201)
  await prizm.call('POST', '/api/users', {
    as: await prizm.signIn('admin'),
    body: {
      username: 'bo',
      email: 'bo@example.com',
      password: 'nine blue kettles',
      role: 'sales',
    },
  })
  expect(await make('user', 'sales', 'delivered'), 'accounts are managed').toBe(403)
  expect(await make('user', 'purchase', 'approved')).toBe(403)
  expect(await make('user', 'sales', 'pending')).toBe(201)
})

test('on a server open to other machines it may not', async () => {
  await begin({ HOST: '0.0.0.0' })
  expect(await make('user', 'sales', 'delivered')).toBe(403)
  expect(await make('user', 'purchase', 'approved')).toBe(403)
  expect(await make('user', 'purchase', 'draft')).toBe(201)
})

test('with enforced controls it may not either', async () => {
  await enforce()
  expect(await make('user', 'sales', 'delivered')).toBe(403)
  expect(await make('sales', 'sales', 'shipped')).toBe(403)
})

/** The permission to create a record, and those of the steps up to each later status. */
const rights = {
  sales: {
    create: 'orders.create',
    statuses: {
      pending: [],
      processing: ['salesOrders.process'],
      shipped: ['salesOrders.process', 'salesOrders.ship'],
      delivered: ['salesOrders.process', 'salesOrders.ship', 'salesOrders.deliver'],
      cancelled: ['salesOrders.cancel'],
    },
  },
  purchase: {
    create: 'purchaseOrders.create',
    statuses: {
      draft: [],
      submitted: ['purchaseOrders.create'],
      approved: ['purchaseOrders.create', 'purchaseOrders.approve'],
      received: ['purchaseOrders.create', 'purchaseOrders.approve', 'purchaseOrders.receive'],
      cancelled: ['purchaseOrders.create'],
    },
  },
} as const

type Kind = keyof typeof rights
type Mode = 'record' | 'enforce'

/** The expected result by role and status: `403 forbidden` if one permission is missing. */
function expectedOf(what: Kind, mode: Mode): string[] {
  const { create, statuses } = rights[what]
  return roles.flatMap((role) =>
    Object.entries<readonly Permission[]>(statuses).map(([status, steps]) => {
      const mayAll = [create, ...steps].every((permission) => may({ role }, permission))
      const isOwn = steps.includes('purchaseOrders.approve')
      const allowed = mode === 'enforce' && isOwn ? '403 self-approval' : '201'
      return `${role} ${status}: ${mayAll ? allowed : '403 forbidden'}`
    }),
  )
}

const cases = (['sales', 'purchase'] as const).flatMap((what) =>
  (['record', 'enforce'] as const).flatMap((mode) =>
    (['a total', 'lines'] as const).map((form) => ({ what, mode, form })),
  ),
)

test.each(cases)('A4 $mode: each role creates $what orders of $form', async (each) => {
  const { what, mode, form } = each
  const boss = await prizm.signIn('admin')
  const account = { username: 'bo', email: 'bo@example.com', password: 'nine blue kettles' }
  await prizm.call('POST', '/api/users', { as: boss, body: { ...account, role: 'sales' } })
  if (mode === 'enforce') await enforce()
  await prizm.builders.sku({ price: '10.00', currentStock: 1000 })
  const party = what === 'sales' ? { customerId: 1 } : { vendorId: 1 }
  const content = form === 'lines' ? { items: [{ skuId: 1, quantity: 2 }] } : {}
  const got: string[] = []
  for (const role of roles) {
    const as = await prizm.signIn(role)
    for (const status of Object.keys(rights[what].statuses)) {
      const named = { orderNumber: `${role}-${status}`, status, totalAmount: '20.00' }
      const body = { ...named, ...party, ...content }
      const answer = await prizm.call('POST', `/api/${what}-orders`, { as, body })
      const { code = '' } = answer.json<{ code?: string }>()
      got.push(`${role} ${status}: ${`${answer.statusCode} ${code}`.trim()}`)
    }
  }
  expect(got).toEqual(expectedOf(what, mode))
  const query = `select order_number as name, status from ${what}_orders order by id`
  const made = (await prizm.database.pool.query<{ name: string; status: string }>(query)).rows
  expect(made.map(({ name, status }) => `${name} ${status}`)).toEqual(
    got
      .filter((line) => line.endsWith('201'))
      .map((line) => /^(\S+) (\S+):/.exec(line)?.slice(1) as [string, string])
      .map(([role, status]) => `${role}-${status} ${status}`),
  )
})

const approvals = async () =>
  (
    await prizm.database.pool.query(
      'select action, control, is_waiver as "isWaiver" from approvals order by id',
    )
  ).rows

test('recorded controls record a limit and a self-approval of skipped steps', async () => {
  const boss = await prizm.signIn('admin')
  const limits = { sodMode: 'record', purchaseApprovalLimit: '1000.00' }
  await prizm.call('PUT', '/api/settings', { as: boss, body: limits })
  await prizm.database.pool.query(`update customers set credit_limit = '100.00'`)
  expect(await make('manager', 'purchase', 'approved')).toBe(201)
  expect(await make('manager', 'sales', 'shipped')).toBe(201)
  expect(await approvals()).toEqual([
    { action: 'approve', control: 'self-approval, approval-limit', isWaiver: true },
    { action: 'process', control: 'credit', isWaiver: true },
  ])
})

test('enforced controls reject a limit of skipped steps, and create nothing', async () => {
  await enforce()
  await prizm.database.pool.query(`update customers set credit_limit = '100.00'`)
  expect(await make('manager', 'purchase', 'approved')).toBe(403)
  expect(await make('manager', 'sales', 'shipped')).toBe(403)
  const ordersQuery =
    'select order_number from purchase_orders union select order_number from sales_orders'
  expect((await prizm.database.pool.query(ordersQuery)).rows).toEqual([])
  expect(await approvals()).toEqual([])
})
