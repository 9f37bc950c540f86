// One file: every test reads one mailbox, and what was sent by one mail server.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { startMailServer } from '#features/documents/server/automatic/testing.ts'
import { sendDueEmails } from '#features/documents/server/send-queued-emails.ts'
import type { EmailProblemList, EmailRules, Sending } from '#features/documents/contract.ts'
import type { NotificationEmails } from '#features/notifications/contract.ts'
import type { Context } from '#platform/server/database/db.ts'
import { mailerTo } from '#platform/server/mail/mailer.ts'
import { startImapServer } from './imap-testing.ts'
import { mailboxJobs, pollMailbox } from './poll-mailbox.ts'
import { recordDeliveryReport } from './record-delivery-report.ts'
import { bounceReport, orderEmail } from './testing.ts'

let prizm: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let server: Awaited<ReturnType<typeof startImapServer>>
let as: string

beforeEach(async () => {
  mail = await startMailServer()
  server = await startImapServer()
  prizm = await startTestApp({ SMTP_URL: mail.url })
  as = await prizm.signIn('admin')
  const company = { companyName: 'Prizm Supplies', companyAddress: '1 Main Street' }
  const body = { ...company, mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as, body })
  await prizm.builders.customer({ customerCode: 'C-1', name: 'Northwind', email: pay })
  const order = { orderNumber: 'SO-1', customerId: 1, status: 'pending', totalAmount: '30.00' }
  await prizm.call('POST', '/api/sales-orders', { as, body: order })
})
afterEach(async () => {
  await prizm.close()
  await server.close()
  await mail.close()
})

const pay = 'pay@northwind.example'
const boss = 'boss@northwind.example'
const unknownId = '<0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d@prizm.example>'

const context = (): Context => ({
  db: prizm.database.db,
  user: undefined,
  now: prizm.clock.now,
  requestId: 'test',
  channel: 'job',
})
const mailbox = (purpose: 'orders' | 'bounces' = 'bounces') => ({ ...server.address, purpose })
const poll = (purpose?: 'orders' | 'bounces') => pollMailbox(context(), mailbox(purpose))
/** The mailbox as if the server numbered its messages anew. */
const pollAgain = async () => {
  await prizm.rows(`update intake_mailboxes set uid_validity = 'other', last_uid = 0`)
  await poll()
}

/** Sends the confirmation; returns the Message-ID that the mail server got. */
async function send(to = pay, cc?: string): Promise<string> {
  const letter = { to, subject: 'Order SO-1', message: 'Please find it.' }
  const body = { ...letter, ...(cc !== undefined && { cc }) }
  const answer = await prizm.call('POST', '/api/sales-orders/1/confirmation/sendings', { as, body })
  expect(answer.statusCode, answer.body).toBe(201)
  await sendDueEmails(context(), mailerTo(mail.url))
  return /^Message-ID: (<.+>)\r$/m.exec(mail.state.received.at(-1)?.text ?? '')?.[1] ?? ''
}
const bounce = async (messageId: string, to = pay, answer = '550 5.1.1 No such user') => {
  server.receive(bounceReport({ messageId, to, answer }))
  await poll()
}
const stored = () =>
  prizm.rows(`select status, last_error as error, bounced_addresses as addresses,
                bounced_at is not null as "isBounced", sent_at is not null as "isSent", version
              from document_sendings order by id`)
const addresses = () =>
  prizm.rows(`select address, reason, sending_id as sending, is_reported as "isReported"
              from email_bounces order by address`)
const notes = () =>
  prizm.rows(`select u.role, n.kind, n.title, n.text from notifications n
              join users u on u.id = n.user_id
              where n.key like 'unknown-delivery-report %' order by n.id`)
const listed = async () =>
  (await prizm.call('GET', '/api/sales-orders/1/confirmation/sendings', { as })).json<Sending[]>()
const customerEmails = async () =>
  (await prizm.call('GET', '/api/customers/1/emails', { as })).json<EmailRules>()

const sentUnchanged = { error: null, addresses: null, isBounced: false, isSent: true, version: 2 }
const reported = { reason: '550 5.1.1 No such user', isReported: true }

test('a bounced email has failed, with the reason and its address; once', async () => {
  await bounce(await send())
  const expected = [
    {
      status: 'failed',
      error: `Bounced for ${pay}: 550 5.1.1 No such user`,
      addresses: pay,
      isBounced: true,
      isSent: false,
      version: 3,
    },
  ]
  expect(await stored()).toEqual(expected)
  expect(await addresses()).toEqual([{ address: pay, sending: 1, ...reported }])
  const before = await prizm.rows('select bounced_at, at from document_sendings, email_bounces')
  await pollAgain()
  expect(await stored()).toEqual(expected)
  const after = await prizm.rows('select bounced_at, at from document_sendings, email_bounces')
  expect(after).toEqual(before)
  const [email] = await listed()
  const lastError = `Bounced for ${pay}: 550 5.1.1 No such user`
  expect(email).toMatchObject({ status: 'failed', lastError, sentAt: null })
  expect(email?.bouncedAt).not.toBeNull()
  const problems = await prizm.call('GET', '/api/email-problems', { as })
  expect(problems.json<EmailProblemList>().problems).toMatchObject([
    { kind: 'sending', state: 'failed', to: pay, reason: lastError },
  ])
  expect((await customerEmails()).bounces).toMatchObject([{ address: pay, ...reported }])
  expect(await notes()).toEqual([])
})

test('two nodes that read the same report count it once', async () => {
  const messageId = (await send()).slice(1, 37)
  const failed = [{ addresses: [pay], reason: '550 5.1.1 No such user' }]
  const record = () =>
    recordDeliveryReport(context(), { messageId, failed }, { mailbox: 'm', isWhole: true })
  await Promise.all([record(), record()])
  expect(await stored()).toMatchObject([{ status: 'failed', version: 3 }])
})

test.each(['delayed', 'relayed', 'delivered'] as const)(
  'a report that an email was %s changes nothing',
  async (action) => {
    server.receive(bounceReport({ messageId: await send(), to: pay, action }))
    server.receive(bounceReport({ messageId: unknownId, to: pay, action }))
    await poll()
    expect(await stored()).toEqual([{ status: 'sent', ...sentUnchanged }])
    expect(await addresses()).toEqual([])
    expect(await notes()).toEqual([])
  },
)

test('an email that reached one of two stays sent, and failed if it reached none', async () => {
  const messageId = await send(pay, boss)
  await bounce(messageId, boss, '552 5.2.2 Full')
  const first = `Bounced for ${boss}: 552 5.2.2 Full`
  expect(await stored()).toEqual([
    { status: 'sent', error: first, addresses: boss, isBounced: true, isSent: true, version: 3 },
  ])
  await bounce(messageId)
  expect(await stored()).toEqual([
    {
      status: 'failed',
      error: `${first}; Bounced for ${pay}: 550 5.1.1 No such user`,
      addresses: `${boss}, ${pay}`,
      isBounced: true,
      isSent: false,
      version: 4,
    },
  ])
})

test('a report that names no recipient of an email marks no address', async () => {
  await bounce(await send(pay, boss), 'victim@other.example')
  expect(await stored()).toMatchObject([
    { status: 'sent', error: 'Bounced: 550 5.1.1 No such user', addresses: null, isBounced: true },
  ])
  expect(await addresses()).toEqual([])
})

test('a mailbox that forwards to an address that failed has bounced', async () => {
  await bounce(await send(), 'home@other.example')
  expect(await stored()).toMatchObject([{ status: 'failed', addresses: pay }])
  expect(await addresses()).toEqual([{ address: pay, sending: 1, ...reported }])
})

test('reports that name no stored email are noted once for administrators', async () => {
  await prizm.signIn('user')
  await prizm.signIn('manager')
  await send()
  await bounce(unknownId, pay, '550 Call 555-0100')
  await bounce('<20260303150000.5C6F7@mail.example>')
  expect(await stored()).toEqual([{ status: 'sent', ...sentUnchanged }])
  expect(await addresses()).toEqual([])
  expect(await notes()).toEqual([
    {
      role: 'admin',
      kind: 'system',
      title: 'A bounce names no stored email',
      text:
        'A delivery report in testuser at 127.0.0.1, INBOX says that an email was not delivered, ' +
        'but names none that is stored, such as an invitation or a link for a new password. Look ' +
        'at the report there. This is said at most once a day.',
    },
  ])
})

test.each([
  [true, 0],
  [false, 1],
])('a report without recipients is noted if it was too large (whole: %s)', async (isWhole, all) => {
  const nothing = { messageId: null, failed: [] }
  await recordDeliveryReport(context(), nothing, { mailbox: 'm', isWhole })
  expect(await notes()).toHaveLength(all)
})

test('a report in the mailbox of orders is a bounce and no message', async () => {
  server.receive(bounceReport({ messageId: await send(), to: pay }))
  server.receive(orderEmail({ id: '1', from: pay, po: 'P-1', text: 'Hello', csv: '' }))
  await poll('orders')
  expect(await stored()).toMatchObject([{ status: 'failed', addresses: pay }])
  expect(await prizm.rows('select subject from intake_messages')).toEqual([{ subject: 'PO P-1' }])
})

test('no other email in the mailbox of bounces is read', async () => {
  server.receive(orderEmail({ id: '1', from: pay, po: 'P-1', text: 'Hello', csv: '' }))
  await poll()
  expect(await prizm.rows('select id from intake_messages')).toEqual([])
  expect(await notes()).toEqual([])
  const read = await prizm.rows('select name, last_uid as last from intake_mailboxes')
  expect(read).toEqual([{ name: 'testuser at 127.0.0.1, INBOX', last: 1 }])
})

test('an email that bounced is sent again as a new one, for which the report is none', async () => {
  const messageId = await send()
  await bounce(messageId)
  const answer = await prizm.call('POST', '/api/sendings/1/retry', { as })
  expect(answer.json()).toMatchObject({ status: 'queued', bouncedAt: null })
  await pollAgain()
  expect(await listed()).toMatchObject([{ status: 'queued', bouncedAt: null }])
  await sendDueEmails(context(), mailerTo(mail.url))
  expect(mail.state.received).toHaveLength(2)
  expect(mail.state.received[1]?.text).not.toContain(messageId)
  await pollAgain()
  expect(await listed()).toMatchObject([{ status: 'sent', lastError: null, bouncedAt: null }])
})

test.each([
  [
    'may have been sent',
    `status = 'uncertain', set_aside_at = now(), last_error = 'It may'`,
    'failed',
  ],
  ['is handed over', `status = 'queued', handed_over_at = now()`, 'failed'],
  ['waits to be sent again', `status = 'queued'`, 'queued'],
])('an email that %s and bounces is %s afterwards', async (_, change, status) => {
  const messageId = await send()
  await prizm.rows(`update document_sendings set sent_at = null, ${change}`)
  await bounce(messageId)
  const isBounced = status === 'failed'
  const error = isBounced ? `Bounced for ${pay}: 550 5.1.1 No such user` : null
  expect(await stored()).toMatchObject([{ status, error, isBounced }])
  const [row] = await prizm.rows('select handed_over_at, set_aside_at from document_sendings')
  expect(row).toEqual({ handed_over_at: null, set_aside_at: null })
})

test('an address that bounced is shown for a week, also if the server accepts it', async () => {
  await bounce(await send())
  await send()
  expect((await customerEmails()).bounces).toMatchObject([{ address: pay, ...reported }])
  await prizm.rows(`update email_bounces set at = at - interval '8 days'`)
  await send()
  expect((await customerEmails()).bounces).toEqual([])
})

test('an email about notifications that bounced is shown to its user', async () => {
  const user = await prizm.builders.user({ role: 'finance', email: 'fay@prizm.example' })
  const session = await prizm.builders.session(user)
  const read = async () => {
    const answer = await prizm.call('GET', '/api/notifications/emails', { as: session })
    return answer.json<NotificationEmails>().lastFailure
  }
  const [email] = await prizm.rows(
    `insert into notification_emails (user_id, key, state) values (${user.id}, 'digest', 'sent')
     returning message_id as id`,
  )
  expect(await read()).toBeNull()
  await bounce(`<${email?.id}@prizm.example>`, 'fay@prizm.example')
  await pollAgain()
  const reason = 'Bounced: 550 5.1.1 No such user'
  expect(await read()).toMatchObject({ reason })
  const [row] = await prizm.rows('select state, last_error as reason from notification_emails')
  expect(row).toEqual({ state: 'failed', reason })
  expect(await notes()).toEqual([])
  await prizm.rows(
    `insert into notification_emails (user_id, key, state) values (${user.id}, 'next', 'sent')`,
  )
  expect(await read()).toBeNull()
})

test('a mailbox of bounces that cannot be read is reported', async () => {
  await pollMailbox(context(), { ...mailbox(), password: 'wrong' })
  expect(await prizm.rows('select part, title from outside_troubles')).toEqual([
    { part: 'bounce-mailbox', title: 'The bounce mailbox cannot be read' },
  ])
})

test('both settings may name one mailbox, which is then read once', () => {
  const jobsOf = (config: Parameters<typeof mailboxJobs>[0]) =>
    mailboxJobs(config).map(({ name }) => name)
  const orders = 'imaps://orders:secret@mail.example/INBOX'
  const bounces = 'imaps://office:secret@mail.example/INBOX'
  expect(jobsOf({})).toEqual([])
  expect(jobsOf({ IMAP_URL: orders })).toEqual(['intake mailbox'])
  expect(jobsOf({ BOUNCE_IMAP_URL: bounces })).toEqual(['bounce mailbox'])
  const both = { IMAP_URL: orders, BOUNCE_IMAP_URL: bounces }
  expect(jobsOf(both)).toEqual(['intake mailbox', 'bounce mailbox'])
  expect(jobsOf({ ...both, BOUNCE_IMAP_URL: orders })).toEqual(['intake mailbox'])
})
