import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { quantile } from '../../nodes/response-statistics.ts'
import { residentMiB } from '../../nodes/resident-memory.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const mebibyte = 1024 * 1024
const many = 100_000
const exported = 50_000

/** P26: oversized input is refused with a clear status, and large results are paged or streamed. */
export const hugeInputs: Experiment = {
  row: 'P26',
  promise: 'huge inputs',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P26', nodes: 1 }, async (world) => {
      await refusals(world, findings)
      await pages(lab, world, findings)
      await checkFullLists(world, findings)
    }),
}

async function refusals(world: TestSystem, findings: Findings): Promise<void> {
  const customerId = await createCustomer(world)
  const skuId = await createSku(world)
  const order = (items: object[]) => ({ path: '/api/orders/create', body: { customerId, items } })
  const sku = { sku: 'HUGE', name: 'Huge', cost: '1.00', price: '99999999999.99' }
  const customer = { customerCode: 'HUGE', name: 'Huge', email: 'huge@example.com' }
  const customers = '/api/customers'
  const lines = Array.from({ length: 1000 }, () => ({ skuId, quantity: 1 }))
  const cases = [
    { what: '1,000 lines', want: 422, ...order(lines) },
    { what: 'quantity 2^31', want: 422, ...order([{ skuId, quantity: 2_147_483_648 }]) },
    { what: 'total too large', want: 422, ...order([{ skuId, quantity: 2_147_483_647 }]) },
    { what: 'price', want: 422, path: '/api/skus', body: sku },
    {
      what: 'notes',
      want: 422,
      path: customers,
      body: { ...customer, notes: 'x'.repeat(102_400) },
    },
    { what: '1 MiB + 1', want: 413, path: customers, body: bodyOf(mebibyte + 1) },
    { what: 'depth 10,000', want: 400, path: customers, body: '['.repeat(10_000) },
  ]
  const before = await rowsOf(world)
  const results = []
  for (const { what, want, path, body } of cases) {
    const { status } = await world.call({ method: 'POST', path, body })
    findings.equal(what, status, want)
    results.push(`${what} ${status}`)
  }
  findings.note(results.join(', '))
  findings.equal('rows after the refusals', await rowsOf(world), before)
}

function bodyOf(bytes: number): string {
  const [start, end] = ['{"notes":"', '"}']
  return start + 'x'.repeat(bytes - start.length - end.length) + end
}

async function rowsOf(world: TestSystem): Promise<number> {
  return count(
    world,
    `select (select count(*) from customers) + (select count(*) from skus)
          + (select count(*) from sales_orders) + (select count(*) from audit_log)`,
  )
}

/** Reads 100,000 customers page by page, with several sort orders and filters. */
async function pages(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  await world.database.query(
    `insert into customers (customer_code, name, email, city)
     select 'M-' || i, 'Many ' || i, 'm' || i || '@example.com', 'City ' || i % 100
     from generate_series(1, $1) as i`,
    [many],
  )
  await world.database.query('analyze customers')
  const queries = ['', '&sort=-name', '&sort=city,-customerCode', '&q=Many%2077', '&city=City%205']
  const answers = []
  for (let i = 0; i < 60; i++) {
    const offset = lab.chance.between(0, 900) * 100
    const query = lab.chance.oneOf(queries)
    const path = `/api/customers?limit=100&offset=${offset}${query}`
    answers.push(await world.call({ method: 'GET', path }))
  }
  const p95 = quantile(
    answers.map((answer) => answer.ms),
    0.95,
  )
  const largest = Math.max(...answers.map((answer) => answer.text.length))
  findings.none(
    'pages',
    answers.filter((answer) => answer.status !== 200).map((answer) => String(answer.status)),
  )
  findings.expect(p95 <= 500, `pages take ${Math.round(p95)} ms at p95`)
  findings.expect(largest <= mebibyte, `a page has ${largest} bytes`)
  findings.note(`pages of ${many} customers: p95 ${Math.round(p95)} ms, ${largest} bytes`)
}

/** Exports 50,000 rows as CSV while watching the node's memory. */
async function checkFullLists(world: TestSystem, findings: Findings): Promise<void> {
  await world.database.query(
    'delete from customers where id > (select min(id) from customers) + $1',
    [exported],
  )
  const path = '/api/customers/export.csv'
  // The first export is a warm-up; only growth with each further export counts.
  await world.call({ method: 'GET', path })
  const before = await residentMiB(world.turn())
  let most = before
  const watch = setInterval(
    () => void residentMiB(world.turn()).then((now) => (most = Math.max(most, now))),
    50,
  )
  const csv = await world.call({ method: 'GET', path })
  clearInterval(watch)
  const lines = csv.text.split('\n').filter((line) => line !== '').length
  findings.expect(lines > exported, `the CSV has ${lines} lines`)
  findings.equal('CSV', csv.status, 200)
  const growth = Math.max(most, await residentMiB(world.turn())) - before
  findings.expect(growth <= 100, `memory grew by ${growth} MiB`)
  findings.note(`CSV of ${lines - 1} rows: ${Math.round(csv.ms)} ms, memory + ${growth} MiB`)
}
