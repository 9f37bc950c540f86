import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/** P06: on a read-only database, reads continue and writes are rejected with a clear error. */
export const readOnly: Experiment = {
  row: 'P06',
  promise: 'read-only database',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P06', mayLogErrors: true }, (world) =>
      cannotWrite(world, findings),
    ),
}

const reads = [
  '/api/customers',
  '/api/skus',
  '/api/sales-orders',
  '/api/purchase-orders',
  '/api/invoices',
  '/api/vendors',
  '/api/user',
]

async function cannotWrite(world: TestSystem, findings: Findings): Promise<void> {
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  await switchTo(world, 'on')
  const found: Answer[] = []
  for (const path of [...reads, ...reads]) found.push(await world.call({ method: 'GET', path }))
  findings.note(`read: ${tally(found)}`)
  findings.none(
    'reads',
    found.filter(({ status }) => status !== 200).map(({ text }) => text.slice(0, 120)),
  )
  const writes: [method: string, path: string, body: object][] = [
    ['POST', '/api/orders/create', { customerId, items: [{ skuId, quantity: 1 }] }],
    ['POST', '/api/customers', { customerCode: 'RO', name: 'RO', email: 'ro@example.com' }],
    ['POST', `/api/skus/${skuId}/adjust`, { currentStock: 5, stockReason: 'counted' }],
    ['POST', '/api/payments', { customerId, amount: '1.00', method: 'ach' }],
    ['PUT', '/api/settings', { shippingFlat: '3.00' }],
  ]
  const answers: Answer[] = []
  for (const [method, path, body] of [...writes, ...writes]) {
    answers.push(await world.call({ method, path, body }))
  }
  findings.note(`written: ${tally(answers)}`)
  const wrong = answers.filter((each) => each.status !== 503 || codeOf(each) !== 'read-only')
  findings.none(
    'writes',
    wrong.map(({ status, text }) => `${status} ${text.slice(0, 120)}`),
  )
  const patient = answers.filter(({ headers }) => Number(headers['retry-after']) > 0)
  findings.equal('refusals that say when to come back', patient.length, answers.length)
  await switchTo(world, 'off')
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const after = await world.call({ method: 'POST', path: '/api/orders/create', body })
  findings.equal('an order afterwards', after.status, 201)
  findings.equal('orders', await count(world, 'select count(*) from sales_orders'), 1)
}

/** As after a failover: open connections are terminated, and new ones are read-only. */
async function switchTo({ database }: TestSystem, state: 'on' | 'off'): Promise<void> {
  const { rows } = await database.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  await database.query(
    `begin read write; alter database ${name} set default_transaction_read_only = ${state}; commit`,
  )
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await sleep(500)
}
