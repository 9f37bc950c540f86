import type { Day } from '#platform/kernel/days.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import type { ListSpec } from '#platform/server/lists/list.ts'
import { proposalList } from '../contract.ts'
import { defaultLeadDays, usageDays } from '../rules.ts'

// `$1` is the date, `$2` the days of usage to cover, `$3` the SKU ids, or null for all. Each sum is
// computed once for all SKUs, not per SKU.
const backordered = `select i.sku_id, sum(i.qty_backordered)::int as units
    from sales_order_items i join sales_orders o on o.id = i.sales_order_id
    where i.qty_backordered > 0 and o.status in ('pending', 'processing')
      and ($3::int[] is null or i.sku_id = any($3))
    group by 1`
const drafted = `select i.sku_id,
           sum(greatest(0, i.quantity - i.qty_received - i.qty_cancelled))::int as units
    from purchase_order_items i join purchase_orders o on o.id = i.purchase_order_id
    where o.status in ('draft', 'submitted') and ($3::int[] is null or i.sku_id = any($3))
    group by 1`
const requested = `select i.sku_id, sum(i.quantity)::int as units
    from requisition_items i join requisitions r on r.id = i.requisition_id
    where r.status in ('submitted', 'approved') and i.sku_id is not null
      and i.purchase_order_id is null and ($3::int[] is null or i.sku_id = any($3))
    group by 1`
// Cancelling units of a sales order lowers the quantity of their line.
const used = `select i.sku_id, sum(i.quantity)::int as units
    from sales_order_items i join sales_orders o on o.id = i.sales_order_id
    where o.order_date > $1::date - ${usageDays} and o.order_date <= $1::date
      and o.status <> 'cancelled' and ($3::int[] is null or i.sku_id = any($3))
    group by 1`

// The vendor's preferred ranking decides between offers of equal rank, and between earlier vendors.
const preferred = `select v.id, v.vendor_code, v.name, v.lead_time_days as vendor_lead,
           v.minimum_order_quantity as vendor_minimum, f.lead_time_days as offer_lead,
           f.minimum_quantity as offer_minimum, f.unit_price, f.rank, v.preferred_rank,
           'offer' as found_by
    from vendor_skus f join vendors v on v.id = f.vendor_id
    where f.sku_id = s.id and v.is_active and v.deleted_at is null
    order by f.rank, v.preferred_rank nulls last, f.id limit 1`
// The limit makes the PostgreSQL planner start from the lines of the SKU; without statistics it
// would scan all orders for each SKU. Older purchases do not affect the choice of vendor.
const last = `select v.id, v.vendor_code, v.name, v.lead_time_days as vendor_lead,
           v.minimum_order_quantity as vendor_minimum, null::int as offer_lead,
           null::int as offer_minimum, null::numeric as unit_price, null::int as rank,
           v.preferred_rank,
           case when v.preferred_rank is null then 'last order' else 'ranking' end as found_by
    from (select purchase_order_id from purchase_order_items where sku_id = s.id
          order by purchase_order_id desc limit 100) i
    join purchase_orders o on o.id = i.purchase_order_id
    join vendors v on v.id = o.vendor_id
    where o.status <> 'cancelled' and v.is_active and v.deleted_at is null
    order by v.preferred_rank nulls last, i.purchase_order_id desc limit 1`

const facts = `select s.id, s.sku, s.name, s.category, s.unit_of_measure, s.cost, s.minimum_stock,
         s.current_stock - s.reserved - s.soft_reserved as available,
         coalesce(b.units, 0) as backordered,
         s.on_order, coalesce(d.units, 0) as drafted, coalesce(r.units, 0) as requested,
         s.on_order + coalesce(d.units, 0) + coalesce(r.units, 0) as incoming,
         coalesce(u.units, 0) as used, v.id as vendor_id, v.vendor_code, v.name as vendor_name,
         v.found_by, v.unit_price, v.rank as vendor_rank, v.preferred_rank,
         coalesce(v.offer_lead, v.vendor_lead, ${defaultLeadDays}) as lead_days,
         case when v.offer_lead is not null then 'offer'
              when v.vendor_lead is not null then 'vendor' else 'usual' end as lead_from,
         greatest(1, coalesce(v.offer_minimum, v.vendor_minimum, 1)) as minimum_quantity
  from skus s
  left join (${backordered}) b on b.sku_id = s.id
  left join (${drafted}) d on d.sku_id = s.id
  left join (${requested}) r on r.sku_id = s.id
  left join (${used}) u on u.sku_id = s.id
  left join lateral (
    select * from ((${preferred}) union all (${last})) found
    order by found_by = 'offer' desc limit 1
  ) v on true
  where s.is_active and s.deleted_at is null and ($3::int[] is null or s.id = any($3))`

// The reorder point must cover usage during the lead time.
const measured = `select f.*, f.available - f.backordered + f.incoming as position,
         greatest(f.minimum_stock, ceil(f.used * f.lead_days / ${usageDays}.0)::int)
           as reorder_point,
         greatest(f.minimum_stock, ceil(f.used * $2::int / ${usageDays}.0)::int, 1) as cover
  from (${facts}) f`

const proposals = `(
    select m.*, greatest(m.minimum_quantity, m.reorder_point + m.cover - m.position) as quantity,
           case when m.used > 0
             then greatest(0, floor((m.available - m.backordered) * ${usageDays}.0 / m.used))::int
           end as cover_days
    from (${measured}) m
  ) p`

const expired = `(select min(c.name || ', ' || c.expires_on)
    from vendor_certificates c
    where c.vendor_id = p.vendor_id and c.expires_on < $1::date
      and (c.category is null or lower(c.category) = lower(p.category))
      and not exists (
        select from vendor_certificates later
        where later.vendor_id = c.vendor_id and lower(later.name) = lower(c.name)
          and coalesce(lower(later.category), '') = coalesce(lower(c.category), '')
          and later.expires_on > c.expires_on))`

const unitPrice = 'coalesce(p.unit_price, p.cost)::text'

const list = listSpec(proposalList, {
  columns: `p.id, p.sku, p.name, p.category, p.unit_of_measure as "unitOfMeasure",
    p.minimum_stock as "minimumStock", p.available, p.backordered, p.on_order as "onOrder",
    p.drafted, p.requested, p.incoming, p.position, p.used, p.lead_days as "leadDays",
    p.lead_from as "leadFrom", p.reorder_point as "reorderPoint", p.cover_days as "coverDays",
    p.minimum_quantity as "minimumQuantity", p.quantity, p.vendor_id as "vendorId",
    p.vendor_code as "vendorCode", p.vendor_name as "vendorName", p.found_by as "vendorFrom",
    p.vendor_rank as "vendorRank", p.preferred_rank as "preferredRank",
    ${unitPrice} as "unitPrice",
    case when p.unit_price is null then 'cost' else 'offer' end as "priceFrom",
    ${expired} as expired`,
  from: proposals,
  isComputed: true,
  // A SKU with no minimum and no usage is proposed only for backorders.
  where: 'p.position <= p.reorder_point and (p.reorder_point > 0 or p.position < 0)',
  id: 'p.id',
  fields: {
    id: 'p.id',
    sku: 'p.sku collate "und-x-icu"',
    name: 'p.name collate "und-x-icu"',
    available: 'p.available',
    incoming: 'p.incoming',
    reorderPoint: 'p.reorder_point',
    quantity: 'p.quantity',
    vendorName: { sql: 'p.vendor_name collate "und-x-icu"', isNullable: true },
    coverDays: { sql: 'p.cover_days', isNullable: true },
    vendorCode: { sql: 'lower(p.vendor_code)', isFolded: true },
    category: 'p.category',
    stock: { when: 'none', holds: 'p.available <= p.backordered' },
  },
  search: ['p.sku', 'p.name', 'p.vendor_code', 'p.vendor_name'],
})

type ProposalFacts = { today: Day; coverDays: number; skuIds?: readonly number[] }

/** Purchase proposals on a date, earliest stockout first. */
export function proposalsOn({ today, coverDays, skuIds }: ProposalFacts): ListSpec {
  return { ...list, values: [today, coverDays, skuIds ?? null] }
}

/** The list for roles that may not read costs: a unit price is an offer of a vendor, or a cost. */
export function withoutPrices(spec: ListSpec): ListSpec {
  return { ...spec, columns: spec.columns.replace(unitPrice, 'null::text') }
}

/** Incoming units of some SKUs, whether they need reordering or not; read under their locks. */
export const readIncoming = {
  // Unnamed, so that it is planned for its values: for a few SKUs it reads only their lines.
  name: '',
  text: `select p.id as "skuId", p.sku, p.incoming, p.lead_days as "leadDays" from ${proposals}`,
}

// A shared lock: deactivating a vendor waits for orders that reference it.
export const lockVendors = {
  name: 'lock_vendors_of_proposals',
  text: 'select id from vendors where id = any($1::int[]) order by id for share',
}
export const lockSkus = {
  name: 'lock_skus_of_proposals',
  text: 'select id from skus where id = any($1::int[]) order by id for no key update',
}

/** Lead times by vendor and SKU: the offer's, else the vendor's, else the usual one. */
export const readLeads = {
  name: 'read_leads_of_proposals',
  text: `select x.vendor_id as "vendorId", x.sku_id as "skuId",
                coalesce(f.lead_time_days, v.lead_time_days, ${defaultLeadDays}) as "leadDays"
         from unnest($1::int[], $2::int[]) as x (vendor_id, sku_id)
         join vendors v on v.id = x.vendor_id
         left join vendor_skus f on f.vendor_id = x.vendor_id and f.sku_id = x.sku_id`,
}
