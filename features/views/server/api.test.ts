import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SavedView } from '../contract.ts'
import { viewedLists } from '../rules.ts'

let prizm: TestApp
let as: string
let other: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  other = await prizm.signIn('finance')
})
afterEach(() => prizm.close())

const form = { list: 'customers', name: 'Reno', search: { 'f.city': 'Reno', sort: '-name' } }
const create = (fields: object = {}, by = as) =>
  prizm.call('POST', '/api/views', { as: by, body: { ...form, ...fields } })
const update = (id: number, body: object, { by = as, headers = {} } = {}) =>
  prizm.call('PUT', `/api/views/${id}`, { as: by, body, headers })
const list = async (by = as, query = '?list=customers') =>
  (await prizm.call('GET', `/api/views${query}`, { as: by })).json<SavedView[]>()
const stored = async () =>
  (await prizm.database.pool.query('select * from saved_views order by id')).rows

test('a view stores its content and is visible only to its owner', async () => {
  const made = await create()
  expect(made.statusCode).toBe(201)
  const own = { isShared: false, isDefault: false, isMine: true, version: 1 }
  expect(made.json()).toMatchObject({ ...form, ...own })
  expect(await list()).toEqual([made.json()])
  expect(await list(as, '')).toHaveLength(1)
  expect(await list(as, '?list=skus')).toEqual([])
  expect(await list(other)).toEqual([])
  expect(await stored()).toMatchObject([{ name: 'Reno', search: form.search }])
})

test('a shared view is visible to other users, who cannot change it', async () => {
  const { id } = (await create({ isShared: true, isDefault: true })).json<SavedView>()
  expect(await list(other)).toMatchObject([{ id, isMine: false, isDefault: false }])
  expect((await update(id, { name: 'Theirs' }, { by: other })).statusCode).toBe(404)
  const deletion = await prizm.call('DELETE', `/api/views/${id}`, { as: other })
  expect(deletion.statusCode).toBe(404)
  expect((await update(id, { isShared: false })).statusCode).toBe(200)
  expect(await list(other)).toEqual([])
  expect(await stored()).toMatchObject([{ name: 'Reno', is_shared: false, is_default: true }])
})

test('a name is unique per user and list, ignoring case', async () => {
  await create()
  const again = await create({ name: 'RENO' })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'duplicate-view', errors: [{ path: 'name' }] })
  expect((await create({ list: 'vendors' })).statusCode).toBe(201)
  expect((await create({}, other)).statusCode).toBe(201)
  const { id } = (await create({ name: 'Sparks' })).json<SavedView>()
  expect((await update(id, { name: 'reno' })).statusCode).toBe(409)
})

test('a list has one default view, the last one set', async () => {
  const made = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => create({ name, isDefault: true })),
  )
  expect(made.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201])
  expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  const notYet = (await list()).find(({ isDefault }) => !isDefault)
  await update(notYet?.id ?? 0, { isDefault: true })
  const defaults = (await list()).filter(({ isDefault }) => isDefault)
  expect(defaults.map(({ id }) => id)).toEqual([notYet?.id])
})

test('a stale version of a view is rejected', async () => {
  const { id } = (await create()).json<SavedView>()
  await update(id, { search: { q: 'new' } })
  const late = await update(id, { name: 'Late' }, { headers: { 'if-match': '"1"' } })
  expect(late.statusCode).toBe(412)
  expect(await stored()).toMatchObject([{ name: 'Reno', search: { q: 'new' }, version: 2 }])
})

test.each([
  ['an open record', { search: { open: 'C-1' } }],
  ['a long value', { search: { q: 'x'.repeat(501) } }],
  ['too many parts', { search: Object.fromEntries(parts(31)) }],
  ['an unknown list', { list: 'secrets' }],
  ['the day of a report', { list: 'invoices', search: { 'f.asOf': '2026-03-01' } }],
  ['no name', { name: '  ' }],
  ['a long name', { name: 'x'.repeat(61) }],
])('%s is refused', async (_, fields) => {
  expect((await create(fields)).statusCode).toBe(422)
  expect(await stored()).toEqual([])
})

test('a list has at most fifty views', async () => {
  await prizm.database.pool.query(
    `insert into saved_views (owner_id, list, name, search)
     select 1, 'customers', 'v' || n, '{}' from generate_series(1, 50) n`,
  )
  const refused = await create({ name: 'one more' })
  expect(refused.json()).toMatchObject({ status: 409, code: 'too-many-views' })
})

test.each(viewedLists)('%s is a list with saved views', async (name) => {
  const made = await create({ list: name, search: { sort: '-id' } })
  expect([made.statusCode, made.json<SavedView>().list]).toEqual([201, name])
  expect(await list(as, `?list=${name}`)).toEqual([made.json()])
})

test('a deleted view no longer exists', async () => {
  const { id } = (await create()).json<SavedView>()
  expect((await prizm.call('DELETE', `/api/views/${id}`, { as })).statusCode).toBe(204)
  expect((await prizm.call('DELETE', `/api/views/${id}`, { as })).statusCode).toBe(404)
  expect(await stored()).toEqual([])
})

function parts(count: number): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`f.field${index}`, 'x'])
}
