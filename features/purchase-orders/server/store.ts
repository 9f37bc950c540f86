import { printedAddress } from '#features/documents/server/service.ts'
import { businessZone } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { keywordsFor } from '#platform/server/lists/list-filter.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf, type SumSpec } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { purchaseOrderList } from '../contract.ts'
import { purchaseOrderStatuses } from '../rules.ts'

const vendorAddress = printedAddress('v')

const columns = `o.id, o.order_number as "orderNumber", o.vendor_id as "vendorId",
  v.vendor_code as "vendorCode", v.name as "vendorName", o.status,
  o.cancel_request as "cancelRequest",
  case when o.cancel_request is null then o.status else 'cancel requested' end as "displayStatus",
  o.order_date as "orderDate",
  o.expected_date as "expectedDate", o.is_late as "isLate", o.total_amount as "totalAmount",
  o.header_only as "headerOnly", o.notes, o.created_by as "createdBy",
  u.username as "createdByName", o.created_at as "createdAt", o.updated_at as "updatedAt",
  o.version`

const joins = 'join vendors v on v.id = o.vendor_id join users u on u.id = o.created_by'

const from = `(
    select p.*, p.status in ('submitted', 'approved')
                and coalesce(p.expected_date < $1::date, false) as is_late
    from purchase_orders p
  ) o`

const list: Omit<ListSpec, 'values'> = listSpec(purchaseOrderList, {
  columns,
  from,
  joins,
  where: 'true',
  id: 'o.id',
  kind: 'purchase_order',
  zone: businessZone,
  fields: {
    id: 'o.id',
    orderNumber: 'o.order_number',
    vendorId: { sql: 'o.vendor_id', orderedBy: 'o.id' },
    vendorName: {
      sql: 'v.name collate "und-x-icu"',
      sortTable: { from: 'vendors v', id: 'v.id', on: 'v.id = o.vendor_id' },
    },
    status: { sql: 'o.status', orderedBy: 'o.id' },
    totalAmount: 'o.total_amount',
    orderDate: 'o.order_date',
    expectedDate: { sql: 'o.expected_date', isNullable: true },
    createdAt: 'o.created_at',
    createdBy: 'o.created_by',
    vendorCode: {
      sql: 'lower(v.vendor_code)',
      isFolded: true,
      within: 'o.vendor_id = any(array(select v.id from vendors v where %))',
    },
    skuId: {
      sql: 'i.sku_id',
      within: 'o.id in (select i.purchase_order_id from purchase_order_items i where %)',
    },
    late: {
      when: 'true',
      holds: `o.status in ('submitted', 'approved') and o.expected_date < $1::date`,
    },
    due: {
      when: 'week',
      holds: `o.status in ('submitted', 'approved')
        and o.expected_date >= date_trunc('week', $1::date::timestamp)::date
        and o.expected_date < date_trunc('week', $1::date::timestamp)::date + 7`,
    },
  },
  search: [
    {
      key: 'o.vendor_id',
      id: 'v.id',
      from: 'vendors v',
      columns: ['v.vendor_code', 'v.name'],
      within: 'v.search_text',
    },
    { startOf: 'o.order_number' },
    { endOf: 'o.order_number' },
    { wordOf: 'o.notes' },
  ],
  words: keywordsFor('status', purchaseOrderStatuses),
  countUpTo: 10_000,
})

/** SQL of the notes without prices of requested lines; in TypeScript it is `withoutPrices`. */
const notesWithoutPrices = `regexp_replace(
    o.notes, '^([0-9]+ × .*) at [0-9]+([.][0-9]+)?$', '\\1', 'gn')`

/**
 * The list for roles that may not read costs: without the total as a column, sort field or filter,
 * because sorting and filtering would reveal it too, and without prices in the notes.
 */
export function withoutAmounts(spec: ListSpec): ListSpec {
  const { totalAmount: _sort, ...sorts } = spec.sorts
  const { totalAmount: _filter, ...filters } = spec.filters
  const hidden = spec.columns
    .replace('o.total_amount as "totalAmount"', 'null as "totalAmount"')
    .replace('o.notes,', () => `${notesWithoutPrices} as notes,`)
  return { ...spec, columns: hidden, sorts, filters }
}

/** The amount and the groupings for sums of purchase orders. */
export const summed = sumSpecOf(purchaseOrderList, list, { amount: 'o.total_amount' })

/** The same for roles that may not read costs; groups are then in the order of their keys. */
export const countedOnly: SumSpec = {
  ...summed,
  amount: 'null::numeric',
  hasHiddenAmounts: true,
}

/** The list of purchase orders, newest first, as of a day, which decides what is late. */
export function listOn(today: Day): ListSpec {
  return { ...list, values: [today] }
}

/** The same list plus line counts and fill rates, computed only for the orders of the page. */
export function listWithProgressOn(today: Day): ListSpec {
  return {
    ...listOn(today),
    columns: `${columns}, p."lineCount", p."fillPercent"`,
    joins: `${joins}
      cross join lateral (
        select count(*)::int as "lineCount",
               (100 * sum(i.qty_received) / nullif(sum(i.quantity), 0))::int as "fillPercent"
        from purchase_order_items i where i.purchase_order_id = o.id
      ) p`,
  }
}

/** The vendor's address and terms, which a printed order (including a draft) shows. */
export const readVendorOf = {
  name: 'read_vendor_of_purchase_order',
  text: `select ${vendorAddress} as "vendorAddress",
                v.payment_terms as "paymentTerms"
         from purchase_orders o join vendors v on v.id = o.vendor_id
         where o.id = $1`,
}

export const readItems = {
  name: 'read_purchase_order_items',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", i.quantity, i.unit_price as "unitPrice",
                i.total_price as "totalPrice", i.qty_received as "qtyReceived",
                i.qty_cancelled as "qtyCancelled",
                greatest(0, i.quantity - i.qty_received - i.qty_cancelled) as "qtyOpen"
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.purchase_order_id = $1
         order by i.line_no`,
}

export const readBelowMinimum = {
  name: 'read_purchase_order_below_minimum',
  text: `select s.sku, x.quantity, x.minimum, x.found as "from"
         from (select i.sku_id, sum(i.quantity)::int as quantity,
                      coalesce(f.minimum_quantity, v.minimum_order_quantity) as minimum,
                      case when f.minimum_quantity is null then 'vendor' else 'offer' end as found
               from purchase_order_items i
               join purchase_orders o on o.id = i.purchase_order_id
               join vendors v on v.id = o.vendor_id
               left join vendor_skus f on f.vendor_id = v.id and f.sku_id = i.sku_id
               where o.id = $1 and o.status in ('draft', 'submitted')
               group by i.sku_id, f.minimum_quantity, v.minimum_order_quantity) x
         join skus s on s.id = x.sku_id
         where x.quantity < x.minimum
         order by s.sku`,
}

export const readWaivers = {
  name: 'read_purchase_order_waivers',
  text: `select a.id, a.action, coalesce(string_to_array(a.control, ', '), '{}') as controls,
                coalesce(u.username, 'system') as by, a.at
         from approvals a left join users u on u.id = a.approver_id
         where a.entity = 'purchase_order' and a.entity_id = $1 and a.is_waiver
         order by a.id`,
}

// FOR SHARE: deleting or deactivating the vendor waits for orders that reference it.
export const lockVendor = {
  name: 'lock_vendor_to_buy_from',
  text: `select id, vendor_code as "vendorCode", is_active as "isActive"
         from vendors where id = $1 and deleted_at is null for share`,
}

export const lockSkus = {
  name: 'lock_skus_to_buy',
  text: `select id, sku, is_active as "isActive",
                coalesce((select o.unit_price from vendor_skus o
                          where o.sku_id = skus.id and o.vendor_id = $2), cost) as cost
         from skus where id = any($1::int[]) and deleted_at is null
         order by id for no key update`,
}

export const lockOrders = {
  name: 'lock_purchase_orders',
  text: `select id, order_number as "orderNumber", vendor_id as "vendorId", status,
                total_amount as "totalAmount", created_by as "createdBy",
                cancel_request as "cancelRequest", order_date as "orderDate", version
         from purchase_orders where id = any($1::int[]) order by id for no key update`,
}

export const readLines = {
  name: 'read_purchase_order_lines',
  text: `select i.id, i.purchase_order_id as "orderId", i.line_no as "lineNo",
                i.sku_id as "skuId", s.sku, i.quantity, i.qty_received as "qtyReceived",
                i.qty_cancelled as "qtyCancelled", i.unit_price as "unitPrice"
         from purchase_order_items i join skus s on s.id = i.sku_id
         where i.purchase_order_id = any($1::int[])
         order by i.purchase_order_id, i.line_no`,
}

export const readActors = {
  name: 'read_purchase_order_actors',
  text: `select distinct on (entity_id, action)
                entity_id as "orderId", action, actor_id as "actorId",
                changes -> 'on behalf of' ->> 'to' as "onBehalfOf"
         from audit_log
         where entity = 'purchase_order' and entity_id = any($1::int[])
           and action in ('submit', 'approve') and to_status is not null
         order by entity_id, action, id desc`,
}

export const moveOrders = {
  name: 'move_purchase_orders',
  text: `update purchase_orders as o
         set status = t.status, version = o.version + 1, updated_at = now(),
             cancel_request = case when t.status = 'approved' then o.cancel_request end
         from unnest($1::int[], $2::text[]) as t (id, status)
         where o.id = t.id`,
}

export const requestCancellation = {
  name: 'ask_purchase_order_back',
  text: `update purchase_orders
         set cancel_request = $2, version = version + 1, updated_at = now()
         where id = $1`,
}

export const insertOrder = {
  name: 'insert_purchase_order',
  text: `insert into purchase_orders
           (order_number, vendor_id, order_date, expected_date, total_amount, header_only, notes,
            created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         returning id`,
}

export const updateOrder = {
  name: 'update_purchase_order',
  text: `update purchase_orders
         set order_number = $2, vendor_id = $3, order_date = $4, expected_date = $5,
             total_amount = $6, header_only = $7, notes = $8, version = version + 1,
             updated_at = now()
         where id = $1`,
}

export const deleteLines = {
  name: 'delete_purchase_order_items',
  text: 'delete from purchase_order_items where purchase_order_id = $1',
}
