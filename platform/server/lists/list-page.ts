import { type Beyond, type Condition, type Order, orderBy, type Through } from './list-order.ts'

/** How rows are found and shown: constants of the program. */
export type Shape = {
  columns: string
  from: string
  /** Tables that the columns need beside: joined to the rows of a page once they are found. */
  joins?: string
  id: string
  /** Whether indexes have all that rows are found by, so that a page reads only its own. */
  isCovered?: boolean
}

export type PageRequest = Condition &
  Partial<Beyond> & {
    orders: readonly Order[]
    limit: number
    skip?: number
    /** Whether the rows that match are few: then they are found first and sorted after. */
    isFew?: boolean
    /** The field in whose order an index finds them. */
    foundBy?: string | undefined
  }

/** The statement of a page: its rows with their columns and the keys that a cursor carries. */
export function pageText(shape: Shape, asked: PageRequest): string {
  const keys = asked.orders.map((order) => `(${order.sql})::text`).join(', ')
  const shown = `select ${shape.columns}, array[${keys}] as "cursorKeys"`
  const order = orderBy(asked.orders)
  if (shape.joins === undefined) {
    return `${shown} from ${shape.from} where ${whole(asked)} order by ${order} ${part(asked)}`
  }
  const alias = aliasOf(shape)
  return `${shown} from (${foundText(shape, asked)}) ${alias} ${shape.joins} order by ${order}`
}

/** The name under which a list reads its table: `c` of `c.id`. */
export function aliasOf({ id }: Pick<Shape, 'id'>): string {
  return id.slice(0, id.indexOf('.'))
}

function foundText(shape: Shape, asked: PageRequest): string {
  if (asked.isFew) return fewText(shape, asked)
  if (isWalk(asked.orders)) return walkStatement(shape, asked)
  const found = (columns: string) => `select ${columns} from ${shape.from} ${joinsOf(asked)}
    where ${whole(asked)} order by ${orderBy(asked.orders)} ${part(asked)}`
  return shape.isCovered ? rowsOf(shape, found(shape.id)) : found(`${aliasOf(shape)}.*`)
}

function rowsOf(shape: Shape, ids: string): string {
  return `select ${aliasOf(shape)}.* from ${shape.from} where ${shape.id} = any(array(${ids}))`
}

/**
 * Few rows are all found and sorted by what they are sorted by alone, then those of the page are
 * read. `offset 0` keeps the planner from walking a long index in search of them. An order from the
 * end is sorted faster where they are found from the end. Shorter tables are joined as outer ones,
 * though each row has its one: else the planner may walk them in order, all found rows for each.
 */
function fewText(shape: Shape, asked: PageRequest): string {
  const alias = aliasOf(shape)
  const { foundBy, orders } = asked
  const fromEnd = foundBy && orders.at(-1)?.isDescending ? `order by ${foundBy} desc` : ''
  const all = `select ${alias}.* from ${shape.from} where ${asked.where} ${fromEnd} offset 0`
  const few = `select ${shape.id} from (${all}) ${alias}`
  const [through] = throughOf(orders)
  if (through && isWalk(orders) && !asked.beyond) {
    return rowsOf(shape, `${few} ${placedText(through, asked)}`)
  }
  const ids = `${few} ${joinsOf(asked, 'left join')}
    where ${asked.beyond ?? 'true'} order by ${orderBy(orders)} ${part(asked)}`
  return rowsOf(shape, ids)
}

/** Few rows by a field of a shorter table: its rows are put in order once, then told by number. */
function placedText(through: Through, asked: PageRequest): string {
  const { from, id, on } = through
  const alias = aliasOf(through)
  const place = `row_number() over (order by ${orderBy(asked.orders.slice(0, -1))}) as place`
  return `left join (select ${id}, ${place} from ${from}) ${alias} on ${on}
    order by ${alias}.place, ${orderBy(asked.orders.slice(-1))} ${part(asked)}`
}

/** The shorter tables that the order is by. */
function joinsOf({ orders }: PageRequest, how = 'join'): string {
  return throughOf(orders)
    .map(({ from, on }) => `${how} ${from} on ${on}`)
    .join(' ')
}

/** Rows by a field of a shorter table: its rows in order, and of each no more than are needed. */
function walkStatement(shape: Shape, asked: PageRequest): string {
  const { orders, limit, skip = 0, beyond = 'true', start = 'true' } = asked
  const alias = aliasOf(shape)
  const [through] = throughOf(orders)
  const own = `select ${alias}.* from ${shape.from} where ${through?.on} and ${asked.where}
    and ${beyond} order by ${orderBy(orders.slice(-1))} limit ${limit + skip}`
  return `select ${alias}.* from ${through?.from} cross join lateral (${own}) ${alias}
    where ${start} order by ${orderBy(orders)} ${part(asked)}`
}

/** True for one field of a shorter table, then its id, then the row's own id. */
function isWalk(orders: readonly Order[]): boolean {
  const isUniform = orders.every((order) => order.isDescending === orders[0]?.isDescending)
  return isUniform && orders.length === 3 && throughOf(orders).length === 1 && !!orders[0]?.through
}

function throughOf(orders: readonly Order[]) {
  return [...new Set(orders.flatMap((order) => order.through ?? []))]
}

function whole({ where, beyond }: PageRequest): string {
  return beyond === undefined ? where : `${where} and ${beyond}`
}

function part({ limit, skip = 0 }: PageRequest): string {
  return `limit ${limit} offset ${skip}`
}
