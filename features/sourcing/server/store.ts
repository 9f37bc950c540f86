import type { Day } from '#platform/kernel/days.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import * as contract from '../contract.ts'
import { certificateWarningDays } from '../certificate-states.ts'

export const offerList = listSpec(contract.offerList, {
  columns: `o.id, o.vendor_id as "vendorId", v.vendor_code as "vendorCode",
    v.name as "vendorName", o.sku_id as "skuId", s.sku, s.name as "skuName", o.rank,
    o.vendor_item as "vendorItem", o.unit_price as "unitPrice",
    o.lead_time_days as "leadTimeDays", o.minimum_quantity as "minimumQuantity", o.version`,
  from: `vendor_skus o join vendors v on v.id = o.vendor_id join skus s on s.id = o.sku_id`,
  where: 'v.deleted_at is null and s.deleted_at is null',
  id: 'o.id',
  fields: {
    id: 'o.id',
    sku: 's.sku collate "und-x-icu"',
    vendorCode: 'v.vendor_code collate "und-x-icu"',
    rank: 'o.rank',
    leadTimeDays: { sql: 'o.lead_time_days', isNullable: true },
    vendorId: 'o.vendor_id',
    skuId: 'o.sku_id',
  },
  search: ['v.vendor_code', 'v.name', 's.sku', 's.name', 'o.vendor_item'],
})

const isRenewed = `exists (
    select from vendor_certificates later
    where later.vendor_id = c.vendor_id and lower(later.name) = lower(c.name)
      and coalesce(lower(later.category), '') = coalesce(lower(c.category), '')
      and (later.expires_on, later.id) > (c.expires_on, c.id))`

/** Certificates with their state on a date. */
export function certificateList(today: Day): ListSpec {
  return listSpec(contract.certificateList, {
    columns: `c.id, c.vendor_id as "vendorId", c.name, c.number, c.category,
      c.valid_from as "validFrom", c.expires_on as "expiresOn",
      case when ${isRenewed} then 'renewed'
           when c.expires_on < $1::date then 'expired'
           when c.expires_on <= $1::date + ${certificateWarningDays} then 'expiring'
           else 'valid' end as state, c.version`,
    from: 'vendor_certificates c',
    values: [today],
    where: '$1::date is not null',
    id: 'c.id',
    fields: {
      id: 'c.id',
      name: 'c.name collate "und-x-icu"',
      category: { sql: 'c.category collate "und-x-icu"', isNullable: true },
      expiresOn: 'c.expires_on',
      vendorId: 'c.vendor_id',
    },
    search: ['c.name', 'c.number', 'c.category'],
  })
}

// A shared lock: deleting or deactivating a vendor or SKU waits for offers that reference it.
export const lockVendor = {
  name: 'lock_vendor_of_offer',
  text: `select id, vendor_code as code from vendors
         where id = $1 and deleted_at is null for share`,
}
export const lockSku = {
  name: 'lock_sku_of_offer',
  text: `select id, sku as code from skus where id = $1 and deleted_at is null for share`,
}

export const insertOffer = {
  name: 'insert_vendor_sku',
  text: `insert into vendor_skus
           (vendor_id, sku_id, rank, vendor_item, unit_price, lead_time_days, minimum_quantity)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id`,
}

export const changeOffer = {
  name: 'change_vendor_sku',
  text: `update vendor_skus
         set vendor_id = $2, sku_id = $3, rank = $4, vendor_item = $5, unit_price = $6,
             lead_time_days = $7, minimum_quantity = $8, version = version + 1,
             updated_at = now()
         where id = $1`,
}

export const dropOffer = {
  name: 'drop_vendor_sku',
  text: 'delete from vendor_skus where id = $1',
}

export const insertCertificate = {
  name: 'insert_vendor_certificate',
  text: `insert into vendor_certificates
           (vendor_id, name, number, category, valid_from, expires_on)
         values ($1, $2, $3, $4, $5, $6)
         returning id`,
}

export const changeCertificate = {
  name: 'change_vendor_certificate',
  text: `update vendor_certificates
         set vendor_id = $2, name = $3, number = $4, category = $5, valid_from = $6,
             expires_on = $7, version = version + 1, updated_at = now()
         where id = $1`,
}

export const dropCertificate = {
  name: 'drop_vendor_certificate',
  text: 'delete from vendor_certificates where id = $1',
}

/** Expired and expiring certificates of vendors, with the SKUs they apply to. */
export const readTroubles = {
  name: 'read_certificate_troubles',
  text: `select c.id, c.vendor_id as "vendorId", v.vendor_code as "vendorCode", c.name,
                c.category, c.expires_on as "expiresOn", c.expires_on < $3::date as "isExpired",
                s.id as "skuId", s.sku
         from unnest($1::int[], $2::int[]) as x (vendor_id, sku_id)
         join vendor_certificates c on c.vendor_id = x.vendor_id
         join vendors v on v.id = c.vendor_id
         join skus s on s.id = x.sku_id
           and (c.category is null or lower(c.category) = lower(s.category))
         where c.expires_on <= $3::date + ${certificateWarningDays} and not ${isRenewed}
         order by c.expires_on, c.id, s.id`,
}

/** Certificates that expire within `certificateWarningDays`, for notifications. */
export const readEnding = {
  name: 'read_ending_certificates',
  text: `select c.id, v.vendor_code as "vendorCode", c.name, c.category,
                c.expires_on as "expiresOn"
         from vendor_certificates c join vendors v on v.id = c.vendor_id
         where c.expires_on between $1::date and $1::date + ${certificateWarningDays}
           and v.deleted_at is null and v.is_active and not ${isRenewed}
         order by c.id`,
}
