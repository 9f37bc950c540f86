import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { withCpu } from './cpu-time.ts'
import { type Figure, describeSpeed, medianSpeed, type Speed } from './figures.ts'
import { drive, type Load, prepare, type PreparedRequest } from './load-generator.ts'
import { type BenchDatabase, createDatabase, pgbench } from './postgres.ts'
import { type Product, startProduct } from './built-program.ts'
import { seeded, seedMasterData, randomCustomer, randomItems } from './seed-master-data.ts'
import { callBaseline, withEmbedded } from './embedded-database.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const variants = 4000
const yardstick = readFileSync(new URL('./yardstick.sql', import.meta.url), 'utf8')

type Bench = { database: BenchDatabase; product: Product }

/**
 * Runs a benchmark on a fresh PostgreSQL database with master data, the baseline and the product.
 */
async function withProduct(work: (bench: Bench) => Promise<Figure[]>): Promise<Figure[]> {
  const database = await createDatabase('orders')
  let product: Product | undefined
  try {
    await database.pool.query(yardstick)
    await seedMasterData(database.pool)
    product = await startProduct({ DATABASE_URL: database.url })
    return await work({ database, product })
  } finally {
    await product?.stop()
    await database.drop()
  }
}

/** Orders over HTTP, compared with the same writes in one function call (`yardstick.sql`). */
export function benchOrders(): Promise<Figure[]> {
  return withProduct(async (bench) => {
    const spread = prepareMany(bench.product, '/api/orders/create', randomCustomer)
    const hot = prepareMany(bench.product, '/api/orders/create', () => 1)
    await warmUp(bench.product.port, spread)
    const ceiling = await ownCeiling(spread)
    const figures: Figure[] = []
    for (const connections of [1, 8, 32]) {
      const script = scriptOf('bench_place_order', '1, :customers')
      const sides = await compare(bench, { connections, script, requests: spread, expect: 201 })
      figures.push(
        ofRates(`orders, ${connections} connections`, sides, { atLeast: 60, reach: 100 }),
      )
      if (connections === 1) figures[0] = ofLatency('orders, 1 connection, p50', sides)
    }
    const script = scriptOf('bench_place_order', '1, 1')
    const sides = await compare(bench, { connections: 32, script, requests: hot, expect: 201 })
    figures.push(ofRates('orders, 32 on one customer', sides, { atLeast: 100, reach: 300 }))
    figures.push(ceilingFigure(ceiling, sides.ours))
    return figures.map((figure) => ({ ...figure, part: 'orders' }))
  })
}

/**
 * Warms up the JIT: the first orders take twice as long as later ones. Batched orders and single
 * orders run through different code, so both are warmed up.
 */
export async function warmUp(port: number, requests: readonly PreparedRequest[]): Promise<void> {
  await drive({ port, connections: 8, seconds: 15, expect: 201 }, requests)
  let before = Infinity
  for (let slice = 0; slice < 6; slice++) {
    const { p50 } = await drive({ port, connections: 1, seconds: 10, expect: 201 }, requests)
    if (p50 > 0.97 * before) return
    before = p50
  }
}

/** Validations over HTTP, compared with the same reads in one function call. */
export function benchValidate(): Promise<Figure[]> {
  return withProduct(async (bench) => {
    const requests = prepareMany(bench.product, '/api/orders/validate', randomCustomer)
    const script = scriptOf('bench_validate_order', '1, :customers')
    await drive({ port: bench.product.port, connections: 32, seconds: 2, expect: 200 }, requests)
    const sides = await compare(bench, { connections: 32, script, requests, expect: 200 })
    const figure = ofRates('validations, 32 connections', sides, { atLeast: 30, reach: 60 })
    return [{ ...figure, part: 'validate' }]
  })
}

/** Orders on the embedded database, compared with the same writes in one function call there. */
export function benchEmbedded(): Promise<Figure[]> {
  return withEmbedded(async (folder) => {
    const yardsticks: Speed[] = []
    const ours: Speed[] = []
    for (let round = 0; round < rounds; round++) {
      // The first start creates the user whose orders the baseline places.
      ours.push(await ordersOnEmbedded(folder))
      yardsticks.push(await callBaseline(folder, { functions: yardstick, seconds }))
    }
    const sides = { yardstick: medianSpeed(yardsticks), ours: medianSpeed(ours) }
    const name = 'orders on the embedded database, 32 connections'
    const detail = `${describeSpeed(sides.ours)}; one call each ${describeSpeed(sides.yardstick)}`
    const figure = ofRates(name, sides, { atLeast: 60, reach: 100 })
    return [{ ...figure, part: 'embedded', detail }]
  })
}

async function ordersOnEmbedded(folder: string): Promise<Speed> {
  const product = await startProduct({ DATA_DIR: folder })
  try {
    const requests = prepareMany(product, '/api/orders/create', randomCustomer)
    const load = { port: product.port, connections: 32, expect: 201 }
    await drive({ ...load, seconds: 2 }, requests)
    return await drive({ ...load, seconds }, requests)
  } finally {
    await product.stop()
  }
}

/** Many different orders for this path, each of a customer that the function picks. */
export function prepareMany(
  { cookie }: Product,
  path: string,
  customer: () => number,
): PreparedRequest[] {
  return Array.from({ length: variants }, () => {
    const body = { customerId: customer(), items: randomItems() }
    return prepare('POST', path, { cookie, body, isKeyed: path.endsWith('create') })
  })
}

function scriptOf(name: string, customers: string): string {
  const third = seeded.skus / 3
  return [
    `\\set c random(${customers.replace(':customers', String(seeded.customers))})`,
    ...[0, 1, 2].map((part) => `\\set s${part} random(${1 + part * third}, ${(part + 1) * third})`),
    '\\set q random(1, 5)',
    `select ${name}(:c, array[:s0, :s1, :s2]::int[], :q);`,
  ].join('\n')
}

type Sides = { yardstick: Speed; ours: Speed }
type Comparison = {
  connections: number
  script: string
  requests: PreparedRequest[]
  expect: number
}

/** Drives a load, and measures what a call costs the processor in the program and the database. */
export async function driveWithCpu(
  { database, product }: Bench,
  load: Load,
  requests: readonly PreparedRequest[],
): Promise<Speed> {
  const processes = { program: product.pid, database: database.name }
  const { cpu, ...speed } = await withCpu(processes, () => drive(load, requests))
  const perCall = 1000 / (speed.rate * load.seconds)
  return { ...speed, cpuMs: [cpu.program * perCall, cpu.database * perCall] }
}

/** Alternates baseline, product, baseline and returns the medians of several rounds. */
async function compare(bench: Bench, what: Comparison): Promise<Sides> {
  const { database, product } = bench
  const yardsticks: Speed[] = []
  const ours: Speed[] = []
  const { connections, expect } = what
  const measure = () => pgbench(database, what.script, { clients: connections, seconds })
  const load = { port: product.port, connections, seconds, expect }
  for (let round = 0; round < rounds; round++) {
    yardsticks.push(await measure())
    ours.push(await driveWithCpu(bench, load, what.requests))
  }
  yardsticks.push(await measure())
  return { yardstick: medianSpeed(yardsticks), ours: medianSpeed(ours) }
}

function ofRates(
  name: string,
  { yardstick, ours }: Sides,
  { atLeast, reach }: { atLeast: number; reach: number },
): Figure {
  const detail = `${describeSpeed(ours)}; pgbench ${describeSpeed(yardstick)}`
  const measured = (100 * ours.rate) / yardstick.rate
  return { part: '', name, measured, unit: '%', target: { atLeast }, reach, detail }
}

function ofLatency(name: string, { yardstick, ours }: Sides): Figure {
  const detail = `${describeSpeed(ours)}; pgbench ${describeSpeed(yardstick)}`
  const measured = ours.p50 / yardstick.p50
  return { part: '', name, measured, unit: '×', target: { atMost: 2 }, detail }
}

/** The maximum rate of the load generator, measured against a server that only responds. */
async function ownCeiling(requests: readonly PreparedRequest[]): Promise<Speed> {
  const bare = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201, { 'content-length': 2 }).end('{}'))
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = bare.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const speed = await drive({ port, connections: 32, seconds: 2, expect: 201 }, requests)
  bare.close()
  return speed
}

function ceilingFigure(ceiling: Speed, ours: Speed): Figure {
  const detail = `${describeSpeed(ceiling)} against a bare server in the same process`
  const measured = (100 * ceiling.rate) / ours.rate
  const name = 'the load’s own ceiling, of what it measured'
  return { part: '', name, measured, unit: '%', target: { atLeast: 150 }, detail }
}
