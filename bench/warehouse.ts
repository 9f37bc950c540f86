import { spawn } from 'node:child_process'
import { importCount } from '#features/wms-integration/server/counts/import-count.ts'
import type {
  Answer,
  Warehouse,
} from '#features/wms-integration/server/adapters/warehouse-adapter.ts'
import { type SnapshotPage, snapshotPage } from '#features/wms-integration/protocol.ts'
import { startWmsRun } from '#features/wms-integration/server/runs/runs.ts'
import { type Context, openDatabase } from '#platform/server/database/db.ts'
import type { Figure } from './figures.ts'
import { type OrderLoad, pause, placeOrdersDuring, ratioOfP95 } from './paced-orders.ts'
import { type BenchDatabase, createDatabase } from './postgres.ts'
import { startProduct } from './built-program.ts'

const skus = Number(process.env['BENCH_SKUS'] ?? 1_000_000)
const pageSize = 5000
/** One in this many SKUs differs from the expected quantity. */
const deviationEvery = 100

const fill = [
  `insert into customers (customer_code, name, email, address, country, state, credit_limit)
   values ('C1', 'Customer 1', 'c1@example.com', '1 Main Street', 'US', 'CA', 9999999999)`,
  `insert into skus (sku, name, price, cost, current_stock, last_inventory_update)
   select 'SKU-' || i, 'Article ' || i, 10, 5, 100, now() - interval '1 hour'
   from generate_series(1, $1::int) i`,
]

/**
 * A stock count of all SKUs while orders are placed, compared with COPY and one upsert of the same
 * lines.
 */
export async function benchWarehouse(): Promise<Figure[]> {
  const database = await createDatabase('warehouse')
  try {
    await database.pool.query(fill[0] as string)
    await database.pool.query(fill[1] as string, [skus])
    await database.pool.query('vacuum analyze skus, customers')
    const before = await copyAndUpsert(database)
    await database.pool.query('vacuum analyze skus')
    const product = await startProduct({ DATABASE_URL: database.url })
    try {
      const quiet = await placeOrdersDuring(product, skus, () => pause(15_000))
      const pages = pagesOf(new Date().toISOString())
      const busy = await placeOrdersDuring(product, skus, () => runImport(database, pages))
      await database.pool.query('vacuum analyze skus')
      const after = await copyAndUpsert(database)
      return figuresOf([before, after], quiet, busy)
    } finally {
      await product.stop()
    }
  } finally {
    await database.drop()
  }
}

const onHandOf = (number: number) => (number % deviationEvery === 0 ? 99 : 100)

/**
 * The baseline, in seconds: COPY of the lines into an unlogged table, then one upsert of the
 * columns that a count changes. Measured before and after the count, to even out other load on the
 * machine.
 */
async function copyAndUpsert({ url }: BenchDatabase): Promise<number> {
  const began = performance.now()
  const client = spawn('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', url], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => client.once('exit', resolve))
  const write = async (text: string) => {
    if (!client.stdin.write(text)) {
      await new Promise((resolve) => client.stdin.once('drain', resolve))
    }
  }
  await write('create temp table count_lines (sku text, on_hand int);\n')
  await write('copy count_lines from stdin;\n')
  for (let from = 1; from <= skus; from += pageSize) {
    const numbers = Array.from(
      { length: Math.min(pageSize, skus - from + 1) },
      (_, at) => from + at,
    )
    await write(numbers.map((number) => `SKU-${number}\t${onHandOf(number)}\n`).join(''))
  }
  await write('\\.\n')
  client.stdin.end(
    `insert into skus (sku, name, current_stock, last_inventory_update)
     select sku, sku, on_hand, now() from count_lines
     on conflict (lower(sku)) where deleted_at is null do update
       set current_stock = excluded.current_stock,
           last_inventory_update = excluded.last_inventory_update,
           wms_location = coalesce(excluded.wms_location, skus.wms_location);\n`,
  )
  if ((await ended) !== 0) throw new Error('The yardstick failed')
  return (performance.now() - began) / 1000
}

/** The pages of a count in the warehouse's format; every hundredth SKU is one unit short. */
function pagesOf(asOf: string): string[] {
  const pages: string[] = []
  for (let from = 1; from <= skus; from += pageSize) {
    const length = Math.min(pageSize, skus - from + 1)
    const lines = Array.from({ length }, (_, at) => {
      const number = from + at
      const lost = number % deviationEvery === 0 ? 1 : 0
      return { sku: `SKU-${number}`, onHand: onHandOf(number) - lost, reserved: 0 }
    })
    const next = from + length > skus ? null : String(pages.length + 1)
    pages.push(JSON.stringify({ snapshotId: 'BENCH', asOf, total: skus, lines, next }))
  }
  return pages
}

/**
 * An in-process warehouse that returns the count; pages are parsed like those received over HTTP.
 */
function countedWarehouse(pages: readonly string[]): Warehouse {
  const refuse = () => Promise.reject(new Error('It only counts'))
  const readInventory = (cursor: string | undefined): Promise<Answer<SnapshotPage>> => {
    const answer = pages[Number(cursor ?? 0)] ?? ''
    const value = snapshotPage.parse(JSON.parse(answer))
    const exchanged = { kind: 'inventory', sent: '', answer, tookMs: 0 }
    return Promise.resolve({ value, exchanged })
  }
  return {
    readInventory,
    status: refuse,
    send: refuse,
    readEvents: refuse,
    askForWebhook: refuse,
  }
}

async function runImport({ url, pool }: BenchDatabase, pages: readonly string[]): Promise<void> {
  const opened = await openDatabase({ DATABASE_URL: url, POOL_SIZE: 4 })
  const now = new Date()
  const ctx: Context = { db: opened.db, user: undefined, now, requestId: 'bench', channel: 'wms' }
  const { id: runId } = await startWmsRun(ctx, 'inventory', 'schedule')
  await pool.query(`update wms_runs set state = 'done', ended_at = now()`)
  const warehouse = countedWarehouse(pages)
  const done = await importCount({ ctx, runId, warehouse, windowMinutes: 15 }, () =>
    Promise.resolve(false),
  )
  await opened.close()
  if (done.processed !== skus || done.failed > 0) throw new Error(JSON.stringify(done))
}

function figuresOf(yardsticks: readonly number[], quiet: OrderLoad, busy: OrderLoad): Figure[] {
  const rate = (seconds: number) => Math.round(skus / seconds).toLocaleString('en-US')
  const ours = `${rate(busy.seconds)} SKUs/s in ${busy.seconds.toFixed(0)} s`
  const limits = yardsticks.map(rate).join(' before it and ')
  const limit = yardsticks.reduce((sum, seconds) => sum + seconds, 0) / yardsticks.length
  return [
    {
      part: 'warehouse',
      name: `a count of ${skus.toLocaleString('en-US')} SKUs`,
      measured: (100 * limit) / busy.seconds,
      unit: '%',
      target: { atLeast: 50 },
      detail: `${ours}; COPY and upsert ${limits} SKUs/s after; one of ${deviationEvery} was off`,
    },
    ratioOfP95(
      { part: 'warehouse', name: 'orders while it is taken, p95 of that before', atMost: 2 },
      quiet,
      busy,
    ),
  ]
}
