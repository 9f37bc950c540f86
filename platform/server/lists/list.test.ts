import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Db } from '../database/db.ts'
import type { Filter } from './list-filter.ts'
import { type ListSpec, readList, readOne } from './list.ts'
import type { Page, Stream } from '../http/route.ts'

type Row = { id: number; label: string | null }

/** Sixty rows with ties, nulls and fractions of a second, made by the database itself. */
const thing = `(
  select g as id, nullif(g % 4, 0) as kind, (g % 2 = 0) as even,
    case when g % 3 = 0 then null else chr(97 + g % 5) || chr(65 + g % 2) end as label,
    timestamptz '2026-01-01Z' + g % 7 * interval '1.000001 seconds' as at,
    case when g % 5 = 0 then null else date '2026-01-01' + g % 6 end as day,
    (g % 9)::numeric(12,2) / 4 as price
  from generate_series(1, 60) as g) t`

const list: ListSpec = {
  columns: 't.id, t.label',
  from: thing,
  where: 'true',
  id: 't.id',
  sorts: {
    id: { sql: 't.id' },
    kind: { sql: 't.kind', isNullable: true },
    even: { sql: 't.even' },
    label: { sql: 't.label collate "und-x-icu"', isNullable: true },
    at: { sql: 't.at' },
    day: { sql: 't.day', isNullable: true },
    price: { sql: 't.price' },
  },
  defaultSort: 'id',
  search: ['t.label'],
  filters: {},
}

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase())
})

const page = async (query: Record<string, unknown>, spec = list) =>
  (await readList<Row>(db, spec, query)) as Page<Row>
const whole = async (query: Record<string, unknown>, spec = list) => {
  const { stream } = (await readList<Row>(db, spec, query)) as Stream<Row>
  const found: Row[] = []
  for await (const chunk of stream) found.push(...chunk)
  return found
}
const idsOf = (found: Row[]) => found.map((row) => row.id)
const inOrder = async (query: Record<string, unknown>, spec = list) =>
  idsOf(await whole(query, spec))

describe.each(Object.keys(list.sorts).flatMap((name) => [name, `-${name}`]))('by %s', (sort) => {
  test('pages by place, from either end, are the whole list', async () => {
    const all = await inOrder({ sort })
    expect(all).toHaveLength(60)
    const paged: number[] = []
    for (let offset = 0; offset < 60; offset += 7) {
      const { rows, total } = await page({ sort, limit: 7, offset })
      expect(total).toBe(60)
      paged.push(...idsOf(rows))
    }
    expect(paged).toEqual(all)
  })

  test('pages by cursor are the whole list, wherever they start', async () => {
    const all = await inOrder({ sort })
    for (const offset of [0, 14, 50]) {
      let { rows, next } = await page({ sort, limit: 9, offset })
      const paged = idsOf(rows)
      while (next) {
        ;({ rows, next } = await page({ sort, limit: 9, cursor: next }))
        paged.push(...idsOf(rows))
      }
      expect([offset, paged]).toEqual([offset, all.slice(offset)])
    }
  })
})

test('a list whose rows are found in indexes alone has the same pages', async () => {
  const covered = { ...list, joins: 'join (values (1)) j (one) on true', isCovered: true }
  for (const sort of ['id', '-label', 'kind,-price']) {
    const all = await inOrder({ sort })
    expect(await inOrder({ sort }, covered)).toEqual(all)
    const first = await page({ sort, limit: 7 }, covered)
    expect([first.total, idsOf(first.rows)]).toEqual([60, all.slice(0, 7)])
    const next = await page({ sort, limit: 7, cursor: first.next }, covered)
    expect(idsOf(next.rows)).toEqual(all.slice(7, 14))
    const last = await page({ sort, limit: 7, cursor: 'last' }, covered)
    expect(idsOf(last.rows)).toEqual(all.slice(-7))
  }
})

test('a list whose rows are made for each call has the same pages and their number', async () => {
  const made = { ...list, isMade: true, countUpTo: 10 }
  for (const sort of ['id', '-label', 'kind,-price', 'day']) {
    const all = await inOrder({ sort })
    expect(await inOrder({ sort }, made)).toEqual(all)
    const paged: number[] = []
    for (let offset = 0; offset < 60; offset += 7) {
      const { rows, total, isAtLeast } = await page({ sort, limit: 7, offset }, made)
      expect([total, isAtLeast]).toEqual([60, undefined])
      paged.push(...idsOf(rows))
    }
    expect(paged).toEqual(all)
    const first = await page({ sort, limit: 50 }, made)
    const next = await page({ sort, limit: 50, cursor: first.next }, made)
    expect([next.total, next.next, idsOf(next.rows)]).toEqual([60, undefined, all.slice(50)])
    const last = await page({ sort, limit: 7, cursor: 'last' }, made)
    expect([last.total, idsOf(last.rows)]).toEqual([60, all.slice(-7)])
  }
  expect(await page({ limit: 5, offset: 60 }, made)).toEqual({ rows: [], total: 60 })
  expect(await page({ limit: 5, q: 'nowhere' }, made)).toEqual({ rows: [], total: 0 })
  expect((await page({ limit: 5, q: 'b' }, made)).total).toBe((await whole({ q: 'b' })).length)
})

test('few rows are found in the order of their index and sorted as asked', async () => {
  const even: Filter = { sql: 't.even', type: 'boolean', orderedBy: 't.id' }
  const some = { ...list, joins: 'join (values (1)) j (one) on true', filters: { even } }
  for (const sort of ['-id', '-label', 'kind,-price', '-at', 'day']) {
    const all = (await inOrder({ sort })).filter((id) => id % 2 === 0)
    const first = await page({ sort, limit: 7, even: 'true' }, some)
    expect([first.total, idsOf(first.rows)]).toEqual([30, all.slice(0, 7)])
    const last = await page({ sort, limit: 7, even: 'true', cursor: 'last' }, some)
    expect(idsOf(last.rows)).toEqual(all.slice(-7))
  }
})

test('what has no value comes last, in either direction', async () => {
  for (const sort of ['label', '-label']) {
    const labels = (await whole({ sort })).map((row) => row.label)
    const firstNull = labels.indexOf(null)
    expect(firstNull).toBe(40)
    expect(labels.slice(firstNull).every((label) => label === null)).toBe(true)
  }
})

test('several fields sort one after the other, ties by the id in the last direction', async () => {
  expect((await inOrder({ sort: '-even,price,-id' })).slice(0, 4)).toEqual([54, 36, 18, 46])
  expect((await inOrder({ sort: 'even' })).slice(0, 3)).toEqual([1, 3, 5])
  expect((await inOrder({ sort: '-even' })).slice(0, 3)).toEqual([60, 58, 56])
  const mixed = await inOrder({ sort: '-kind,label' })
  const paged = await page({ sort: '-kind,label', limit: 30 })
  const rest = await page({ sort: '-kind,label', limit: 30, cursor: paged.next })
  expect([...idsOf(paged.rows), ...idsOf(rest.rows)]).toEqual(mixed)
})

test('the last page has no next, and beyond the end there is nothing', async () => {
  expect(await page({ limit: 60 })).toMatchObject({ total: 60, next: undefined })
  expect(await page({ limit: 5, offset: 60 })).toEqual({ rows: [], total: 60 })
  expect(await page({ limit: 5, offset: 2_147_483_647 })).toEqual({ rows: [], total: 60 })
  expect(idsOf((await page({ limit: 5, offset: 58 })).rows)).toEqual([59, 60])
})

test('a whole list of many pieces has each row once, in order', async () => {
  const many = {
    ...list,
    from: '(select g as id, null as label from generate_series(1, 2500) g) t',
  }
  const plain = { ...many, sorts: { id: { sql: 't.id' } } }
  expect(await inOrder({}, plain)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1))
  expect((await inOrder({ sort: '-id' }, plain))[0]).toBe(2500)
})

test('without a limit all that follows a place or a row is answered, with the total', async () => {
  const all = await inOrder({ sort: '-label' })
  expect(await inOrder({ sort: '-label', offset: 58 })).toEqual(all.slice(58))
  expect(await inOrder({ sort: '-label', offset: 60 })).toEqual([])
  const { next } = await page({ sort: '-label', limit: 7 })
  expect(await inOrder({ sort: '-label', cursor: next })).toEqual(all.slice(7))
  expect(await readList(db, list, { offset: 58 })).toMatchObject({ total: 60, isAtLeast: false })
  await expect(readList(db, list, { cursor: 'garbage' })).rejects.toMatchObject({ status: 400 })
})

test('a sort that is none of the list is refused with those that are', async () => {
  for (const sort of ['', 'nothing', 'id;drop', '--id', 'id,', 'toString', '__proto__', 't.id']) {
    await expect(page({ sort, limit: 1 })).rejects.toMatchObject({ status: 422 })
    await expect(page({ sort })).rejects.toMatchObject({ status: 422 })
  }
})

test('a cursor that this list did not give out is refused', async () => {
  const forged = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')
  const shapes = [{}, [], ['1', '2', '3'], [null, null], [1, 2], ['\u0000', '1']].map(forged)
  for (const cursor of ['x', '', '%%%', ...shapes]) {
    await expect(page({ limit: 1, cursor })).rejects.toMatchObject({ status: 400 })
  }
  const { next } = await page({ sort: 'label', limit: 1 })
  const wrongKinds = [
    { sort: 'kind', cursor: next },
    { sort: 'id', cursor: forged(["1' or '1'='1"]) },
  ]
  for (const query of wrongKinds) {
    await expect(page({ ...query, limit: 1 })).rejects.toMatchObject({ code: '22P02' })
  }
})

test('one record is read as the list shows it', async () => {
  expect(await readOne(db, list, { id: 1 })).toEqual({ id: 1, label: 'bB' })
  expect(await readOne(db, list, { id: 61 })).toBeUndefined()
})
