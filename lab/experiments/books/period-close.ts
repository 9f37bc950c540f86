import { type Staff, createStaff } from '../../staff/staff.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { idOf } from '../../staff/create-customers-and-skus.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { createUser } from '../../staff/users.ts'
import { withTestSystem, type Person, type TestSystem } from '../../nodes/test-system.ts'
import { sleep } from '../../nodes/wait-until.ts'
import { count } from '../../nodes/count-rows.ts'

/** P41: a closed period stays unchanged, whoever posts to it and by whichever route. */
export const periodClose: Experiment = {
  row: 'P41',
  promise: 'period close',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P41' }, async (world) => {
      const place = await createScenario(world, findings)
      await softClosed(place)
      await closedInARace(place)
      await closed(place)
      await bySql(place)
      await reopened(place)
    }),
}

type Scenario = {
  world: TestSystem
  findings: Findings
  desk: Staff
  /** A day of the month that closes, and the month. */
  day: string
  month: string
  finance: Person
  manager: Person
  second: Person
}

const reason = 'Shown in the lab'

/** Every node applies changed rules within a second. */
const rulesKnownMs = 1200

async function createScenario(world: TestSystem, findings: Findings): Promise<Scenario> {
  const staff = await createStaff(world)
  const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  return {
    world,
    findings,
    desk: staff,
    day,
    month: day.slice(0, 7).replace('-', ''),
    finance: await createUser(world, 'finance'),
    manager: await createUser(world, 'manager'),
    second: await createUser(world, 'admin'),
  }
}

const inMonth = 'select count(*) from journal_entries where period_id = $1'

function step({ world, month }: Scenario, verb: string, as: string, body?: object) {
  const path = `/api/periods/${month}/${verb}`
  return world.call({ method: 'POST', path, as, ...(body && { body }) })
}

/** Finance can still post to a soft-closed month; other roles cannot. */
async function softClosed(place: Scenario): Promise<void> {
  const { world, findings, desk: staff, day, finance, manager } = place
  await staff.paid('5.00', { receivedOn: day })
  findings.equal('closed before it is being closed', (await step(place, 'close', '')).status, 401)
  const straight = await step(place, 'close', world.admin.cookie)
  findings.equal('an open month closed in one step', codeOf(straight), 'illegal-transition')
  const soft = await step(place, 'soft-close', finance.cookie)
  findings.equal('finance starts to close', soft.status, 200)
  const paid = { customerId: staff.customerId, amount: '1.00', method: 'ach', receivedOn: day }
  const paymentRequest = { method: 'POST', path: '/api/payments', body: paid, as: finance.cookie }
  findings.equal('finance posts on', (await world.call(paymentRequest)).status, 201)
  const order = await staff.processing()
  const ship = { method: 'POST', path: `/api/sales-orders/${order.id}/ship`, as: manager.cookie }
  const before = await count(world, inMonth, [place.month])
  await world.call({ ...ship, body: { shipDate: day } })
  const after = await count(world, inMonth, [place.month])
  findings.equal('entries that a manager posted into it', after - before, 0)
  findings.equal('finance closes', (await step(place, 'close', finance.cookie)).status, 403)
}

/** Payments into the month during its close: each is posted before the close or is rejected. */
async function closedInARace(place: Scenario): Promise<void> {
  const { world, findings, desk: staff, day, month } = place
  const paid = { customerId: staff.customerId, amount: '1.00', method: 'ach', receivedOn: day }
  const paymentRequest = {
    method: 'POST',
    path: '/api/payments',
    body: paid,
    as: place.finance.cookie,
  }
  const payments = Array.from({ length: 30 }, () => world.call(paymentRequest))
  const closing = step(place, 'close', world.admin.cookie)
  const more = Array.from({ length: 10 }, () => world.call(paymentRequest))
  const done = await closing
  const answers: Answer[] = await Promise.all([...payments, ...more])
  findings.note(`closed in a race: ${done.status} beside ${tally(answers)}`)
  findings.equal('the month closes', done.status, 200)
  const wrong = answers.filter(
    (each) => each.status !== 201 && !(each.status === 409 && codeOf(each) === 'period-closed'),
  )
  findings.none(
    'payments in the race',
    wrong.map(({ text }) => text.slice(0, 120)),
  )
  const acceptedCount = answers.filter(({ status }) => status === 201).length
  const there = await count(
    world,
    `select count(*) from customer_payments p
     join journal_entries e on e.source = 'customer_payment' and e.source_id = p.id
     where e.period_id = $1 and p.amount = 1`,
    [month],
  )
  findings.equal('payments acknowledged and posted', there, acceptedCount + 1)
}

/**
 * Every posting route: postings to the closed month are rejected, and corrections go to an open
 * day.
 */
async function closed(place: Scenario): Promise<void> {
  const { world, findings, desk: staff, day, month } = place
  const before = await count(world, inMonth, [month])
  const payment = { customerId: staff.customerId, amount: '2.00', method: 'ach', receivedOn: day }
  const bill = { ...staff.billFor(await staff.received()), docDate: day }
  const payable = { ...(await staff.payable()), paidOn: day }
  const shipped = await staff.processing()
  const old = await staff.paid('3.00')
  const tries: [what: string, path: string, body: object][] = [
    ['payment', '/api/payments', payment],
    ['bill', '/api/vendor-bills', bill],
    ['vendor payment', '/api/vendor-payments', payable],
    ['shipment', `/api/sales-orders/${shipped.id}/ship`, { shipDate: day }],
    ['void', `/api/payments/${old.id}/void`, { reason }],
    ['status on entry', '/api/sales-orders', back(staff, day)],
  ]
  const outcomes: string[] = []
  for (const [what, path, body] of tries) {
    const answer = await world.call({ method: 'POST', path, body })
    outcomes.push(`${what} ${answer.status} ${codeOf(answer)}`.trim())
    const isRefused = answer.status === 409 && codeOf(answer) === 'period-closed'
    findings.expect(isRefused || answer.status < 300, `${what}: ${answer.text.slice(0, 150)}`)
  }
  const after = await count(world, inMonth, [month])
  findings.note(`into the closed month: ${outcomes.join(', ')}`)
  findings.equal('entries added to a closed month', after - before, 0)
  findings.expect(outcomes[0]?.includes('period-closed') === true, 'a payment into it was taken')
  await corrected(place)
}

function back({ customerId, next }: Staff, day: string): object {
  return {
    orderNumber: next('CLOSED'),
    customerId,
    status: 'shipped',
    orderDate: day,
    shipDate: day,
    totalAmount: '7.00',
  }
}

/** A payment of the closed month bounces: its reversal is posted today under its own number. */
async function corrected({ world, findings, month }: Scenario): Promise<void> {
  const { rows } = await world.database.query<{ id: number }>(
    `select p.id from customer_payments p
     join journal_entries e on e.source = 'customer_payment' and e.source_id = p.id
     where e.period_id = $1 and p.status = 'posted' order by p.id limit 1`,
    [month],
  )
  const id = rows[0]?.id ?? 0
  const path = `/api/payments/${id}/void`
  const { status } = await world.call({ method: 'POST', path, body: { reason } })
  findings.equal('a payment of the closed month is taken back', status, 200)
  const linked = await count(
    world,
    `select count(*) from journal_entries
     where source = 'customer_payment' and source_id = $1 and event = 'void' and period_id <> $2`,
    [id, month],
  )
  findings.equal('corrections in an open month, linked to what they correct', linked, 1)
}

const statements: [code: string, text: string][] = [
  [
    '23514',
    `insert into journal_entries (source, source_id, posted_on, period_id, memo)
     values ('lab', 1, '$day', 0, 'lab')`,
  ],
  ['42501', `update journal_entries set posted_on = '$day' where period_id <> $month`],
  ['42501', `delete from journal_entries where period_id = $month`],
  ['42501', `update journal_lines set debit = debit + 1 where debit > 0`],
]

async function bySql({ world, findings, day, month }: Scenario): Promise<void> {
  for (const [code, text] of statements) {
    const filled = text.replace('$day', day).replace('$month', month)
    const failed = await world.database.query(filled).then(
      () => 'taken',
      (error: Error & { code?: string }) => error.code,
    )
    findings.equal(`by SQL: ${filled.slice(0, 40)}`, failed, code)
  }
}

/** Only an administrator other than the one who closed it can reopen it, with a reason. */
async function reopened(place: Scenario): Promise<void> {
  const { world, findings, finance, second } = place
  const body = { sodMode: 'enforce' }
  await world.must({ method: 'PUT', path: '/api/settings', body })
  await sleep(rulesKnownMs)
  const own = world.admin.cookie
  findings.equal('without a reason', (await step(place, 'reopen', own, {})).status, 422)
  findings.equal(
    'by finance',
    (await step(place, 'reopen', finance.cookie, { reason })).status,
    403,
  )
  const closer = await step(place, 'reopen', own, { reason })
  findings.equal('by who closed it', codeOf(closer), 'self-approval')
  const other = await step(place, 'reopen', second.cookie, { reason })
  findings.equal('by a second administrator', other.status, 200)
  const recordedReopenings = await count(
    world,
    `select count(*) from audit_log
     where entity = 'period' and entity_id = $1 and action = 'reopen' and reason = $2`,
    [idOf(other.body), reason],
  )
  findings.equal('reopenings on record with their reason', recordedReopenings, 1)
}
