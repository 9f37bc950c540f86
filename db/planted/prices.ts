// What prices by day can get wrong in the database, planted by the test of the invariants and taken
// back again.

const aSku = '(select min(id) from skus)'
const first = `insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
    tier3_price, applied_at)
  select id, '-infinity', price, tier1_price, tier2_price, tier3_price, now()
  from skus where id = ${aSku}`
const into = `insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
    tier3_price, applied_at)`
const begun = `${into}
  select id, '2026-03-01', price, tier1_price, tier2_price, tier3_price, now()
  from skus where id = ${aSku}`
const begunHigher = begun.replace("'2026-03-01', price", "'2026-03-01', price + 1")
const planned = `${into} select id, '2030-01-01', price + 1, null, null, null, null
  from skus where id = ${aSku}`

/** What each view must see. */
export const pricedWrong: [view: string, what: string, statements: string][] = [
  ['inv_13_sku_prices', 'a SKU without the price of the day that came', `${first}; ${begunHigher}`],
  [
    'inv_13_sku_prices',
    'a SKU with a price that no day has',
    `${first}; update skus set price = price + 1 where id = ${aSku}`,
  ],
  ['inv_13_sku_prices', 'a price from a day on, and none before it', begun],
]

/** Legal writes: they leave every view as empty as it was. */
export const pricedRight: [what: string, statements: string][] = [
  ['a price planned for a day to come', `${first}; ${planned}`],
]

/** Illegal writes and the SQLSTATE they are refused with. */
export const pricedIllegally: [code: string, what: string, statements: string][] = [
  ['23505', 'two prices of one day', `${first}; ${first}`],
  ['23514', 'a price below zero', planned.replace('price + 1', '-1')],
]
