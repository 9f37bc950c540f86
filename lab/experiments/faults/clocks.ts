import type { AppNode } from '../../nodes/app-node.ts'
import { type Clocks, clocksOf, withoutClockCheck } from '../../nodes/moved-clocks.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { createCustomer, createSku, idOf } from '../../staff/create-customers-and-skus.ts'
import { type Answer, codeOf, cookieOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { orderOf } from '../../staff/place-orders.ts'
import { withTestSystem, password, type TestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/**
 * P24: with the clock check off, nodes whose clocks are two hours apart still work together
 * correctly. (By default a node with a wrong clock refuses writes.)
 */
export const clockJump: Experiment = {
  row: 'P24',
  promise: 'clock jump',
  needsPostgres: true,
  run: (lab, findings) => {
    const clocks = clocksOf(['A', 'B'])
    const nodeEnv = {
      A: withoutClockCheck(clocks.envOf('A')),
      B: withoutClockCheck(clocks.envOf('B')),
    }
    // Session, key and history rules must hold at any clock reading.
    const options = { row: 'P24', preload: 'moved-clock.mjs', nodeEnv }
    return withTestSystem(lab, findings, options, (world) =>
      runWithSkewedClocks(lab, world, { clocks, findings }),
    )
  },
}

/**
 * P25: the business day follows the business time zone, wherever servers run and across DST
 * changes.
 */
export const businessDays: Experiment = {
  row: 'P25',
  promise: 'time zone, DST',
  needsPostgres: true,
  run: (lab, findings) => {
    const clocks = clocksOf(['both'])
    const env = withoutClockCheck(clocks.envOf('both'))
    const nodeEnv = { A: { ...env, TZ: 'UTC' }, B: { ...env, TZ: 'Asia/Tokyo' } }
    const options = { row: 'P25', preload: 'moved-clock.mjs', nodeEnv }
    return withTestSystem(lab, findings, options, (world) => days(world, { clocks, findings }))
  },
}

/**
 * R06: a node whose clock is a day behind refuses writes while another with a correct clock works.
 */
export const wrongClock: Experiment = {
  row: 'R06',
  promise: 'a clock a day behind',
  needsPostgres: true,
  run: (lab, findings) => {
    const clocks = clocksOf(['A', 'B'])
    const nodeEnv = { A: clocks.envOf('A'), B: clocks.envOf('B') }
    const options = { row: 'R06', preload: 'moved-clock.mjs', nodeEnv, mayLogErrors: true }
    return withTestSystem(lab, findings, options, (world) =>
      runDayBehind(world, { clocks, findings }),
    )
  },
}

type ClockSetup = { clocks: Clocks; findings: Findings }

const hour = 3_600_000

async function runWithSkewedClocks(
  lab: Lab,
  world: TestSystem,
  { clocks, findings }: ClockSetup,
): Promise<void> {
  const [a, b] = world.nodes
  if (!a || !b) return
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  await clocks.move('A', hour)
  await clocks.move('B', -hour)
  const answers: Answer[] = []
  const faults: string[] = []
  const rounds = lab.isNightly ? 50 : 12
  for (let round = 0; round < rounds; round++) {
    const username = `lab-clock-${round}`
    const home = round % 2 === 0 ? a : b
    const away = round % 2 === 0 ? b : a
    const body = { username, email: `${username}@example.com`, password }
    const made = await home.call({ method: 'POST', path: '/api/register', body })
    const as = cookieOf(made)
    const key = `p24-key-${round}-abcdef`
    const order = { customerId, items: [{ skuId, quantity: 1 }] }
    const request = { method: 'POST', path: '/api/orders/create', body: order, as, key }
    const responses = [await away.call(request), await home.call(request), await away.call(request)]
    answers.push(...responses)
    if (new Set(responses.map(({ text }) => text)).size !== 1)
      faults.push(`${username}: not one answer`)
    const me = { method: 'GET', path: '/api/user', as }
    const userResponses = [await home.call(me), await away.call(me), await home.call(me)]
    if (userResponses.some(({ status }) => status !== 200))
      faults.push(`${username}: ${tally(userResponses)}`)
    await away.call({ method: 'POST', path: '/api/logout', as })
    // A node may cache a session for up to a second (P35).
    await sleep(1100)
    const after = await home.call(me)
    if (after.status !== 401) faults.push(`${username}: ${after.status} after signing out`)
  }
  findings.note(`clocks 2 h apart, ${rounds} sessions and keys over both: ${tally(answers)}`)
  findings.none('sessions and keys', faults)
  findings.equal('orders', await count(world, 'select count(*) from sales_orders'), rounds)
  const backwards = await count(
    world,
    `select count(*) from (
       select at, lag(at) over (order by id) as before from audit_log) as each
     where at < before - interval '5 seconds'`,
  )
  findings.equal('history rows out of order', backwards, 0)
}

/** A node compares its clock with the database's every five seconds. */
const detectedWithinMs = 8000

async function runDayBehind(world: TestSystem, { clocks, findings }: ClockSetup): Promise<void> {
  const [a, b] = world.nodes
  if (!a || !b) return
  const [customerId, skuId] = [await createCustomer(world), await createSku(world)]
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const as = world.admin.cookie
  const order = (node: AppNode) =>
    node.call({ method: 'POST', path: '/api/orders/create', body, as })
  const list = (node: AppNode) =>
    node.call({ method: 'GET', path: '/api/sales-orders?limit=5', as })
  findings.equal('an order at B before', (await order(b)).status, 201)
  await clocks.move('B', -24 * hour)
  const isRefused = async () => codeOf(await order(b)) === 'clock-wrong'
  findings.expect(await until(isRefused, detectedWithinMs), 'B saves on with a clock of yesterday')
  // Orders that B accepted before it checked its clock are not judged.
  const from = await count(world, 'select coalesce(max(id), 0) from sales_orders')
  const answers: Answer[] = []
  for (let round = 0; round < 20; round++) {
    const [there, here] = [await order(b), await order(a)]
    answers.push(there, here)
    findings.equal(`order ${round} at B`, `${there.status} ${codeOf(there)}`, '503 clock-wrong')
    findings.equal(`order ${round} at A`, here.status, 201)
  }
  findings.equal('a list at B', (await list(b)).status, 200)
  await b.stop()
  await b.restart()
  findings.equal('an order at B after a start', codeOf(await order(b)), 'clock-wrong')
  await clocks.move('B', 0)
  const isAccepted = async () => (await order(b)).status === 201
  findings.expect(
    await until(isAccepted, detectedWithinMs),
    'B takes no order after its clock is right',
  )
  const late = await count(
    world,
    `select count(*) from sales_orders
     where id > $1 and order_date < (select max(order_date) from sales_orders)`,
    [from],
  )
  findings.equal('orders of yesterday', late, 0)
  findings.note(
    `B a day behind beside A, seen within ${detectedWithinMs / 1000} s: ${tally(answers)}`,
  )
}

/** Moments in New York, as UTC, and the business day they belong to. */
const moments: [utc: string, day: string, due: string][] = [
  ['2027-01-01T04:30:00Z', '2026-12-31', '2027-01-30'],
  ['2027-01-01T05:00:00Z', '2027-01-01', '2027-01-31'],
  ['2027-03-14T04:59:00Z', '2027-03-13', '2027-04-12'],
  ['2027-03-14T05:00:30Z', '2027-03-14', '2027-04-13'],
  ['2027-03-14T07:30:00Z', '2027-03-14', '2027-04-13'],
  ['2027-03-15T03:30:00Z', '2027-03-14', '2027-04-13'],
  ['2027-03-15T04:00:30Z', '2027-03-15', '2027-04-14'],
  ['2027-11-07T04:00:30Z', '2027-11-07', '2027-12-07'],
  ['2027-11-07T05:30:00Z', '2027-11-07', '2027-12-07'],
  ['2027-11-07T06:30:00Z', '2027-11-07', '2027-12-07'],
  ['2027-11-08T04:30:00Z', '2027-11-07', '2027-12-07'],
  ['2027-11-08T05:00:30Z', '2027-11-08', '2027-12-08'],
  ['2028-02-29T04:30:00Z', '2028-02-28', '2028-03-29'],
]

const datesOf = `select
  array(select distinct d::text from (
    select order_date as d from sales_orders where id = $1
    union all select ship_date from shipments where sales_order_id = $1
    union all select doc_date from invoices where sales_order_id = $1
    union all select e.posted_on from journal_entries e
      join invoices i on e.source = 'invoice' and e.source_id = i.id where i.sales_order_id = $1
    union all select received_on from customer_payments where id = $2
  ) as dates) as days,
  (select due_date::text from invoices where sales_order_id = $1) as due`

async function days(world: TestSystem, { clocks, findings }: ClockSetup): Promise<void> {
  const body = { businessTimeZone: 'America/New_York' }
  await world.must({ method: 'PUT', path: '/api/settings', body })
  const skuId = await createSku(world)
  const faults: string[] = []
  for (const [utc, day, due] of moments) {
    // A customer per moment: an unpaid invoice of spring would block an order of autumn.
    const customerId = await createCustomer(world, { paymentTerms: 'net-30' })
    await clocks.move('both', Date.parse(utc) - Date.now())
    for (const node of world.nodes) {
      const as = cookieOf(
        await node.call({
          method: 'POST',
          path: '/api/login',
          body: { username: 'lab-admin', password },
        }),
      )
      const post = (path: string, sent: object) =>
        node.call({ method: 'POST', path, body: sent, as })
      const made = orderOf(
        await post('/api/orders/create', { customerId, items: [{ skuId, quantity: 1 }] }),
      )
      await post(`/api/sales-orders/${made?.id}/process`, {})
      await post(`/api/sales-orders/${made?.id}/ship`, {})
      const paid = await post('/api/payments', { customerId, amount: '1.00', method: 'ach' })
      const { rows } = await world.database.query<{ days: string[]; due: string }>(datesOf, [
        made?.id,
        paid.status === 201 ? idOf(paid.body) : 0,
      ])
      const [found] = rows
      const actual = `${found?.days.join() ?? ''} due ${found?.due ?? ''}`
      if (actual !== `${day} due ${due}`)
        faults.push(`${utc} at ${node.name}: ${actual}, not ${day}`)
    }
  }
  findings.note(`${moments.length} moments × servers in UTC and Asia/Tokyo, New York’s days`)
  findings.none('days of another place', faults)
  await sumsOfDays(world, findings)
}

/** The daily invoice totals add up to the monthly total, including the 23 h and 25 h days. */
async function sumsOfDays(world: TestSystem, findings: Findings): Promise<void> {
  for (const month of ['2027-03', '2027-11']) {
    const first = `${month}-01`
    const monthTotal = await count(
      world,
      `select coalesce(sum(total), 0) from invoices
       where doc_date >= $1::date and doc_date < $1::date + interval '1 month'`,
      [first],
    )
    const byDay = await count(
      world,
      `select coalesce(sum(i.total), 0)
       from generate_series($1::date, ($1::date + interval '1 month - 1 day')::date,
                            interval '1 day') as d
       join invoices i on i.doc_date = d::date`,
      [first],
    )
    findings.equal(`${month} by days`, byDay, monthTotal)
    findings.expect(monthTotal > 0, `nothing was invoiced in ${month}`)
  }
}
