import { decimal } from '#platform/kernel/money.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { DemoAgreement } from '../contract-prices.ts'
import { type DemoCustomer, printedAddressOf } from '../customers.ts'
import type { DemoSku } from '../skus.ts'
import type { Level } from '../stock-movements.ts'
import type { DemoVendor } from '../vendors.ts'
import { insertRows } from './insert-rows.ts'

const insertCustomers = {
  name: 'demo_customers',
  text: `insert into customers
           (id, customer_code, name, email, phone, address, city, state, zip_code, country,
            billing_address, website, notes, credit_limit, open_order_amount, payment_terms,
            price_level, tax_exempt, tax_exempt_number, allow_backorder, is_active, created_at,
            updated_at)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                     $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
                     $13::text[], $14::numeric[], $15::numeric[], $16::text[], $17::text[],
                     $18::bool[], $19::text[], $20::bool[], $21::bool[], $22::timestamptz[],
                     $23::timestamptz[])`,
}

/** Customers with the amount of their open orders before the pending orders are placed. */
export async function writeCustomers(
  db: Db,
  customers: readonly DemoCustomer[],
  { at, processing }: { at: string; processing: ReadonlyMap<number, string> },
): Promise<void> {
  await insertRows(
    db,
    insertCustomers,
    customers.map((one) => [
      one.id,
      one.customerCode,
      one.name,
      one.email,
      one.phone,
      one.address,
      one.city,
      one.state,
      one.zipCode,
      'US',
      printedAddressOf(one),
      one.website,
      one.notes,
      decimal(one.creditLimit),
      processing.get(one.id) ?? '0',
      one.paymentTerms,
      one.priceLevel,
      one.taxExemptNumber !== null,
      one.taxExemptNumber,
      one.allowBackorder,
      one.isActive,
      at,
      at,
    ]),
  )
}

const insertVendors = {
  name: 'demo_vendors',
  text: `insert into vendors
           (id, vendor_code, name, email, phone, address, city, state, zip_code, country, website,
            contact_name, notes, payment_terms, tax_id, lead_time_days, minimum_order_quantity,
            preferred_rank, created_at, updated_at)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                     $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
                     $13::text[], $14::text[], $15::text[], $16::int[], $17::int[], $18::int[],
                     $19::timestamptz[], $20::timestamptz[])`,
}

export async function writeVendors(
  db: Db,
  vendors: readonly DemoVendor[],
  at: string,
): Promise<void> {
  await insertRows(
    db,
    insertVendors,
    vendors.map((one) => [
      one.id,
      one.vendorCode,
      one.name,
      one.email,
      one.phone,
      one.address,
      one.city,
      one.state,
      one.zipCode,
      'US',
      one.website,
      one.contactName,
      one.notes,
      one.paymentTerms,
      one.taxId,
      one.leadTimeDays,
      one.minimumOrderQuantity,
      one.preferredRank,
      at,
      at,
    ]),
  )
}

const insertSkus = {
  name: 'demo_skus',
  text: `insert into skus
           (id, sku, name, description, category, unit_of_measure, cost, price, tier1_price,
            tier2_price, tier3_price, minimum_stock, current_stock, reserved, on_order,
            last_inventory_update, barcode, wms_location, created_at, updated_at)
         overriding system value
         select *
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                     $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[],
                     $12::int[], $13::int[], $14::int[], $15::int[], $16::timestamptz[],
                     $17::text[], $18::text[], $19::timestamptz[], $20::timestamptz[])`,
}

/** SKUs with stock counters that match their movements. */
export async function writeSkus(
  db: Db,
  skus: readonly DemoSku[],
  { at, counted, levels }: { at: string; counted: string; levels: ReadonlyMap<number, Level> },
): Promise<void> {
  await insertRows(
    db,
    insertSkus,
    skus.map((one) => {
      const { minimum, onHand, reserved, onOrder } = levels.get(one.id) as Level
      return [
        one.id,
        one.sku,
        one.name,
        one.description,
        one.category,
        one.unitOfMeasure,
        decimal(one.cost),
        decimal(one.price),
        decimal(one.tier1Price),
        decimal(one.tier2Price),
        decimal(one.tier3Price),
        minimum,
        onHand,
        reserved,
        onOrder,
        counted,
        one.barcode,
        one.wmsLocation,
        at,
        counted,
      ]
    }),
  )
}

const insertAgreements = {
  name: 'demo_contract_prices',
  text: `insert into contract_pricing
           (id, customer_id, sku_id, contract_price, effective_date, expiration_date,
            minimum_quantity, created_at, updated_at)
         overriding system value
         select *
         from unnest($1::int[], $2::int[], $3::int[], $4::numeric[], $5::date[], $6::date[],
                     $7::int[], $8::timestamptz[], $9::timestamptz[])`,
}

export async function writeAgreements(
  db: Db,
  agreements: readonly DemoAgreement[],
  at: string,
): Promise<void> {
  await insertRows(
    db,
    insertAgreements,
    agreements.map((one) => [
      one.id,
      one.customerId,
      one.skuId,
      decimal(one.contractPrice),
      one.effectiveDate,
      one.expirationDate,
      one.minimumQuantity,
      at,
      at,
    ]),
  )
}
