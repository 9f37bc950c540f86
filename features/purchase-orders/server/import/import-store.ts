// The statements of an import of purchase orders; each is sent once, however many orders there are.

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
  text: `select order_number as "orderNumber", status from purchase_orders
         where order_number = any($1::text[])`,
}
/** The vendors of all orders, and then their SKUs, in the order of their ids. */
export const lockVendors = {
  name: 'lock_vendors_of_purchase_import',
  text: `select id from vendors where id = any($1::int[]) order by id for share`,
}
export const lockSkus = {
  name: 'lock_skus_of_purchase_import',
  text: `select id from skus where id = any($1::int[]) order by id for no key update`,
}
export const readImported = {
  name: 'versions_of_imported_purchase_orders',
  text: `select record_id as id, version from import_rows where import_id = $1`,
}
