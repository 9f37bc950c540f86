import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#features/auth/rules.ts'
import { sign } from '#features/wms-integration/server/inbound/signature.ts'
import type { Simulator } from '#wms-simulator/simulator.ts'
import type { Chance } from '../../chance.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { type Answer, type HttpRequest, codeOf } from '../../nodes/http.ts'
import { holdInvariants } from '../../invariants.ts'
import type { ModelAction, Kit } from '../../model/act.ts'
import { breachesOf } from '../../model/breaches.ts'
import { dutyActs } from '../../model/duties.ts'
import { moneyInActs } from '../../model/money-in.ts'
import { moneyOutActs } from '../../model/money-out.ts'
import { type Colleague, hire, knowNewRole, open } from '../../model/people.ts'
import { purchaseActs } from '../../model/purchases.ts'
import { requisitionActs } from '../../model/requisitions.ts'
import { returnActs } from '../../model/returns.ts'
import { salesActs } from '../../model/sales.ts'
import { stockActs } from '../../model/stock.ts'
import { besideWarehouse, warehouseEnv, webhookSecret } from '../../nodes/warehouse.ts'
import { inWorld, type World } from '../../nodes/world.ts'

const steps = 240
const nightlySteps = 1000
const checkEvery = 60

/** P45: random actions by all roles on all documents, some concurrent, never break a rule. */
export const randomModel: Experiment = {
  row: 'P45',
  promise: 'random model run',
  needsPostgres: true,
  run: (lab, findings) =>
    besideWarehouse((warehouse) =>
      inWorld(lab, findings, { row: 'P45', env: warehouseEnv(warehouse) }, async (world) => {
        const pause = { method: 'PUT', path: '/api/wms/connection', body: { isPaused: true } }
        await world.must(pause)
        await play(lab, { world, warehouse }, findings)
      }),
    ),
}

const acts: readonly ModelAction[] = [
  ...salesActs,
  ...returnActs,
  ...moneyInActs,
  ...purchaseActs,
  ...requisitionActs,
  ...moneyOutActs,
  ...stockActs,
  ...dutyActs,
]

type Done = {
  act: string
  by: string
  asked: HttpRequest
  answer: Answer
  want?: string | undefined
}

type Place = { world: World; warehouse: Simulator }

async function play(lab: Lab, { world, warehouse }: Place, findings: Findings): Promise<void> {
  await open(world, lab.chance.fork('business'))
  const staff = await hire(world)
  const kit = kitOf(lab, world)
  const file = join(resultsFolder, `P45-seed${lab.seed}.jsonl`)
  mkdirSync(resultsFolder, { recursive: true })
  rmSync(file, { force: true })
  const done: Done[] = []
  const weather = lab.chance.fork('warehouse')
  let checkAt = checkEvery
  while (done.length < (lab.isNightly ? nightlySteps : steps)) {
    // The warehouse is down now and then; requests to it wait meanwhile.
    if (weather.between(1, 12) === 1) warehouse.faults.isDown = !warehouse.faults.isDown
    const batch = await together(world, { kit, staff })
    done.push(...batch)
    for (const each of batch) appendFileSync(file, `${JSON.stringify(lineOf(each))}\n`)
    if (done.length < checkAt) continue
    checkAt = done.length + checkEvery
    await holdInvariants(world.database, findings)
    findings.none('duties', await breachesOf(kit))
    if (findings.failures.length > 0) break
  }
  judge(done, findings)
}

function lineOf({ act, by, asked, answer }: Done) {
  const { method, path, body } = asked
  return { act, by, method, path, body, status: answer.status, answer: answer.text.slice(0, 300) }
}

function kitOf(lab: Lab, { database }: World): Kit {
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

type Room = { kit: Kit; staff: readonly Colleague[] }
type Planned = { act: ModelAction; by: Colleague; asked: HttpRequest }

/** One action alone, a few different ones concurrently, or the same one twice on both nodes. */
async function together(world: World, room: Room): Promise<Done[]> {
  const { chance } = room.kit
  const die = chance.between(1, 10)
  if (die <= 5) return alone(world, room)
  const planned: Planned[] = []
  if (die <= 8) for (let n = 0; n < 5; n++) planned.push(...(await plan(room)))
  else planned.push(...(await twice(room)))
  const beside = planned.filter(({ act }) => !act.isAlone)
  return Promise.all(beside.map((each) => perform(world, each)))
}

/** One action, compared with the predicted answer. */
async function alone(world: World, room: Room): Promise<Done[]> {
  const [planned] = await plan(room)
  if (!planned) return []
  const { act, asked, by } = planned
  const want = await act.foretell?.(room.kit, asked, by)
  const done = await perform(world, planned)
  const { id, role } = done.answer.body as { id: number; role: Role }
  if (act.name === 'another role' && done.answer.status === 200) {
    await knowNewRole(world, room.staff, { id, role })
  }
  return [{ ...done, want }]
}

/** The same action by two users, or by one who double-clicked, with one idempotency key. */
async function twice(room: Room): Promise<Planned[]> {
  const [first] = await plan(room)
  if (!first) return []
  const isDoubleClick = room.kit.chance.between(1, 2) === 1
  const by = isDoubleClick ? first.by : colleagueFor(first.act, room)
  const key = keyOf(room.kit.chance)
  const keyed = { ...first, asked: { ...first.asked, ...(isDoubleClick && { key }) } }
  return [keyed, { ...keyed, by }]
}

/** A random idempotency key that is the same for the same seed. */
function keyOf(chance: Chance): string {
  return `${chance.between(0, 1e9)}-${chance.between(0, 1e9)}-lab`
}

async function plan(room: Room): Promise<Planned[]> {
  const { kit } = room
  const act = weighed(kit.chance)
  const asked = await act.plan(kit)
  return asked ? [{ act, asked, by: colleagueFor(act, room) }] : []
}

const weights = acts.reduce((sum, { weight }) => sum + weight, 0)

function weighed(chance: Chance): ModelAction {
  let die = chance.between(1, weights)
  const found = acts.find(({ weight }) => (die -= weight) <= 0)
  return found ?? (acts[0] as ModelAction)
}

/** A colleague with a suitable role; in one of twenty cases, any colleague. */
function colleagueFor({ roles }: ModelAction, { kit, staff }: Room): Colleague {
  const { chance } = kit
  if (chance.between(1, 20) === 1) return chance.oneOf(staff)
  const able = staff.filter(({ role }) => roles.includes(role))
  return chance.oneOf(able)
}

async function perform(world: World, { act, by, asked }: Planned): Promise<Done> {
  const key = asked.key ?? randomUUID()
  const answer = await world.turn().call({ ...asked, as: by.cookie, key })
  return { act: act.name, by: by.username, asked, answer }
}

function judge(done: readonly Done[], findings: Findings): void {
  const taken = done.filter(({ answer }) => answer.status >= 200 && answer.status < 300)
  findings.note(`${done.length} acts, ${taken.length} taken: ${shareOf(taken)}`)
  const refused = done.filter(({ answer }) => answer.status >= 300 || answer.status === 0)
  findings.note(`refused: ${countedBy(refused.map(saidTo))}`)
  const accidents = done.filter(({ answer }) => answer.status === 0 || answer.status >= 500)
  findings.none(
    'accidents',
    accidents.map(({ act, answer }) => `${act} ${answer.status} ${answer.text.slice(0, 120)}`),
  )
  findings.expect(taken.length * 4 > done.length, 'hardly anything was taken')
  const foretold = done.filter(({ want }) => want !== undefined)
  findings.note(`${foretold.length} answers foretold: ${countedBy(foretold.map(saidTo))}`)
  const wrong = foretold.filter((each) => saidTo(each) !== each.want)
  findings.none(
    'answers',
    wrong.map((each) => `${each.act} by ${each.by}: ${saidTo(each)}, not ${String(each.want)}`),
  )
}

/** Status and code, and whether an adjustment awaits approval. */
function saidTo({ answer }: Done): string {
  const waits = typeof answer.body['awaitingApproval'] === 'number' ? 'waits' : ''
  return [String(answer.status), codeOf(answer), waits].filter(Boolean).join(' ')
}

function countedBy(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}

/** How many kinds of actions succeeded at least once, and which never did. */
function shareOf(taken: readonly Done[]): string {
  const names = new Set(taken.map(({ act }) => act))
  const never = acts.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  const rest = never.length > 0 ? `, not ${never.join(', ')}` : ''
  return `${names.size} of ${acts.length} kinds${rest}`
}
