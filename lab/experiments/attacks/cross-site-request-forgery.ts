import { fingerprintTables, differingTables } from '#db/testing.ts'
import { addressOf, allCalls, type Call, createTargets } from '../../all-api-calls.ts'
import type { Experiment, Findings } from '../../experiment.ts'
import { createCustomer, createSku } from '../../staff/create-customers-and-skus.ts'
import type { HttpRequest } from '../../nodes/http.ts'
import { specimenOf } from '../../samples/sample-bodies.ts'
import { mapConcurrently } from '../../run-concurrently.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'

/** Requests that another site can make a browser send, with the expected response. */
const attacks = {
  'form post': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    origin: 'https://evil.example',
    'content-type': 'application/x-www-form-urlencoded',
  },
  'no-cors fetch': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'no-cors',
    origin: 'https://evil.example',
    'content-type': 'text/plain',
  },
  'JSON from a sister site': {
    'sec-fetch-site': 'same-site',
    origin: 'https://sister.example',
    'content-type': 'application/json',
  },
  'an old browser': { origin: 'https://evil.example', 'content-type': 'text/plain' },
  'a sandboxed frame': { origin: 'null', 'content-type': 'text/plain' },
}

type Fingerprints = Record<string, string>

/** P36: another site cannot act with the visitor's session. */
export const crossSite: Experiment = {
  row: 'P36',
  promise: 'CSRF',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(lab, findings, { row: 'P36' }, (world) => visitEvilSite(world, findings)),
}

async function visitEvilSite(world: TestSystem, findings: Findings): Promise<void> {
  const facts = { customerId: await createCustomer(world), skuId: await createSku(world) }
  const targets = await createTargets(world, facts)
  const calls = allCalls()
  const writes = calls.filter((call) => call.method !== 'GET')
  const before = await fingerprintTables(world.database)
  const right = (call: Call): HttpRequest => {
    const body = specimenOf(call.name, facts, 900_000)
    return { method: call.method, path: addressOf(call, targets), ...(body && { body }) }
  }
  for (const [attack, headers] of Object.entries(attacks)) {
    const faults = await mapConcurrently(writes, 8, async (call) => {
      const { status } = await world.call({ ...right(call), headers })
      return status === 403 ? [] : [`${call.name}: ${status}`]
    })
    findings.none(attack, faults.flat())
  }
  const typed = writes.filter((call) => call.fields !== undefined)
  const untyped = await mapConcurrently(typed, 8, async (call) => {
    const headers = { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }
    const { status } = await world.call({ ...right(call), headers })
    return status === 415 ? [] : [`${call.name}: ${status}`]
  })
  findings.none('text/plain', untyped.flat())
  const images = await mapConcurrently(calls, 8, async (call) => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    const path = addressOf(call, targets)
    const { status } = await world.call({ method: 'GET', path, headers })
    return status === 0 || status >= 500 ? [`${call.name}: ${status}`] : []
  })
  findings.none('images', images.flat())
  findings.none('changed tables', differences(before, await fingerprintTables(world.database)))
  const count = Object.keys(attacks).length
  findings.note(`${writes.length} writes × ${count} ways from elsewhere: all 403, nothing changed`)
  findings.note(
    `${typed.length} writes as text/plain: 415; GET on ${calls.length} paths: no change`,
  )
}

/** The outbox, whose messages the worker marks as sent, and how far the emails have followed it. */
const writtenByWorker = ['outbox', 'email_feed']

/** The tables that differ; of those that the worker writes, only by their number of rows. */
function differences(before: Fingerprints, after: Fingerprints): string[] {
  return differingTables(before, after).filter(
    (name) => !writtenByWorker.includes(name) || countIn(before[name]) !== countIn(after[name]),
  )
}

function countIn(print = ''): string | undefined {
  return print.split(' ', 1)[0]
}
