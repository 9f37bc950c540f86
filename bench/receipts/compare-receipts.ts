import { cleanUp } from '#lab/nodes/child-processes.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { type Product, startProduct } from '../built-program.ts'
import {
  describeSpeed,
  type Figure,
  median,
  medianSpeed,
  percentile,
  type Speed,
} from '../figures.ts'
import type { PreparedRequest } from '../load-generator.ts'
import { driveWithCpu, prepareMany, warmUp } from '../orders.ts'
import { type BenchDatabase, createDatabase } from '../postgres.ts'
import { randomCustomer, seedMasterData } from '../seed-master-data.ts'
import { buildWithoutReceipts } from './build-without-receipts.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 1)
/**
 * More and shorter rounds than other parts have: the target leaves only a tenth, and a machine is
 * as busy for two halves of a short round, but not of a long one.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 35)
/** Rounds before these, in which what is new for this load is compiled; they do not count. */
const warmUpRounds = 10

type Side = { product: Product; requests: PreparedRequest[] }
type Sides = { database: BenchDatabase; receipts: Side; without: Side }
type Round = { receipts: Speed; without: Speed }

/**
 * Orders with receipts, compared with the same orders without: two copies of the program on one
 * database, whose background jobs do not run, in turn in each of several rounds.
 */
export async function benchReceipts(): Promise<Figure[]> {
  const database = await createDatabase('receipts')
  const products: Product[] = []
  const start = async (root?: string): Promise<Side> => {
    const env = { DATABASE_URL: database.url, ROLE: 'web' }
    const product = await startProduct(env, { root })
    products.push(product)
    return { product, requests: prepareMany(product, '/api/orders/create', randomCustomer) }
  }
  try {
    await seedMasterData(database.pool)
    const receipts = await start()
    const without = await start(buildWithoutReceipts())
    const sides = { database, receipts, without }
    await warmUpBoth(sides)
    const figures: Figure[] = []
    for (const connections of [1, 32]) figures.push(await compareSides(sides, connections))
    return figures
  } finally {
    await Promise.all(products.map((product) => product.stop()))
    await database.drop()
    cleanUp()
  }
}

/** Warms both up, and checks that one writes a receipt of each order and the other none. */
async function warmUpBoth({ database, receipts, without }: Sides): Promise<void> {
  await warmUp(receipts.product.port, receipts.requests)
  const first = await countOrders(database)
  await warmUp(without.product.port, without.requests)
  const second = await countOrders(database)
  const isWithReceipts = first.orders > 0 && first.receipts === first.orders
  const isWithout = second.orders > first.orders && second.receipts === first.receipts
  if (!isWithReceipts || !isWithout) {
    const counts = JSON.stringify([first, second])
    throw new Error(`One side must write a receipt of each order, the other none: ${counts}`)
  }
}

async function countOrders({ pool }: BenchDatabase): Promise<{ orders: number; receipts: number }> {
  const { rows } = await pool.query<{ orders: number; receipts: number }>(
    `select (select count(*) from sales_orders)::int as orders,
            (select count(*) from decision_receipts where kind = 'create')::int as receipts`,
  )
  const [counts] = rows
  if (!counts) throw new Error('Nothing was counted')
  return counts
}

async function compareSides(sides: Sides, connections: number): Promise<Figure> {
  const found: Round[] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    const measured = await measureRound(sides, { connections, isReversed: round % 2 === 0 })
    if (round >= 0) found.push(measured)
  }
  const shares = found.map(({ receipts, without }) => (100 * receipts.rate) / without.rate)
  const ours = medianSpeed(found.map(({ receipts }) => receipts))
  const bare = medianSpeed(found.map(({ without }) => without))
  const range = [0.25, 0.75].map((at) => percentile([...shares], at).toFixed(0)).join(' to ')
  return {
    part: 'receipts',
    name: `orders with receipts, of those without, ${counted(connections, 'connection')}`,
    // Each round by itself, when the machine was as busy for both.
    measured: median(shares),
    unit: '%',
    target: { atLeast: 90 },
    detail: `${describeSpeed(ours)}; without ${describeSpeed(bare)}; half of the rounds ${range} %`,
  }
}

type RoundOptions = { connections: number; isReversed: boolean }

/** Measures both sides, every other round in the other order. */
async function measureRound(
  { database, receipts, without }: Sides,
  { connections, isReversed }: RoundOptions,
): Promise<Round> {
  const measure = ({ product, requests }: Side) => {
    const load = { port: product.port, connections, seconds, expect: 201 }
    return driveWithCpu({ database, product }, load, requests)
  }
  const early = isReversed ? await measure(without) : await measure(receipts)
  const late = isReversed ? await measure(receipts) : await measure(without)
  return isReversed ? { receipts: late, without: early } : { receipts: early, without: late }
}
