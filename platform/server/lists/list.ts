// One file: the ways to read a list share its statements.
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { type Db, rows } from '../database/db.ts'
import { readChanges } from './change-feed.ts'
import { conditionOf, type Filter, filtersIn, withNamedFilter } from './list-filter.ts'
import { type Condition, type Order, ordersOf, reversed, type SortField } from './list-order.ts'
import { type PageRequest, aliasOf, pageText, type Shape } from './list-page.ts'
import { findAmong, type Search } from './list-search.ts'
import type { Page, Stream } from '../http/route.ts'
import { after, type CursorKeys, readCursor, writeCursor } from './list-cursor.ts'

export { aliasOf }

/** The SQL of a list: constants of the program, never user input. */
export type ListSpec = Shape & {
  where: string
  /** Values that `from` refers to as `$1`, `$2` and so on. */
  values?: readonly unknown[]
  sorts: Record<string, SortField>
  defaultSort: string
  /** Where each word of `q` is searched. */
  search: readonly Search[]
  filters: Record<string, Filter>
  /** Keywords of `q` that are filters, such as the name of a status that is not in any column. */
  words?: Record<string, Record<string, string>>
  /** A table with stored totals: the column to sum, for queries that use only these filters. */
  totals?: { from: string; sum: string; filters: Record<string, Filter> }
  /**
   * Counts without stored totals stop here and return "at least", unless the client requests an
   * exact count.
   */
  countUpTo?: number
  /** True if the rows are computed per call, at a cost: they are counted in the same statement. */
  isComputed?: boolean
  /** The kind of record, for `updatedSince`; the triggers of a migration note its changes. */
  kind?: string
}

type Query = ListQuery & Record<string, unknown>
type Total = { total: number; isAtLeast: boolean }
type Keyed<Row> = Row & { cursorKeys: CursorKeys }

const streamChunk = 250
/** The cursor of the last page, for lists whose total is not known. */
const lastPage = 'last'
/**
 * Up to this number of rows, finding all and sorting them is fast; walking an index may take long.
 */
const smallResultLimit = 10_000

/** Reads a page if `limit` is given, changes if `updatedSince` is, else streams all rows. */
export async function readList<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: Query,
): Promise<Page<Row> | Stream<Row>> {
  if (request.updatedSince !== undefined) return readChanges<Row>(db, spec, request)
  const query = withNamedFilter(spec, request)
  const { limit, cursor, offset = 0 } = query
  const orders = ordersOf(spec, query.sort ?? spec.defaultSort)
  const isLast = cursor === lastPage
  const keys = cursor === undefined || isLast ? undefined : readCursor(cursor, orders)
  const condition = conditionOf(spec, query, await findAmong(db, spec.search, query.q))
  if (spec.isComputed && limit !== undefined) {
    return pageOfComputed<Row>(
      db,
      spec,
      { ...condition, orders, limit, skip: offset },
      { keys, isLast },
    )
  }
  const counted = await countOf(db, spec, { condition, query })
  if (limit === undefined) {
    const pageRequest = { ...condition, orders, limit: streamChunk }
    const first = keys ? after(pageRequest, orders, keys) : { ...pageRequest, skip: offset }
    const stream = chunksFrom(db, spec, pageRequest, await select<Row>(db, spec, first))
    return { stream, ...counted }
  }
  const isSmallResult = isSmall(spec, query, { ...counted, orders })
  const pageRequest = {
    ...condition,
    ...counted,
    orders,
    limit,
    isFew: isSmallResult,
    foundBy: orderFound(spec, query),
  }
  if (isLast) return lastPageOf<Row>(db, spec, pageRequest)
  return keys
    ? pageAfter<Row>(db, spec, pageRequest, keys)
    : pageAt<Row>(db, spec, pageRequest, offset)
}

/**
 * Streams the whole list in chunks, ignoring paging. Reads the first chunk before it returns, so
 * that a database error is an error response and not a broken stream.
 */
export async function streamFullList<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: Query,
): Promise<AsyncIterable<Row[]>> {
  const query = withNamedFilter(spec, request)
  const orders = ordersOf(spec, query.sort ?? spec.defaultSort)
  const condition = conditionOf(spec, query, await findAmong(db, spec.search, query.q))
  const pageRequest = { ...condition, orders, limit: streamChunk }
  return chunksFrom(db, spec, pageRequest, await select<Row>(db, spec, pageRequest))
}

/**
 * Reads one record by id with the list's columns; `lock` locks the row for the transaction. Returns
 * undefined if it does not exist.
 */
export async function readOne<Row>(
  db: Db,
  spec: Pick<ListSpec, 'columns' | 'from' | 'joins' | 'where' | 'values' | 'id'>,
  { id, lock = false }: { id: number; lock?: boolean },
): Promise<Row | undefined> {
  const values = [...(spec.values ?? []), id]
  const text = `select ${spec.columns} from ${spec.from} ${spec.joins ?? ''}
    where ${spec.where} and ${spec.id} = $${values.length}
    ${lock ? `for no key update of ${aliasOf(spec)}` : ''}`
  const [row] = await rows<Row>(db, { name: '', text }, values)
  return row
}

type Paged = PageRequest & Total & { orders: Order[] }

/** A page by offset. Past the middle it is read in reverse order, so that the last page is fast. */
async function pageAt<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: Paged,
  offset: number,
): Promise<Page<Row>> {
  const { total, isAtLeast, limit } = request
  if (isAtLeast) {
    const found = await select<Row>(db, spec, { ...request, limit: limit + 1, skip: offset })
    return finish(found.slice(0, limit), { total, isAtLeast, hasMore: found.length > limit })
  }
  const end = Math.min(offset + limit, total)
  if (end <= offset) return { rows: [], total }
  const isNearEnd = offset > total / 2
  const orders = isNearEnd ? request.orders.map(reversed) : request.orders
  const skip = isNearEnd ? total - end : offset
  const found = await select<Row>(db, spec, { ...request, orders, limit: end - offset, skip })
  return finish(isNearEnd ? found.toReversed() : found, { total, hasMore: end < total })
}

async function lastPageOf<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: Paged,
): Promise<Page<Row>> {
  const { total, isAtLeast } = request
  const found = await select<Row>(db, spec, { ...request, orders: request.orders.map(reversed) })
  return finish(found.toReversed(), { total, isAtLeast, hasMore: false })
}

async function pageAfter<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: Paged,
  keys: CursorKeys,
): Promise<Page<Row>> {
  const { limit, orders, total, isAtLeast } = request
  const found = await select<Row>(db, spec, after({ ...request, limit: limit + 1 }, orders, keys))
  return finish(found.slice(0, limit), { total, isAtLeast, hasMore: found.length > limit })
}

/** A page of computed rows and their total, in one statement. */
async function pageOfComputed<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: PageRequest & { orders: Order[] },
  { keys, isLast }: { keys: CursorKeys | undefined; isLast: boolean },
): Promise<Page<Row>> {
  const { where, values, limit, skip } = request
  const orders = isLast ? request.orders.map(reversed) : request.orders
  const firstPage = {
    where: 'true',
    values,
    orders,
    limit: limit + 1,
    skip: keys || isLast ? 0 : skip,
  }
  const page = keys ? after(firstPage, orders, keys) : firstPage
  const alias = aliasOf(spec)
  const columns = `${spec.columns}, (select count(*) from made) as "madeRows"`
  const text = `with made as materialized (select ${alias}.* from ${spec.from} where ${where})
    ${pageText({ ...spec, columns, from: `made ${alias}` }, page)}`
  const computed = await rows<Keyed<Row> & { madeRows: number }>(
    db,
    { name: '', text },
    page.values,
  )
  // An empty page does not mean that there are no rows before it.
  const isFirst = !keys && !firstPage.skip
  const total = computed[0]?.madeRows ?? (isFirst ? 0 : await countAll(db, spec, request))
  const found = computed
    .slice(0, limit)
    .map(({ madeRows: _, ...row }) => row as unknown as Keyed<Row>)
  const hasMore = !isLast && computed.length > limit
  return finish(isLast ? found.toReversed() : found, { total, hasMore })
}

async function* chunksFrom<Row extends object>(
  db: Db,
  spec: ListSpec,
  request: PageRequest,
  first: Keyed<Row>[],
): AsyncGenerator<Row[]> {
  let found = first
  while (found.length > 0) {
    const last = found.at(-1)?.cursorKeys ?? []
    yield found.map(withoutKeys)
    if (found.length < streamChunk) return
    found = await select<Row>(db, spec, after(request, request.orders, last))
  }
}

function finish<Row extends object>(
  found: Keyed<Row>[],
  { total, isAtLeast = false, hasMore }: { total: number; isAtLeast?: boolean; hasMore: boolean },
): Page<Row> {
  const last = found.at(-1)
  const next = hasMore && last ? writeCursor(last.cursorKeys) : undefined
  return { rows: found.map(withoutKeys), total, next, ...(isAtLeast && { isAtLeast }) }
}

function withoutKeys<Row extends object>({ cursorKeys: _, ...row }: Keyed<Row>): Row {
  return row as unknown as Row
}

function select<Row>(db: Db, spec: ListSpec, request: PageRequest): Promise<Keyed<Row>[]> {
  return rows<Keyed<Row>>(db, { name: '', text: pageText(spec, request) }, request.values)
}

async function countOf(
  db: Db,
  spec: ListSpec,
  { condition, query }: { condition: Condition; query: Query },
): Promise<Total> {
  const { totals, countUpTo = 0 } = spec
  const hasStoredTotal =
    totals &&
    !query.q &&
    filtersIn(spec, query).every((name) => Object.hasOwn(totals.filters, name))
  if (hasStoredTotal) {
    const { where, values } = conditionOf({ ...totals, where: 'true', search: [] }, query)
    const text = `select coalesce(sum(${totals.sum}), 0)::bigint as total from ${totals.from}
      where ${where}`
    return { total: await countBy(db, text, values), isAtLeast: false }
  }
  const { where, values } = condition
  if (countUpTo === 0 || query.count === 'exact') {
    return { total: await countAll(db, spec, condition), isAtLeast: false }
  }
  const some = `select from ${spec.from} where ${where} limit ${countUpTo + 1}`
  const found = await countBy(db, `select count(*) as total from (${some}) as counted`, values)
  return { total: Math.min(found, countUpTo), isAtLeast: found > countUpTo }
}

function countAll(db: Db, { from }: ListSpec, { where, values }: Condition): Promise<number> {
  return countBy(db, `select count(*) as total from ${from} where ${where}`, values)
}

async function countBy(db: Db, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await rows<{ total: number }>(db, { name: '', text }, values)
  return row?.total ?? 0
}

/** True if so few rows match that finding all of them first and then sorting is best. */
function isSmall(spec: ListSpec, query: Query, found: Total & { orders: Order[] }): boolean {
  const isUnfiltered = filtersIn(spec, query).length === 0 && !query.q
  if (found.isAtLeast || isUnfiltered || found.total > smallResultLimit) return false
  return !areInOrder(spec, query, found.orders[0]?.sql)
}

/** True if an index that finds the rows also returns them in the requested order. */
function areInOrder(spec: ListSpec, query: Query, sortedBy: string | undefined): boolean {
  if (query.q) return false
  const isOwn = filtersIn(spec, query).every((name) => {
    const filter = spec.filters[name] as Filter
    return 'sql' in filter && filter.sql === sortedBy
  })
  return isOwn || (sortedBy !== undefined && orderFound(spec, query) === sortedBy)
}

/** The field in whose order an index finds the rows of a query. */
function orderFound(spec: ListSpec, query: Query): string | undefined {
  const [name, second] = filtersIn(spec, query)
  if (name === undefined || second || query.q || String(query[name]).includes(',')) return undefined
  const filter = spec.filters[name] as Filter
  return 'sql' in filter ? filter.orderedBy : undefined
}
