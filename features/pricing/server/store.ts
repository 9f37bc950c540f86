import { businessZone } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import type { SortField } from '#platform/server/lists/list-order.ts'

const sorts: Record<string, SortField> = {
  id: { sql: 'p.id' },
  customerCode: { sql: 'c.customer_code collate "und-x-icu"' },
  customerName: { sql: 'c.name collate "und-x-icu"' },
  sku: { sql: 's.sku collate "und-x-icu"' },
  skuName: { sql: 's.name collate "und-x-icu"' },
  contractPrice: { sql: 'p.contract_price' },
  minimumQuantity: { sql: 'p.minimum_quantity' },
  effectiveDate: { sql: 'p.effective_date' },
  expirationDate: { sql: 'p.expiration_date', isNullable: true },
  isActive: { sql: 'p.is_active' },
  createdAt: { sql: 'p.created_at' },
  updatedAt: { sql: 'p.updated_at' },
}

/** The list query for contract prices; `today` decides which are expired. */
export function contractPriceList(today: Day): ListSpec {
  return {
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
    sorts,
    defaultSort: 'customerCode,sku,minimumQuantity,effectiveDate',
    search: ['c.customer_code', 'c.name', 's.sku', 's.name'],
    filters: {
      id: { sql: 'p.id', type: 'int' },
      contractPrice: { sql: 'p.contract_price', type: 'numeric' },
      effectiveDate: { sql: 'p.effective_date', type: 'date' },
      expirationDate: { sql: 'p.expiration_date', type: 'date' },
      minimumQuantity: { sql: 'p.minimum_quantity', type: 'int' },
      createdAt: { moment: 'p.created_at', zone: businessZone },
      updatedAt: { moment: 'p.updated_at', zone: businessZone },
      customerId: { sql: 'p.customer_id', type: 'int' },
      skuId: { sql: 'p.sku_id', type: 'int' },
      isActive: { sql: 'p.is_active', type: 'boolean' },
      isExpired: { sql: 'coalesce(p.expiration_date < d.today, false)', type: 'boolean' },
    },
  }
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
