import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, listQuery, rowShapeOf, takesParameter } from '#platform/kernel/endpoint.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { readQuery } from '../http/requests.ts'
import type { Page } from '../http/route.ts'

const { q, sort, limit, offset } = listQuery
const cursor = z.optional(
  z.never({ error: 'This list has no cursors. Use offset to read further' }),
)
/** What every list takes, of those that are read whole too. */
export const listParameters = z.object({ q, sort, limit, offset })
type ListParameters = z.output<typeof listParameters>

/**
 * A list that is short by its nature, such as the shipments of one order, is read whole; what every
 * list takes is done here: words of `q` in any field, `sort` by any field, `limit` and `offset`.
 * Parameters that a call has itself mean what they mean there. Any other answer stays as it is.
 */
export function cutShort(endpoint: Endpoint, request: FastifyRequest, answer: unknown): unknown {
  if (endpoint.method !== 'GET' || !Array.isArray(answer)) return answer
  const own = Object.entries(request.query as object)
  const general = Object.fromEntries(own.filter(([name]) => !takesParameter(endpoint, name)))
  const wanted = readQuery(z.extend(listParameters, { cursor }), general) as ListParameters
  const fields = Object.keys(rowShapeOf(endpoint))
  const rows = sorted(answer.filter(matcherOf(wanted.q)), fields, wanted.sort)
  const from = wanted.offset ?? 0
  const to = from + (wanted.limit ?? rows.length)
  const page: Page<unknown> = { rows: rows.slice(from, to), total: rows.length }
  return to < rows.length ? { ...page, nextOffset: to } : page
}

function matcherOf(text = ''): (row: unknown) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => {
    const said = valuesOf(row).join('\n').toLowerCase()
    return words.every((word) => said.includes(word))
  }
}

/** Every value in a row and in what it holds, as text. */
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
      : 'This list is not sorted: its rows have no fields'
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

/** Numbers and decimal text by what they are worth, else by the alphabet; nothing comes first. */
function compare(one: unknown, other: unknown): number {
  const [first, second] = [one ?? '', other ?? ''].map(String) as [string, string]
  const isNumber = first.trim() !== '' && second.trim() !== ''
  const difference = isNumber ? Number(first) - Number(second) : Number.NaN
  return Number.isNaN(difference) ? first.localeCompare(second, 'en') : difference
}
