import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { pageInMemory } from './page-in-memory.ts'

const returns = z.array(
  z.object({
    id: z.int(),
    code: z.string(),
    amount: z.nullable(z.string()),
    by: z.object({ name: z.string() }),
  }),
)
const shipments = endpoint('GET', '/api/shipments', { permission: 'any', returns })
const rows = [
  { id: 1, code: 'B-10', amount: '9.50', by: { name: 'Ada' } },
  { id: 2, code: 'B-2', amount: '10.00', by: { name: 'Bob' } },
  { id: 3, code: 'A-1', amount: null, by: { name: 'ada' } },
]
const ask = (query: object) => pageInMemory(shipments, { query } as FastifyRequest, rows)
const idsOf = (answer: unknown) => (answer as { rows: { id: number }[] }).rows.map(({ id }) => id)

describe('a list that is read whole', () => {
  test('is returned whole, with its total', () => {
    expect(ask({})).toEqual({ rows, total: 3 })
  })

  test('is paged by limit and offset, with the next offset', () => {
    expect(ask({ limit: '2' })).toEqual({ rows: rows.slice(0, 2), total: 3, nextOffset: 2 })
    expect(ask({ limit: '2', offset: '2' })).toEqual({ rows: rows.slice(2), total: 3 })
    expect(ask({ offset: '9' })).toEqual({ rows: [], total: 3 })
  })

  test.each([
    ['id', [1, 2, 3]],
    ['-id', [3, 2, 1]],
    ['amount', [3, 1, 2]],
    ['-amount', [2, 1, 3]],
    ['code', [3, 1, 2]],
  ])('is sorted by %s', (sort, ids) => {
    expect(idsOf(ask({ sort }))).toEqual(ids)
  })

  test('is searched in every field, including nested ones', () => {
    expect(idsOf(ask({ q: 'ADA' }))).toEqual([1, 3])
    expect(idsOf(ask({ q: 'ada b-' }))).toEqual([1])
    expect(idsOf(ask({ q: 'nobody' }))).toEqual([])
  })

  test('rejects an unknown sort field and an invalid limit or offset', () => {
    expect(() => ask({ sort: 'price' })).toThrow(Refusal)
    expect(() => ask({ limit: '0' })).toThrow(Refusal)
    expect(() => ask({ offset: 'x' })).toThrow(Refusal)
  })

  test('cannot be sorted if its rows are plain text', () => {
    const words = endpoint('GET', '/api/words', { permission: 'any', returns: z.array(z.string()) })
    const sort = () => pageInMemory(words, { query: { sort: 'x' } } as FastifyRequest, ['A', 'B'])
    expect(sort).toThrow('This list cannot be sorted, because its rows have no fields')
  })

  test('rejects a cursor and suggests offset', () => {
    expect(() => ask({ cursor: 'x' })).toThrow('This list does not support cursors. Use offset')
  })

  test('ignores parameters that the call defines itself, and answers that are not lists', () => {
    const search = endpoint('GET', '/api/search', {
      permission: 'any',
      query: z.object({ q: z.string() }),
      returns,
    })
    const found = pageInMemory(search, { query: { q: 'no such row' } } as FastifyRequest, rows)
    expect(idsOf(found)).toEqual([1, 2, 3])
    const one = { id: 1 }
    expect(pageInMemory(shipments, { query: {} } as FastifyRequest, one)).toBe(one)
  })
})
