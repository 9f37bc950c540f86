import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#features/auth/rules.ts'
import { sign } from '#platform/server/outbound/webhook-signature.ts'
import type { Simulator } from '#wms-simulator/simulator.ts'
import type { Chance } from '../../seeded-random.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { type Answer, type HttpRequest, codeOf } from '../../nodes/http.ts'
import { checkInvariants } from '../../check-invariants.ts'
import type { ModelAction, PlanningKit } from '../../random-actions/model-action.ts'
import { findDutyViolations } from '../../random-actions/duty-violations.ts'
import { dutyActions } from '../../random-actions/duty-actions.ts'
import { receivablesActions } from '../../random-actions/receivables-actions.ts'
import { payablesActions } from '../../random-actions/payables-actions.ts'
import { type Colleague, createStaff, signInAfterRoleChange } from '../../random-actions/people.ts'
import { purchaseActions } from '../../random-actions/purchase-actions.ts'
import { requisitionActions } from '../../random-actions/requisition-actions.ts'
import { returnActions } from '../../random-actions/return-actions.ts'
import { salesActions } from '../../random-actions/sales-actions.ts'
import { masterDataActions } from '../../random-actions/master-data-and-period-actions.ts'
import { stockActions } from '../../random-actions/stock-actions.ts'
import { withWarehouse, warehouseEnv, webhookSecret } from '../../nodes/simulated-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { createBusiness } from '../../random-actions/create-small-business.ts'

const steps = 240
const nightlySteps = 1000
const checkEvery = 60

/** P45: random actions by all roles on all documents, some concurrent, never break a rule. */
export const randomModel: Experiment = {
  row: 'P45',
  promise: 'random model run',
  needsPostgres: true,
  run: (lab, findings) =>
    withWarehouse((warehouse) =>
      withTestSystem(lab, findings, { row: 'P45', env: warehouseEnv(warehouse) }, async (world) => {
        const pause = { method: 'PUT', path: '/api/wms/connection', body: { isPaused: true } }
        await world.must(pause)
        await play(lab, { world, warehouse }, findings)
      }),
    ),
}

const modelActions: readonly ModelAction[] = [
  ...salesActions,
  ...returnActions,
  ...receivablesActions,
  ...purchaseActions,
  ...requisitionActions,
  ...payablesActions,
  ...stockActions,
  ...masterDataActions,
  ...dutyActions,
]

type CompletedAction = {
  act: string
  by: string
  request: HttpRequest
  answer: Answer
  want?: string | undefined
}

type Setup = { world: TestSystem; warehouse: Simulator }

async function play(lab: Lab, { world, warehouse }: Setup, findings: Findings): Promise<void> {
  await createBusiness(world, lab.chance.fork('business'))
  const staff = await createStaff(world)
  const kit = kitOf(lab, world)
  const file = join(resultsFolder, `P45-seed${lab.seed}.jsonl`)
  mkdirSync(resultsFolder, { recursive: true })
  rmSync(file, { force: true })
  const done: CompletedAction[] = []
  const weather = lab.chance.fork('warehouse')
  let checkAt = checkEvery
  while (done.length < (lab.isNightly ? nightlySteps : steps)) {
    // The warehouse is down now and then; requests to it wait meanwhile.
    if (weather.between(1, 12) === 1) warehouse.faults.isDown = !warehouse.faults.isDown
    const batch = await runConcurrently(world, { kit, staff })
    done.push(...batch)
    for (const each of batch) appendFileSync(file, `${JSON.stringify(lineOf(each))}\n`)
    if (done.length < checkAt) continue
    checkAt = done.length + checkEvery
    await checkInvariants(world.database, findings)
    findings.none('duties', await findDutyViolations(kit))
    if (findings.failures.length > 0) break
  }
  evaluate(done, findings)
}

function lineOf({ act, by, request, answer }: CompletedAction) {
  const { method, path, body } = request
  return { act, by, method, path, body, status: answer.status, answer: answer.text.slice(0, 300) }
}

function kitOf(lab: Lab, { database }: TestSystem): PlanningKit {
  const chance = lab.chance.fork('acts')
  let named = 0
  const all = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database.query(text, [...values])).rows as Row[]
  return {
    chance,
    all,
    one: async <Row>(text: string, values?: readonly unknown[]) => {
      const rows = await all<Row>(text, values)
      return rows.length > 0 ? chance.oneOf(rows) : undefined
    },
    fresh: (prefix) => `${prefix}-${++named}`,
    day: (before = 0) =>
      new Date(Date.now() - (before * 24 + 6) * 3_600_000).toISOString().slice(0, 10),
    signed: (id, body) => sign(webhookSecret, { id, body }, new Date()),
  }
}

type PlanningContext = { kit: PlanningKit; staff: readonly Colleague[] }
type PlannedAction = { act: ModelAction; by: Colleague; request: HttpRequest }

/** One action alone, a few different ones concurrently, or the same one twice on both nodes. */
async function runConcurrently(
  world: TestSystem,
  room: PlanningContext,
): Promise<CompletedAction[]> {
  const { chance } = room.kit
  const die = chance.between(1, 10)
  if (die <= 5) return runAlone(world, room)
  const planned: PlannedAction[] = []
  if (die <= 8) for (let n = 0; n < 5; n++) planned.push(...(await plan(room)))
  else planned.push(...(await planDuplicates(room)))
  const concurrent = planned.filter(({ act }) => !act.isAlone)
  return Promise.all(concurrent.map((each) => perform(world, each)))
}

/** One action, compared with the predicted answer. */
async function runAlone(world: TestSystem, room: PlanningContext): Promise<CompletedAction[]> {
  const [planned] = await plan(room)
  if (!planned) return []
  const { act, request, by } = planned
  const want = await act.predict?.(room.kit, request, by)
  const done = await perform(world, planned)
  const { id, role } = done.answer.body as { id: number; role: Role }
  if (act.name === 'another role' && done.answer.status === 200) {
    await signInAfterRoleChange(world, room.staff, { id, role })
  }
  return [{ ...done, want }]
}

/** The same action by two users, or by one who double-clicked, with one idempotency key. */
async function planDuplicates(room: PlanningContext): Promise<PlannedAction[]> {
  const [first] = await plan(room)
  if (!first) return []
  const isDoubleClick = room.kit.chance.between(1, 2) === 1
  const by = isDoubleClick ? first.by : colleagueFor(first.act, room)
  const key = keyOf(room.kit.chance)
  const keyed = { ...first, asked: { ...first.request, ...(isDoubleClick && { key }) } }
  return [keyed, { ...keyed, by }]
}

/** A random idempotency key that is the same for the same seed. */
function keyOf(chance: Chance): string {
  return `${chance.between(0, 1e9)}-${chance.between(0, 1e9)}-lab`
}

async function plan(room: PlanningContext): Promise<PlannedAction[]> {
  const { kit } = room
  const act = pickWeighted(kit.chance)
  const request = await act.plan(kit)
  return request ? [{ act, request, by: colleagueFor(act, room) }] : []
}

const weights = modelActions.reduce((sum, { weight }) => sum + weight, 0)

function pickWeighted(chance: Chance): ModelAction {
  let die = chance.between(1, weights)
  const found = modelActions.find(({ weight }) => (die -= weight) <= 0)
  return found ?? (modelActions[0] as ModelAction)
}

/** A colleague with a suitable role; in one of twenty cases, any colleague. */
function colleagueFor({ roles }: ModelAction, { kit, staff }: PlanningContext): Colleague {
  const { chance } = kit
  if (chance.between(1, 20) === 1) return chance.oneOf(staff)
  const able = staff.filter(({ role }) => roles.includes(role))
  return chance.oneOf(able)
}

async function perform(
  world: TestSystem,
  { act, by, request }: PlannedAction,
): Promise<CompletedAction> {
  const key = request.key ?? randomUUID()
  const answer = await world.turn().call({ ...request, as: by.cookie, key })
  return { act: act.name, by: by.username, request, answer }
}

function evaluate(done: readonly CompletedAction[], findings: Findings): void {
  const accepted = done.filter(({ answer }) => answer.status >= 200 && answer.status < 300)
  findings.note(`${done.length} acts, ${accepted.length} taken: ${acceptedShare(accepted)}`)
  const refused = done.filter(({ answer }) => answer.status >= 300 || answer.status === 0)
  findings.note(`refused: ${countedBy(refused.map(responseOf))}`)
  const accidents = done.filter(({ answer }) => answer.status === 0 || answer.status >= 500)
  findings.none(
    'accidents',
    accidents.map(({ act, answer }) => `${act} ${answer.status} ${answer.text.slice(0, 120)}`),
  )
  findings.expect(accepted.length * 4 > done.length, 'hardly anything was taken')
  const foretold = done.filter(({ want }) => want !== undefined)
  findings.note(`${foretold.length} answers foretold: ${countedBy(foretold.map(responseOf))}`)
  const wrong = foretold.filter((each) => responseOf(each) !== each.want)
  findings.none(
    'answers',
    wrong.map((each) => `${each.act} by ${each.by}: ${responseOf(each)}, not ${String(each.want)}`),
  )
}

/** Status and code, and whether an adjustment awaits approval. */
function responseOf({ answer }: CompletedAction): string {
  const waits = typeof answer.body['awaitingApproval'] === 'number' ? 'waits' : ''
  return [String(answer.status), codeOf(answer), waits].filter(Boolean).join(' ')
}

function countedBy(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}

/** How many kinds of actions succeeded at least once, and which never did. */
function acceptedShare(accepted: readonly CompletedAction[]): string {
  const names = new Set(accepted.map(({ act }) => act))
  const never = modelActions.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  const missingText = never.length > 0 ? `, not ${never.join(', ')}` : ''
  return `${names.size} of ${modelActions.length} kinds${missingText}`
}
