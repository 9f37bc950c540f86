import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import type { Experiment, Findings, Lab } from '../../experiment.ts'
import type { AppNode } from '../../nodes/app-node.ts'
import { count } from '../../nodes/count-rows.ts'
import { type Dovecot, startDovecot } from '../../nodes/dovecot.ts'
import { type TestSystem, withTestSystem } from '../../nodes/test-system.ts'
import { sleep, until } from '../../nodes/wait-until.ts'

/** A node reads at most 20 emails when it starts, and then every 30 seconds. */
const readWithinMs = 90_000

/**
 * R20: a node that reads the order mailbox of a real IMAP server is killed (SIGKILL) between
 * reading an email and storing it, between storing it and noting its position, and at other
 * moments, while another client marks and moves emails: each is one message under Intake, and
 * nothing on the server is changed.
 */
export const mailboxOverKills: Experiment = {
  row: 'R20',
  promise: 'order mailbox over kill -9',
  needsPostgres: true,
  needsProgram: 'dovecot',
  run: async (lab, findings) => {
    const server = await startDovecot()
    // One node, so that it is the one that reads.
    const options = { row: 'R20', nodes: 1, env: { IMAP_URL: server.url } }
    try {
      await withTestSystem(lab, findings, options, async (world) => {
        const [node] = world.nodes as [AppNode]
        const site: Site = { world, node, server, findings, mails: [] }
        await untilKnown(site)
        await killBeforeCommit(site)
        await killBeforePosition(site)
        await killAtRandom(lab, site)
        const left = await markAndMove(site)
        await evaluate(site)
        await evaluateServer(site, left)
      })
    } finally {
      await server.close()
    }
  },
}

type Mail = { subject: string; raw: string }

type Site = {
  world: TestSystem
  node: AppNode
  server: Dovecot
  findings: Findings
  /** What was delivered, in this order. */
  mails: Mail[]
}

/** Emails that arrived before the program first read the mailbox are not read. */
async function untilKnown({ world, findings }: Site): Promise<void> {
  const known = 'select count(*) from intake_mailboxes where leased_until is null'
  const isKnown = await until(async () => (await count(world, known)) === 1, readWithinMs)
  findings.expect(isKnown, 'the mailbox was not read after the start')
}

/** Delivers emails of their own. Every third has no Message-ID, as of some scanners. */
function deliver({ server, mails }: Site, howMany: number): void {
  for (let i = 0; i < howMany; i++) {
    const number = mails.length + 1
    const subject = `R20-${number}`
    const raw = [
      ...(number % 3 === 0 ? [] : [`Message-ID: <${subject}@acme.example>`]),
      'From: Jane Doe <jane@acme.example>',
      'To: orders@example.com',
      `Subject: ${subject}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `PO: ${subject}`,
      '10 EA WID-100',
      '',
    ].join('\r\n')
    server.deliver(raw)
    mails.push({ subject, raw })
  }
}

/** Starts the killed node again. Its lease of the mailbox, which lasts five minutes, is ended. */
async function startAgain({ world, node }: Site): Promise<void> {
  await world.database.query('update intake_mailboxes set leased_until = null')
  await node.restart()
}

function storedCount(world: TestSystem): Promise<number> {
  return count(world, `select count(*) from intake_messages where channel = 'email'`)
}

async function expectAll({ world, findings, mails }: Site, after: string): Promise<void> {
  const isRead = await until(async () => (await storedCount(world)) >= mails.length, readWithinMs)
  findings.expect(isRead, `not every email is a message after ${after}`)
}

/** True if a statement that begins so waits for a lock. */
async function isWaiting(world: TestSystem, statement: string): Promise<boolean> {
  const text = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1`
  return (await count(world, text, [`${statement}%`])) > 0
}

/** Ends the sessions of a killed node: the locks that they wait for must not be granted to them. */
async function endWaiting(world: TestSystem): Promise<void> {
  await world.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await until(async () => !(await isWaiting(world, '')), 10_000)
}

const insertion = 'insert into intake_messages'

/** The node has read the emails, and is killed while the first of them is stored. */
async function killBeforeCommit(site: Site): Promise<void> {
  const { world, node, findings, mails } = site
  const before = mails.length
  await node.kill()
  const table = await world.database.connect()
  try {
    await table.query('begin')
    await table.query('lock table intake_messages in exclusive mode')
    deliver(site, 5)
    await startAgain(site)
    const isStoring = await until(() => isWaiting(world, insertion), readWithinMs)
    findings.expect(isStoring, 'no email was being stored when the node was killed')
    await node.kill()
    await endWaiting(world)
    await table.query('rollback')
  } finally {
    table.release(true)
  }
  findings.equal('messages of emails that were only read', await storedCount(world), before)
  await startAgain(site)
  await expectAll(site, 'a kill before the commit')
}

/** The first email is stored, and the node is killed before it notes how far it has read. */
async function killBeforePosition(site: Site): Promise<void> {
  const { world, node, findings, mails } = site
  const before = mails.length
  await node.kill()
  const table = await world.database.connect()
  const position = await world.database.connect()
  try {
    await table.query('begin')
    await table.query('lock table intake_messages in exclusive mode')
    deliver(site, 5)
    await startAgain(site)
    const isStoring = await until(() => isWaiting(world, insertion), readWithinMs)
    await position.query('begin')
    await position.query('select id from intake_mailboxes for update')
    await table.query('rollback')
    const isNoting = await until(() => isWaiting(world, 'update intake_mailboxes'), 10_000)
    findings.expect(isStoring && isNoting, 'no position was being noted at the kill')
    await node.kill()
    await endWaiting(world)
    await position.query('rollback')
  } finally {
    table.release(true)
    position.release(true)
  }
  findings.equal('messages before their position', await storedCount(world), before + 1)
  await startAgain(site)
  await expectAll(site, 'a kill before the position is noted')
}

async function killAtRandom(lab: Lab, site: Site): Promise<void> {
  const chance = lab.chance.fork('kills')
  const rounds = lab.isNightly ? 12 : 5
  for (let round = 0; round < rounds; round++) {
    await site.node.kill()
    deliver(site, 3)
    await startAgain(site)
    await sleep(chance.between(0, 400))
  }
  await site.node.kill()
  await startAgain(site)
  await expectAll(site, `${rounds} kills at random`)
  site.findings.note(`${rounds} kills at random`)
}

/**
 * Another client marks some emails as read, moves some into another folder and back, and leaves
 * others there. Returns where each email is then, and its flags.
 */
async function markAndMove(site: Site): Promise<string[]> {
  const { server, node, mails } = site
  const subjectsOf = (...places: number[]) => places.map((place) => mails[place]?.subject ?? '')
  const client = await server.connect()
  try {
    await client.mailboxCreate('Archive')
    // Of each pair one has a Message-ID and one has none.
    const marked = await open(client, 'INBOX', subjectsOf(0, 2))
    await client.messageFlagsAdd(marked, ['\\Seen', '\\Flagged'], { uid: true })
    const moved = await open(client, 'INBOX', subjectsOf(3, 5, 6, 8))
    await client.messageMove(moved, 'Archive', { uid: true })
    const back = await open(client, 'Archive', subjectsOf(3, 5))
    await client.messageMove(back, 'INBOX', { uid: true })
  } finally {
    await client.logout()
  }
  // The last email has the highest number: once it is a message, those before it were read.
  deliver(site, 1)
  await node.kill()
  await startAgain(site)
  await expectAll(site, 'the work of another client')
  const [seen, archived] = [subjectsOf(0, 2), subjectsOf(6, 8)]
  return mails.map(({ subject }) => {
    if (seen.includes(subject)) return `${subject} INBOX \\Flagged \\Seen`
    return archived.includes(subject) ? `${subject} Archive` : `${subject} INBOX`
  })
}

/** Opens a folder and returns the numbers of the emails with these subjects. */
async function open(
  client: ImapFlow,
  folder: string,
  subjects: readonly string[],
): Promise<string> {
  await client.mailboxOpen(folder)
  const found = await client.fetchAll('1:*', { uid: true, envelope: true })
  const wanted = found.filter(({ envelope }) => subjects.includes(envelope?.subject ?? ''))
  if (wanted.length !== subjects.length) throw new Error(`${folder} lacks ${subjects.join(', ')}`)
  return wanted.map(({ uid }) => uid).join(',')
}

type Stored = { subject: string; messages: number; sha256: string }

/** Each email is one message, with the bytes that were delivered. */
async function evaluate({ world, findings, mails }: Site): Promise<void> {
  const { rows } = await world.database.query<Stored>(
    `select subject, count(*)::int as messages, min(encode(sha256, 'hex')) as sha256
     from intake_messages where channel = 'email' group by subject`,
  )
  const bySubject = new Map(rows.map((row) => [row.subject, row]))
  const faults = mails.flatMap(({ subject, raw }) => {
    const found = bySubject.get(subject)
    if (found?.messages !== 1) return [`${subject} is ${found?.messages ?? 0} messages`]
    const sha256 = createHash('sha256').update(raw).digest('hex')
    return found.sha256 === sha256 ? [] : [`${subject} has other bytes`]
  })
  findings.none('emails', faults)
  findings.equal('subjects', bySubject.size, mails.length)
  findings.note(`${mails.length} emails`)
  const orders = await count(world, 'select count(*) from sales_orders')
  findings.equal('orders without a person', orders, 0)
}

/** The server has every email where the client left it, with the flags of the client alone. */
async function evaluateServer({ server, findings }: Site, left: readonly string[]): Promise<void> {
  const client = await server.connect()
  const there: string[] = []
  try {
    for (const folder of ['INBOX', 'Archive']) {
      await client.mailboxOpen(folder, { readOnly: true })
      const found = await client.fetchAll('1:*', { envelope: true, flags: true })
      for (const { envelope, flags = new Set<string>() } of found) {
        const own = [...flags].filter((flag) => flag !== '\\Recent').toSorted()
        there.push([envelope?.subject, folder, ...own].join(' '))
      }
    }
  } finally {
    await client.logout()
  }
  const missing = left.filter((mail) => !there.includes(mail))
  findings.none('gone or changed on the server', missing)
  findings.equal('emails on the server', there.length, left.length)
}
