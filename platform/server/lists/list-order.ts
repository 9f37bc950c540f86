import { invalid } from '#platform/kernel/refusal.ts'

/** A sortable field. Null values sort last in either direction. */
export type SortField = { sql: string; isNullable?: boolean; sortTable?: SortTable }

/**
 * A shorter table that a field belongs to: its rows are scanned in order, with a lookup for each.
 */
export type SortTable = { from: string; id: string; on: string }

/** One field of an ORDER BY clause. */
export type Order = {
  sql: string
  isDescending: boolean
  isNullable: boolean
  areNullsFirst?: boolean
  sortTable?: SortTable
}

/** A condition with the values it refers to as `$1`, `$2` and so on. */
export type Condition = { where: string; values: unknown[] }

type Sortable = { sorts: Record<string, SortField>; id: string }

/**
 * Parses a sort parameter such as `city,-name` and appends the unique id. Throws 422 for an unknown
 * field.
 */
export function ordersOf({ sorts, id }: Sortable, sort: string): Order[] {
  const orders = sort.split(',').flatMap((part): Order[] => {
    const isDescending = part.startsWith('-')
    const name = isDescending ? part.slice(1) : part
    const field = Object.hasOwn(sorts, name) ? sorts[name] : undefined
    if (!field) {
      const sortable = Object.keys(sorts).join(', ')
      throw invalid([{ path: 'sort', message: `Sort by one of ${sortable}` }])
    }
    const { sql, isNullable = false, sortTable } = field
    if (!sortTable) return [{ sql, isDescending, isNullable }]
    const itself = { sql, isDescending, isNullable, sortTable }
    return [itself, { sql: sortTable.id, isDescending, isNullable: false, sortTable }]
  })
  // Nothing needs to follow the unique id.
  if (orders.at(-1)?.sql === id) return orders
  const isDescending = orders.at(-1)?.isDescending ?? false
  return [...orders, { sql: id, isDescending, isNullable: false }]
}

/** The ORDER BY list in SQL. */
export function orderBy(orders: readonly Order[]): string {
  return orders.map((o) => `${o.sql} ${o.isDescending ? 'desc' : 'asc'}${nullsOf(o)}`).join(', ')
}

function nullsOf(order: Order): string {
  if (!order.isNullable) return ''
  return order.areNullsFirst ? ' nulls first' : ' nulls last'
}

/** The reverse order. */
export function reversed(order: Order): Order {
  const areNullsFirst = !order.areNullsFirst
  return { ...order, isDescending: !order.isDescending, areNullsFirst }
}

/** The condition for rows after a cursor, and a bound at which an index scan can start. */
export type KeysetCondition = { afterCursor: string; start: string }
