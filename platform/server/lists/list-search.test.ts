import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Db } from '../database/db.ts'
import { type ListSpec, readList } from './list.ts'
import { findAmong, inSeries, isCommon, type Search, searchCondition } from './list-search.ts'
import type { Page } from '../http/route.ts'

type Row = { id: number }

const papers = `(values
  (1, 'RMA-1007', 'Wrong color, as-new', 'Inv-77a', 1),
  (2, 'RMA-2007', 'Broken, see INV-1004321', null, 2),
  (3, 'RTV-1008', 'Owner''s choice \\ returned', 'INV-78', null)
) as t (id, number, reason, reference, order_id)`

const list: ListSpec = {
  columns: 't.id',
  from: `(select * from ${papers}) t`,
  where: 'true',
  id: 't.id',
  sorts: { id: { sql: 't.id' } },
  defaultSort: 'id',
  search: [
    { startOf: 't.number' },
    { endOf: 't.number' },
    { lowerStartOf: 't.reference' },
    { endOf: 'upper(t.reference)' },
    { wordOf: 't.reason' },
    {
      key: 't.order_id',
      id: 'o.id',
      from: `(values (1, 'SO-500'), (2, 'SO-600')) as o (id, number)`,
      indexed: [{ startOf: 'o.number' }, { endOf: 'o.number' }],
    },
  ],
  filters: {},
}

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase())
})

const found = async (q: string, spec = list) => {
  const { rows } = (await readList<Row>(db, spec, { q, limit: 50 })) as Page<Row>
  return rows.map(({ id }) => id)
}

test('finds a number by its prefix, as typed or in upper case, and by its suffix', async () => {
  expect(await found('rma-1')).toEqual([1])
  expect(await found('RMA-')).toEqual([1, 2])
  expect(await found('007')).toEqual([1, 2])
  expect(await found('MA-10')).toEqual([])
  expect(await found('%')).toEqual([])
})

test('finds a number inside a text by its prefix, ignoring case', async () => {
  for (const q of ['INV-1004321', 'inv-1004', 'see inv-1']) expect(await found(q)).toEqual([2])
  expect(await found('INV-2')).toEqual([])
  expect(await found('IN-1004321')).toEqual([])
})

test('finds a reference ignoring case', async () => {
  expect(await found('INV-77')).toEqual([1])
  expect(await found('77A')).toEqual([1])
  expect(await found('nv-78')).toEqual([3])
})

test('finds text by the prefix of a word, and treats operators as plain text', async () => {
  expect(await found('col')).toEqual([1])
  expect(await found('olour')).toEqual([])
  expect(await found('wrong col')).toEqual([1])
  expect(await found('as-new')).toEqual([1])
  expect(await found("owner's")).toEqual([3])
  for (const word of ["'", '\\', ':*', '&', '!', '()', "zebra'|'broken", "zebra':*|broken"]) {
    expect(await found(word)).toEqual([])
  }
  expect(await found("'broken'")).toEqual([2])
})

test('finds text by any part of a word, and a phone number in any format', async () => {
  const texts = `(values (1, '  acme  (555)  010-4477  5550104477'), (2, '  50%_off')) t (id, text)`
  const spec = { ...list, from: texts, search: [{ partOf: 't.text' }] }
  expect(await found('CM', spec)).toEqual([1])
  expect(await found('acm me', spec)).toEqual([1])
  expect(await found('555-0104', spec)).toEqual([1])
  expect(await found('555-0105', spec)).toEqual([])
  expect(await found('%_o', spec)).toEqual([2])
  expect(await found('5__o', spec)).toEqual([])
})

test('finds records by the prefix or suffix of their order number', async () => {
  expect(await found('so-5')).toEqual([1])
  expect(await found('SO-')).toEqual([1, 2])
  expect(await found('600')).toEqual([2])
})

test('too many matching orders for an id list are looked up in a subquery instead', async () => {
  const many = `(select g as id, 'SO-' || g as number from generate_series(1, 20000) g) o`
  const orders = { key: 't.id', id: 'o.id', from: many, indexed: [{ startOf: 'o.number' }] }
  const spec = {
    ...list,
    from: '(select g as id from generate_series(19990, 20005) g) t',
  }
  for (const isLong of [false, true]) {
    const either = { ...spec, search: [{ ...orders, isLong }] }
    expect(await found('SO-', either)).toHaveLength(11)
    expect(await found('SO-20000', either)).toEqual([20_000])
    expect(await found('SO- SO-20000', either)).toEqual([20_000])
  }
})

test('a word in half of a long table is not looked up first, but still found', async () => {
  await db.$client.query(`create table memos (id bigint primary key, memo text)`)
  await db.$client.query(`insert into memos select n,
    case when n % 2 = 1 then 'Bulk ' else 'One ' end ||
    case when n % 50000 = 1 then 'rare' else '' end from generate_series(1, 120000) n`)
  await db.$client.query(`analyze memos`)
  const memo = {
    key: 't.id',
    id: 'm.id',
    from: 'memos m',
    isLong: true,
    sampled: 'memos',
    indexed: [{ wordOf: 'm.memo' }],
  }
  const search: Search[] = [memo]
  // Every second row matches; a sample at equal distances would match all rows or none.
  expect(await isCommon(db, memo, 'bulk')).toBe(true)
  expect(await isCommon(db, memo, 'rare')).toBe(false)
  expect([...(await findAmong(db, search, 'bulk rare')).values()]).toEqual([[1, 50_001, 100_001]])
  const spec = { ...list, from: '(select g as id from generate_series(49990, 50010) g) t', search }
  const odd = Array.from({ length: 10 }, (_, at) => 49_991 + 2 * at)
  expect(await found('bulk', spec)).toEqual(odd)
  expect(await found('bulk rare', spec)).toEqual([50_001])
  expect(await found('one rare', spec)).toEqual([])
})

test('digits alone also match behind the prefix of their series', () => {
  expect(inSeries('11328', ['po'])).toEqual(['11328', 'po11328'])
  expect(inSeries('po11328', ['po'])).toEqual(['po11328'])
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const searches = [{ squeezedStartOf: 'o.customer_po', series: ['po'] }]
  searchCondition(searches, '11328', { add, found: undefined })
  expect(values).toEqual(['11328%', 'po11328%'])
})
