import type { Terms } from './check-contract-price-terms.ts'

// The statements of a contract price import; each runs once, for any number of prices.

/** A stored price. */
export type StoredPrice = Terms & { id: number }

/** A customer or SKU referenced in the file. */
export type Party = { asked: string; id: number; code: string; isActive: boolean }

/** Finds customers by code, ignoring case, each with the requested code. */
export const findCustomers = {
  name: 'customers_of_price_list',
  text: `select t.code as asked, c.id, c.customer_code as code, c.is_active as "isActive"
         from unnest($1::text[]) as t (code)
         join customers c on lower(c.customer_code) = lower(t.code) and c.deleted_at is null`,
}
export const findSkus = {
  name: 'skus_of_price_list',
  text: `select t.code as asked, s.id, s.sku as code, s.is_active as "isActive"
         from unnest($1::text[]) as t (code)
         join skus s on lower(s.sku) = lower(t.code) and s.deleted_at is null`,
}
export const findCustomer = {
  name: 'customer_of_price_list',
  text: `select customer_code as code from customers where id = $1 and deleted_at is null`,
}
export const findSku = {
  name: 'sku_of_price_list',
  text: `select sku as code from skus where id = $1 and deleted_at is null`,
}

const columns = `p.id, p.customer_id as "customerId", p.sku_id as "skuId",
  p.contract_price as "contractPrice", p.effective_date as "effectiveDate",
  p.expiration_date as "expirationDate", p.minimum_quantity as "minimumQuantity",
  p.is_active as "isActive"`

/** Locks the prices of customers for SKUs; then lock their parties, in the fixed order. */
export const lockPrices = {
  name: 'lock_prices_of_list',
  text: `select p.id from contract_pricing p
         where p.customer_id = any($1::int[]) and p.sku_id = any($2::int[])
         order by p.id for update`,
}
/** Reads the prices after their customers are locked, when no other price can be added. */
export const readPrices = {
  name: 'prices_of_list',
  text: `select ${columns} from contract_pricing p
         where p.customer_id = any($1::int[]) and p.sku_id = any($2::int[])`,
}
export const lockCustomers = {
  name: 'lock_customers_of_price_list',
  text: `select id from customers where id = any($1::int[]) order by id for no key update`,
}
export const lockSkus = {
  name: 'lock_skus_of_price_list',
  text: `select id from skus where id = any($1::int[]) order by id for share`,
}

const terms = `customer_id int, sku_id int, contract_price numeric(12, 2), effective_date date,
  expiration_date date, minimum_quantity int, is_active boolean`

export const addPrices = {
  name: 'add_prices_of_list',
  text: `insert into contract_pricing (customer_id, sku_id, contract_price, effective_date,
           expiration_date, minimum_quantity, is_active)
         select customer_id, sku_id, contract_price, effective_date, expiration_date,
           minimum_quantity, is_active
         from jsonb_to_recordset($1::jsonb) as t (at int, ${terms}) order by at
         returning id, customer_id as "customerId", sku_id as "skuId",
           effective_date as "effectiveDate", minimum_quantity as "minimumQuantity"`,
}
export const changePrices = {
  name: 'change_prices_of_list',
  text: `update contract_pricing p
         set contract_price = t.contract_price, expiration_date = t.expiration_date,
           is_active = t.is_active, updated_at = now(), version = p.version + 1
         from jsonb_to_recordset($1::jsonb) as t (id int, contract_price numeric(12, 2),
           expiration_date date, is_active boolean)
         where p.id = t.id`,
}
export const deletePrices = {
  name: 'delete_prices_of_list',
  text: `delete from contract_pricing where id = any($1::int[])`,
}

/** The prices that an import created or changed, as they are now, without deleted ones. */
export const readImported = {
  name: 'imported_prices',
  text: `select ${columns}, p.version, i.version as was, i.before
         from import_rows i join contract_pricing p on p.id = i.record_id
         where i.import_id = $1 order by p.id`,
}
/** The customers and SKUs of the imported prices. */
export const partiesOfImport = {
  name: 'parties_of_imported_prices',
  text: `select distinct p.customer_id as "customerId", p.sku_id as "skuId"
         from import_rows i join contract_pricing p on p.id = i.record_id
         where i.import_id = $1`,
}
export const idsOfImport = {
  name: 'ids_of_imported_prices',
  text: `select record_id as id from import_rows where import_id = $1 order by record_id`,
}
export const codesOfPrices = {
  name: 'codes_of_imported_prices',
  text: `select p.id, c.customer_code as "customerCode", s.sku from contract_pricing p
         join customers c on c.id = p.customer_id join skus s on s.id = p.sku_id
         where p.id = any($1::int[])`,
}
