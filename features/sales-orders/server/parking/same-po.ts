import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

// Which order has a customer PO already. Every channel reads it here, so that a PO is compared in
// one way: without case, blanks and leading zeros, as `poKey` does.

const withoutBlanks = (po: string) => `regexp_replace(lower(${po}), '\\s', '', 'g')`

/**
 * A customer PO without case, blanks and leading zeros: the expression of the index
 * `sales_orders_po_of_customer`. `po` is a column or a parameter.
 */
export const poKeySql = (po: string) => `ltrim(${withoutBlanks(po)}, '0')`

/**
 * Whether the PO in a column is the other one, by the index. POs of zeros alone all have an empty
 * key, so that they are compared with their zeros.
 */
const samePoSql = (column: string, other: string) =>
  `${column} is not null and ${poKeySql(column)} = ${poKeySql(other)}
   and (${poKeySql(other)} <> '' or ${withoutBlanks(column)} = ${withoutBlanks(other)})`

/** A customer PO of a customer; without one there is nothing to compare. */
type CustomerPo = { customerId: number; customerPO?: string | null | undefined }

/** The order that has a customer PO already, its order date, and the PO as that order has it. */
export type SamePo = {
  id: number
  orderNumber: string
  customerId: number
  status: string
  day: Day
  /** The PO that was looked for. */
  po: string
  customerPO: string | null
  /** True if both POs are equal but for case. */
  isExact: boolean
}

const hasSamePo = samePoSql('o.customer_po', 't.po')

// An order that is parked itself comes last: the other one is what it resembles too.
const findSamePos = {
  name: 'find_orders_with_same_customer_pos',
  text: `select distinct on (t.customer_id, t.po) o.customer_id as "customerId", t.po, o.id,
                o.order_number as "orderNumber", o.status, o.order_date as day,
                o.customer_po as "customerPO", lower(o.customer_po) = lower(t.po) as "isExact"
         from unnest($1::int[], $2::text[]) as t (customer_id, po)
         join sales_orders o on o.customer_id = t.customer_id and ${hasSamePo}
         where o.status <> 'cancelled'
         order by t.customer_id, t.po, o.hold_reason is not distinct from 'parked',
                  lower(o.customer_po) = lower(t.po) desc, o.id desc`,
}

/**
 * The orders that have these customer POs already, compared without case, blanks and leading zeros;
 * of several the newest that is spelled the same, but one that is parked itself last. Cancelled
 * orders do not count.
 */
export async function readSamePos(
  ctx: Context,
  customerPos: readonly CustomerPo[],
): Promise<SamePo[]> {
  const withPo = customerPos.flatMap(({ customerId, customerPO }) => {
    return customerPO ? [{ customerId, customerPO }] : []
  })
  if (withPo.length === 0) return []
  const values = [withPo.map((each) => each.customerId), withPo.map((each) => each.customerPO)]
  return rows<SamePo>(ctx.db, findSamePos, values)
}
