import { addressOf, allCalls, type Call, createTargets, textFields } from '../../all-api-calls.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import type { Answer, HttpRequest } from '../../nodes/http.ts'
import { payloads } from '../../samples/sql-injection-payloads.ts'
import { specimenOf } from '../../samples/sample-bodies.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

const slowestMs = 1000
const atOnce = 8

/** P28: text that looks like SQL is treated as text in every field and parameter of every call. */
export const sqlInjection: Experiment = {
  row: 'P28',
  promise: 'SQL injection',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P28' }, (world) => attack(world, findings)),
}

/**
 * Calls whose reason is stored in the audit history, because the record has its own field of that
 * name.
 */
const storedInHistory: readonly string[] = ['POST /api/returns/:id/reject reason']

const isPassword = (name: string) => /password/i.test(name)

type Probe = { call: Call; field: string; payload: string; request: HttpRequest }

async function attack(world: TestSystem, findings: Findings): Promise<void> {
  const facts = { customerId: await createCustomer(world), skuId: await createSku(world) }
  const targets = await createTargets(world, facts)
  const before = await shapeOf(world)
  const probes = allCalls().flatMap((call, n) => [
    ...inFields(call, addressOf(call, targets), { ...facts, n: n * 1_000_000 }),
    ...inParameters(call, addressOf(call, targets)),
  ])
  // Password hashing is slow by design, so calls with a password run separately from the quick
  // ones.
  const [quick, slow] = [false, true].map((isSlow) =>
    probes.filter(({ call }) => textFields(call).some(isPassword) === isSlow),
  ) as [Probe[], Probe[]]
  const late: Probe[] = []
  const send = (probe: Probe) => sendProbe(world, probe, late)
  const faults = [
    ...(await mapConcurrently(quick, atOnce, send)),
    ...(await mapConcurrently(slow, 1, send)),
    // Alone, so that no other probe slows them down.
    ...(await mapConcurrently(late, 1, (probe) => repeatAlone(world, probe))),
  ]
  const fields = new Set(probes.map(({ call, field }) => `${call.name} ${field}`))
  findings.note(`${payloads.length} payloads × ${fields.size} fields and parameters`)
  findings.note(`${probes.length} requests`)
  findings.expect(payloads.length >= 40 && fields.size > 20, 'too few probes')
  findings.none('probes', faults.flat())
  findings.equal('tables, columns and administrators', await shapeOf(world), before)
}

function inFields(
  call: Call,
  path: string,
  facts: Parameters<typeof specimenOf>[1] & { n: number },
) {
  return textFields(call).flatMap((field, place) =>
    payloads.map((payload, index): Probe => {
      const n = facts.n + place * 1000 + index
      const body = { ...specimenOf(call.name, facts, n), [field]: payload }
      return { call, field, payload, request: { method: call.method, path, body } }
    }),
  )
}

function inParameters(call: Call, path: string): Probe[] {
  if (call.method !== 'GET') return []
  return call.parameters.flatMap((field) =>
    payloads.map((payload): Probe => {
      const request = { method: 'GET', path: `${path}?${field}=${encodeURIComponent(payload)}` }
      return { call, field, payload, request }
    }),
  )
}

/** Sends a probe and returns its faults. A slow one is added to `late`. */
async function sendProbe(world: TestSystem, probe: Probe, late: Probe[]): Promise<string[]> {
  const { call, field, payload } = probe
  const what = `${call.name} ${field} ${payload}`
  const answer = await ask(world, probe)
  if (answer.ms > slowestMs) late.push(probe)
  if (answer.status === 0 || answer.status >= 500) return [`${what}: ${answer.status}`]
  if (storedInHistory.includes(`${call.name} ${field}`)) {
    const isRecorded = answer.status >= 300 || (await isInHistory(world, payload.trim()))
    return isRecorded ? [] : [`${what}: not in the history`]
  }
  const stored = storedValueOf(answer, field)
  const isAsSent = stored === undefined || stored === payload.trim()
  return isAsSent ? [] : [`${what}: kept as ${JSON.stringify(stored)}`]
}

function ask(world: TestSystem, { call, request }: Pick<Probe, 'call' | 'request'>) {
  return call.permission === 'open' ? world.turn().call(request) : world.call(request)
}

/**
 * Repeats a slow probe alone: an injected pause recurs. A read is compared with the same call
 * without the payload, a write with a call that does nothing.
 */
async function repeatAlone(world: TestSystem, probe: Probe): Promise<string[]> {
  const { call, field, payload, request } = probe
  const again = await ask(world, probe)
  const [plainPath = ''] = request.path.split('?')
  const path = request.method === 'GET' ? plainPath : '/api/user'
  const harmless = await world.call({ method: 'GET', path })
  const isSlow = again.ms > slowestMs + harmless.ms
  return isSlow ? [`${call.name} ${field} ${payload}: slow`] : []
}

async function isInHistory(world: TestSystem, reason: string): Promise<boolean> {
  const historyQuery = `select count(*) from audit_log where action = 'reject' and reason = $1`
  return (await count(world, historyQuery, [reason])) === 1
}

function storedValueOf(answer: Answer, field: string): string | undefined {
  if (answer.status >= 300) return undefined
  const value = answer.body[field]
  return typeof value === 'string' ? value : undefined
}

async function shapeOf(world: TestSystem): Promise<string> {
  const columns = `select count(*) from information_schema.columns where table_schema = 'public'`
  const admins = `select count(*) from users where role = 'admin'`
  return `${await count(world, columns)} columns, ${await count(world, admins)} administrators`
}
