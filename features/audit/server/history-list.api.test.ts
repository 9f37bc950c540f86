import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Role } from '#features/auth/rules.ts'
import type { HistoryEntry } from '../contract.ts'

let prizm: TestApp
let admin: string

beforeEach(async () => {
  prizm = await startTestApp()
  admin = await prizm.signIn('admin')
})
afterEach(() => prizm.close())

const get = (query = '', as = admin) => prizm.call('GET', `/api/history${query}`, { as })

async function listed(query = '', as = admin): Promise<HistoryEntry[]> {
  const answer = await get(query, as)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<HistoryEntry[]>()
}
const inShort = (entries: readonly HistoryEntry[]) =>
  entries.map(({ record, entity, action }) => [record ?? entity, action].join(' '))

type PlantedEntry = Partial<{
  entity: string
  id: number
  action: string
  actor: number | null
  at: string
  changes: object
}>

/** Adds entries as they would have been written then. */
async function plant(entries: readonly PlantedEntry[]): Promise<void> {
  for (const each of entries) {
    const { entity = 'customer', id = 1, action = 'update', actor = null, changes = null } = each
    await prizm.database.pool.query(
      `insert into audit_log (entity, entity_id, action, actor_id, at, changes)
       values ($1, $2, $3, $4, $5, $6)`,
      [entity, id, action, actor, each.at ?? '2026-03-02T12:00:00Z', changes],
    )
  }
}

test('an entry names its time, person, record, action and what changed', async () => {
  const { id } = await prizm.builders.customer({ customerCode: 'ACME', creditLimit: '10.00' })
  const boss = await prizm.builders.user({ username: 'Boss', role: 'admin' })
  await plant([
    {
      id,
      actor: boss.id,
      at: '2026-03-02T15:30:00Z',
      changes: { creditLimit: { from: '10.00', to: '20.00' } },
    },
  ])
  const [newest] = await listed('?action=update&limit=10')
  expect(newest).toEqual({
    id: expect.any(Number),
    at: '2026-03-02T15:30:00.000Z',
    actor: 'Boss',
    channel: 'screen',
    entity: 'customer',
    entityId: id,
    record: 'ACME',
    action: 'update',
    fromStatus: null,
    toStatus: null,
    reason: null,
    changes: { creditLimit: { from: '10.00', to: '20.00' } },
  })
  const one = await prizm.call('GET', `/api/history/${newest?.id}`, { as: admin })
  expect(one.json()).toEqual(newest)
})

describe('filters', () => {
  beforeEach(async () => {
    const ann = await prizm.builders.user({ username: 'Ann', role: 'sales' })
    const bob = await prizm.builders.user({ username: 'bob', role: 'finance' })
    await prizm.builders.customer({ customerCode: 'ACME' })
    await prizm.builders.customer({ customerCode: 'ACE' })
    await prizm.builders.sku({ sku: 'ACE-1' })
    await prizm.builders.vendor({ vendorCode: '100%' })
    await prizm.database.pool.query('insert into accounting_periods (id) values (202602)')
    await prizm.database.pool.query(`begin; set local session_replication_role = replica;
      delete from audit_log; commit`)
    await plant([
      { entity: 'customer', id: 1, actor: ann.id, action: 'create', at: '2026-02-28T23:00:00Z' },
      { entity: 'customer', id: 2, actor: bob.id, action: 'delete', at: '2026-03-01T05:00:00Z' },
      { entity: 'sku', id: 1, actor: ann.id, action: 'update', at: '2026-03-01T12:00:00Z' },
      { entity: 'setting', id: 1, actor: null, action: 'update', at: '2026-03-02T05:00:00Z' },
      { entity: 'period', id: 202602, actor: bob.id, action: 'close', at: '2026-03-03T05:00:00Z' },
      { entity: 'vendor', id: 1, actor: null, action: 'update', at: '2026-03-03T06:00:00Z' },
    ])
  })

  const all = [
    '100% update',
    '2026-02 close',
    'setting update',
    'ACE-1 update',
    'ACE delete',
    'ACME create',
  ]

  test.each([
    ['', all],
    ['?sort=at', all.toReversed()],
    ['?entity=customer', ['ACE delete', 'ACME create']],
    ['?entity=customer,setting', ['setting update', 'ACE delete', 'ACME create']],
    ['?entity=customer&entityId=1', ['ACME create']],
    ['?actor=ann', ['ACE-1 update', 'ACME create']],
    ['?actor=ANN,Bob', ['2026-02 close', 'ACE-1 update', 'ACE delete', 'ACME create']],
    ['?actor=system', ['100% update', 'setting update']],
    ['?actor=nobody', []],
    ['?action=update', ['100% update', 'setting update', 'ACE-1 update']],
    ['?action=update,delete&actor=ann', ['ACE-1 update']],
    ['?q=ace', ['ACE-1 update', 'ACE delete']],
    ['?q=ACE-', ['ACE-1 update']],
    ['?q=2026-02', ['2026-02 close']],
    ['?q=1%25', []],
    ['?q=100%25', ['100% update']],
    ['?q=ac_', []],
    ['?q=ace&entity=customer', ['ACE delete']],
    // A day begins at midnight in New York, which is 5:00 UTC in winter.
    ['?from=2026-03-01', all.slice(0, 5)],
    ['?to=2026-03-01', ['ACE-1 update', 'ACE delete', 'ACME create']],
    ['?from=2026-03-02&to=2026-03-02', ['setting update']],
    ['?from=2026-03-01&to=2026-03-01&actor=bob', ['ACE delete']],
  ])('%s', async (query, expected) => {
    await prizm.call('PUT', '/api/settings', {
      as: admin,
      body: { businessTimeZone: 'America/New_York' },
    })
    await prizm.database.pool.query(`begin; set local session_replication_role = replica;
      delete from audit_log where id > 100 or at > '2026-03-04'; commit`)
    expect(inShort(await listed(query))).toEqual(expected)
  })

  test.each([
    ['entity=animal', 'entity'],
    ['from=yesterday', 'from'],
    ['sort=actor', 'sort'],
  ])('%s is refused', async (query, path) => {
    const answer = await get(`?${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ errors: { path: string }[] }>().errors[0]?.path).toBe(path)
  })
})

test('pages follow each other while new entries are written', async () => {
  await plant([1, 2, 3, 4, 5].map((id) => ({ entity: 'sku', id, at: `2026-03-0${id}T12:00:00Z` })))
  const first = await get('?entity=sku&limit=2')
  expect(first.json<HistoryEntry[]>().map(({ entityId }) => entityId)).toEqual([5, 4])
  expect(first.headers['x-total-count']).toBe('5')
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
  // One entry is newer; the other was committed late, with an earlier time.
  await plant([
    { entity: 'sku', id: 6, at: '2026-03-06T12:00:00Z' },
    { entity: 'sku', id: 7, at: '2026-03-02T18:00:00Z' },
  ])
  const second = await prizm.call('GET', next, { as: admin })
  expect(second.json<HistoryEntry[]>().map(({ entityId }) => entityId)).toEqual([3, 7])
})

describe('rights', () => {
  const kinds = ['user', 'setting', 'period', 'vendor_bill', 'invoice', 'customer']

  const readable: [Role, string[]][] = [
    ['admin', ['user', 'setting', 'period', 'vendor_bill', 'invoice', 'customer']],
    ['finance', ['period', 'vendor_bill', 'invoice', 'customer']],
    ['sales', ['invoice', 'customer']],
    ['warehouse', ['customer']],
  ]
  test.each(readable)('%s sees only entries of readable records', async (role, expected) => {
    const as = await prizm.signIn(role)
    await prizm.database.pool.query(`begin; set local session_replication_role = replica;
      delete from audit_log; commit`)
    await plant([...kinds, 'a_kind_of_tomorrow'].map((entity) => ({ entity, action: 'x' })))
    const kindsOf = async (query: string) =>
      (await listed(query, as)).map(({ entity }) => entity).toSorted()
    expect(await kindsOf('')).toEqual(expected.toSorted())
    expect(await kindsOf('?entity=user,setting,customer')).toEqual(
      expected.filter((each) => ['user', 'setting', 'customer'].includes(each)).toSorted(),
    )
    const ids = await prizm.rows<{ id: number; entity: string }>('select id, entity from audit_log')
    for (const { id, entity } of ids) {
      const one = await prizm.call('GET', `/api/history/${id}`, { as })
      expect(one.statusCode, entity).toBe(expected.includes(entity) ? 200 : 403)
    }
  })

  test('fields that a role may not read are left out', async () => {
    const viewer = await prizm.signIn('viewer')
    const changes = { cost: { from: '1.00', to: '2.00' }, name: { from: 'A', to: 'B' } }
    await prizm.builders.sku({ sku: 'S-1' })
    await plant([{ entity: 'sku', action: 'update', changes }])
    const [seen] = await listed('?entity=sku&action=update', viewer)
    expect(seen?.changes).toEqual({ name: { from: 'A', to: 'B' } })
    const [whole] = await listed('?entity=sku&action=update')
    expect(whole?.changes).toEqual(changes)
  })

  test('a record of another kind is not found by its number', async () => {
    const sales = await prizm.signIn('sales')
    await prizm.database.pool.query('insert into accounting_periods (id) values (202602)')
    await plant([{ entity: 'period', id: 202602, action: 'close' }])
    expect(inShort(await listed('?q=2026-02', sales))).toEqual([])
    expect(inShort(await listed('?q=2026-02'))).toEqual(['2026-02 close'])
  })

  test('nobody reads it without signing in', async () => {
    expect((await prizm.call('GET', '/api/history')).statusCode).toBe(401)
    expect((await prizm.call('GET', '/api/history/1')).statusCode).toBe(401)
  })

  test('an unknown entry is not found', async () => {
    expect((await prizm.call('GET', '/api/history/999999', { as: admin })).statusCode).toBe(404)
  })
})
