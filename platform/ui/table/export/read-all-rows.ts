import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import { sendForList } from '#platform/web/api-client.ts'

/** A list query without paging. */
export type ListCall = { params: Record<string, number>; query: Record<string, unknown> }

const pageOfMany = 1000

/** Reads every row that matches a list query, a thousand at a time (cursor pagination). */
export async function* allRows<E extends Endpoint>(
  endpoint: E,
  { params, query }: ListCall,
): AsyncGenerator<RowOf<E>[]> {
  let cursor: string | undefined
  do {
    // Every list endpoint has the same list parameters, so the cast is safe.
    const wireQuery = { ...query, limit: pageOfMany, cursor } as unknown as WireQueryOf<E>
    const { rows, next } = await sendForList(endpoint, { params, query: wireQuery })
    yield rows as unknown as RowOf<E>[]
    cursor = next
  } while (cursor !== undefined)
}

/** Every row that matches a list query, in one array. */
export async function collect<Row>(endpoint: Endpoint, listCall: ListCall): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of allRows(endpoint, listCall)) rows.push(...(page as Row[]))
  return rows
}

/** The maximum number of ids per list query. */
const maxIdsPerCall = 100

/** Rereads rows by their ids. */
export async function collectNamed<Row extends { id: number }>(
  endpoint: Endpoint,
  { params, query }: ListCall,
  named: readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < named.length; at += maxIdsPerCall) {
    const some = named.slice(at, at + maxIdsPerCall)
    const id = some.map((row) => row.id).join()
    rows.push(...(await collect<Row>(endpoint, { params, query: { ...query, id } })))
  }
  return rows
}

/** Rows, one page at a time. */
export type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
