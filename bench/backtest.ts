import { type Figure, percentile } from './figures.ts'
import { drive, prepare } from './load-generator.ts'
import { type BenchDatabase, createDatabase } from './postgres.ts'
import { type Product, startProduct } from './built-program.ts'
import { randomCustomer, randomItems, seedMasterData } from './seed-master-data.ts'

const receipts = Number(process.env['BENCH_RECEIPTS'] ?? 100_000)
const atMostSeconds = 30
const pollMs = 200
const orders = 500

type Last = { backtest: { state: string; done: number; result: { compared: number } | null } }

/**
 * A price list that is tried on the receipts of past orders: from the request to the result, and
 * how long other requests take meanwhile.
 */
export async function benchBacktest(): Promise<Figure[]> {
  const database = await createDatabase('backtest')
  let product: Product | undefined
  try {
    await seedMasterData(database.pool)
    product = await startProduct({ DATABASE_URL: database.url })
    await fillReceipts(database, product)
    return await measure(product)
  } finally {
    await product?.stop()
    await database.drop()
  }
}

/** Creates some orders, and copies their receipts, as of refused orders, over the last 89 days. */
async function fillReceipts({ pool }: BenchDatabase, { port, cookie }: Product): Promise<void> {
  const requests = Array.from({ length: orders }, () => {
    const body = { customerId: randomCustomer(), items: randomItems() }
    return prepare('POST', '/api/orders/create', { cookie, body, isKeyed: true })
  })
  await drive({ port, connections: 8, seconds: 3, expect: 201 }, requests)
  await pool.query(
    `insert into decision_receipts (kind, channel, decided_at, canonical, sha256)
     select r.kind, r.channel, now() - n * interval '89 days' / $1::int, r.canonical, r.sha256
     from generate_series(1, $1::int) as n
     join (select *, row_number() over (order by id) as at from decision_receipts
           where kind = 'create' order by id limit ${orders}) as r on r.at = 1 + n % ${orders}`,
    [receipts],
  )
  await pool.query('vacuum analyze decision_receipts')
}

async function measure({ port, cookie }: Product): Promise<Figure[]> {
  const url = `http://127.0.0.1:${port}/api/backtests`
  const headers = { cookie, 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` }
  const body = JSON.stringify({ prices: { percent: '5' } })
  const began = performance.now()
  const queued = await fetch(url, { method: 'POST', headers, body })
  if (!queued.ok) throw new Error(`${url} answered ${queued.status}: ${await queued.text()}`)
  const times: number[] = []
  for (;;) {
    const asked = performance.now()
    const answer = await fetch(`${url}/last`, { headers })
    const { backtest } = (await answer.json()) as Last
    times.push(performance.now() - asked)
    if (backtest.state === 'done') return figuresOf(backtest, { began, times })
    if (!['waiting', 'running'].includes(backtest.state)) throw new Error(`It ${backtest.state}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function figuresOf(
  { result }: Last['backtest'],
  { began, times }: { began: number; times: number[] },
): Figure[] {
  const compared = result?.compared ?? 0
  if (compared < receipts) throw new Error(`Only ${compared} receipts were compared`)
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1))
  const others = `other answers p50 ${p50}, p95 ${p95} ms`
  return [
    {
      part: 'backtest',
      name: `a price list on ${receipts.toLocaleString('en-US')} orders`,
      measured: (performance.now() - began) / 1000,
      unit: 's',
      target: { atMost: atMostSeconds },
      detail: `${compared.toLocaleString('en-US')} compared; ${others}`,
    },
  ]
}
