import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { startMailServer } from '#features/documents/server/automatic/testing.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { type Deliver, mailerTo } from '#platform/server/mail/mailer.ts'
import type { NotificationEmails } from '../contract.ts'
import * as store from './email-store.ts'
import { deleteOldNotificationEmails, sendNotificationEmails } from './notification-emails.ts'
import { type NewNotification, notify } from './service.ts'

// It is 10 AM in New York on Monday, 2026-03-02.

let prizm: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let admin: string
let userId: number
let as: string

beforeEach(async () => {
  mail = await startMailServer()
  prizm = await startTestApp({ SMTP_URL: mail.url })
  admin = await prizm.signIn('admin')
  const body = { companyName: 'Prizm Supplies', mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as: admin, body })
  const user = await prizm.builders.user({ role: 'finance', email: 'fay@prizm.example' })
  userId = user.id
  as = await prizm.builders.session(user)
})
afterEach(async () => {
  await prizm.close()
  await mail.close()
})

const context = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'worker' }
}
const pass = (seconds = 2) =>
  (prizm.clock.now = new Date(prizm.clock.now.getTime() + seconds * 1000))
const choose = (body: object, by = as) =>
  prizm.call('PUT', '/api/notifications/emails', { as: by, body })
async function notifyFay(key: string, fields: Partial<NewNotification> = {}) {
  pass()
  const basic = { kind: 'credit', title: `Title ${key}`, text: 'Text', link: '/x' } as const
  await inTransaction(context(), (inner) =>
    notify(inner, [{ userIds: [userId], key, ...basic, ...fields }]),
  )
}
function work(deliver: Deliver = mailerTo(mail.url)) {
  pass()
  return sendNotificationEmails(context(), { deliver, linkBase: 'https://orders.example' })
}
const stored = () =>
  prizm.rows(`select regexp_replace(key, ' [0-9]+$', '') as key, state
              from notification_emails order by id`)

test('without a choice nothing is emailed', async () => {
  await notifyFay('a')
  await work()
  expect(mail.state.received).toEqual([])
  const off = ['lowStock', 'approvals', 'purchaseOrders', 'credit', 'mentions', 'reports', 'system']
  expect((await prizm.call('GET', '/api/notifications/emails', { as })).json()).toEqual({
    choices: Object.fromEntries(off.map((kind) => [kind, 'off'])),
    address: 'fay@prizm.example',
    digestHour: 7,
    whyNot: null,
    lastFailure: null,
  })
})

test('a kind that is emailed at once is emailed once, and earlier ones are not', async () => {
  await notifyFay('before')
  pass()
  const chosen = (await choose({ credit: 'now' })).json<NotificationEmails>()
  expect(chosen.choices).toMatchObject({ credit: 'now', system: 'off' })
  await notifyFay('after')
  await notifyFay('other', { kind: 'system' })
  for (let turn = 0; turn < 3; turn++) await work()
  expect(mail.subjects()).toEqual(['Title after'])
  expect(mail.state.received[0]?.to).toEqual(['fay@prizm.example'])
  expect(mail.state.received[0]?.text).toContain('https://orders.example/x')
  expect(await stored()).toEqual([{ key: 'n2', state: 'sent' }])
})

test('a claim that another node took over does not free the email that it hands over', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  const read = 'select state, handed_over_at is not null as "isHandedOver" from notification_emails'
  let meanwhile: object[] = []
  await work(async () => {
    // This is attempt 1; attempt 0 stands for the claim before it.
    await rows(prizm.database.db, store.settle, [1, 'waiting', 'Too late', 0, 0])
    meanwhile = await prizm.rows(read)
    return []
  })
  expect(meanwhile).toEqual([{ state: 'waiting', isHandedOver: true }])
  expect(await prizm.rows(read)).toEqual([{ state: 'sent', isHandedOver: false }])
})

test('the digest is one email a day, from its hour on, with what is unread', async () => {
  await choose({ credit: 'digest' })
  await notifyFay('a')
  await notifyFay('b')
  await prizm.rows(`update notifications set read_at = now() where key = 'a'`)
  await prizm.call('PUT', '/api/settings', { as: admin, body: { digestHour: 11 } })
  await work()
  expect(mail.state.received).toEqual([])
  pass(3600)
  for (let turn = 0; turn < 2; turn++) await work()
  expect(mail.subjects()).toEqual(['Prizm digest 2026-03-02: 1 notification'])
  expect(mail.state.received[0]?.text).toContain('Title b')
  expect(mail.state.received[0]?.text).not.toContain('Title a')
  // The next one has only what came since.
  await notifyFay('c')
  await work()
  expect(mail.state.received).toHaveLength(1)
  pass(86_400)
  await work()
  expect(mail.subjects().at(-1)).toBe('Prizm digest 2026-03-03: 1 notification')
  expect(mail.state.received.at(-1)?.text).toContain('Title c')
  expect(await stored()).toEqual([
    { key: 'digest 2026-03-02', state: 'sent' },
    { key: 'digest 2026-03-03', state: 'sent' },
  ])
})

test('what the role may no longer see is not emailed, nor to whoever left', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  await prizm.rows(`update users set role = 'warehouse' where id = ${userId}`)
  await work()
  expect(await stored()).toEqual([{ key: 'n1', state: 'skipped' }])
  await prizm.rows(`update users set role = 'finance' where id = ${userId}`)
  await notifyFay('b')
  await prizm.rows(`update users set is_active = false where id = ${userId}`)
  await work()
  expect(mail.state.received).toEqual([])
  expect(await stored()).toEqual([
    { key: 'n1', state: 'skipped' },
    { key: 'n2', state: 'skipped' },
  ])
})

test('an own role gets by email what it may see when the email is sent', async () => {
  await choose({ credit: 'now' })
  const permissions = ['salesOrders.read', 'salesOrders.overrideCredit'] as const
  const roleId = await prizm.builders.ownRole({ name: 'Credit clerk', permissions })
  await prizm.rows(`update users set role = 'Credit clerk', own_role_id = ${roleId}
                    where id = ${userId}`)
  await notifyFay('a')
  await work()
  expect(mail.subjects()).toEqual(['Title a'])
  await notifyFay('b')
  await prizm.rows(`update own_roles set permissions = '{salesOrders.read}'`)
  await work()
  expect(mail.subjects()).toEqual(['Title a'])
  expect(await stored()).toEqual([
    { key: 'n1', state: 'sent' },
    { key: 'n2', state: 'skipped' },
  ])
})

test('an outage delays an email, and after a crash it is not sent a second time', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  await work(mailerTo('smtp://127.0.0.1:9'))
  expect(await stored()).toEqual([{ key: 'n1', state: 'waiting' }])
  await prizm.rows('update notification_emails set next_attempt_at = now()')
  let handOver = () => {}
  const handed = new Promise<void>((resolve) => (handOver = resolve))
  void work(() => {
    handOver()
    return new Promise(() => {})
  })
  await handed
  // Nobody takes it while it may still be under way, nor does a node of the version before.
  await work()
  expect(await stored()).toEqual([{ key: 'n1', state: 'waiting' }])
  const due = `select id from notification_emails where next_attempt_at <= now()`
  expect(await prizm.rows(due)).toEqual([])
  await prizm.rows(
    `update notification_emails set handed_over_at = handed_over_at - interval '11 minutes'`,
  )
  await work()
  expect(await stored()).toEqual([{ key: 'n1', state: 'uncertain' }])
  expect(mail.state.received).toEqual([])
})

test('a connection that breaks after the message sends it no second time', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  mail.state.breaksOff = true
  await work()
  mail.state.breaksOff = false
  await prizm.rows('update notification_emails set next_attempt_at = now()')
  await work()
  expect(mail.state.received).toHaveLength(1)
  expect(await stored()).toEqual([{ key: 'n1', state: 'uncertain' }])
})

test('what stays unread is not emailed again when the record of its email is deleted', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  await work()
  pass(91 * 86_400)
  await deleteOldNotificationEmails(context())
  expect(await stored()).toEqual([])
  await work()
  expect(mail.subjects()).toEqual(['Title a'])
})

test('at once instead of the digest sends only what the digest did not tell', async () => {
  await choose({ credit: 'digest', system: 'now' })
  await notifyFay('a')
  await work()
  expect(mail.subjects()).toEqual(['Prizm digest 2026-03-02: 1 notification'])
  await notifyFay('b')
  // An email of another kind says nothing of this one.
  await notifyFay('c', { kind: 'system' })
  await work()
  pass()
  await choose({ credit: 'now' })
  await work()
  expect(mail.subjects().slice(1)).toEqual(['Title c', 'Title b'])
})

test('a digest that is sent late lists nothing that the next one lists', async () => {
  await choose({ credit: 'digest' })
  await notifyFay('a')
  await work(mailerTo('smtp://127.0.0.1:9'))
  await notifyFay('b')
  await prizm.rows('update notification_emails set next_attempt_at = now()')
  await work()
  pass(86_400)
  await work()
  const texts = mail.state.received.map(({ text }) =>
    ['Title a', 'Title b'].filter((title) => text.includes(title)),
  )
  expect(texts).toEqual([['Title a'], ['Title b']])
})

test('an erased user keeps no choices and no waiting emails', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  await work(mailerTo('smtp://127.0.0.1:9'))
  await prizm.rows(`update users set is_active = false where id = ${userId}`)
  const body = { reason: 'Request of 2026-03-01' }
  const path = `/api/users/${userId}/personal-data/erase`
  const erased = await prizm.call('POST', path, { as: admin, body })
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await prizm.rows('select kind from notification_email_choices')).toEqual([])
  expect(await stored()).toEqual([])
})

test('failures of documents and of notifications neither end nor delay each other', async () => {
  await choose({ credit: 'now' })
  await notifyFay('a')
  await notifyFay('b')
  await prizm.rows(`insert into outside_troubles (part, title, link, sentence, failures)
                    values ('e-mail', 'Email cannot be sent', '/settings', 'Down', 9)`)
  const troubles = () => prizm.rows('select part from outside_troubles order by part')
  await work(mailerTo('smtp://127.0.0.1:9'))
  expect(await troubles()).toEqual([{ part: 'e-mail' }, { part: 'notification e-mail' }])
  // The first that is sent makes the other due at once.
  await prizm.rows('update notification_emails set next_attempt_at = now() where id = 1')
  await work()
  expect(mail.subjects()).toEqual(['Title a', 'Title b'])
  expect(await troubles()).toEqual([{ part: 'e-mail' }])
})

test('only known kinds and ways are accepted', async () => {
  expect((await choose({ credit: 'hourly' })).statusCode).toBe(422)
  expect((await choose({ salaries: 'now' })).statusCode).toBe(422)
})
