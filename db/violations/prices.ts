// Invalid states of dated prices, inserted by the invariants test and rolled back.

const aSku = '(select min(id) from skus)'
const first = `insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
    tier3_price, applied_at)
  select id, '-infinity', price, tier1_price, tier2_price, tier3_price, now()
  from skus where id = ${aSku}`
const into = `insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
    tier3_price, applied_at)`
const startedPlan = `${into}
  select id, '2026-03-01', price, tier1_price, tier2_price, tier3_price, now()
  from skus where id = ${aSku}`
const startedHigherPlan = startedPlan.replace("'2026-03-01', price", "'2026-03-01', price + 1")
const planned = `${into} select id, '2030-01-01', price + 1, null, null, null, null
  from skus where id = ${aSku}`

/** Violations and the view that must report each. */
export const brokenPrices: [view: string, what: string, statements: string][] = [
  [
    'inv_13_sku_prices',
    'a SKU without the price of the day that came',
    `${first}; ${startedHigherPlan}`,
  ],
  [
    'inv_13_sku_prices',
    'a SKU with a price that no day has',
    `${first}; update skus set price = price + 1 where id = ${aSku}`,
  ],
  ['inv_13_sku_prices', 'a price from a day on, and none before it', startedPlan],
]

/** Legal writes: they leave every view empty. */
export const validPrices: [what: string, statements: string][] = [
  ['a price planned for a day to come', `${first}; ${planned}`],
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegalPrices: [code: string, what: string, statements: string][] = [
  ['23505', 'two prices of one day', `${first}; ${first}`],
  ['23514', 'a price below zero', planned.replace('price + 1', '-1')],
]
