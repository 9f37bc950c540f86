import { createCustomer, idOf } from '../../staff/create-customers-and-skus.ts'
import { type Staff, createStaff } from '../../staff/staff.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import type { Answer } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/** P14: an open amount is applied only once, however many requests use it at the same time. */
export const overApplication: Experiment = {
  row: 'P14',
  promise: 'double refund, over-application',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P14' }, async (world) => {
      const runs = lab.isNightly ? 50 : 15
      const place = { world, findings, staff: await createStaff(world) }
      await refunds(place, runs)
      await applications(place, runs)
      await credits(place, runs)
      await payables(place, runs)
      await checkMalformedAmounts(place)
    }),
}

type Scenario = { world: TestSystem; findings: Findings; staff: Staff }

const reason = 'Raced'

/** The same call at both nodes at once. */
function twice(world: TestSystem, path: string, body: object): Promise<Answer[]> {
  const request = { method: 'POST', path, body, as: world.admin.cookie }
  return Promise.all(world.nodes.map((node) => node.call(request)))
}

const oneOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status < 300).length === 1 &&
  answers.every(({ status }) => status < 300 || status === 409)

async function pay(world: TestSystem, amount: string): Promise<number> {
  const customerId = await createCustomer(world)
  const body = { customerId, amount, method: 'ach' }
  return idOf(await world.must({ method: 'POST', path: '/api/payments', body }))
}

async function refunds({ world, findings }: Scenario, runs: number): Promise<void> {
  const answers: Answer[] = []
  const faults: string[] = []
  for (let run = 0; run < runs; run++) {
    const paymentId = await pay(world, '100.00')
    const got = await twice(world, '/api/refunds', { paymentId, amount: '60.00', reason })
    answers.push(...got)
    if (!oneOf(got)) faults.push(tally(got))
    const refund = got.find(({ status }) => status < 300)?.body
    if (!refund) continue
    const released = await twice(world, `/api/refunds/${idOf(refund)}/release`, {})
    if (!oneOf(released)) faults.push(`released: ${tally(released)}`)
  }
  const most = await count(
    world,
    `select coalesce(max(amount), 0) from (
       select sum(amount) as amount from refunds where status <> 'cancelled' group by payment_id
     ) as given`,
  )
  findings.note(`2 refunds of 60.00 from 100.00, ${runs} times: ${tally(answers)}`)
  findings.none('refunds', faults)
  findings.equal('most that left of one payment', most, 60)
}

async function applications({ world, findings, staff }: Scenario, runs: number): Promise<void> {
  const answers: Answer[] = []
  const faults: string[] = []
  for (let run = 0; run < runs; run++) {
    const invoices = [await staff.invoice(), await staff.invoice()]
    const { total } = invoices[0] ?? { total: '0.00' }
    const payment = await staff.paid(total)
    const got = await Promise.all(
      invoices.map(({ id }, place) => {
        const body = { applications: [{ invoiceId: id, amount: total }] }
        const path = `/api/payments/${payment.id}/apply`
        const node = world.nodes[place] ?? world.turn()
        return node.call({ method: 'POST', path, body, as: world.admin.cookie })
      }),
    )
    answers.push(...got)
    if (!oneOf(got)) faults.push(tally(got))
  }
  findings.note(`a whole payment to two invoices at once, ${runs} times: ${tally(answers)}`)
  findings.none('applications', faults)
}

async function credits({ world, findings, staff }: Scenario, runs: number): Promise<void> {
  const answers: Answer[] = []
  const faults: string[] = []
  for (let run = 0; run < runs; run++) {
    const { id, lines } = await staff.settled()
    const items = lines.map((line) => ({ invoiceLineId: line.id, quantity: 2 }))
    const got = await twice(world, '/api/credit-memos', { invoiceId: id, items, reason })
    answers.push(...got)
    if (!oneOf(got)) faults.push(tally(got))
  }
  findings.note(`all units of an invoice credited twice, ${runs} times: ${tally(answers)}`)
  findings.none('credit memos', faults)
}

/** Two payments for one bill, and one credit on two bills. */
async function payables({ world, findings, staff }: Scenario, runs: number): Promise<void> {
  const answers: Answer[] = []
  const faults: string[] = []
  for (let run = 0; run < runs; run++) {
    const got = await twice(world, '/api/vendor-payments', await staff.payable())
    answers.push(...got)
    if (!oneOf(got)) faults.push(tally(got))
    const credit = await staff.vendorCredit()
    const bill = await staff.posted()
    const bills = [{ billId: bill.id, amount: credit.openAmount }]
    const applied = await twice(world, `/api/vendor-credits/${credit.id}/apply`, { bills })
    answers.push(...applied)
    if (!oneOf(applied)) faults.push(`credit: ${tally(applied)}`)
  }
  findings.note(`one bill paid twice, one credit applied twice: ${tally(answers)}`)
  findings.none('payables', faults)
}

const malformedAmounts = ['-5.00', '0', '0.00', '0.001', '-0.01', '1e3', 'NaN', '99999999999.99']

async function checkMalformedAmounts({ world, findings, staff }: Scenario): Promise<void> {
  const paymentId = await pay(world, '100.00')
  const invoice = await staff.invoice()
  const { customerId } = staff
  const before = await count(world, 'select count(*) from journal_entries')
  const faults: string[] = []
  for (const amount of malformedAmounts) {
    const tries: [path: string, body: object][] = [
      ['/api/refunds', { paymentId, amount, reason }],
      ['/api/payments', { customerId, amount, method: 'cash' }],
      [`/api/payments/${paymentId}/apply`, { applications: [{ invoiceId: invoice.id, amount }] }],
      [`/api/invoices/${invoice.id}/write-off`, { amount, reason }],
    ]
    for (const [path, body] of tries) {
      const { status } = await world.call({ method: 'POST', path, body })
      if (status !== 422) faults.push(`${amount} to ${path}: ${status}`)
    }
  }
  findings.none('amounts that are none', faults)
  const after = await count(world, 'select count(*) from journal_entries')
  findings.equal('entries that senseless amounts made', after - before, 0)
}
