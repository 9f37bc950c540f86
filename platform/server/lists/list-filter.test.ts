import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#app/testing.ts'
import type { Db } from '../database/db.ts'
import { type ListSpec, readList } from './list.ts'
import type { Page } from '../http/route.ts'

const words = ['50% off', '50 off', 'a_b', 'a.b', 'back\\slash', "O'Brien", 'Müller, Ann', 'plain']

const withinSubquery = 't.id in (select n + 1 from generate_series(1, 9) n where %)'

const list: ListSpec = {
  columns: 't.id, t.word',
  from: `(select place as id, word, place % 2 = 0 as even, date '2026-01-01' + place::int as day
          from unnest($1::text[]) with ordinality as w (word, place)) t`,
  values: [words],
  where: 'true',
  id: 't.id',
  sorts: { id: { sql: 't.id' } },
  defaultSort: 'id',
  search: ['t.word'],
  filters: {
    word: { sql: 't.word', type: 'text' },
    id: { sql: 't.id', type: 'int' },
    even: { sql: 't.even', type: 'boolean' },
    from: { sql: 't.day', type: 'date', compare: '>=' },
    to: { sql: 't.day', type: 'date', compare: '<=' },
    size: { each: { short: 'length(t.word) < 5', long: 'length(t.word) > 8' } },
    odd: { when: 'yes', holds: 't.id % 2 = 1' },
    beside: { sql: 'n', type: 'int', within: withinSubquery },
    besideUpTo: { sql: 'n', type: 'int', compare: '<=', within: withinSubquery },
  },
}

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase())
})

const found = async (query: Record<string, unknown>) => {
  const page = (await readList<{ word: string }>(db, list, { ...query, limit: 50 })) as Page<{
    word: string
  }>
  expect(page.total).toBe(page.rows.length)
  return page.rows.map((row) => row.word)
}

describe('a search', () => {
  test.each<[string, string[]]>([
    ['50%', ['50% off']],
    ['%', ['50% off']],
    ['_', ['a_b']],
    ['a_b', ['a_b']],
    ['\\', ['back\\slash']],
    ["o'brien", ["O'Brien"]],
    ['  off   50 ', ['50% off', '50 off']],
    ['MÜLLER', ['Müller, Ann']],
    ['no such thing', []],
    ['', words],
    ["' or 1=1 --", []],
  ])('for %j finds rows that contain those letters', async (q, expected) => {
    expect(await found({ q })).toEqual(expected)
  })
})

describe('a filter', () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{ word: 'plain' }, ['plain']],
    [{ word: 'plain,a.b' }, ['a.b', 'plain']],
    [{ word: 'Müller, Ann' }, ['Müller, Ann']],
    [{ word: '%' }, []],
    [{ word: '' }, words],
    [{ id: 3 }, ['a_b']],
    [{ id: '3,8' }, ['a_b', 'plain']],
    [{ even: 'true', id: '2,3' }, ['50 off']],
    [{ from: '2026-01-08' }, ['Müller, Ann', 'plain']],
    [{ from: '2026-01-03', to: '2026-01-04' }, ['50 off', 'a_b']],
    [{ odd: 'yes', id: '1,2' }, ['50% off']],
    [{ odd: 'no', id: '1,2' }, ['50% off', '50 off']],
    [{ beside: '2' }, ['a_b']],
    [{ beside: '2,3', besideUpTo: '2' }, ['a_b']],
    [{ beside: '3', besideUpTo: '2' }, []],
    [{ size: 'short' }, ['a_b', 'a.b']],
    [{ size: 'long', id: '1,5' }, ['back\\slash']],
    [{ size: 'short,long', id: '1,3,5' }, ['a_b', 'back\\slash']],
    [{ size: 'constructor' }, []],
    [{ unknown: 'x', id: 8 }, ['plain']],
  ])('%j keeps matching rows', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test.each([{ id: 'x' }, { even: 'maybe' }, { from: '2026-02-30' }, { word: 'a\u0000b' }])(
    '%j that the database cannot parse is a client error, not a broken stream',
    async (query) => {
      await expect(readList(db, list, query)).rejects.toMatchObject({ code: /^22/ })
    },
  )
})
