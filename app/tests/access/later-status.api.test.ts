import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#features/auth/rules.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// A4: a record that is made at a later status needs the right of every step that it passes.

let prizm: TestApp

beforeEach(() => begin())

const begin = async (env: Record<string, string> = {}) => {
  prizm = await startTestApp(env)
  await prizm.given.customer({ creditLimit: '1000000.00' })
  await prizm.given.vendor()
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
] as const)('A4 %s makes a %s order %s: %i', async (who, what, status, code) => {
  expect(await make(who, what, status)).toBe(code)
  const rows = await prizm.database.pool.query(`select 1 from ${what}_orders`)
  expect(rows.rows).toHaveLength(code === 201 ? 1 : 0)
})

test('A4 an account of sign-up takes every step only while the program is tried out', async () => {
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

test('A4 from elsewhere it takes none of them', async () => {
  await begin({ HOST: '0.0.0.0' })
  expect(await make('user', 'sales', 'delivered')).toBe(403)
  expect(await make('user', 'purchase', 'approved')).toBe(403)
  expect(await make('user', 'purchase', 'draft')).toBe(201)
})

test('A4 where controls are enforced it is refused as well', async () => {
  await enforce()
  expect(await make('user', 'sales', 'delivered')).toBe(403)
  expect(await make('sales', 'sales', 'shipped')).toBe(403)
})
