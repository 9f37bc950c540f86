import { join } from 'node:path'
import { verifySignature } from '#platform/server/outbound/webhook-signature.ts'
import { compare, History } from '../../attempt-history.ts'
import { type Experiment, type Findings, type Lab, resultsFolder } from '../../experiment.ts'
import { count } from '../../nodes/count-rows.ts'
import { type Kill, killNow } from '../../nodes/kill-nodes.ts'
import { type TestSystem, withTestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'
import { type ReceivedMessage, startReceiver } from '../../nodes/webhook-receiver.ts'
import type { Chance } from '../../seeded-random.ts'
import { createCustomer, createSkus, idOf } from '../../staff/create-customers-and-skus.ts'
import { placeUntilFinal, storedOrders } from '../../staff/place-orders.ts'

const webhooks = 4
const clients = 3
const topic = 'sales-order.created'
/** The lease of a killed node ends after 60 s; then the waiting messages are sent. */
const deliveredWithinMs = 240_000

/**
 * R15: nodes are killed (SIGKILL) while webhooks are sent to a receiver that refuses some messages:
 * each event arrives at each webhook at least once, with one id, and the log is complete.
 */
export const webhooksOverKills: Experiment = {
  row: 'R15',
  promise: 'webhooks over kill -9',
  needsPostgres: true,
  run: async (lab, findings) => {
    const receiver = await startReceiver(unreliableAnswers(lab.chance.fork('receiver')))
    const options = { row: 'R15', env: { WEBHOOK_LOOPBACK: 'on' } }
    try {
      await withTestSystem(lab, findings, options, async (world) => {
        const made = await createWebhooks(world, receiver.url)
        const { history, kills } = await orderAndKill(lab, world)
        const isDone = await until(() => isAllDelivered(world), deliveredWithinMs)
        findings.expect(isDone, 'messages wait after four minutes')
        await evaluateOrders(world, { history, kills, findings, isNightly: lab.isNightly })
        await evaluate(world, { made, received: receiver.received, kills, findings })
      })
    } finally {
      await receiver.close()
    }
  },
}

/** Refuses one new message in a hundred, and takes up to 60 ms, so that kills meet attempts. */
function unreliableAnswers(chance: Chance) {
  const known = new Set<string>()
  return ({ path, headers }: Pick<ReceivedMessage, 'path' | 'headers'>) => {
    const key = `${path} ${String(headers['webhook-id'])}`
    const isRefused = !known.has(key) && chance.share() < 0.01
    known.add(key)
    return { status: isRefused ? 503 : 200, delayMs: chance.between(0, 60) }
  }
}

type MadeWebhook = { id: number; path: string; secret: string }

async function createWebhooks(world: TestSystem, url: string): Promise<MadeWebhook[]> {
  const made: MadeWebhook[] = []
  for (let n = 1; n <= webhooks; n++) {
    const body = { url: `${url}/${n}`, description: `R15 ${n}`, topics: [topic] }
    const webhook = await world.must({ method: 'POST', path: '/api/webhooks', body })
    made.push({ id: idOf(webhook), path: `/${n}`, secret: String(webhook['secret']) })
  }
  return made
}

/** Clients place orders through both nodes, which are killed one after the other meanwhile. */
async function orderAndKill(lab: Lab, world: TestSystem) {
  const customerId = await createCustomer(world)
  const skus = await createSkus(world, 10)
  const history = new History()
  let isOver = false
  const client = async (name: number) => {
    const chance = lab.chance.fork(name)
    for (let i = 0; !isOver; i++) {
      const items = [{ skuId: chance.oneOf(skus), quantity: 1 }]
      const order = { key: `r15-${name}-${i}`, customerId, items, as: world.admin.cookie }
      await placeUntilFinal(world.turn, order, history)
      await sleep(100)
    }
  }
  const killing = async () => {
    const seconds = lab.isNightly ? 45 : 15
    const plan = { chance: lab.chance.fork('kills'), seconds, least: leastKills(lab) }
    try {
      return await killNow(world.nodes, plan)
    } finally {
      isOver = true
    }
  }
  const working = Array.from({ length: clients }, (_, i) => client(i))
  const [kills] = await Promise.all([killing(), ...working])
  history.save(join(resultsFolder, `R15-seed${lab.seed}.jsonl`))
  return { history, kills }
}

function leastKills({ isNightly }: Pick<Lab, 'isNightly'>): number {
  return isNightly ? 15 : 5
}

/** True if every event is queued for every webhook, and nothing waits. */
async function isAllDelivered(world: TestSystem): Promise<boolean> {
  const open = await count(
    world,
    `select (select count(*) from outbox where topic = $1) * ${webhooks}
       - (select count(*) from webhook_deliveries where state <> 'waiting')`,
    [topic],
  )
  return open === 0
}

type OrderEvidence = {
  history: History
  kills: readonly Kill[]
  findings: Findings
  isNightly: boolean
}

async function evaluateOrders(world: TestSystem, evidence: OrderEvidence): Promise<void> {
  const { history, kills, findings } = evidence
  const stored = await storedOrders(world)
  const least = leastKills(evidence)
  findings.expect(kills.length >= least, `only ${kills.length} kills, not ${least}`)
  findings.expect(stored.length > 0, 'no order was stored, so no event was sent')
  findings.none('history', compare(history.tries, stored))
  const events = `select count(distinct aggregate_id) from outbox where topic = $1`
  findings.equal('orders with an event', await count(world, events, [topic]), stored.length)
  findings.note(`${kills.length} kills, ${stored.length} orders`)
}

type Evidence = {
  made: readonly MadeWebhook[]
  received: readonly ReceivedMessage[]
  kills: readonly Kill[]
  findings: Findings
}

async function evaluate(
  world: TestSystem,
  { made, received, kills, findings }: Evidence,
): Promise<void> {
  const { rows: events } = await world.database.query<{ id: string }>(
    'select message_id as id from outbox where topic = $1',
    [topic],
  )
  const log = await readLog(world)
  const faults: string[] = []
  let repeated = 0
  for (const webhook of made) {
    const arrived = received.filter(({ path }) => path === webhook.path)
    const byId = messagesById(arrived)
    const logged = log.filter(({ webhookId }) => webhookId === webhook.id)
    const ids = new Set(events.map(({ id }) => id))
    const unknown = [...byId.keys()].filter((id) => !ids.has(id))
    faults.push(...unknown.map((id) => `${webhook.path}: ${id} is no event`))
    for (const { id } of events) {
      faults.push(...messageFaults(webhook, id, byId.get(id) ?? []))
      const entries = logged.filter(({ messageId }) => messageId === id)
      faults.push(...logFaults(webhook, entries, byId.get(id) ?? []))
    }
    faults.push(...gapsOf(webhook, { logged, arrived: arrived.length, kills: kills.length }))
    repeated += arrived.length - byId.size
  }
  findings.none('messages', faults)
  findings.note(`${events.length} events × ${webhooks} webhooks, ${repeated} attempts repeated`)
}

function messagesById(messages: readonly ReceivedMessage[]): Map<string, ReceivedMessage[]> {
  const grouped = new Map<string, ReceivedMessage[]>()
  for (const message of messages) {
    const id = String(message.headers['webhook-id'])
    grouped.set(id, [...(grouped.get(id) ?? []), message])
  }
  return grouped
}

/** Faults of what arrived under one id: nothing accepted, another content, a wrong signature. */
function messageFaults(
  { path, secret }: MadeWebhook,
  id: string,
  messages: readonly ReceivedMessage[],
): string[] {
  const name = `${path} ${id}`
  const faults: string[] = []
  if (!messages.some(({ status }) => status === 200)) faults.push(`${name} never arrived`)
  if (new Set(messages.map(({ body }) => body)).size > 1) faults.push(`${name} has two bodies`)
  for (const { headers, body, at } of messages) {
    const [timestamp, signature] = ['webhook-timestamp', 'webhook-signature'].map((header) =>
      String(headers[header]),
    ) as [string, string]
    const fault = verifySignature(secret, { id, timestamp, signature, body }, at)
    if (fault) faults.push(`${name}: ${fault.sentence}`)
    if (!body.includes(`"id":"${id}"`)) faults.push(`${name}: its body has another id`)
  }
  return faults
}

type LogEntry = {
  webhookId: number
  messageId: string
  state: string
  attempts: number
  logged: number
  accepted: number
}

/** Each delivery with its attempts in the log. */
async function readLog({ database }: TestSystem): Promise<LogEntry[]> {
  const { rows } = await database.query<LogEntry>(
    `select d.webhook_id as "webhookId", d.message_id as "messageId", d.state, d.attempts,
            count(a.id)::int as logged,
            (count(a.id) filter (where a.status between 200 and 299))::int as accepted
     from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
     group by d.id order by d.id`,
  )
  return rows
}

/** Faults of the log of one message: it has one delivery, whose last attempt was accepted. */
function logFaults(
  { path }: MadeWebhook,
  entries: readonly LogEntry[],
  messages: readonly ReceivedMessage[],
): string[] {
  const [entry] = entries
  if (!entry || entries.length > 1) return [`${path}: ${entries.length} deliveries of a message`]
  const { messageId, state, attempts, logged, accepted } = entry
  const name = `${path} ${messageId}`
  const faults: string[] = []
  if (state !== 'delivered') faults.push(`${name} is ${state}`)
  if (accepted !== 1) faults.push(`${name}: ${accepted} accepted attempts in the log`)
  if (logged !== attempts) faults.push(`${name}: ${logged} of ${attempts} attempts in the log`)
  if (logged > messages.length) faults.push(`${name}: more attempts in the log than arrived`)
  return faults
}

type Logged = { logged: readonly LogEntry[]; arrived: number; kills: number }

/** A kill leaves out of the log at most the one attempt that the node was making. */
function gapsOf({ path }: MadeWebhook, { logged, arrived, kills }: Logged): string[] {
  const missing = arrived - logged.reduce((sum, entry) => sum + entry.logged, 0)
  return missing > kills ? [`${path}: ${missing} attempts are not in the log`] : []
}
