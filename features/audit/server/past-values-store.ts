import type { Day } from '#platform/kernel/days.ts'

const knownTime = `select t.at::text as exactly, t.at as "knownAt",
    business_day(versions_known_since()) as since,
    t.at < versions_known_since() as "isBefore",
    coalesce($1::timestamptz > now(), false) as "isLater"`

/**
 * The moment at which values are read: `$1`, else the end of the day `$2`, but not after now.
 * `zone` is the SQL of the business time zone.
 */
export function knownTimeIn(zone: string) {
  return {
    name: 'past_values_known_time',
    text: `${knownTime}
      from (select least(now(), coalesce($1::timestamptz,
                   (($2::date + 1)::timestamp at time zone ${zone})
                   - interval '1 microsecond')) as at) t`,
  }
}

// A moment is compared to the microsecond, which an answer does not have.
const version = `v.known_from as "knownFrom", v.known_from::text as exactly,
  v.known_from = versions_known_since() as "isFirst"`

const isCurrentAt = (at: string) => `v.known_from <= ${at}::timestamptz
  and (v.known_until is null or v.known_until > ${at}::timestamptz)`
const isCurrentAt1 = isCurrentAt('$1')
const isCurrentAt2 = isCurrentAt('$2')

/** What decisions read of a customer. */
export type CustomerVersion = {
  creditLimit: string
  creditStatus: string
  paymentTerms: string
  priceLevel: string
  taxExempt: boolean
  country: string | null
  state: string | null
  isActive: boolean
  allowBackorder: boolean
}

export const customerTerms = {
  name: 'read_past_customer_terms',
  text: `select v.credit_limit as "creditLimit", v.credit_status as "creditStatus",
                v.payment_terms as "paymentTerms", v.price_level as "priceLevel",
                v.tax_exempt as "taxExempt", v.country, v.state, v.is_active as "isActive",
                v.allow_backorder as "allowBackorder", ${version}
         from customer_term_versions v where v.customer_id = $1 and ${isCurrentAt2}`,
}

/** The list prices of a SKU, and the day its list began; null for prices without a list. */
export type ListPriceVersion = {
  price: string
  tier1Price: string | null
  tier2Price: string | null
  tier3Price: string | null
  effectiveDate: string | null
}

/** The list of the day comes before the SKU's own prices. A deleted SKU has none of these. */
export const listPrices = {
  name: 'read_past_list_prices',
  text: `select v.price, v.tier1_price as "tier1Price", v.tier2_price as "tier2Price",
                v.tier3_price as "tier3Price",
                nullif(v.effective_date, '-infinity')::text as "effectiveDate", ${version}
         from list_price_versions v
         where v.sku_id = $1 and ${isCurrentAt2}
           and (v.list_id = 0 or v.effective_date <= $3::date)
           and exists (select from list_price_versions o
                       where o.sku_id = $1 and o.list_id = 0
                         and o.known_from <= $2::timestamptz
                         and (o.known_until is null or o.known_until > $2::timestamptz))
         order by v.effective_date desc nulls last limit 1`,
}

export type ContractPriceVersion = {
  contractPrice: string
  effectiveDate: Day
  expirationDate: Day | null
  minimumQuantity: number
  isActive: boolean
}

export const contractPrice = {
  name: 'read_past_contract_price',
  text: `select v.contract_price as "contractPrice", v.effective_date as "effectiveDate",
                v.expiration_date as "expirationDate", v.minimum_quantity as "minimumQuantity",
                v.is_active as "isActive", ${version}
         from contract_price_versions v
         where v.contract_price_id = $1 and ${isCurrentAt2}`,
}

/** At most `$4` contract prices of a customer that were in force on the day. */
export const contractPricesOfCustomer = {
  name: 'read_past_contract_prices_of_customer',
  text: `select k.sku, v.minimum_quantity as "minimumQuantity",
                v.contract_price as "contractPrice", v.effective_date as "effectiveDate",
                v.expiration_date as "expirationDate"
         from contract_price_versions v join skus k on k.id = v.sku_id
         where v.customer_id = $1 and ${isCurrentAt2} and v.is_active
           and v.effective_date <= $3::date
           and (v.expiration_date is null or v.expiration_date >= $3::date)
         order by k.sku, v.minimum_quantity, v.effective_date limit $4`,
}

export type SettingVersion = { name: string; value: unknown }

export const settings = {
  name: 'read_past_settings',
  text: `select v.name, v.value, ${version}
         from setting_versions v where ${isCurrentAt1} order by v.name`,
}

export type TaxRateVersion = { country: string; state: string; rate: string; effectiveDate: Day }

/** The rate of each place that was in force on the day. */
export const taxRates = {
  name: 'read_past_tax_rates',
  text: `select distinct on (lower(v.country), lower(v.state)) v.country, v.state, v.rate,
                v.effective_date as "effectiveDate", ${version}
         from tax_rate_versions v
         where ${isCurrentAt1} and v.effective_date <= $2::date
         order by lower(v.country), lower(v.state), v.effective_date desc`,
}

export const personOfVersion = {
  name: 'read_person_of_version',
  text: `select coalesce(u.username, 'system') as actor
         from audit_log a left join users u on u.id = a.actor_id
         where a.entity = $1 and a.entity_id = $2 and a.at <= $3::timestamptz
         order by a.id desc limit 1`,
}
