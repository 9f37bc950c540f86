import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { importedOrders } from '../tables.ts'

// The lookups of an order import; each is one statement for all orders of a file.

const findCustomers = {
  name: 'find_customers_by_code',
  text: `select t.code, c.id from unnest($1::text[]) as t (code)
         join customers c on lower(c.customer_code) = lower(t.code) and c.deleted_at is null`,
}

const findSkus = {
  name: 'find_skus_by_code',
  text: `select t.code, s.id from unnest($1::text[]) as t (code)
         join skus s on lower(s.sku) = lower(t.code) and s.deleted_at is null`,
}

/** Customer ids by customer code, keyed by the code as submitted. */
export function customerIdsOf(ctx: Context, codes: readonly string[]) {
  return idsOf(ctx, findCustomers, codes)
}

/** SKU ids by SKU code, keyed by the code as submitted. */
export function skuIdsOf(ctx: Context, codes: readonly string[]) {
  return idsOf(ctx, findSkus, codes)
}

const readUnits = {
  name: 'read_units_of_imported_skus',
  text: 'select id, unit_of_measure as unit from skus where id = any($1::int[])',
}

/** The units of measure of SKUs, by id. */
export async function unitsOfSkus(
  { db }: Context,
  skuIds: readonly number[],
): Promise<Map<number, string>> {
  if (skuIds.length === 0) return new Map()
  const found = await rows<{ id: number; unit: string }>(db, readUnits, [[...new Set(skuIds)]])
  return new Map(found.map(({ id, unit }) => [id, unit]))
}

async function idsOf(
  { db }: Context,
  statement: typeof findCustomers,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const distinctCodes = [...new Set(codes)]
  const found = await rows<{ code: string; id: number }>(db, statement, [distinctCodes])
  return new Map(found.map(({ code, id }) => [code, id]))
}

/**
 * Imported orders with the same content: the id of the newest, and the number and date of the
 * newest that is not cancelled, or null.
 */
export type EqualOrder = { lastId: number; orderNumber: string | null; day: Day | null }

const findEqualOrders = {
  name: 'find_imported_orders_of_equal_content',
  text: `select encode(i.content_sha256, 'hex') as print, max(o.id) as "lastId",
           (array_agg(o.order_number order by o.id desc)
             filter (where o.status <> 'cancelled'))[1] as "orderNumber",
           (array_agg(o.order_date::text order by o.id desc)
             filter (where o.status <> 'cancelled'))[1] as day
         from imported_orders i join sales_orders o on o.id = i.sales_order_id
         where i.content_sha256 = any($1::bytea[])
         group by i.content_sha256`,
}

/**
 * Previously imported orders, keyed by the hex hash of their content. These records do not expire.
 */
export async function equalOrders(
  { db }: Context,
  hashes: readonly Buffer[],
): Promise<Map<string, EqualOrder>> {
  const found = await rows<EqualOrder & { print: string }>(db, findEqualOrders, [hashes])
  return new Map(found.map(({ print, ...equal }) => [print, equal]))
}

/** Records the content hashes of created orders, in the transaction that creates them. */
export async function recordImportedOrders(
  ctx: Context,
  created: readonly { print: Buffer; orderId: number }[],
): Promise<void> {
  const imported = created.map(({ print, orderId }) => {
    return { contentSha256: print, salesOrderId: orderId }
  })
  await insertMany(ctx, importedOrders, imported)
}
