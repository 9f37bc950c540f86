import { fillOrders } from '#db/many-orders.ts'
import { type Figure, median } from './figures.ts'
import { type BenchDatabase, makeDatabase } from './postgres.ts'
import { type Product, startProduct } from './product.ts'

const sizes = [10_000, 100_000, 1_000_000]
const repeats = Number(process.env['BENCH_REPEATS'] ?? 15)
const pageSize = 50

type Shop = { database: BenchDatabase; product: Product; orders: number; facts: Facts }
type Facts = { orderNumber: string; customerPO: string; customerName: string; from: string }

/** A question to the list; `facts` are of the database it is asked. */
type Question = { group: string; name: string; query(facts: Facts, orders: number): string }

const sorts = [
  'id',
  'orderNumber',
  'customerId',
  'customerName',
  'status',
  'orderSource',
  'totalAmount',
  'orderDate',
  'shipDate',
  'createdAt',
]
const filters: Record<string, (facts: Facts) => string> = {
  status: () => 'status=delivered',
  'rare status': () => 'status=cancelled',
  'two statuses': () => 'status=pending,processing',
  source: () => 'orderSource=edi',
  customer: () => 'customerId=17',
  sku: () => 'skuId=17',
  'customer PO': ({ customerPO }) => `customerPO=${customerPO}`,
  'order number': ({ orderNumber }) => `orderNumber=${orderNumber}`,
  from: ({ from }) => `from=${from}`,
  'from and to': ({ from }) => `from=${from}&to=${from}`,
}
const searches: Record<string, (facts: Facts) => string> = {
  'order number': ({ orderNumber }) => `q=${orderNumber}`,
  'end of an order number': ({ orderNumber }) => `q=${orderNumber.slice(-5)}`,
  'customer PO': ({ customerPO }) => `q=${customerPO}`,
  'customer name': ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
  'a word of every name': () => 'q=customer',
  'nothing there': () => 'q=zebra',
}

function questions(): Question[] {
  const directions = sorts.flatMap((sort) => [sort, `-${sort}`])
  const of = (group: string, name: string, query: Question['query']) => ({ group, name, query })
  const last = (orders: number) => Math.floor((orders - 1) / pageSize) * pageSize
  return [
    of('first page', 'first page', () => ''),
    ...directions.map((sort) => of('every sort', sort, () => `sort=${sort}`)),
    ...directions.map((sort) =>
      of('last page of every sort', sort, (_, orders) => `sort=${sort}&offset=${last(orders)}`),
    ),
    ...Object.entries(filters).map(([name, query]) => of('every filter', name, query)),
    ...Object.entries(searches).map(([name, query]) => of('text search', name, query)),
    ...directions.map((sort) =>
      of('a rare status in every sort', sort, () => `status=cancelled&sort=${sort}`),
    ),
  ]
}

/** Pages of sales orders at three sizes, each question asked of all in turn. */
export async function benchLists(): Promise<Figure[]> {
  const shops: Shop[] = []
  try {
    for (const orders of sizes) shops.push(await openShop(orders))
    const asked: Asked[] = []
    for (const question of questions()) asked.push(await ask(shops, question))
    return [...new Set(asked.map(({ question }) => question.group))].map((group) =>
      worstOf(asked.filter(({ question }) => question.group === group)),
    )
  } finally {
    for (const { product, database } of shops) {
      await product.stop()
      await database.drop()
    }
  }
}

async function openShop(orders: number): Promise<Shop> {
  const database = await makeDatabase(`lists_${orders}`)
  await fillOrders(database.pool, orders)
  await database.pool.query('vacuum analyze')
  const found = await database.pool.query<Facts>(
    `select o.order_number as "orderNumber", o.customer_po as "customerPO",
            c.name as "customerName", (current_date - 3)::text as from
     from sales_orders o join customers c on c.id = o.customer_id
     where o.customer_po is not null order by o.id offset 4321 limit 1`,
  )
  const product = await startProduct({ DATABASE_URL: database.url })
  return { database, product, orders, facts: found.rows[0] as Facts }
}

type Asked = { question: Question; medians: number[] }

async function ask(shops: readonly Shop[], question: Question): Promise<Asked> {
  const times = shops.map((): number[] => [])
  for (let repeat = -2; repeat < repeats; repeat++) {
    for (const [at, shop] of shops.entries()) {
      const took = await timeOf(shop, question.query(shop.facts, shop.orders))
      if (repeat >= 0) times[at]?.push(took)
    }
  }
  const medians = times.map(median)
  const words = medians.map((ms) => ms.toFixed(1)).join(', ')
  if (process.env['BENCH_DETAIL']) console.log(`${question.group}: ${question.name}: ${words} ms`)
  return { question, medians }
}

async function timeOf({ product }: Shop, query: string): Promise<number> {
  const url = `http://127.0.0.1:${product.port}/api/sales-orders?limit=${pageSize}&${query}`
  const began = performance.now()
  const answer = await fetch(url, { headers: { cookie: product.cookie } })
  const text = await answer.text()
  const took = performance.now() - began
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return took
}

function ratioOf({ medians }: Asked): number {
  return (medians.at(-1) ?? 0) / (medians[0] ?? 1)
}

function worstOf(asked: readonly Asked[]): Figure {
  const worst = asked.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a))
  const { group, name } = worst.question
  const slowest = Math.max(...asked.map(({ medians }) => medians.at(-1) ?? 0))
  const words = worst.medians.map((ms) => ms.toFixed(1)).join(', ')
  const detail =
    `worst of ${asked.length}: ${name}, ${words} ms at 10 thousand, 100 thousand and a million; ` +
    `slowest at a million ${slowest.toFixed(1)} ms`
  const target = { atMost: 2 }
  return { part: 'lists', name: group, measured: ratioOf(worst), unit: '×', target, detail }
}
