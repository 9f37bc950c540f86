import type { Experiment, Findings } from '../../experiment.ts'
import { count } from '../../nodes/count-rows.ts'
import { type TestSystem, withTestSystem } from '../../nodes/test-system.ts'
import { until } from '../../nodes/wait-until.ts'
import { type Receiver, startReceiver } from '../../nodes/webhook-receiver.ts'
import { privateAddresses } from '../../samples/private-addresses.ts'

/** An address of the public network, to which nothing is sent here. */
const publicAddress = '93.184.215.14'

/** Host names that are refused when a webhook is saved, each with what every lookup answers. */
const privateNames: Record<string, string[]> = {
  'inside.test': ['10.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'unique-local.test': ['fd12::1'],
  'link-local.test': ['fe80::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'translated.test': ['64:ff9b::7f00:1'],
  'either.test': [publicAddress, '10.0.0.1'],
}

/** Host names that are public when the webhook is saved, each with one answer per lookup. */
const movedNames: Record<string, string[][]> = {
  // Private as soon as it is sent to.
  'moved.test': [[publicAddress], ['127.0.0.1']],
  'moved-6.test': [[publicAddress], ['::1']],
  // Still public when it is checked, private when it is called.
  'rebinding.test': [[publicAddress], [publicAddress], ['127.0.0.1']],
}

/**
 * R14: webhooks reach no private address, neither by its spelling, by a name, by a name that moves,
 * nor by a redirect.
 */
export const webhookAddresses: Experiment = {
  row: 'R14',
  promise: 'addresses of webhooks (SSRF)',
  needsPostgres: true,
  run: async (lab, findings) => {
    const inside = await startReceiver(() => ({ status: 200 }))
    const env = { LAB_HOST_NAMES: JSON.stringify(namesOfHosts()) }
    // One node, so that it alone counts the lookups of a name.
    const options = { row: 'R14', nodes: 1, env, preload: 'host-names.mjs' }
    try {
      await withTestSystem(lab, findings, options, async (world) => {
        await atSave(world, inside, findings)
        await atSend(world, inside, findings)
        await movedAfterSave(world, findings)
        findings.equal('connections to somebody inside', inside.connections(), 0)
      })
      const loopback = { row: 'R14b', nodes: 1, env: { WEBHOOK_LOOPBACK: 'on' } }
      await withTestSystem(lab, findings, loopback, (world) => redirects(world, inside, findings))
    } finally {
      await inside.close()
    }
  },
}

function namesOfHosts(): Record<string, string[][]> {
  // A name without an address is unknown, without asking a server.
  const answers: Record<string, string[][]> = { ...movedNames, 'does-not-exist.invalid': [[]] }
  for (const [name, addresses] of Object.entries(privateNames)) answers[name] = [addresses]
  return answers
}

const topics = ['sales-order.created']

function save(world: TestSystem, url: string) {
  const body = { url, description: 'R14', topics }
  return world.call({ method: 'POST', path: '/api/webhooks', body })
}

const spelledFor = ({ url }: Receiver) => {
  const { port } = new URL(url)
  return privateAddresses.map((address) => address.replace('$port', port))
}

async function atSave(world: TestSystem, inside: Receiver, findings: Findings): Promise<void> {
  const names = Object.keys(privateNames).map((name) => `https://${name}/hook`)
  const faults: string[] = []
  for (const url of [...spelledFor(inside), ...names]) {
    const { status, body } = await save(world, url)
    const [error] = (body['errors'] ?? []) as { path?: string }[]
    if (status !== 422 || error?.path !== 'url') faults.push(`${url}: ${status}`)
  }
  findings.none('saved', faults)
  findings.equal('webhooks', await count(world, 'select count(*) from webhooks'), 0)
  findings.note(`${privateAddresses.length} addresses and ${names.length} names refused`)
}

/** Addresses and names that were written past the check: nothing is called. */
async function atSend(world: TestSystem, inside: Receiver, findings: Findings): Promise<void> {
  const names = Object.keys(privateNames).map((name) => `https://${name}/hook`)
  const urls = [...spelledFor(inside), ...names].filter((url) => URL.canParse(url))
  await world.database.query(
    `insert into webhooks (url, description, topics, secret)
     select url, 'R14', $2::text[], 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'
     from unnest($1::text[]) url`,
    [urls, topics],
  )
  await world.database.query(
    `insert into webhook_deliveries (webhook_id, topic) select id, 'ping' from webhooks`,
  )
  const answers = await endedTests(world)
  findings.equal('tests of them', answers.length, urls.length)
  findings.none('called', answers.filter(isNotRefused).map(sentenceOf))
  await world.database.query('delete from webhooks')
}

type Answered = { url: string; status: number | null; error: string | null }

/** What every test came to, once nothing waits any more. */
async function endedTests(world: TestSystem): Promise<Answered[]> {
  const waiting = `select count(*) from webhook_deliveries where state = 'waiting'`
  const isOver = await until(async () => (await count(world, waiting)) === 0, 60_000)
  if (!isOver) throw new Error('Tests of webhooks wait after a minute')
  const { rows } = await world.database.query<Answered>(
    `select w.url, d.last_status as status, d.last_error as error
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id order by d.id`,
  )
  return rows
}

/** The sentences of an address that was not called. */
const refusals = [
  'is in a private network',
  'must begin with https://',
  'must not contain a user name',
  'Only ports 443 and 8443 are allowed',
  'is unknown',
]

function isNotRefused({ status, error }: Answered): boolean {
  return status !== null || !refusals.some((sentence) => error?.includes(sentence))
}

const sentenceOf = ({ url, status, error }: Answered) => `${url}: ${status ?? error ?? 'nothing'}`

/** Names that are public when they are saved and private when a message is sent. */
async function movedAfterSave(world: TestSystem, findings: Findings): Promise<void> {
  for (const name of Object.keys(movedNames)) {
    const { status, body } = await save(world, `https://${name}/hook`)
    findings.equal(`${name} is saved`, status, 201)
    await world.call({ method: 'POST', path: `/api/webhooks/${String(body['id'])}/test` })
  }
  const answers = await endedTests(world)
  findings.equal('tests of moved names', answers.length, Object.keys(movedNames).length)
  const isCalled = ({ status, error }: Answered) =>
    status !== null || !error?.includes('is in a private network')
  findings.none('called after moving', answers.filter(isCalled).map(sentenceOf))
  findings.note(`${answers.length} names that moved after they were saved: none called`)
}

const redirectStatuses = [301, 302, 303, 307, 308]

/** A trusted receiver redirects to somebody inside: no redirect is followed. */
async function redirects(world: TestSystem, inside: Receiver, findings: Findings): Promise<void> {
  const before = inside.connections()
  const receiver = await startReceiver(({ path }) => {
    return { status: Number(path.slice(1)), headers: { location: inside.url } }
  })
  try {
    for (const status of redirectStatuses) {
      const made = await save(world, `${receiver.url}/${status}`)
      findings.equal(`the webhook of ${status}`, made.status, 201)
      await world.call({ method: 'POST', path: `/api/webhooks/${String(made.body['id'])}/test` })
    }
    const answers = await endedTests(world)
    const followed = answers.filter(({ error }) => !error?.includes('redirects are not followed'))
    findings.equal('redirects', receiver.received.length, redirectStatuses.length)
    findings.none('followed', followed.map(sentenceOf))
    findings.equal('redirects followed inward', inside.connections() - before, 0)
    findings.note(`${redirectStatuses.length} kinds of redirects: none followed`)
  } finally {
    await receiver.close()
  }
}
