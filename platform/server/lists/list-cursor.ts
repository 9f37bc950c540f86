import { Refusal } from '#platform/kernel/refusal.ts'
import type { Condition, Order, KeysetCondition } from './list-order.ts'

/** The keyset cursor of a page: the last row's sort fields as text. */
export type CursorKeys = (string | null)[]

/**
 * Keyset pagination: the condition for rows after a cursor. Uses a row comparison, which an index
 * supports, if all fields have one direction and are not nullable.
 */
export function after<C extends Condition>(
  request: C,
  orders: readonly Order[],
  keys: CursorKeys,
): C & KeysetCondition {
  const values = [...request.values, ...keys]
  const parameterAt = (index: number) => `$${request.values.length + index + 1}`
  const isUniform = orders.every((o) => !o.isNullable && o.isDescending === orders[0]?.isDescending)
  const sign = orders[0]?.isDescending ? '<' : '>'
  const compared = (some: readonly Order[], how: string) => {
    const parameters = some.map((_, index) => parameterAt(index))
    return `(${some.map((o) => o.sql).join(', ')}) ${how} (${parameters.join(', ')})`
  }
  if (isUniform) {
    const start = compared(orders.slice(0, -1), `${sign}=`)
    return { ...request, afterCursor: compared(orders, sign), start, values }
  }
  const condition = orders
    .map((_, index) => beyond(orders, keys, { index, place: parameterAt }))
    .join(' or ')
  return { ...request, afterCursor: `(${condition})`, start: 'true', values }
}

function beyond(
  orders: readonly Order[],
  keys: CursorKeys,
  { index, place }: { index: number; place: (index: number) => string },
): string {
  const equal = orders.slice(0, index).map((o, i) => `${o.sql} is not distinct from ${place(i)}`)
  const order = orders[index] as Order
  const sign = order.isDescending ? '<' : '>'
  const here = place(index)
  const past =
    keys[index] === null
      ? 'false'
      : `(${order.sql} ${sign} ${here}${order.isNullable ? ` or ${order.sql} is null` : ''})`
  return `(${[...equal, past].join(' and ')})`
}

/** Encodes a cursor. */
export function writeCursor(keys: CursorKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** Decodes a cursor. Throws 400 if it does not match this order. */
export function readCursor(cursor: string, orders: readonly Order[]): CursorKeys {
  const keys = parsed(Buffer.from(cursor, 'base64url').toString())
  const isOurs = Array.isArray(keys) && keys.length === orders.length && keys.every(isKey)
  if (isOurs && orders.every((order, index) => order.isNullable || keys[index] !== null))
    return keys
  throw new Refusal('unreadable', 'malformed', 'This cursor does not belong to this list')
}

function isKey(key: unknown): key is string | null {
  return key === null || (typeof key === 'string' && !key.includes('\0'))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
