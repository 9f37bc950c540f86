import {
  type KeysetCondition,
  type Condition,
  type Order,
  orderBy,
  type SortTable,
} from './list-order.ts'

/** How rows are read: constants of the program. */
export type Shape = {
  columns: string
  from: string
  /** Tables that only the columns need; they are joined after the rows of a page are found. */
  joins?: string
  id: string
  /** True if indexes cover everything that finds rows, so that a page reads only its own rows. */
  isCovered?: boolean
}

export type PageRequest = Condition &
  Partial<KeysetCondition> & {
    orders: readonly Order[]
    limit: number
    skip?: number
    /** True if few rows match: they are then all found first and sorted afterwards. */
    isFew?: boolean
    /** The field in whose order an index finds the rows. */
    foundBy?: string | undefined
  }

/** Builds the statement of a page: its rows, their columns and the keys of the cursor. */
export function pageText(shape: Shape, request: PageRequest): string {
  const keys = request.orders.map((order) => `(${order.sql})::text`).join(', ')
  const selectClause = `select ${shape.columns}, array[${keys}] as "cursorKeys"`
  const order = orderBy(request.orders)
  if (shape.joins === undefined) {
    const where = fullCondition(request)
    return `${selectClause} from ${shape.from} where ${where} order by ${order} ${part(request)}`
  }
  const alias = aliasOf(shape)
  const found = foundText(shape, request)
  return `${selectClause} from (${found}) ${alias} ${shape.joins} order by ${order}`
}

/** Builds the statement that reads the rows with the ids of a parameter, such as `$2`. */
export function byIdsText(shape: Shape & { where: string }, parameter: string): string {
  return `select ${shape.columns} from ${shape.from} ${shape.joins ?? ''}
    where (${shape.where}) and ${shape.id} = any(${parameter}::int[])`
}

/** The table alias of a list: `c` of `c.id`. */
export function aliasOf({ id }: Pick<Shape, 'id'>): string {
  return id.slice(0, id.indexOf('.'))
}

function foundText(shape: Shape, request: PageRequest): string {
  if (request.isFew) return smallResultText(shape, request)
  if (isWalk(request.orders)) return walkStatement(shape, request)
  const found = (columns: string) => `select ${columns} from ${shape.from} ${joinsOf(request)}
    where ${fullCondition(request)} order by ${orderBy(request.orders)} ${part(request)}`
  return shape.isCovered ? rowsOf(shape, found(shape.id)) : found(`${aliasOf(shape)}.*`)
}

function rowsOf(shape: Shape, ids: string): string {
  return `select ${aliasOf(shape)}.* from ${shape.from} where ${shape.id} = any(array(${ids}))`
}

/**
 * Finds all of few rows, sorts them by their sort keys only, then reads the rows of the page.
 * `offset 0` prevents the planner from walking a long index to find them. A descending sort is
 * faster if the rows are also found in descending order. Shorter tables are left-joined, although
 * each row has a match, so that the planner does not scan them in order with all found rows for
 * each.
 */
function smallResultText(shape: Shape, request: PageRequest): string {
  const alias = aliasOf(shape)
  const { foundBy, orders } = request
  const fromEnd = foundBy && orders.at(-1)?.isDescending ? `order by ${foundBy} desc` : ''
  const all = `select ${alias}.* from ${shape.from} where ${request.where} ${fromEnd} offset 0`
  const matchingIds = `select ${shape.id} from (${all}) ${alias}`
  const [sortTable] = sortTablesOf(orders)
  if (sortTable && isWalk(orders) && !request.afterCursor) {
    return rowsOf(shape, `${matchingIds} ${placedText(sortTable, request)}`)
  }
  const ids = `${matchingIds} ${joinsOf(request, 'left join')}
    where ${request.afterCursor ?? 'true'} order by ${orderBy(orders)} ${part(request)}`
  return rowsOf(shape, ids)
}

/** Sorts few rows by a field of a shorter table: ranks that table once and sorts by the rank. */
function placedText(sortTable: SortTable, request: PageRequest): string {
  const { from, id, on } = sortTable
  const alias = aliasOf(sortTable)
  const place = `row_number() over (order by ${orderBy(request.orders.slice(0, -1))}) as place`
  return `left join (select ${id}, ${place} from ${from}) ${alias} on ${on}
    order by ${alias}.place, ${orderBy(request.orders.slice(-1))} ${part(request)}`
}

/** Joins the shorter tables that the rows are sorted by. */
function joinsOf({ orders }: PageRequest, how = 'join'): string {
  return sortTablesOf(orders)
    .map(({ from, on }) => `${how} ${from} on ${on}`)
    .join(' ')
}

/**
 * Sorts by a field of a shorter table: scans it in order and reads at most `limit + skip` rows for
 * each of its rows.
 */
function walkStatement(shape: Shape, request: PageRequest): string {
  const { orders, limit, skip = 0, afterCursor = 'true', start = 'true' } = request
  const alias = aliasOf(shape)
  const [sortTable] = sortTablesOf(orders)
  const own = `select ${alias}.* from ${shape.from} where ${sortTable?.on} and ${request.where}
    and ${afterCursor} order by ${orderBy(orders.slice(-1))} limit ${limit + skip}`
  return `select ${alias}.* from ${sortTable?.from} cross join lateral (${own}) ${alias}
    where ${start} order by ${orderBy(orders)} ${part(request)}`
}

/**
 * True for an order by a field of a shorter table, its id, and the row's own id, in one direction.
 */
function isWalk(orders: readonly Order[]): boolean {
  const isUniform = orders.every((order) => order.isDescending === orders[0]?.isDescending)
  return (
    isUniform && orders.length === 3 && sortTablesOf(orders).length === 1 && !!orders[0]?.sortTable
  )
}

function sortTablesOf(orders: readonly Order[]) {
  return [...new Set(orders.flatMap((order) => order.sortTable ?? []))]
}

function fullCondition({ where, afterCursor }: PageRequest): string {
  return afterCursor === undefined ? where : `${where} and ${afterCursor}`
}

function part({ limit, skip = 0 }: PageRequest): string {
  return `limit ${limit} offset ${skip}`
}
