// One file: limits, and the delegation that lends them, are tested with the same people.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Delegation, User } from '#features/auth/contract.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { purchasingFixture } from '#features/purchase-orders/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// The time is 2026-03-02, some seconds after 10:00 in New York.

let prizm: TestApp
let boss: User
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  boss = await prizm.builders.user({ username: 'boss', role: 'admin' })
  as = await prizm.builders.session(boss)
})
afterEach(() => prizm.close())

const setLimits = (id: number, body: object, headers = {}, cookie = as) =>
  prizm.call('PUT', `/api/users/${id}/limits`, { as: cookie, body, headers })
const stored = (id: number) =>
  prizm.rows(`select purchase_approval_limit as purchase, credit_override_limit as credit,
                write_off_limit as "writeOff", version from users where id = ${id}`)
const acts = () =>
  prizm.rows(`select action, changes from audit_log where entity = 'user'
                and action in ('change-limits', 'delegate', 'end-delegation') order by id`)
const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** A user with a role, signed in. */
async function person(role: string, username: string) {
  const user = await prizm.builders.user({ role, username })
  return { ...user, cookie: await prizm.builders.session(user) }
}

describe('limits of a user', () => {
  test('are set and returned to those of the role, and recorded', async () => {
    const { id } = await person('manager', 'mia')
    const set = await setLimits(id, { purchaseApprovalLimit: '500', writeOffLimit: '10.5' })
    expect(set.json()).toEqual({
      id,
      purchaseApprovalLimit: '500.00',
      creditOverrideLimit: null,
      writeOffLimit: '10.50',
      version: 2,
    })
    await setLimits(id, { writeOffLimit: null })
    expect(await stored(id)).toEqual([
      { purchase: '500.00', credit: null, writeOff: null, version: 3 },
    ])
    expect(await acts()).toEqual([
      {
        action: 'change-limits',
        changes: {
          purchaseApprovalLimit: { from: null, to: '500.00' },
          writeOffLimit: { from: null, to: '10.50' },
        },
      },
      { action: 'change-limits', changes: { writeOffLimit: { from: '10.50', to: null } } },
    ])
  })

  test('that do not change write nothing, and a stale change is refused', async () => {
    const { id } = await person('manager', 'mia')
    await setLimits(id, { writeOffLimit: '0' })
    expect((await setLimits(id, { writeOffLimit: '0.00' })).json()).toMatchObject({ version: 2 })
    const stale = await setLimits(id, { writeOffLimit: '1' }, { 'if-match': '"1"' })
    expect(stale.statusCode).toBe(412)
    expect(await acts()).toHaveLength(1)
  })

  test('are not one’s own to change', async () => {
    const refused = await setLimits(boss.id, { purchaseApprovalLimit: '1' })
    expect(codeOf(refused)).toEqual([403, 'own-limits'])
    expect(await stored(boss.id)).toEqual([
      { purchase: null, credit: null, writeOff: null, version: 1 },
    ])
  })

  test('are changed by administrators alone, also of a person with fewer rights', async () => {
    await prizm.builders.ownRole({ name: 'Help desk', permissions: ['users.manage'] })
    await prizm.builders.ownRole({ name: 'Clerk', permissions: ['customers.read'] })
    const { cookie } = await person('Help desk', 'hal')
    const { id } = await person('Clerk', 'carl')
    const refused = await setLimits(id, { writeOffLimit: '9999' }, {}, cookie)
    expect(codeOf(refused)).toEqual([403, 'beyond-own-rights'])
    expect(refused.json().detail).toBe('Only an administrator changes limits')
    const none = { purchase: null, credit: null, writeOff: null }
    expect(await stored(id)).toEqual([{ ...none, version: 1 }])
    expect((await setLimits(id, { writeOffLimit: '9' })).statusCode).toBe(200)
  })

  test.each([['-1'], ['abc'], ['1.234']])('are refused as %s', async (writeOffLimit) => {
    const { id } = await person('manager', 'mia')
    const refused = await setLimits(id, { writeOffLimit })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path: 'writeOffLimit' }])
  })
})

describe('a purchase order', () => {
  const submitted = async (totalAmount: string) => {
    const fixture = await purchasingFixture(prizm)
    const order = await fixture.made({ totalAmount, status: 'submitted' })
    return { fixture, id: order.id }
  }

  test('above the user’s limit is refused with both amounts, administrators included', async () => {
    const { fixture, id } = await submitted('500.01')
    const mia = await person('manager', 'mia')
    const ada = await person('admin', 'ada')
    await setLimits(mia.id, { purchaseApprovalLimit: '500' })
    await setLimits(ada.id, { purchaseApprovalLimit: '0' })
    const refused = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(codeOf(refused)).toEqual([403, 'over-limit'])
    expect(refused.json().detail).toBe(
      'This purchase order is above your approval limit: $500.01 is more than $500.00',
    )
    const byAda = await fixture.act(id, 'approve', await prizm.builders.session(ada))
    expect(codeOf(byAda)).toEqual([403, 'over-limit'])
    expect(await fixture.approvals()).toEqual([])
    await setLimits(mia.id, { purchaseApprovalLimit: '500.01' })
    const allowed = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(allowed.statusCode).toBe(200)
  })

  test('above the limit is refused without amounts to a role that sees no costs', async () => {
    const { fixture, id } = await submitted('500.01')
    const permissions = ['purchaseOrders.read', 'purchaseOrders.approve'] as const
    await prizm.builders.ownRole({ name: 'Approver', permissions })
    const ava = await person('Approver', 'ava')
    await setLimits(ava.id, { purchaseApprovalLimit: '500' })
    const byAva = async () => fixture.act(id, 'approve', await prizm.builders.session(ava))
    const refused = await byAva()
    expect(codeOf(refused)).toEqual([403, 'over-limit'])
    const sentence = 'This purchase order is above your approval limit'
    expect(refused.json().detail).toBe(sentence)
    const body = { levels: [{ role: 'Approver' }] }
    await prizm.call('PUT', '/api/purchase-approval-levels', { as, body })
    expect((await byAva()).json()).toMatchObject({ code: 'over-limit', detail: sentence })
  })

  test('above the limit is refused without amounts to an API key that sees no costs', async () => {
    const { id } = await submitted('500.01')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '500' })
    const levels = [{ role: 'manager' }]
    await prizm.call('PUT', '/api/purchase-approval-levels', { as, body: { levels } })
    const body = { name: 'Key', scopes: ['approve'], userId: mia.id }
    const made = await prizm.call('POST', '/api/api-keys', { as, body })
    const headers = { authorization: `Bearer ${made.json<{ key: string }>().key}` }
    const refused = await prizm.call('POST', `/api/purchase-orders/${id}/approve`, { headers })
    expect(refused.json()).toMatchObject({
      code: 'over-limit',
      detail: 'This purchase order is above your approval limit',
    })
  })

  test('above the limit of the role is approved by a user whose own limit is higher', async () => {
    const { fixture, id } = await submitted('25000.01')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '30000' })
    const allowed = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(allowed.statusCode).toBe(200)
  })
})

test('credit is overridden up to the limit of the user, or of who delegated', async () => {
  const customerId = await orderBuilders(prizm.database.db).buyer({ creditLimit: '100.00' })
  const fields = { orderNumber: 'OC-1', customerId, status: 'pending', totalAmount: '120.00' }
  const sales = await prizm.signIn('sales')
  const order = await prizm.call('POST', '/api/sales-orders', { as: sales, body: fields })
  const { id } = order.json<{ id: number }>()
  const fin = await person('finance', 'fin')
  const max = await person('finance', 'max')
  await setLimits(fin.id, { creditOverrideLimit: '19.99' })
  const override = async () => {
    const cookie = await prizm.builders.session(fin)
    const body = { reason: 'Their bank has called' }
    return prizm.call('POST', `/api/sales-orders/${id}/override-credit`, { as: cookie, body })
  }
  const refused = await override()
  expect(codeOf(refused)).toEqual([403, 'over-limit'])
  expect(refused.json().detail).toBe(
    'This order is $20.00 over the available credit. You may approve up to $19.99',
  )
  expect((await delegate({ toUserId: fin.id, ...days }, max.cookie)).statusCode).toBe(201)
  expect((await override()).statusCode).toBe(200)
  const [last] = await prizm.rows(`select changes from audit_log
    where entity = 'sales_order' and action = 'override-credit' order by id desc limit 1`)
  expect(last).toMatchObject({
    changes: {
      holdReason: { from: 'credit', to: null },
      'on behalf of': { from: null, to: 'max' },
    },
  })
})

test('who changed the credit limit that day lends no override of it', async () => {
  const customerId = await orderBuilders(prizm.database.db).buyer({ creditLimit: '100.00' })
  const fields = { orderNumber: 'OC-1', customerId, status: 'pending', totalAmount: '140.00' }
  const sales = await prizm.signIn('sales')
  const order = await prizm.call('POST', '/api/sales-orders', { as: sales, body: fields })
  const { id } = order.json<{ id: number }>()
  const fin = await person('finance', 'fin')
  const max = await person('finance', 'max')
  await setLimits(fin.id, { creditOverrideLimit: '0' })
  await delegate({ toUserId: fin.id, ...days }, max.cookie)
  const url = `/api/customers/${customerId}`
  const found = await prizm.call('GET', url, { as: max.cookie })
  const { customerCode, name, email } = found.json()
  const body = { customerCode, name, email, creditLimit: '110.00' }
  expect((await prizm.call('PUT', url, { as: max.cookie, body })).statusCode).toBe(200)
  const refused = await prizm.call('POST', `/api/sales-orders/${id}/override-credit`, {
    as: await prizm.builders.session(fin),
    body: { reason: 'Their bank has called' },
  })
  expect(codeOf(refused)).toEqual([403, 'over-limit'])
})

test('write-offs stop at the limit of the user, or of who delegated', async () => {
  const fixture = await receivablesFixture(prizm)
  const fin = await person('finance', 'fin')
  const max = await person('finance', 'max')
  await setLimits(fin.id, { writeOffLimit: '1.00' })
  const charged = async () => fixture.charged(await fixture.customer(), { total: '100.00' })
  const writeOff = async (amount: string) => {
    const cookie = await prizm.builders.session(fin)
    const url = `invoices/${await charged()}/write-off`
    return fixture.post(url, { amount, reason: 'Closed down' }, cookie)
  }
  const refused = await writeOff('1.01')
  expect(codeOf(refused)).toEqual([403, 'over-limit'])
  expect(refused.json().detail).toBe(
    'You can write off at most $1.00 per invoice, and this makes $1.01',
  )
  expect((await writeOff('1.00')).statusCode).toBe(200)
  await delegate({ toUserId: fin.id, ...days }, max.cookie)
  expect((await writeOff('1.01')).statusCode).toBe(200)
  expect(
    await prizm.rows(`select changes from audit_log
      where entity = 'invoice' and action = 'write-off' order by id`),
  ).toEqual([{ changes: null }, { changes: { 'on behalf of': { from: null, to: 'max' } } }])
  expect((await writeOff('25.01')).statusCode).toBe(403)
  expect(await prizm.rows(`select sum(amount)::text as sum from receivable_applications`)).toEqual([
    { sum: '2.01' },
  ])
})

test('a lent limit of a month counts what the lender wrote off, too', async () => {
  const fixture = await receivablesFixture(prizm)
  const max = await person('manager', 'max')
  const mia = await person('manager', 'mia')
  // The monthly limit of a manager is five times the limit per invoice.
  await setLimits(max.id, { writeOffLimit: '10' })
  await setLimits(mia.id, { writeOffLimit: '0' })
  await delegate({ toUserId: mia.id, ...days }, max.cookie)
  const writeOff = async (of: { id: number }, amount: string) => {
    const invoiceId = await fixture.charged(await fixture.customer(), { total: '100.00' })
    const body = { amount, reason: 'Closed down' }
    const cookie = await prizm.builders.session(of)
    return (await fixture.post(`invoices/${invoiceId}/write-off`, body, cookie)).statusCode
  }
  const byMax = [
    await writeOff(max, '10.00'),
    await writeOff(max, '10.00'),
    await writeOff(max, '10.00'),
    await writeOff(max, '10.00'),
  ]
  expect(byMax).toEqual([200, 200, 200, 200])
  expect(await writeOff(mia, '10.00')).toBe(200)
  expect(await writeOff(mia, '0.01')).toBe(403)
  const sums = await prizm.rows(`select u.username, sum(amount)::text as sum
    from receivable_applications a join users u on u.id = a.created_by
    group by u.username order by u.username`)
  expect(sums).toEqual([
    { username: 'max', sum: '40.00' },
    { username: 'mia', sum: '10.00' },
  ])
})

const delegate = (body: object, cookie: string) =>
  prizm.call('POST', '/api/delegations', { as: cookie, body })
const days = { startsOn: '2026-03-02', endsOn: '2026-03-06' }

describe('a delegation', () => {
  test('lends the limit from the first to the last day, and the history names both', async () => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    const order = await fixture.made({ totalAmount: '900.00', status: 'submitted' })
    const approve = async () => fixture.act(order.id, 'approve', await prizm.builders.session(mia))
    expect(codeOf(await approve())).toEqual([403, 'over-limit'])
    const made = await delegate({ toUserId: mia.id, ...days }, max.cookie)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      fromUsername: 'max',
      toUsername: 'mia',
      ...days,
      state: 'active',
    })
    expect((await approve()).statusCode).toBe(200)
    const [last] = await prizm.rows(`select u.username, a.action, a.changes from audit_log a
      join users u on u.id = a.actor_id
      where a.entity = 'purchase_order' order by a.id desc limit 1`)
    expect(last).toEqual({
      username: 'mia',
      action: 'approve',
      changes: { 'on behalf of': { from: null, to: 'max' } },
    })
  })

  test('does not lend more than the limit of the person who delegates', async () => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    await setLimits(max.id, { purchaseApprovalLimit: '200' })
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    await delegate({ toUserId: mia.id, ...days }, max.cookie)
    const approve = async (totalAmount: string) => {
      const { id } = await fixture.made({ totalAmount, status: 'submitted' })
      return (await fixture.act(id, 'approve', await prizm.builders.session(mia))).statusCode
    }
    expect([await approve('200.00'), await approve('200.01')]).toEqual([200, 403])
  })

  test('does not approve what the person who delegates created', async () => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    await delegate({ toUserId: mia.id, ...days }, max.cookie)
    const fields = { totalAmount: '900.00', status: 'submitted' }
    const { id } = await fixture.made(fields, max.cookie)
    const refused = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(codeOf(refused)).toEqual([403, 'over-limit'])
  })

  test.each([
    ['before its first day', '2026-03-03', '2026-03-06', false],
    ['on its only day', '2026-03-02', '2026-03-02', true],
  ])('%s', async (_, startsOn, endsOn, counts) => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    await delegate({ toUserId: mia.id, startsOn, endsOn }, max.cookie)
    const { id } = await fixture.made({ totalAmount: '900.00', status: 'submitted' })
    const answer = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(answer.statusCode === 200).toBe(counts)
  })

  test('is over on the day after its last one', async () => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    await delegate({ toUserId: mia.id, startsOn: '2026-03-02', endsOn: '2026-03-02' }, max.cookie)
    const { id } = await fixture.made({ totalAmount: '900.00', status: 'submitted' })
    prizm.clock.now = new Date(prizm.clock.now.getTime() + 86_400_000)
    const refused = await fixture.act(id, 'approve', await prizm.builders.session(mia))
    expect(codeOf(refused)).toEqual([403, 'over-limit'])
    const [listed] = (await prizm.call('GET', '/api/delegations', { as })).json<Delegation[]>()
    expect(listed?.state).toBe('over')
  })

  test('of another person is not made to oneself, by an administrator either', async () => {
    const max = await person('manager', 'max')
    const body = { fromUserId: max.id, toUserId: boss.id, ...days }
    expect(codeOf(await delegate(body, as))).toEqual([403, 'own-limits'])
    expect(await prizm.rows('select id from approval_delegations')).toEqual([])
  })

  test('is chosen from a list that is empty for who has nothing to delegate', async () => {
    const max = await person('manager', 'max')
    const vic = await person('viewer', 'vic')
    const read = (cookie: string) => prizm.call('GET', '/api/delegations/people', { as: cookie })
    expect((await read(vic.cookie)).json()).toEqual({ users: [] })
    const users = [
      { id: boss.id, username: 'boss' },
      { id: max.id, username: 'max' },
    ]
    expect((await read(max.cookie)).json()).toEqual({ users })
    expect((await read(as)).json()).toEqual({ users })
  })

  test('ends at once, by either person or an administrator, and only once', async () => {
    const fixture = await purchasingFixture(prizm)
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    const eve = await person('sales', 'eve')
    await setLimits(mia.id, { purchaseApprovalLimit: '100' })
    const { id } = (await delegate({ toUserId: mia.id, ...days }, max.cookie)).json<Delegation>()
    const end = async (cookie: string) =>
      (await prizm.call('DELETE', `/api/delegations/${id}`, { as: cookie })).statusCode
    expect([await end(eve.cookie), await end(max.cookie), await end(as)]).toEqual([404, 204, 404])
    const order = await fixture.made({ totalAmount: '900.00', status: 'submitted' })
    const refused = await fixture.act(order.id, 'approve', await prizm.builders.session(mia))
    expect(codeOf(refused)).toEqual([403, 'over-limit'])
    expect(await acts()).toMatchObject([
      { action: 'change-limits' },
      {
        action: 'delegate',
        changes: {
          'delegated to': { from: null, to: 'mia' },
          startsOn: { from: null, to: '2026-03-02' },
          endsOn: { from: null, to: '2026-03-06' },
        },
      },
      { action: 'end-delegation', changes: { 'delegated to': { from: 'mia', to: null } } },
    ])
  })

  test('of a person with more rights is not ended by who manages users', async () => {
    await prizm.builders.ownRole({ name: 'Help desk', permissions: ['users.manage'] })
    const hal = await person('Help desk', 'hal')
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    const { id } = (await delegate({ toUserId: mia.id, ...days }, max.cookie)).json<Delegation>()
    const end = (cookie: string) => prizm.call('DELETE', `/api/delegations/${id}`, { as: cookie })
    expect(codeOf(await end(hal.cookie))).toEqual([403, 'beyond-own-rights'])
    expect(await prizm.rows('select ended_at from approval_delegations')).toEqual([
      { ended_at: null },
    ])
    expect((await end(mia.cookie)).statusCode).toBe(204)
  })

  test('of another person is made by who manages users, and listed for its persons', async () => {
    const max = await person('manager', 'max')
    const mia = await person('manager', 'mia')
    const kim = await person('manager', 'kim')
    const body = { fromUserId: max.id, toUserId: mia.id, ...days }
    expect(codeOf(await delegate(body, mia.cookie))).toEqual([403, 'forbidden'])
    expect((await delegate(body, as)).statusCode).toBe(201)
    const count = async (cookie: string) =>
      (await prizm.call('GET', '/api/delegations', { as: cookie })).json<Delegation[]>().length
    expect([
      await count(max.cookie),
      await count(mia.cookie),
      await count(kim.cookie),
      await count(as),
    ]).toEqual([1, 1, 0, 1])
  })

  test.each([
    ['to oneself', async () => ({ toUserId: boss.id, ...days }), 'toUserId'],
    [
      'to a user who may not approve',
      async () => ({ toUserId: (await person('sales', 'sal')).id, ...days }),
      'toUserId',
    ],
    [
      'of a user who may not approve',
      async () => {
        const fromUserId = (await person('sales', 'sal')).id
        return { fromUserId, toUserId: (await person('manager', 'mia')).id, ...days }
      },
      'fromUserId',
    ],
    [
      'that ends before it begins',
      async () => {
        const toUserId = (await person('manager', 'mia')).id
        return { toUserId, startsOn: '2026-03-06', endsOn: '2026-03-05' }
      },
      'endsOn',
    ],
    [
      'in the past',
      async () => {
        const toUserId = (await person('manager', 'mia')).id
        return { toUserId, startsOn: '2026-02-01', endsOn: '2026-03-01' }
      },
      'endsOn',
    ],
    [
      'for more than a year',
      async () => {
        const toUserId = (await person('manager', 'mia')).id
        return { toUserId, startsOn: '2026-03-02', endsOn: '2027-03-04' }
      },
      'endsOn',
    ],
  ])('%s is refused', async (_, bodyOf, path) => {
    const refused = await delegate(await bodyOf(), as)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toMatchObject([{ path }])
    expect(await prizm.rows('select id from approval_delegations')).toEqual([])
  })
})
