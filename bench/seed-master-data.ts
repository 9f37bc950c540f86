import type pg from 'pg'

/** How much master data the order benchmarks run on; ids run from 1. */
export const seeded = { customers: 2000, skus: 3000, pricesPerCustomer: 5 }

const statements = [
  `insert into customers (customer_code, name, email, address, country, state, credit_limit)
   select 'C' || i, 'Customer ' || i, 'c' || i || '@example.com', i || ' Main Street', 'US', 'CA',
          9999999999
   from generate_series(1, $1::int) i`,
  `insert into skus (sku, name, price, tier1_price, cost, current_stock)
   select 'SKU-' || i, 'Article ' || i, 10 + i % 90, 9 + i % 90, 5, 2000000000
   from generate_series(1, $1::int) i`,
  `insert into contract_pricing (customer_id, sku_id, contract_price, effective_date)
   select c, 1 + (c * 7 + p * 601) % $2::int, 8, '2020-01-01'
   from generate_series(1, $1::int) c, generate_series(1, $3::int) p`,
]

/**
 * Customers with practically unlimited credit, SKUs with practically unlimited stock, and contract
 * prices.
 */
export async function seedMasterData(pool: pg.Pool): Promise<void> {
  const { customers, skus, pricesPerCustomer } = seeded
  await pool.query(statements[0] as string, [customers])
  await pool.query(statements[1] as string, [skus])
  await pool.query(statements[2] as string, [customers, skus, pricesPerCustomer])
  await pool.query('vacuum analyze customers, skus, contract_pricing')
}

/** Three different SKUs, one from each third, as the baseline script picks them. */
export function randomItems(): { skuId: number; quantity: number }[] {
  const third = seeded.skus / 3
  return [0, 1, 2].map((part) => ({
    skuId: 1 + Math.floor((part + Math.random()) * third),
    quantity: 1 + Math.floor(Math.random() * 5),
  }))
}

/** The id of a random customer. */
export function randomCustomer(): number {
  return 1 + Math.floor(Math.random() * seeded.customers)
}
