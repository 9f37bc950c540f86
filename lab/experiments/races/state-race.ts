import { type Staff, createStaff } from '../../staff/staff.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { type Answer, codeOf } from '../../nodes/http.ts'
import { tally } from '../../nodes/response-statistics.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/** P13: of two concurrent conflicting transitions one succeeds; the other gets the reason. */
export const stateRace: Experiment = {
  row: 'P13',
  promise: 'state race',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P13' }, async (world) => {
      const staff = await createStaff(world)
      for (const pair of pairs) await race(lab, world, { staff, pair, findings })
    }),
}

type Step = { path: string; body?: object }

type Pair = {
  /** `order: cancel ‖ ship`. */
  name: string
  collection: string
  /** Its entity name in the audit history, and the status from which both start. */
  entity: string
  from: string
  set: (staff: Staff) => Promise<{ id: number; items?: { id: number }[] }>
  steps: (made: { id: number; items?: { id: number }[] }) => [Step, Step]
}

const reason = { reason: 'Raced' }
const empty: object = {}
const both = (one: Step): [Step, Step] => [one, one]
const restockItems = (made: { items?: { id: number }[] }) => ({
  items: (made.items ?? []).map(({ id }) => ({ itemId: id, disposition: 'restock' })),
})

const order = { collection: 'sales-orders', entity: 'sales_order' }
const bought = { collection: 'purchase-orders', entity: 'purchase_order' }
const goodsReturn = { collection: 'returns', entity: 'return' }

const pairs: readonly Pair[] = [
  {
    ...order,
    name: 'process ‖ process',
    from: 'pending',
    set: (staff) => staff.order(),
    steps: () => both({ path: 'process' }),
  },
  {
    ...order,
    name: 'cancel ‖ ship',
    from: 'processing',
    set: (staff) => staff.processing(),
    steps: () => [
      { path: 'cancel', body: reason },
      { path: 'ship', body: empty },
    ],
  },
  {
    ...order,
    name: 'ship ‖ ship',
    from: 'processing',
    set: (staff) => staff.processing(),
    steps: () => both({ path: 'ship', body: empty }),
  },
  {
    ...order,
    name: 'recall ‖ ship',
    from: 'processing',
    set: (staff) => staff.processing(),
    steps: () => [
      { path: 'recall', body: reason },
      { path: 'ship', body: empty },
    ],
  },
  {
    ...order,
    name: 'deliver ‖ deliver',
    from: 'shipped',
    set: (staff) => staff.shipped(),
    steps: () => both({ path: 'deliver' }),
  },
  {
    ...bought,
    name: 'approve ‖ reject',
    from: 'submitted',
    set: (staff) => staff.wanted('submitted'),
    steps: () => [{ path: 'approve' }, { path: 'reject', body: reason }],
  },
  {
    ...bought,
    name: 'approve ‖ approve',
    from: 'submitted',
    set: (staff) => staff.wanted('submitted'),
    steps: () => both({ path: 'approve' }),
  },
  {
    ...bought,
    name: 'receive ‖ receive',
    from: 'approved',
    set: (staff) => staff.approved(),
    steps: () => both({ path: 'receive', body: empty }),
  },
  {
    ...bought,
    name: 'receive ‖ cancel',
    from: 'approved',
    set: (staff) => staff.approved(),
    steps: () => [
      { path: 'receive', body: empty },
      { path: 'cancel', body: reason },
    ],
  },
  {
    ...goodsReturn,
    name: 'receive ‖ cancel',
    from: 'approved',
    set: (staff) => staff.approvedBack(),
    steps: (made) => [
      { path: 'receive', body: restockItems(made) },
      { path: 'cancel', body: reason },
    ],
  },
  {
    ...goodsReturn,
    name: 'complete ‖ complete',
    from: 'received',
    set: (staff) => staff.receivedBack(),
    steps: () => both({ path: 'complete', body: empty }),
  },
  {
    collection: 'vendor-payments',
    entity: 'vendor_payment',
    name: 'release ‖ release',
    from: 'draft',
    set: (staff) => staff.prepared(),
    steps: () => both({ path: 'release' }),
  },
]

type RaceOptions = { staff: Staff; pair: Pair; findings: Findings }

async function race(
  lab: Lab,
  world: TestSystem,
  { staff, pair, findings }: RaceOptions,
): Promise<void> {
  const runs = Array.from({ length: lab.isNightly ? 100 : 15 })
  const [a, b] = world.nodes
  const faults: string[] = []
  const losers: Answer[] = []
  await mapConcurrently(runs, 3, async () => {
    const made = await pair.set(staff)
    const at = (step: Step) => `/api/${pair.collection}/${made.id}/${step.path}`
    const [first, second] = pair.steps(made)
    const send = (node: typeof a, step: Step) => {
      const request = { method: 'POST', path: at(step), body: step.body, as: world.admin.cookie }
      return (node ?? world.turn()).call(request)
    }
    const answers = await Promise.all([send(a, first), send(b, second)])
    const lost = answers.filter(({ status }) => status !== 200)
    losers.push(...lost)
    if (lost.length !== 1) faults.push(`#${made.id}: ${tally(answers)}`)
    const isExplained = lost.every((each) => each.status === 409 && hasReason(each))
    if (!isExplained)
      faults.push(`#${made.id}: ${lost.map(({ text }) => text.slice(0, 120)).join()}`)
    const steps = await count(world, stepsFrom, [pair.entity, made.id, pair.from])
    if (steps !== 1) faults.push(`#${made.id}: ${steps} steps on record`)
  })
  const name = `${pair.collection}: ${pair.name}`
  findings.note(`${name}: ${runs.length} races, lost: ${tally(losers)}`)
  findings.none(name, faults)
}

const stepsFrom = `select count(*) from audit_log
  where entity = $1 and entity_id = $2 and from_status = $3 and to_status is not null`

/** True if the rejection has a code and a sentence that names the document's current status. */
function hasReason(answer: Answer): boolean {
  const { detail } = answer.body
  return codeOf(answer) === 'illegal-transition' && typeof detail === 'string' && detail !== ''
}
