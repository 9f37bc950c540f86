// The statements of a purchase order import. Each runs once per import, whatever its size.

export const findVendors = {
  name: 'vendors_of_purchase_import',
  text: `select t.code as asked, v.id from unnest($1::text[]) as t (code)
         join vendors v on lower(v.vendor_code) = t.code and v.deleted_at is null`,
}
export const findSkus = {
  name: 'skus_of_purchase_import',
  text: `select t.code as asked, s.id from unnest($1::text[]) as t (code)
         join skus s on lower(s.sku) = t.code and s.deleted_at is null`,
}
export const findExistingNumbers = {
  name: 'taken_numbers_of_purchase_import',
  text: `select id, order_number as "orderNumber", status from purchase_orders
         where order_number = any($1::text[])`,
}
/** Locks the vendors of all orders in id order; their SKUs are locked next. */
export const lockVendors = {
  name: 'lock_vendors_of_purchase_import',
  text: `select id from vendors where id = any($1::int[]) order by id for share`,
}
export const lockSkus = {
  name: 'lock_skus_of_purchase_import',
  text: `select id from skus where id = any($1::int[]) order by id for no key update`,
}
/**
 * The minimum order quantities of vendor and SKU pairs, and whether the offer or vendor sets them.
 */
export const findMinimums = {
  name: 'minimum_quantities_of_purchase_import',
  text: `select v.id as "vendorId", s.id as "skuId", s.sku,
                coalesce(f.minimum_quantity, v.minimum_order_quantity) as minimum,
                case when f.minimum_quantity is null then 'vendor' else 'offer' end as "from"
         from (select distinct * from unnest($1::int[], $2::int[]) as t (vendor_id, sku_id)) t
         join vendors v on v.id = t.vendor_id
         join skus s on s.id = t.sku_id
         left join vendor_skus f on f.vendor_id = v.id and f.sku_id = s.id
         where coalesce(f.minimum_quantity, v.minimum_order_quantity) > 1`,
}
export const readImported = {
  name: 'versions_of_imported_purchase_orders',
  text: `select record_id as id, version from import_rows where import_id = $1`,
}
