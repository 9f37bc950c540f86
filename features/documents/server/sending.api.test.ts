// One file: all email tests share one mail server.
import { createHash } from 'node:crypto'
import { type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { countsOf } from '#features/auth/server/testing.ts'
import { healthWithWarnings } from '#features/system-health/server/testing.ts'
import { notifyOfOutages } from '#features/notifications/server/outage-notifications.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  documentKinds,
  type EmailProblemList,
  type Letter,
  type Sending,
  sendables,
} from '../contract.ts'
import { uncertainSentence } from '../rules.ts'
import { mailerTo } from '#platform/server/mail/mailer.ts'
import { sendDueEmails } from './send-queued-emails.ts'
import * as store from './store.ts'

// A real local SMTP server that accepts the messages or rejects them with a reason.

let prizm: TestApp
let server: SMTPServer
let smtpUrl: string
let receivedMail: { from: string; to: string[]; text: string }[]
let refusal: { code: number; sentence: string; to?: string } | undefined
let as: string

const problem = ({ code, sentence }: { code: number; sentence: string }) =>
  Object.assign(new Error(sentence), { responseCode: code })

beforeEach(async () => {
  receivedMail = []
  refusal = undefined
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _, done) =>
      done(refusal && (refusal.to ?? address) === address ? problem(refusal) : null),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        receivedMail.push({ from, to, text: Buffer.concat(parts).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  prizm = await startTestApp({ SMTP_URL: smtpUrl })
  as = await prizm.signIn('admin')
  const sender = { companyName: 'Prizm Supplies', companyAddress: '1 Main Street' }
  const body = { ...sender, mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as, body })
  await prizm.builders.customer({
    customerCode: 'C-1',
    name: 'Northwind',
    email: 'pay@northwind.example',
  })
  const order = { orderNumber: 'SO-1', customerId: 1, status: 'pending', totalAmount: '30.00' }
  await prizm.call('POST', '/api/sales-orders', { as, body: order })
})
afterEach(async () => {
  await prizm.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const path = '/api/sales-orders/1/confirmation'
const form = { to: 'pay@northwind.example', subject: 'Order SO-1', message: 'Please find it.' }

const sent = async (body: object = form, by = as, headers: Record<string, string> = {}) =>
  prizm.call('POST', `${path}/sendings`, { as: by, body, headers })
const listed = async () => (await prizm.call('GET', `${path}/sendings`, { as })).json<Sending[]>()

/** What the worker runs each second. */
const work = (deliver = mailerTo(smtpUrl)) => sendDueEmails(context(), deliver)
const context = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'w' }
}
const wait = (minutes = 11) =>
  prizm.rows(`update document_sendings
              set next_attempt_at = now(),
                  handed_over_at = handed_over_at - interval '${minutes} minutes'`)
const handedOver = 'select handed_over_at is not null as is from document_sendings'

test('what was sent is what the stored message gives again, by its hash', async () => {
  await sent()
  expect((await listed())[0]?.pdfSha256).toBeNull()
  await work()
  const [message] = await listed()
  const again = await prizm.call('GET', `/api/sendings/${message?.id}/pdf`, { as })
  const sha256 = createHash('sha256').update(again.rawPayload).digest('hex')
  expect(message?.pdfSha256).toBe(sha256)
})

test('an email is prefilled, queued, sent and recorded in the history', async () => {
  const letter = (await prizm.call('GET', `${path}/letter`, { as })).json<Letter>()
  expect(letter).toMatchObject({
    to: 'pay@northwind.example',
    subject: 'Order SO-1 from Prizm Supplies',
    fileName: 'Order SO-1 C-1 2026-03-02.pdf',
    whyNot: null,
  })
  expect(letter.message).toContain('Dear Northwind,')
  const { to, subject, message } = letter
  const answer = await sent({ to, cc: 'boss@northwind.example', subject, message })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json()).toMatchObject({ status: 'queued', attempts: 0, sentAt: null })
  expect(receivedMail).toEqual([])
  await work()
  expect(receivedMail).toHaveLength(1)
  const [mail] = receivedMail
  expect(mail?.from).toBe('office@prizm.example')
  expect(mail?.to).toEqual(['pay@northwind.example', 'boss@northwind.example'])
  for (const words of [
    'From: Prizm Supplies <office@prizm.example>',
    'Subject: Order SO-1 from Prizm Supplies',
    'filename="Order SO-1 C-1 2026-03-02.pdf"',
    'Content-Type: application/pdf',
    'Dear Northwind,',
  ]) {
    expect(mail?.text).toContain(words)
  }
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1, lastError: null }])
  const activity = await prizm.call('GET', '/api/activity/1?entity=sales_order', { as })
  expect(activity.json()[0]).toMatchObject({
    action: 'send',
    reason: 'Order SO-1 to pay@northwind.example',
  })
  await work()
  expect(receivedMail).toHaveLength(1)
})

test('sends the open items of a customer as of a past day', async () => {
  const order = { orderNumber: 'SO-2', customerId: 1, status: 'delivered', totalAmount: '45.00' }
  const day = { orderDate: '2026-02-02', shipDate: '2026-02-03' }
  await prizm.call('POST', '/api/sales-orders', { as, body: { ...order, ...day } })
  const of = (what: string) => `/api/customers/1/statement/${what}?form=open&to=2026-02-27`
  const letter = (await prizm.call('GET', of('letter'), { as })).json<Letter>()
  expect(letter.message).toContain('The balance is $45.00.')
  const { to, subject, message } = letter
  const answer = await prizm.call('POST', of('sendings'), { as, body: { to, subject, message } })
  expect(answer.statusCode, answer.body).toBe(201)
  await work()
  const { customerCode } = (await prizm.call('GET', '/api/customers/1', { as })).json()
  expect(receivedMail[0]?.text).toContain(`filename="Open items ${customerCode} 2026-02-27.pdf"`)
  const [kept] = await prizm.rows('select status, paper from document_sendings')
  expect(kept.status).toBe('sent')
  expect(JSON.stringify(kept.paper)).toContain('45.00')
})

test('a sent document can be viewed in the state at that time', async () => {
  const { id } = (await sent()).json<Sending>()
  await prizm.call('PUT', '/api/settings', { as, body: { companyName: 'Renamed' } })
  const file = await prizm.call('GET', `/api/sendings/${id}/pdf`, { as })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.headers['content-disposition']).toContain('Order SO-1 C-1 2026-03-02.pdf')
  const [kept] = await prizm.rows(`select company, paper from document_sendings`)
  expect(kept.company.companyName).toBe('Prizm Supplies')
  expect(kept.paper.title).toBe('Order Confirmation')
})

test("a permanent rejection shows the server's message, and a user retries", async () => {
  refusal = { code: 550, sentence: '5.1.1 No such user here' }
  const { id } = (await sent()).json<Sending>()
  await work()
  const [failed] = await listed()
  expect(failed).toMatchObject({ status: 'failed', attempts: 1, sentAt: null })
  expect(failed?.lastError).toContain('550 5.1.1 No such user here')
  refusal = undefined
  await work()
  expect(receivedMail).toEqual([])
  const retry = () => prizm.call('POST', `/api/sendings/${id}/retry`, { as })
  const answers = await Promise.all([retry(), retry()])
  expect(countsOf(answers)).toEqual({ 200: 1, 409: 1 })
  await work()
  expect(receivedMail).toHaveLength(1)
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1 }])
  expect((await retry()).json()).toMatchObject({ code: 'illegal-transition' })
})

test('a busy server is retried later, and the email fails after ten attempts', async () => {
  refusal = { code: 451, sentence: '4.3.0 Try again later' }
  await sent()
  await work()
  const [row] = await prizm.rows(`select status, attempts, last_error as error,
    extract(epoch from next_attempt_at - now())::int as seconds from document_sendings`)
  expect(row).toMatchObject({ status: 'queued', attempts: 1 })
  expect(row.error).toContain('4.3.0 Try again later')
  expect(row.seconds).toBeGreaterThan(5)
  await work()
  expect(await listed()).toMatchObject([{ status: 'queued', attempts: 1 }])
  await prizm.rows('update document_sendings set attempts = 9, next_attempt_at = now()')
  await work()
  expect(await listed()).toMatchObject([{ status: 'failed', attempts: 10 }])
})

test('an outage loses no email, and after a crash one is never sent twice unasked', async () => {
  await sent()
  await work(mailerTo('smtp://127.0.0.1:9'))
  expect(await listed()).toMatchObject([{ status: 'queued', attempts: 1 }])
  await wait()
  let hold = () => {}
  const killed = work(() => new Promise((resolve) => (hold = () => resolve([]))))
  await expect.poll(async () => (await prizm.rows(handedOver))[0].is).toBe(true)
  // Another node runs while the first one holds the lease.
  await work()
  expect(receivedMail).toEqual([])
  // The lease is over and nobody recorded an answer: it may have been sent, so a person decides.
  await wait()
  await work()
  expect(receivedMail).toEqual([])
  const [uncertain] = await listed()
  expect(uncertain).toMatchObject({
    status: 'uncertain',
    attempts: 2,
    lastError: uncertainSentence,
  })
  await prizm.call('POST', `/api/sendings/${uncertain?.id}/retry`, { as })
  await work()
  expect(receivedMail).toHaveLength(1)
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1, lastError: null }])
  hold()
  await killed
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1 }])
  const [{ message_id: id }] = await prizm.rows('select message_id from document_sendings')
  expect(receivedMail[0]?.text).toContain(`Message-ID: <${id}@prizm.example>`)
})

test('a late failure does not free an email that another node hands over', async () => {
  const { id } = (await sent()).json<Sending>()
  let fail = (_: Error) => {}
  const late = work(() => new Promise((_, reject) => (fail = reject)))
  await expect.poll(async () => (await prizm.rows(handedOver))[0].is).toBe(true)
  // Eleven minutes later it is uncertain, and a person sends it again: attempt 1 once more.
  await wait()
  await work()
  expect(await listed()).toMatchObject([{ status: 'uncertain', attempts: 1 }])
  await prizm.call('POST', `/api/sendings/${id}/retry`, { as })
  let accept = () => {}
  const delivering = work(() => new Promise((resolve) => (accept = () => resolve([]))))
  await expect.poll(async () => (await prizm.rows(handedOver))[0].is).toBe(true)
  fail(problem({ code: 451, sentence: 'Too late' }))
  await late
  expect((await prizm.rows(handedOver))[0].is).toBe(true)
  expect(await listed()).toMatchObject([{ status: 'queued', attempts: 1, lastError: null }])
  await prizm.rows('update document_sendings set next_attempt_at = now()')
  await work()
  expect(receivedMail).toEqual([])
  accept()
  await delivering
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1, lastError: null }])
})

test('a claim that another node took over frees nothing when its drawing fails', async () => {
  await sent()
  const { db } = prizm.database
  const [slow] = await rows<{ id: number; attempts: number }>(db, store.claimDue)
  await prizm.rows('update document_sendings set next_attempt_at = now()')
  let accept = () => {}
  const delivering = work(() => new Promise((resolve) => (accept = () => resolve([]))))
  await expect.poll(async () => (await prizm.rows(handedOver))[0].is).toBe(true)
  expect(slow?.attempts).toBe(1)
  const failed = [slow?.id, 'queued', 'No memory', 0, slow?.attempts, null]
  await rows(db, store.markFailedAttempt, failed)
  expect((await prizm.rows(handedOver))[0].is).toBe(true)
  accept()
  await delivering
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 2, lastError: null }])
})

test('while an email is handed over, no node sends it again, nor does a person', async () => {
  const { id } = (await sent()).json<Sending>()
  let hold = () => {}
  const delivering = work(() => new Promise((resolve) => (hold = () => resolve([]))))
  await expect.poll(async () => (await prizm.rows(handedOver))[0].is).toBe(true)
  await prizm.rows(
    `update document_sendings set handed_over_at = handed_over_at - interval '9 minutes'`,
  )
  // The claim of the version before does not know that it was handed over.
  const claimed = `select id from document_sendings
                   where status = 'queued' and next_attempt_at <= now()`
  expect(await prizm.rows(claimed)).toEqual([])
  await work()
  const retry = await prizm.call('POST', `/api/sendings/${id}/retry`, { as })
  expect(retry.json()).toMatchObject({ code: 'illegal-transition' })
  expect(receivedMail).toEqual([])
  hold()
  await delivering
  expect(await listed()).toMatchObject([{ status: 'sent', attempts: 1 }])
})

test('a message that failed can be set aside with a reason, and still be retried', async () => {
  refusal = { code: 550, sentence: 'No' }
  const { id } = (await sent()).json<Sending>()
  const setAside = (reason: string) =>
    prizm.call('POST', `/api/sendings/${id}/set-aside`, { as, body: { reason } })
  expect((await setAside('Too early')).json()).toMatchObject({ code: 'illegal-transition' })
  await work()
  const problems = async () =>
    (await prizm.call('GET', '/api/email-problems', { as })).json<EmailProblemList>().problems
  expect(await problems()).toMatchObject([{ kind: 'sending', id, state: 'failed' }])
  expect((await setAside('')).statusCode).toBe(422)
  for (let turn = 0; turn < 2; turn++) {
    expect((await setAside('Sent by fax')).json()).toMatchObject({ status: 'failed' })
  }
  expect(await problems()).toEqual([])
  const activity = await prizm.call('GET', '/api/activity/1?entity=sales_order', { as })
  const acts = activity.json<{ action: string; reason: string }[]>()
  expect(acts.filter(({ action }) => action === 'set-aside')).toMatchObject([
    { reason: 'Sent by fax' },
  ])
  refusal = undefined
  await prizm.call('POST', `/api/sendings/${id}/retry`, { as })
  await work()
  expect(await listed()).toMatchObject([{ status: 'sent' }])
})

test('names the rejected ones of several recipients', async () => {
  refusal = { code: 550, sentence: 'No', to: 'gone@northwind.example' }
  await sent({ ...form, cc: 'gone@northwind.example' })
  await work()
  expect(await listed()).toMatchObject([
    { status: 'sent', lastError: 'Rejected for gone@northwind.example: 550 No' },
  ])
})

test('a repeated request sends one email', async () => {
  const headers = { 'idempotency-key': 'one-press' }
  const answers = await Promise.all([sent(form, as, headers), sent(form, as, headers)])
  const ids = answers.filter(({ statusCode }) => statusCode === 201).map((each) => each.json().id)
  expect(new Set(ids).size).toBe(1)
  expect(await listed()).toHaveLength(1)
})

test.each([
  ['to', { to: 'a@b.example\r\nBcc: all@b.example' }],
  ['to', { to: 'Boss <boss@b.example>' }],
  ['to', { to: 'a@b.example, nobody' }],
  ['to', { to: Array.from({ length: 11 }, (_, n) => `a${n}@b.example`).join(',') }],
  ['cc', { cc: 'x\u0000@b.example' }],
  ['subject', { subject: 'Hello\r\nBcc: all@b.example' }],
  ['subject', { subject: '' }],
  ['message', { message: '' }],
])('only a plain message is accepted: %s of %j is refused', async (field, fields) => {
  const answer = await sent({ ...form, ...fields })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors[0].path).toBe(field)
  expect(await prizm.rows('select id from document_sendings')).toEqual([])
})

test('sending requires the permission and an approved record', async () => {
  for (const role of ['user', 'viewer', 'warehouse', 'finance'] as const) {
    expect((await sent(form, await prizm.signIn(role))).statusCode).toBe(403)
  }
  const { id } = (await sent()).json<Sending>()
  const purchasing = await prizm.signIn('purchasing')
  for (const [method, url] of [
    ['POST', `/api/sendings/${id}/retry`],
    ['GET', `/api/sendings/${id}/pdf`],
  ] as const) {
    expect((await prizm.call(method, url, { as: purchasing })).statusCode).toBe(403)
  }
  await prizm.builders.vendor()
  const draft = { orderNumber: 'PO-1', vendorId: 1, status: 'draft', totalAmount: '9.00' }
  await prizm.call('POST', '/api/purchase-orders', { as, body: draft })
  const answer = await prizm.call('POST', '/api/purchase-orders/1/sendings', { as, body: form })
  expect(answer.json()).toMatchObject({
    status: 409,
    detail: 'This order is draft. Only an approved order can be sent',
  })
  expect(
    await prizm.rows(`select id from document_sendings where name = 'purchase-order'`),
  ).toEqual([])
})

test('without a sender or a server nothing is queued, and the reason is shown', async () => {
  await prizm.call('PUT', '/api/settings', { as, body: { mailSender: '' } })
  const reason = 'The From address is missing. An administrator can enter it in Settings'
  expect((await prizm.call('GET', '/api/mail', { as })).json()).toEqual({
    whyNot: reason,
    fixedIn: null,
  })
  expect((await sent()).json()).toMatchObject({ status: 409, code: 'mail-off', detail: reason })
  await prizm.close()
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
  const company = { companyName: 'Prizm Supplies', companyAddress: '1 Main Street' }
  await prizm.call('PUT', '/api/settings', { as, body: company })
  expect((await prizm.call('GET', '/api/mail', { as })).json().whyNot).toContain('SMTP_URL')
})

test.each(['companyName', 'companyAddress'])('without a %s no document is sent', async (part) => {
  await prizm.call('PUT', '/api/settings', { as, body: { [part]: '' } })
  const detail = 'The company has no name or address yet. Enter them in the company profile'
  const refused = { status: 409, code: 'company-incomplete', detail }
  expect((await prizm.call('GET', '/api/mail', { as })).json()).toEqual({
    whyNot: detail,
    fixedIn: 'company-profile',
  })
  expect((await sent()).json()).toMatchObject(refused)
  const body = { name: 'invoice', ids: [1] }
  expect((await prizm.call('POST', '/api/sendings', { as, body })).json()).toMatchObject(refused)
  const [queued] = await prizm.database.pool
    .query<{ count: number }>('select count(*) from document_sendings')
    .then((found) => found.rows)
  expect(queued?.count).toBe(0)
})

test.each(sendables)('without a company name no %s is sent, alone or with others', async (name) => {
  await prizm.call('PUT', '/api/settings', { as, body: { companyName: '' } })
  const refused = { status: 409, code: 'company-incomplete' }
  const url = `${documentKinds[name].path.replace(':id', '1')}/sendings`
  expect((await prizm.call('POST', url, { as, body: form })).json()).toMatchObject(refused)
  const many = { name, ids: [1] }
  expect((await prizm.call('POST', '/api/sendings', { as, body: many })).json()).toMatchObject(
    refused,
  )
  expect(await prizm.rows('select id from document_sendings')).toEqual([])
})

test('names characters missing from the PDF fonts; a bulk send skips such a document', async () => {
  const letter = async () => (await prizm.call('GET', `${path}/letter`, { as })).json() as Letter
  expect((await letter()).unprintable).toBeNull()
  await prizm.database.pool.query("update customers set name = 'שלום 😀'")
  const message = 'The PDF cannot show these characters: ש ל ו ם 😀'
  expect(await letter()).toMatchObject({ unprintable: message, whyNot: null })
  const body = { name: 'order-confirmation', ids: [1] }
  const many = await prizm.call('POST', '/api/sendings', { as, body })
  const refused = {
    recordId: 1,
    outcome: 'refused',
    says: `${message}. Send this document individually`,
  }
  expect(many.json()).toEqual([refused])
})

test('an outage of the mail server is reported, and all emails leave after it', async () => {
  const subjects = Array.from({ length: 6 }, (_, place) => `Letter ${place}`)
  for (const subject of subjects) await sent({ ...form, subject })
  refusal = { code: 451, sentence: 'The queue of this server is full' }
  for (let turn = 0; turn < 5; turn++) {
    await wait()
    await prizm.rows(`update outside_troubles set last_at = last_at - interval '31 seconds',
                    began_at = began_at - interval '31 seconds'`)
    await work()
  }
  expect((await listed()).map(({ status }) => status)).toEqual(subjects.map(() => 'queued'))
  await notifyOfOutages(context())
  const [told] = await prizm.rows(
    `select title, text from notifications where key like 'trouble-%'`,
  )
  expect(told.title).toBe('Email cannot be sent')
  expect(told.text).toContain('The mail server: 451 The queue of this server is full')
  const expected = { overall: 'degraded', warnings: [`Email cannot be sent: ${told.text}`] }
  expect(await healthWithWarnings(prizm, as)).toEqual(expected)
  refusal = undefined
  await prizm.rows(`update outside_troubles set last_at = last_at - interval '31 seconds'`)
  await prizm.rows(`update document_sendings set next_attempt_at = now() where id = 1`)
  await work()
  expect(receivedMail.map(({ text }) => /^Subject: (.+?)\r$/m.exec(text)?.[1])).toEqual(subjects)
  expect(await prizm.rows('select part from outside_troubles')).toEqual([])
})
