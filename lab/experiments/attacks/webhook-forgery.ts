import { isSigned, sign } from '#platform/server/outbound/webhook-signature.ts'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import { quantile } from '../../nodes/response-statistics.ts'
import { eventOf, publishEvent, webhookSecret } from '../../nodes/simulated-warehouse.ts'
import { withTestSystem, type TestSystem } from '../../nodes/test-system.ts'
import { count } from '../../nodes/count-rows.ts'

/** P21: only signed warehouse messages are accepted, and each only once. */
export const webhookForgery: Experiment = {
  row: 'P21',
  promise: 'webhook forgery, replay',
  needsPostgres: true,
  run: (lab, findings) =>
    withTestSystem(
      lab,
      findings,
      { row: 'P21', env: { WMS_WEBHOOK_SECRET: webhookSecret } },
      async (world) => {
        vector(findings)
        await forged(world, findings)
        await genuine(world, findings)
        await timing(lab, world, findings)
      },
    ),
}

/** The documented test vector: known secret, id, timestamp and body. */
function vector(findings: Findings): void {
  const body =
    '{"type":"inventory.snapshot","timestamp":"2026-01-18T02:00:00Z",' +
    '"data":{"snapshotId":"SNAP-20260118-0200"}}'
  const signed = { id: 'msg_test_0001', timestamp: '1768701600', body }
  const signature = 'v1,u3GIL93Suk6jSNWlrrpGZGEYGepxhaIyOzaUo/58WOc='
  const now = new Date(1_768_701_600_000)
  const fits = isSigned(webhookSecret, { ...signed, signature }, now)
  findings.equal('the vector of the promises', fits, true)
}

const id = 'msg_forged'
const body = eventOf('ping', { note: 'forged' })

type Headers = Record<string, string>

function signedAt(seconds: number): Headers {
  return sign(webhookSecret, { id, body }, new Date(Date.now() + seconds * 1000))
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name))
}

async function forged(world: TestSystem, findings: Findings): Promise<void> {
  const right = signedAt(0)
  const signature = right['webhook-signature'] ?? ''
  const spaced = JSON.stringify(JSON.parse(body), null, 1)
  const tries: [what: string, body: string, headers: Headers][] = [
    ['a byte of the body', body.replace('forged', 'forgeD'), right],
    ['the body written again', spaced, right],
    ['another number', body, { ...right, 'webhook-id': 'msg_other' }],
    ['301 s old', body, signedAt(-301)],
    ['306 s ahead', body, signedAt(306)],
    ['another moment', body, { ...right, 'webhook-timestamp': '1768701600' }],
    ['version 2', body, { ...right, 'webhook-signature': signature.replace('v1,', 'v2,') }],
    ['no version', body, { ...right, 'webhook-signature': signature.slice(3) }],
    ['an empty list', body, { ...right, 'webhook-signature': '' }],
    ['half a signature', body, { ...right, 'webhook-signature': signature.slice(0, 20) }],
    ['another secret', body, sign('whsec_AAAA', { id, body }, new Date())],
    ...Object.keys(right).map((name): [string, string, Headers] => [
      `no ${name}`,
      body,
      without(right, name),
    ]),
  ]
  const faults: string[] = []
  for (const [what, text, headers] of tries) {
    const { status } = await publishEvent(world.turn(), id, text, headers)
    if (status !== 401) faults.push(`${what}: ${status}`)
  }
  findings.note(`${tries.length} forgeries`)
  findings.none('forgeries', faults)
  findings.equal('messages kept', await count(world, 'select count(*) from wms_messages'), 0)
}

async function genuine(world: TestSystem, findings: Findings): Promise<void> {
  const right = signedAt(0)
  const both = `v1,${'A'.repeat(43)}= ${right['webhook-signature'] ?? ''}`
  const rotated = { ...right, 'webhook-signature': both }
  const first = await publishEvent(world.turn(), id, body, rotated)
  findings.equal('the second of two signatures fits', first.status, 200)
  const again = await publishEvent(world.turn(), id, body, right)
  const outcome = `${again.status} ${String(again.body['status'])}`
  findings.equal('the same once more', outcome, '200 duplicate')
  findings.equal('messages kept', await count(world, 'select count(*) from wms_messages'), 1)
}

/** A nearly correct signature takes no longer to reject than a completely wrong one. */
async function timing(lab: Lab, world: TestSystem, findings: Findings): Promise<void> {
  const [node] = world.nodes
  if (!node) return
  const right = signedAt(0)
  const near = (right['webhook-signature'] ?? '').replace(/.(=*)$/, 'A$1')
  const far = `v1,${'A'.repeat(43)}=`
  const tries = lab.isNightly ? 5000 : 600
  const took: Record<string, number[]> = { near: [], far: [] }
  for (let n = 0; n < tries; n++) {
    for (const [name, signature] of [
      ['near', near],
      ['far', far],
    ] as const) {
      const headers = { ...right, 'webhook-signature': signature }
      took[name]?.push((await publishEvent(node, id, body, headers)).ms)
    }
  }
  const [a, b] = [quantile(took['near'] ?? [], 0.5), quantile(took['far'] ?? [], 0.5)]
  findings.note(`nearly right ${a.toFixed(2)} ms, all wrong ${b.toFixed(2)} ms (medians)`)
  findings.expect(Math.abs(a - b) <= 0.5, 'the time tells how much of a signature is right')
}
