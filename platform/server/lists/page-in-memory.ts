import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, listQuery, rowShapeOf, hasParameter } from '#platform/kernel/endpoint.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { readQuery } from '../http/parse-request.ts'
import type { Page } from '../http/route.ts'

const { q, sort, limit, offset } = listQuery
const cursor = z.optional(
  z.never({ error: 'This list does not support cursors. Use offset instead' }),
)
/** The parameters that every list supports, including short ones. */
export const listParameters = z.object({ q, sort, limit, offset })
type ListParameters = z.output<typeof listParameters>

/**
 * Applies the common list parameters to a list that is short by nature, such as the shipments of
 * one order, and so is read whole: words of `q` in any field, `sort` by any field, `limit` and
 * `offset`. Parameters that the endpoint declares itself are not applied here. Returns any other
 * answer unchanged. Throws 422 for an unknown sort field, a cursor and invalid values.
 */
export function pageInMemory(
  endpoint: Endpoint,
  request: FastifyRequest,
  answer: unknown,
): unknown {
  if (endpoint.method !== 'GET' || !Array.isArray(answer)) return answer
  const own = Object.entries(request.query as object)
  const general = Object.fromEntries(own.filter(([name]) => !hasParameter(endpoint, name)))
  const query = readQuery(z.extend(listParameters, { cursor }), general) as ListParameters
  const fields = Object.keys(rowShapeOf(endpoint))
  const rows = sorted(answer.filter(matcherOf(query.q)), fields, query.sort)
  const from = query.offset ?? 0
  const to = from + (query.limit ?? rows.length)
  const page: Page<unknown> = { rows: rows.slice(from, to), total: rows.length }
  return to < rows.length ? { ...page, nextOffset: to } : page
}

function matcherOf(text = ''): (row: unknown) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => {
    const sentence = valuesOf(row).join('\n').toLowerCase()
    return words.every((word) => sentence.includes(word))
  }
}

/** Every value of a row as text, including nested values. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

function sorted(rows: readonly unknown[], known: readonly string[], sort = ''): unknown[] {
  const orders = sort.split(',').filter(Boolean).map(orderOf)
  const unknown = orders.find(({ name }) => !known.includes(name))
  const choices =
    known.length > 0
      ? `Sort by one of ${known.join(', ')}`
      : 'This list cannot be sorted, because its rows have no fields'
  if (unknown) throw invalid([{ path: 'sort', message: choices }])
  return rows.toSorted((one, other) => {
    for (const { name, sign } of orders) {
      const order = sign * compare(fieldOf(one, name), fieldOf(other, name))
      if (order !== 0) return order
    }
    return 0
  })
}

function orderOf(part: string) {
  return part.startsWith('-') ? { name: part.slice(1), sign: -1 } : { name: part, sign: 1 }
}

function fieldOf(row: unknown, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

/**
 * Compares numbers and decimal text by value, other text alphabetically; empty values sort first.
 */
function compare(one: unknown, other: unknown): number {
  const [first, second] = [one ?? '', other ?? ''].map(String) as [string, string]
  const isNumber = first.trim() !== '' && second.trim() !== ''
  const difference = isNumber ? Number(first) - Number(second) : Number.NaN
  return Number.isNaN(difference) ? first.localeCompare(second, 'en') : difference
}
