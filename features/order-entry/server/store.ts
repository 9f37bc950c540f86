import { addressesOf } from '#features/customers/address-rules.ts'
import type { AgreedPrice, ListPrices } from '#features/pricing/rules.ts'
import type { RingFence } from '#features/stock/rules.ts'
import { readRingFenceBalances } from '#features/stock/server/service.ts'
import type { Day, Moment } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Db, rows, type Statement } from '#platform/server/database/db.ts'
import type { CustomerFacts, SkuFacts } from '../rules.ts'

const customerText = `select id, customer_code, name, price_level, is_active, allow_backorder,
    packing_slip_prices, duplicate_check, address, city, zip_code, billing_address, country, state,
    tax_exempt, credit_limit, current_balance, open_order_amount, soft_reserved_amount,
    credit_status, payment_terms
  from customers where id = any($1::int[]) and deleted_at is null order by id`

const skuText = `select id, sku, name, unit_of_measure, wms_location, is_active, price, tier1_price,
    tier2_price, tier3_price, round(coalesce(average_cost, cost), 2) as cost,
    current_stock - reserved - soft_reserved as available,
    last_inventory_update as counted_at
  from skus where id = any($1::int[]) and deleted_at is null order by id`

// The same lock strength as the counter updates; it does not block foreign key checks.
const lock = 'for no key update'

const readCustomers = { name: 'order_customers', text: customerText }
const lockCustomers = { name: 'lock_order_customers', text: `${customerText} ${lock}` }
const readSkus = { name: 'order_skus', text: skuText }
const lockSkus = { name: 'lock_order_skus', text: `${skuText} ${lock}` }

// Read after the locks, so that a price change committed during the wait is seen. A SKU whose
// prices never changed has no row here: its own columns apply to every day. Contract prices that
// do not apply, and the next list, are read for the receipt of the decision, within a year.
const readPrices = {
  name: 'order_prices_of_day',
  text: `select id, customer_id, sku_id, contract_price as price, effective_date, expiration_date,
                minimum_quantity, is_active, null::numeric as tier1_price,
                null::numeric as tier2_price, null::numeric as tier3_price
         from contract_pricing
         where customer_id = any($1::int[]) and sku_id = any($2::int[])
           and effective_date <= $3::date + 366
           and (expiration_date is null or expiration_date >= $3::date - 366)
         union all
         select p.id, null, p.sku_id, p.price, p.effective_date, null, null, null,
                p.tier1_price, p.tier2_price, p.tier3_price
         from unnest($2::int[]) as t (sku_id) cross join lateral (
           (select * from sku_prices
            where sku_prices.sku_id = t.sku_id and effective_date <= $3::date
            order by effective_date desc limit 1)
           union all
           (select * from sku_prices
            where sku_prices.sku_id = t.sku_id and effective_date > $3::date
            order by effective_date limit 1)) p`,
}

const readOverdue = {
  name: 'order_overdue',
  text: `select customer_id as id, ($2::date - min(due_date))::int as "daysLate",
                sum(open_amount)::text as amount
         from invoices
         where customer_id = any($1::int[]) and open_amount > 0 and due_date < $2::date
         group by customer_id`,
}

type OverdueRow = { id: number; daysLate: number; amount: string }

/** What orders are decided on: their customers, SKUs and contract prices. */
export type Facts = {
  customers: Map<number, CustomerFacts>
  skus: Map<number, SkuFacts>
  /** Keyed by `customer sku`. */
  contractPrices: Map<string, AgreedPrice[]>
  /** Free units that only one customer's orders may reserve. */
  ringFences: readonly RingFence[]
}

/** Prices are as of the order's `date`; overdue amounts are as of the business day `overdueOn`. */
type FactsQuery = { customerIds: number[]; skuIds: number[]; date: Day; overdueOn: Day }

/**
 * Reads the facts of several orders together. With `lock`, locks the customers, then the SKUs, in
 * id order, and the values are stable until the transaction ends.
 */
export async function readFacts(
  db: Db,
  query: FactsQuery,
  options: { lock: boolean },
): Promise<Facts> {
  const { customerIds, skuIds, date, overdueOn } = query
  const statementOf = (locked: Statement, unlocked: Statement) => (options.lock ? locked : unlocked)
  const [customers, skus, prices, overdue, ringFences] = await Promise.all([
    rows<CustomerRow>(db, statementOf(lockCustomers, readCustomers), [customerIds]),
    rows<SkuRow>(db, statementOf(lockSkus, readSkus), [skuIds]),
    rows<ContractPriceRow | ListPriceRow>(db, readPrices, [customerIds, skuIds, date]),
    rows<OverdueRow>(db, readOverdue, [customerIds, overdueOn]),
    readRingFenceBalances(db, skuIds),
  ])
  const lists = prices.filter((row) => !isContractPrice(row))
  const isNext = (row: ListPriceRow): row is ListPriceRow & { effective_date: Day } =>
    row.effective_date !== sinceEver && row.effective_date > date
  const listOfDay = new Map(lists.filter((row) => !isNext(row)).map((row) => [row.sku_id, row]))
  const nextList = new Map(lists.filter(isNext).map((row) => [row.sku_id, row]))
  const overdueByCustomer = new Map(
    overdue.map((row) => [row.id, { ...row, amount: cents(row.amount) }]),
  )
  return {
    customers: new Map(
      customers.map((row) => [
        row.id,
        { ...customerOf(row), overdue: overdueByCustomer.get(row.id) },
      ]),
    ),
    skus: new Map(
      skus.map((row) => [
        row.id,
        skuOf(row, { now: listOfDay.get(row.id), next: nextList.get(row.id) }),
      ]),
    ),
    contractPrices: byCustomerAndSku(prices.filter(isContractPrice)),
    ringFences,
  }
}

type CustomerRow = {
  id: number
  customer_code: string
  name: string
  price_level: CustomerFacts['priceLevel']
  is_active: boolean
  allow_backorder: boolean
  packing_slip_prices: boolean
  duplicate_check: CustomerFacts['duplicateCheck']
  address: string | null
  city: string | null
  zip_code: string | null
  billing_address: string | null
  country: string | null
  state: string | null
  tax_exempt: boolean
  credit_limit: string
  current_balance: string
  open_order_amount: string
  soft_reserved_amount: string
  credit_status: CustomerFacts['creditStatus']
  payment_terms: string
}

function customerOf(row: CustomerRow): CustomerFacts {
  return {
    id: row.id,
    customerCode: row.customer_code,
    name: row.name,
    priceLevel: row.price_level,
    isActive: row.is_active,
    allowBackorder: row.allow_backorder,
    packingSlipPrices: row.packing_slip_prices,
    duplicateCheck: row.duplicate_check,
    addresses: addressesOf({
      ...row,
      zipCode: row.zip_code,
      billingAddress: row.billing_address,
    }),
    country: row.country,
    state: row.state,
    isTaxExempt: row.tax_exempt,
    creditLimit: cents(row.credit_limit),
    currentBalance: cents(row.current_balance),
    openOrderAmount: cents(row.open_order_amount),
    softReserved: cents(row.soft_reserved_amount),
    creditStatus: row.credit_status,
    paymentTerms: row.payment_terms,
  }
}

type SkuRow = {
  id: number
  sku: string
  name: string
  unit_of_measure: string
  wms_location: string | null
  is_active: boolean
  price: string
  tier1_price: string | null
  tier2_price: string | null
  tier3_price: string | null
  cost: string
  available: number
  counted_at: Moment | null
}

/** The first day of the prices that a SKU had before its first recorded change. */
const sinceEver = '-infinity'

type ListRows = {
  now: ListPriceRow | undefined
  next: (ListPriceRow & { effective_date: Day }) | undefined
}

/** A SKU with the prices of its dated list, or its own if it has no list. */
function skuOf(row: SkuRow, { now, next }: ListRows): SkuFacts {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    unitOfMeasure: row.unit_of_measure,
    wmsLocation: row.wms_location,
    isActive: row.is_active,
    ...listPricesOf(now ?? row),
    listedFrom: now && now.effective_date !== sinceEver ? now.effective_date : undefined,
    nextList: next && { ...listPricesOf(next), listedFrom: next.effective_date },
    cost: cents(row.cost),
    available: row.available,
    countedAt: row.counted_at,
  }
}

type ContractPriceRow = {
  id: number
  customer_id: number
  sku_id: number
  price: string
  effective_date: Day
  expiration_date: Day | null
  minimum_quantity: number
  is_active: boolean
}

type ListPriceColumns = Pick<SkuRow, 'price' | 'tier1_price' | 'tier2_price' | 'tier3_price'>

/** List prices of a SKU on the order date, or of the list that follows. */
type ListPriceRow = ListPriceColumns & {
  customer_id: null
  sku_id: number
  effective_date: Day | typeof sinceEver
}

function isContractPrice(row: ContractPriceRow | ListPriceRow): row is ContractPriceRow {
  return row.customer_id !== null
}

function listPricesOf(row: ListPriceColumns): ListPrices {
  const tier = (price: string | null): Cents | null => (price === null ? null : cents(price))
  return {
    price: cents(row.price),
    tier1Price: tier(row.tier1_price),
    tier2Price: tier(row.tier2_price),
    tier3Price: tier(row.tier3_price),
  }
}

function byCustomerAndSku(found: readonly ContractPriceRow[]): Map<string, AgreedPrice[]> {
  const grouped = new Map<string, AgreedPrice[]>()
  for (const row of found) {
    const key = `${row.customer_id} ${row.sku_id}`
    const prices = grouped.get(key) ?? []
    grouped.set(key, [...prices, contractPriceOf(row)])
  }
  return grouped
}

function contractPriceOf(row: ContractPriceRow): AgreedPrice {
  return {
    id: row.id,
    contractPrice: cents(row.price),
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    minimumQuantity: row.minimum_quantity,
    isActive: row.is_active,
  }
}
