import type { ListSpec } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { bulkChangeList, bulkChangeRowList } from '../contract.ts'
import { type ChangedTable, undoableKinds } from '../rules.ts'

const kind = `i.table_name || ':' || i.action`
const undoable = undoableKinds.map((key) => `'${key}'`).join(', ')

const state = `case
  when i.undone_at is not null then 'undone'
  when i.created_count + i.updated_count = 0 or ${kind} not in (${undoable}) then 'final'
  when exists (select from import_rows x where x.import_id = i.id) then 'undoable'
  else 'expired' end`

/**
 * Imports and bulk edits. `$1` are the kinds that the caller may see. `zone` is the SQL of the
 * business time zone.
 */
export function bulkChangeListIn(zone: string): ListSpec {
  return listSpec(bulkChangeList, {
    columns: `i.id, i.table_name as "table", i.action, i.made_at as "madeAt",
      u.username as "madeBy", i.file_name as "fileName", i.created_count as created,
      i.updated_count as updated, i.unchanged_count as unchanged, i.skipped_count as skipped,
      ${state} as state, i.undone_at as "undoneAt", v.username as "undoneBy"`,
    from: 'imports i',
    joins: 'left join users u on u.id = i.made_by left join users v on v.id = i.undone_by',
    where: `${kind} = any($1::text[])`,
    id: 'i.id',
    zone,
    fields: {
      id: 'i.id',
      madeAt: 'i.made_at',
      table: 'i.table_name',
      action: 'i.action',
      state: { sql: state, type: 'text' },
    },
    search: [
      `coalesce(i.file_name, '')`,
      `coalesce((select n.username from users n where n.id = i.made_by), '')`,
    ],
  })
}

/** The number or code of the record `r.id`, by the table of its import or bulk edit. */
const recordNumbers: Readonly<Record<ChangedTable, string>> = {
  customers: 'select customer_code from customers where id = r.id',
  vendors: 'select vendor_code from vendors where id = r.id',
  skus: 'select sku from skus where id = r.id',
  sku_prices: `select s.sku from sku_prices p join skus s on s.id = p.sku_id where p.id = r.id`,
  contract_pricing: `select c.customer_code || ' ' || s.sku from contract_pricing p
    join customers c on c.id = p.customer_id join skus s on s.id = p.sku_id where p.id = r.id`,
  purchase_orders: 'select order_number from purchase_orders where id = r.id',
  sales_orders: 'select order_number from sales_orders where id = r.id',
  // The record of a stock count is its SKU.
  stock_adjustments: 'select sku from skus where id = r.id',
  shipments: 'select shipment_number from shipments where id = r.id',
  returns: 'select return_number from returns where id = r.id',
  vendor_bills: 'select bill_number from vendor_bills where id = r.id',
  vendor_payments: 'select payment_number from vendor_payments where id = r.id',
}

const recordNumber = Object.entries(recordNumbers)
  .map(([table, sql]) => `when '${table}' then (${sql})`)
  .join(' ')

const record = `case r.table_name ${recordNumber} end`
const result = `case
  when r.reason is not null then 'skipped'
  when r.action not in ('import', 'upsert') then 'changed'
  when r.before is null or r.table_name = 'stock_adjustments' then 'created'
  else 'updated' end`

/** The records of the import or bulk edit `$1` of one of the kinds `$2`, and those it skipped. */
export const bulkChangeRowSpec = listSpec(bulkChangeRowList, {
  columns: `r.id, r.file_row as "row", ${record} as record,
    ${result} as result,
    array(
      select key from jsonb_object_keys(r.before) as k (key)
      where r.table_name <> 'stock_adjustments' or key <> 'counted' order by key
    ) as fields, r.reason`,
  from: `(
      select x.record_id as id, x.file_row, x.before, null::text as reason,
             i.table_name, i.action
      from imports i join import_rows x on x.import_id = i.id
      where i.id = $1 and ${kind} = any($2::text[])
      union all
      select x.id, x.file_row, null, x.reason, i.table_name, i.action
      from imports i
      cross join lateral jsonb_to_recordset(i.skipped) as x (id int, reason text, file_row int)
      where i.id = $1 and ${kind} = any($2::text[])
    ) r`,
  where: 'true',
  id: 'r.id',
  fields: {
    id: 'r.id',
    row: { sql: 'r.file_row', isNullable: true },
    result: { sql: result, type: 'text' },
  },
  search: [record, 'r.reason'],
})
