import { listSpec } from '#platform/server/lists/list-sql.ts'
import { sumSpecOf } from '#platform/server/lists/list-sums.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { requisitionList } from '../contract.ts'

const firstLine = `(select coalesce(s.sku || ' ' || s.name, i.description)
    from requisition_items i left join skus s on s.id = i.sku_id
    where i.requisition_id = r.id order by i.line_no limit 1)`

/** The list of requisitions, newest first; `$1` is the user, for "mine". */
export const list: Omit<ListSpec, 'values'> = listSpec(requisitionList, {
  columns: `r.id, r.requisition_number as "requisitionNumber", r.status, r.reason,
    coalesce(${firstLine}, '') as what,
    (select count(*)::int from requisition_items i where i.requisition_id = r.id) as lines,
    (select count(*)::int from requisition_items i
     where i.requisition_id = r.id and i.purchase_order_id is null) as "openLines",
    (select min(i.needed_by) from requisition_items i
     where i.requisition_id = r.id) as "neededBy",
    r.created_by as "createdBy", u.username as "createdByName", r.created_at as "createdAt",
    r.updated_at as "updatedAt", r.version`,
  from: 'requisitions r',
  joins: 'join users u on u.id = r.created_by',
  where: '$1::int is not null',
  id: 'r.id',
  fields: {
    id: 'r.id',
    requisitionNumber: 'r.requisition_number',
    status: { sql: 'r.status', orderedBy: 'r.id' },
    createdAt: 'r.created_at',
    purchaseOrderId: {
      sql: 'i.purchase_order_id',
      within: 'r.id in (select i.requisition_id from requisition_items i where %)',
    },
    mine: { when: 'true', holds: 'r.created_by = $1::int' },
  },
  search: [
    { startOf: 'r.requisition_number' },
    { endOf: 'r.requisition_number' },
    { wordOf: 'r.reason' },
    {
      key: 'r.id',
      id: 'i.requisition_id',
      from: 'requisition_items i join skus s on s.id = i.sku_id',
      isLong: true,
      columns: ['s.sku', 's.name'],
    },
    {
      key: 'r.id',
      id: 'i.requisition_id',
      from: 'requisition_items i',
      isLong: true,
      indexed: [{ wordOf: 'i.description' }],
    },
  ],
  countUpTo: 10_000,
})

/** Requisitions are counted: their amount is known only after they are ordered. */
export const summed = sumSpecOf(requisitionList, list)

export const readItems = {
  name: 'read_requisition_items',
  text: `select i.id, i.line_no as "lineNo", i.sku_id as "skuId", s.sku, s.name,
                s.unit_of_measure as "unitOfMeasure", i.description,
                coalesce((select o.unit_price from vendor_skus o
                          where o.vendor_id = i.vendor_id and o.sku_id = i.sku_id),
                         s.cost) as "unitCost",
                i.quantity, i.needed_by as "neededBy", i.reason, i.vendor_id as "vendorId",
                v.vendor_code as "vendorCode", v.name as "vendorName",
                i.purchase_order_id as "purchaseOrderId",
                p.order_number as "purchaseOrderNumber", p.status as "purchaseOrderStatus"
         from requisition_items i
         left join skus s on s.id = i.sku_id
         left join vendors v on v.id = i.vendor_id
         left join purchase_orders p on p.id = i.purchase_order_id
         where i.requisition_id = $1
         order by i.line_no`,
}

export const lockRequisition = {
  name: 'lock_requisition',
  text: 'select id from requisitions where id = $1 for update',
}

export const readLocked = {
  name: 'read_locked_requisition',
  text: `select r.id, r.requisition_number as "requisitionNumber", r.status, r.reason,
                r.created_by as "createdBy", r.version, count(i.id)::int as lines,
                count(i.id) filter (where i.purchase_order_id is null)::int as "openLines"
         from requisitions r left join requisition_items i on i.requisition_id = r.id
         where r.id = $1
         group by r.id`,
}

export const insertRequisition = {
  name: 'insert_requisition',
  text: `insert into requisitions (requisition_number, reason, created_by)
         values ($1, $2, $3)
         returning id`,
}

export const updateRequisition = {
  name: 'update_requisition',
  text: `update requisitions
         set reason = $2, version = version + 1, updated_at = now()
         where id = $1`,
}

export const moveRequisition = {
  name: 'move_requisition',
  text: `update requisitions
         set status = $2, version = version + 1, updated_at = now()
         where id = $1`,
}

export const deleteItems = {
  name: 'delete_requisition_items',
  text: 'delete from requisition_items where requisition_id = $1',
}

export const linkItems = {
  name: 'link_requisition_items',
  text: `update requisition_items as i
         set purchase_order_id = $2
         where i.id = any($1::int[])`,
}

// A shared lock: deleting or deactivating a vendor waits for requisitions that reference it.
export const lockVendors = {
  name: 'lock_vendors_to_ask',
  text: `select id, vendor_code as code, is_active as "isActive"
         from vendors where id = any($1::int[]) and deleted_at is null order by id for share`,
}

/** The SKUs of all orders to be created, in id order, with the same lock as each order takes. */
export const lockSkusToOrder = {
  name: 'lock_skus_of_requisition',
  text: `select id from skus where id = any($1::int[]) order by id for no key update`,
}

export const lockSkus = {
  name: 'lock_skus_to_ask',
  text: `select id, sku as code, is_active as "isActive"
         from skus where id = any($1::int[]) and deleted_at is null order by id for share`,
}
