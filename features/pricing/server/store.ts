import { businessZone } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import * as contract from '../contract.ts'

/** The list query for contract prices; `today` decides which are expired. */
export function contractPriceList(today: Day): ListSpec {
  return listSpec(contract.contractPriceList, {
    columns: `p.id, p.customer_id as "customerId", p.sku_id as "skuId",
      c.customer_code as "customerCode", c.name as "customerName", s.sku, s.name as "skuName",
      p.contract_price as "contractPrice", p.effective_date as "effectiveDate",
      p.expiration_date as "expirationDate", p.minimum_quantity as "minimumQuantity",
      p.is_active as "isActive", coalesce(p.expiration_date < d.today, false) as "isExpired",
      p.created_at as "createdAt", p.updated_at as "updatedAt", p.version`,
    from: `contract_pricing p join customers c on c.id = p.customer_id
      join skus s on s.id = p.sku_id cross join (select $1::date as today) d`,
    values: [today],
    where: 'true',
    id: 'p.id',
    zone: businessZone,
    fields: {
      id: 'p.id',
      customerCode: 'c.customer_code collate "und-x-icu"',
      customerName: 'c.name collate "und-x-icu"',
      sku: 's.sku collate "und-x-icu"',
      skuName: 's.name collate "und-x-icu"',
      contractPrice: 'p.contract_price',
      minimumQuantity: 'p.minimum_quantity',
      effectiveDate: 'p.effective_date',
      expirationDate: { sql: 'p.expiration_date', isNullable: true },
      isActive: 'p.is_active',
      createdAt: 'p.created_at',
      updatedAt: 'p.updated_at',
      customerId: 'p.customer_id',
      skuId: 'p.sku_id',
      isExpired: { sql: 'coalesce(p.expiration_date < d.today, false)', type: 'boolean' },
    },
    search: ['c.customer_code', 'c.name', 's.sku', 's.name'],
  })
}

/** Locks the parties of a price, so that neither is deleted in the meantime. */
export const lockCustomer = {
  name: 'lock_customer_of_price',
  text: `select id, customer_code as code, is_active as "isActive" from customers
         where id = $1 and deleted_at is null for no key update`,
}

export const lockSku = {
  name: 'lock_sku_of_price',
  text: `select id, sku as code, is_active as "isActive" from skus
         where id = $1 and deleted_at is null for share`,
}

/** An active price of the same customer, SKU and quantity that the given period overlaps. */
export const findClash = {
  name: 'find_overlapping_price',
  text: `select p.contract_price as price, p.effective_date as "from", p.expiration_date as "to"
         from contract_pricing p
         where p.customer_id = $1 and p.sku_id = $2 and p.minimum_quantity = $3 and p.is_active
           and p.id <> $4
           and daterange(p.effective_date, p.expiration_date, '[]')
               && daterange($5::date, $6::date, '[]')
         order by p.effective_date limit 1`,
}
