// One file: all tests of automatic emails share one mail server and one customer.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentSources } from '#app/rooms.ts'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Context } from '#platform/server/database/db.ts'
import { type Deliver, mailerTo } from '#platform/server/mail/mailer.ts'
import type { AutomaticEmail, EmailProblemList, EmailRules } from '../../contract.ts'
import { unansweredSentence, uncertainSentence } from '../../rules.ts'
import { sendDueEmails } from '../send-queued-emails.ts'
import { textIn } from '../testing.ts'
import { createAutomaticMessages, deleteOldAutomaticEmails } from './create-messages.ts'
import { queueFromEvents, queueStatements } from './queue-automatic-emails.ts'
import { startMailServer } from './testing.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let as: string
let customerId: number

const settings = {
  companyName: 'Prizm Supplies',
  companyAddress: '1 Main Street',
  mailSender: 'office@prizm.example',
}

beforeEach(async () => {
  mail = await startMailServer()
  prizm = await startTestApp({ SMTP_URL: mail.url })
  as = await prizm.signIn('admin')
  await set(settings)
  const fields = { customerCode: 'C-1', name: 'Northwind', email: 'pay@northwind.example' }
  const contact = { contactEmail: 'jane@northwind.example', creditLimit: '99999.00' }
  customerId = (await prizm.builders.customer({ ...fields, ...contact })).id
  // The first run only notes where the events begin.
  await queueFromEvents(context())
})
afterEach(async () => {
  await prizm.close()
  await mail.close()
})

const context = (): Context => {
  const { db } = prizm.database
  return { db, user: undefined, now: prizm.clock.now, requestId: 'w', channel: 'worker' }
}
const set = (body: object) => prizm.call('PUT', '/api/settings', { as, body })
/** The settings are read again after a second. */
const pass = () => (prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000))

/** Follows the events to their end, which other transactions of the server may hold back. */
const follow = () =>
  expect
    .poll(async () => {
      await queueFromEvents(context())
      const [behind] = await prizm.rows(
        `select count(*)::int as count from outbox o, email_feed f
         where (o.feed_position, o.id) > (f.feed_position, f.outbox_id)`,
      )
      return behind.count
    })
    .toBe(0)

/** What the worker runs: events become emails, these become messages, and they are sent. */
async function work({ deliver = mailerTo(mail.url), hasServer = true } = {}) {
  pass()
  await follow()
  await createAutomaticMessages(context(), { sources: documentSources, hasServer })
  await sendDueEmails(context(), deliver)
}

async function post<A>(path: string, body: object = {}, status = 200): Promise<A> {
  const answer = await prizm.call('POST', `/api/${path}`, { as, body })
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.json<A>()
}
const order = (orderNumber: string, fields: object = {}) =>
  post<{ id: number }>(
    'sales-orders',
    { orderNumber, customerId, status: 'pending', totalAmount: '30.00', ...fields },
    201,
  )
async function ship(orderNumber: string) {
  const { id } = await order(orderNumber)
  await post(`sales-orders/${id}/process`)
  await post(`sales-orders/${id}/ship`, { carrier: 'UPS', trackingNumber: `1Z-${orderNumber}` })
  return id
}
const automatic = () =>
  prizm.rows(`select name, record_id as record, document_version as version, state, reason,
                sending_id as sending
              from automatic_emails order by id`)
const problems = async () =>
  (await prizm.call('GET', '/api/email-problems', { as })).json<EmailProblemList>()
const rule = (body: object, by = as) =>
  prizm.call('PUT', `/api/customers/${customerId}/emails`, { as: by, body })
const queued = { state: 'queued', reason: null }

test('nothing is emailed by itself unless the company or the customer wants it', async () => {
  await ship('SO-1')
  await work()
  expect(await automatic()).toEqual([])
  expect(mail.state.received).toEqual([])
})

test('each document of an order is emailed once, however often the jobs run', async () => {
  await set({ autoEmailConfirmation: true, autoEmailShipment: true, autoEmailInvoice: true })
  await ship('SO-1')
  for (let turn = 0; turn < 3; turn++) await work()
  expect(await automatic()).toEqual([
    // The order had left before the confirmation could be made.
    { name: 'shipment-notice', record: 1, version: 'first', ...queued, sending: 1 },
    { name: 'invoice', record: 1, version: 'first', ...queued, sending: 2 },
  ])
  expect(mail.subjects().toSorted()).toEqual([
    'Invoice INV-1000001 from Prizm Supplies',
    'Shipment SO-1-1 from Prizm Supplies',
  ])
  const sendings = await prizm.rows(
    `select name, status, queued_by as by, attempts from document_sendings order by id`,
  )
  expect(sendings).toEqual([
    { name: 'shipment-notice', status: 'sent', by: null, attempts: 1 },
    { name: 'invoice', status: 'sent', by: null, attempts: 1 },
  ])
})

test('two nodes that run at once make one email of an event', async () => {
  await set({ autoEmailConfirmation: true })
  await order('SO-1')
  await Promise.all([work(), work(), work()])
  await work()
  expect(await automatic()).toEqual([
    { name: 'order-confirmation', record: 1, version: 'first', ...queued, sending: 1 },
  ])
  expect(mail.subjects()).toEqual(['Order SO-1 from Prizm Supplies'])
})

test('a changed order is confirmed again; its other steps are not', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  await work()
  const body = { notes: 'Gate 4' }
  const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
  expect(changed.statusCode, changed.body).toBe(200)
  await post(`sales-orders/${id}/process`)
  await work()
  expect(await automatic()).toEqual([
    { name: 'order-confirmation', record: id, version: 'first', ...queued, sending: 1 },
    { name: 'order-confirmation', record: id, version: 'v2', ...queued, sending: 2 },
  ])
})

test('of several changes at once only the latest is emailed', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  await work()
  for (const notes of ['Gate 4', 'Gate 5']) {
    await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: { notes } })
  }
  await work()
  expect((await automatic()).slice(1)).toEqual([
    {
      name: 'order-confirmation',
      record: id,
      version: 'v2',
      state: 'skipped',
      reason: 'A later version is sent instead',
      sending: null,
    },
    { name: 'order-confirmation', record: id, version: 'v3', ...queued, sending: 2 },
  ])
  expect(mail.state.received).toHaveLength(2)
})

test('a save that changes nothing on the paper is not emailed again', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1', { notes: 'Gate 4' })
  await work()
  const saved = await prizm.call('PUT', `/api/sales-orders/${id}`, {
    as,
    body: { notes: 'Gate 4' },
  })
  expect(saved.statusCode, saved.body).toBe(200)
  await work()
  expect(mail.state.received).toHaveLength(1)
  for (const { state, reason } of (await automatic()).slice(1)) {
    expect([state, reason]).toEqual(['skipped', 'The document did not change'])
  }
  expect(await prizm.rows('select id from document_sendings')).toHaveLength(1)
})

test('a purchase order that is saved again without a change is not emailed again', async () => {
  const vendor = await prizm.builders.vendor({ name: 'Acme', email: 'orders@acme.example' })
  await set({ autoEmailPurchaseOrder: true })
  const fields = { orderNumber: 'PO-1', vendorId: vendor.id, status: 'draft', totalAmount: '9.00' }
  const { id } = await post<{ id: number }>('purchase-orders', fields, 201)
  await post(`purchase-orders/${id}/submit`)
  await post(`purchase-orders/${id}/approve`)
  await work()
  const save = async (body: object) => {
    const saved = await prizm.call('PUT', `/api/purchase-orders/${id}`, { as, body })
    expect(saved.statusCode, saved.body).toBe(200)
    await work()
  }
  await save({ expectedDate: '2026-03-10' })
  expect(mail.state.received).toHaveLength(2)
  await save({ expectedDate: '2026-03-10' })
  expect(mail.state.received).toHaveLength(2)
  expect((await automatic()).map(({ state, reason }) => [state, reason])).toEqual([
    ['queued', null],
    ['queued', null],
    ['skipped', 'The document did not change'],
  ])
})

test('what changes while an accepted order is on hold is confirmed with its release', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  await work()
  await post(`sales-orders/${id}/hold`, { reason: 'credit' })
  const body = { notes: 'Gate 4' }
  const changed = await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
  expect(changed.statusCode, changed.body).toBe(200)
  await work()
  expect(mail.state.received).toHaveLength(1)
  await post(`sales-orders/${id}/release`)
  await work()
  expect(mail.state.received).toHaveLength(2)
  // A hold and a release that change nothing are not told.
  await post(`sales-orders/${id}/hold`, { reason: 'credit' })
  await post(`sales-orders/${id}/release`)
  await work()
  expect(mail.state.received).toHaveLength(2)
})

test('an order on hold for credit is confirmed when it is released', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  await post(`sales-orders/${id}/hold`, { reason: 'credit' })
  await work()
  expect(await automatic()).toEqual([])
  await post(`sales-orders/${id}/release`)
  await work()
  expect(await automatic()).toEqual([
    { name: 'order-confirmation', record: id, version: 'first', ...queued, sending: 1 },
  ])
})

test('documents of more than a week ago are not emailed, such as those of an import', async () => {
  await set({ autoEmailConfirmation: true, autoEmailShipment: true, autoEmailInvoice: true })
  const days = { orderDate: '2026-02-02', shipDate: '2026-02-03' }
  await order('SO-1', { status: 'delivered', ...days })
  await work()
  expect((await prizm.rows('select id from invoices')).length).toBe(1)
  expect(await automatic()).toEqual([])
})

test('a customer has a choice and recipients of its own', async () => {
  await set({ autoEmailConfirmation: true })
  const changed = await rule({
    rules: [
      { name: 'order-confirmation', isSent: false },
      { name: 'invoice', isSent: true, to: 'ap@northwind.example; boss@northwind.example' },
    ],
    statementDay: 15,
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const company = { isSent: null, isSentByCompany: false, to: null }
  const expected: EmailRules = {
    rules: [
      { name: 'order-confirmation', isSent: false, isSentByCompany: true, to: null },
      { name: 'shipment-notice', ...company },
      {
        name: 'invoice',
        isSent: true,
        isSentByCompany: false,
        to: 'ap@northwind.example, boss@northwind.example',
      },
      { name: 'statement', ...company },
      { name: 'dunning-letter', ...company },
    ],
    statementDay: 15,
    companyStatementDay: 1,
    addresses: ['pay@northwind.example', 'jane@northwind.example'],
    bounces: [],
  }
  expect(changed.json()).toEqual(expected)
  await ship('SO-1')
  await work()
  expect(mail.state.received.map(({ to }) => to)).toEqual([
    ['ap@northwind.example', 'boss@northwind.example'],
  ])
  // A person who sends it sees the same recipients.
  const letter = await prizm.call('GET', '/api/invoices/1/letter', { as })
  expect(letter.json().to).toBe('ap@northwind.example, boss@northwind.example')
  // What is not named stays.
  await rule({ rules: [{ name: 'invoice', isSent: null }] })
  expect(
    await prizm.rows(`select party, party_id as id, name, is_sent as sent, to_addresses as to,
                        day_of_month as day from email_rules order by name`),
  ).toEqual([
    {
      party: 'customer',
      id: customerId,
      name: 'invoice',
      sent: null,
      to: 'ap@northwind.example, boss@northwind.example',
      day: null,
    },
    {
      party: 'customer',
      id: customerId,
      name: 'order-confirmation',
      sent: false,
      to: null,
      day: null,
    },
    { party: 'customer', id: customerId, name: 'statement', sent: null, to: null, day: 15 },
  ])
  const activity = await prizm.call('GET', `/api/activity/${customerId}?entity=customer`, { as })
  expect(activity.json()[0]).toMatchObject({
    action: 'update',
    changes: {
      automaticEmails: {
        from: 'invoice: yes; order-confirmation: no',
        to: 'order-confirmation: no',
      },
    },
  })
})

test('a rule is refused for the wrong document, address, day or role', async () => {
  const wrong = await rule({ rules: [{ name: 'purchase-order', isSent: true }] })
  expect([wrong.statusCode, wrong.json().errors[0]]).toMatchObject([
    422,
    { path: 'rules.0.name', message: 'A customer does not get this document' },
  ])
  for (const body of [
    { rules: [{ name: 'invoice', to: 'nobody' }] },
    {
      rules: [
        { name: 'invoice', isSent: true },
        { name: 'invoice', isSent: false },
      ],
    },
    { rules: [{ name: 'invoice', to: 'a@b.example\r\nBcc: all@b.example' }] },
    { rules: [], statementDay: 29 },
  ]) {
    expect((await rule(body)).statusCode).toBe(422)
  }
  // Self-registered accounts may edit customers, but not decide who gets email in our name.
  for (const role of ['user', 'viewer', 'warehouse', 'purchasing'] as const) {
    const by = await prizm.signIn(role)
    expect((await rule({ rules: [] }, by)).statusCode, role).toBe(403)
  }
  expect(await prizm.rows('select name from email_rules')).toEqual([])
})

test('a purchase order is emailed to its vendor when it is approved', async () => {
  const vendor = await prizm.builders.vendor({ name: 'Acme', email: 'orders@acme.example' })
  const body = { rules: [{ name: 'purchase-order', isSent: true }] }
  const saved = await prizm.call('PUT', `/api/vendors/${vendor.id}/emails`, { as, body })
  expect(saved.statusCode, saved.body).toBe(200)
  const fields = { orderNumber: 'PO-1', vendorId: vendor.id, status: 'draft', totalAmount: '9.00' }
  const { id } = await post<{ id: number }>('purchase-orders', fields, 201)
  await work()
  expect(await automatic()).toEqual([])
  await post(`purchase-orders/${id}/submit`)
  await post(`purchase-orders/${id}/approve`)
  await work()
  expect(await automatic()).toEqual([
    { name: 'purchase-order', record: id, version: 'first', ...queued, sending: 1 },
  ])
  expect(mail.state.received.map(({ to }) => to)).toEqual([['orders@acme.example']])
  expect(mail.subjects()).toEqual(['Purchase order PO-1 from Prizm Supplies'])
})

test('a shipment notice says what left and how to follow it, without prices', async () => {
  await ship('SO-1')
  const pdf = await prizm.call('GET', '/api/shipments/1/notice/pdf', { as })
  expect(pdf.statusCode, pdf.body.slice(0, 200)).toBe(200)
  const text = await textIn(pdf.rawPayload)
  for (const words of ['Shipment Notice', 'SO-1-1', 'UPS', '1Z-SO-1', 'Customer number C-1']) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('$')
  const letter = await prizm.call('GET', '/api/shipments/1/notice/letter', { as })
  expect(letter.json()).toMatchObject({
    to: 'pay@northwind.example',
    subject: 'Shipment SO-1-1 from Prizm Supplies',
    fileName: 'Shipment SO-1-1 C-1 2026-03-02.pdf',
  })
  expect(letter.json().message).toContain(
    'shipment SO-1-1 of your order SO-1 has left our warehouse with UPS, tracking number 1Z-SO-1.',
  )
})

test('while the company has no name documents wait; after a week they are given up', async () => {
  await set({ autoEmailConfirmation: true, companyName: '' })
  await order('SO-1')
  await work()
  const whyNot = 'The company has no name or address yet. Enter them in the company profile'
  expect(await problems()).toEqual({ problems: [], waiting: 1, whyNot })
  expect(await automatic()).toMatchObject([{ state: 'waiting', sending: null }])
  await prizm.rows(`update automatic_emails set created_at = now() - interval '8 days'`)
  await work()
  const reason = `It was not sent within 7 days: ${whyNot}`
  expect(await automatic()).toMatchObject([{ state: 'refused', reason, sending: null }])
  expect(mail.state.received).toEqual([])
  await set(settings)
  expect((await post<AutomaticEmail>('automatic-emails/1/retry')).state).toBe('waiting')
  await work()
  expect(mail.subjects()).toEqual(['Order SO-1 from Prizm Supplies'])
})

test('a document without an address is a problem until a person retries it', async () => {
  await set({ autoEmailConfirmation: true })
  await prizm.rows(`update customers set email = ''`)
  await order('SO-1')
  await work()
  const reason = 'There is no email address'
  const [problem] = (await problems()).problems
  expect(problem).toMatchObject({
    kind: 'automatic',
    id: 1,
    name: 'order-confirmation',
    recordId: 1,
    state: 'refused',
    reason,
  })
  const path = '/api/automatic-emails?name=order-confirmation&ids=1'
  expect((await prizm.call('GET', path, { as })).json()).toMatchObject([
    { id: 1, state: 'refused', reason, sendingId: null },
  ])
  await prizm.rows(`update customers set email = 'new@northwind.example'`)
  const retry = () => prizm.call('POST', '/api/automatic-emails/1/retry', { as })
  const answers = await Promise.all([retry(), retry()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  await work()
  expect(mail.state.received.map(({ to }) => to)).toEqual([['new@northwind.example']])
  expect((await problems()).problems).toEqual([])
})

test('a document that is no longer to be sent is skipped', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  pass()
  await follow()
  await post(`sales-orders/${id}/cancel`, { reason: 'Changed their mind' })
  await work()
  expect(await automatic()).toMatchObject([
    { state: 'skipped', reason: 'A cancelled order has no confirmation' },
  ])
  expect((await problems()).problems).toEqual([])
})

test('what a person sent before is not sent again', async () => {
  await set({ autoEmailInvoice: true })
  await ship('SO-1')
  const form = { to: 'pay@northwind.example', subject: 'Invoice', message: 'Here.' }
  await post('invoices/1/sendings', form, 201)
  await work()
  expect(await automatic()).toMatchObject([{ state: 'skipped', reason: 'A person sent it' }])
  expect(mail.subjects()).toEqual(['Invoice'])
})

test('what a person sent before the job saw the event is not sent again', async () => {
  await set({ autoEmailConfirmation: true })
  const { id } = await order('SO-1')
  const form = { to: 'pay@northwind.example', subject: 'Mine', message: 'Here.' }
  await post(`sales-orders/${id}/confirmation/sendings`, form, 201)
  await work()
  expect(await automatic()).toMatchObject([{ state: 'skipped', reason: 'A person sent it' }])
  expect(mail.subjects()).toEqual(['Mine'])
})

test('an earlier version that is retried is not sent after a later one', async () => {
  await set({ autoEmailConfirmation: true })
  await prizm.rows(`update customers set email = ''`)
  const { id } = await order('SO-1')
  await work()
  await prizm.rows(`update customers set email = 'pay@northwind.example'`)
  await prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: { notes: 'Gate 4' } })
  await work()
  expect(mail.state.received).toHaveLength(1)
  await post('automatic-emails/1/retry')
  await work()
  expect((await automatic())[0]).toMatchObject({
    state: 'skipped',
    reason: 'A later version is sent instead',
  })
  expect(mail.state.received).toHaveLength(1)
})

test('a connection that breaks before the greeting is tried again', async () => {
  await set({ autoEmailConfirmation: true })
  mail.state.isDown = true
  await order('SO-1')
  await work()
  expect((await problems()).problems).toEqual([])
  const state = `select status, attempts from document_sendings`
  expect(await prizm.rows(state)).toEqual([{ status: 'queued', attempts: 1 }])
  mail.state.isDown = false
  await prizm.rows(`update document_sendings set next_attempt_at = now()`)
  await work()
  expect(mail.state.received).toHaveLength(1)
  expect(await prizm.rows(state)).toMatchObject([{ status: 'sent' }])
})

test('a connection that breaks after the message may have sent it', async () => {
  await set({ autoEmailConfirmation: true })
  mail.state.breaksOff = true
  await order('SO-1')
  await work()
  mail.state.breaksOff = false
  await prizm.rows(`update document_sendings set next_attempt_at = now()`)
  await work()
  expect(mail.state.received).toHaveLength(1)
  const [problem] = (await problems()).problems
  expect(problem).toMatchObject({ kind: 'sending', state: 'uncertain' })
  expect(problem?.reason?.startsWith(unansweredSentence)).toBe(true)
})

test('an automatic email that cannot be sent can be set aside with a reason', async () => {
  await set({ autoEmailConfirmation: true })
  await prizm.rows(`update customers set email = ''`)
  await order('SO-1')
  await work()
  const body = { reason: 'Told by phone' }
  const answer = await post<AutomaticEmail>('automatic-emails/1/set-aside', body)
  expect(answer).toMatchObject({ state: 'skipped', reason: 'Set aside: Told by phone' })
  expect((await problems()).problems).toEqual([])
  await post('automatic-emails/1/set-aside', body, 409)
})

test('an email that ended more than 400 days ago is deleted; its message stays', async () => {
  await set({ autoEmailConfirmation: true })
  await order('SO-1')
  await order('SO-2')
  await work()
  await prizm.rows(
    `update automatic_emails set ended_at = now() - interval '401 days' where id = 1`,
  )
  await deleteOldAutomaticEmails(context())
  expect(await prizm.rows('select id from automatic_emails')).toEqual([{ id: 2 }])
  expect(await prizm.rows('select id from document_sendings')).toHaveLength(2)
})

test('killed before the answer of the mail server is recorded, it may have been sent', async () => {
  await set({ autoEmailConfirmation: true })
  await order('SO-1')
  const sent = mailerTo(mail.url)
  let received = () => {}
  const arrived = new Promise<void>((resolve) => (received = resolve))
  // The server accepts the message, and the process never gets to know.
  const dying: Deliver = async (message) => {
    await sent(message)
    received()
    return new Promise(() => {})
  }
  void work({ deliver: dying })
  await arrived
  expect(mail.state.received).toHaveLength(1)
  await prizm.rows(
    `update document_sendings
     set next_attempt_at = now(), handed_over_at = handed_over_at - interval '11 minutes'`,
  )
  for (let turn = 0; turn < 3; turn++) await work()
  expect(mail.state.received).toHaveLength(1)
  const expected = { kind: 'sending', id: 1, state: 'uncertain', reason: uncertainSentence }
  expect((await problems()).problems).toMatchObject([expected])
  // A person asked the recipient, and sends it again: as the same message.
  await post('sendings/1/retry')
  await work()
  const ids = mail.state.received.map(({ text }) => /^Message-ID: (.+)\r$/m.exec(text)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('an address that is refused for good is shown as bounced until it accepts email', async () => {
  await set({ autoEmailConfirmation: true })
  mail.state.refusal = { code: 550, sentence: '5.1.1 No such user here' }
  await order('SO-1')
  await work()
  const read = async () =>
    (await prizm.call('GET', `/api/customers/${customerId}/emails`, { as })).json<EmailRules>()
  const [bounce] = (await read()).bounces
  expect(bounce).toMatchObject({ address: 'pay@northwind.example' })
  expect(bounce?.reason).toContain('550 5.1.1 No such user here')
  expect(await prizm.rows('select address, sending_id as sending from email_bounces')).toEqual([
    { address: 'pay@northwind.example', sending: 1 },
  ])
  const [problem] = (await problems()).problems
  expect(problem).toMatchObject({ kind: 'sending', state: 'failed', to: 'pay@northwind.example' })
  mail.state.refusal = undefined
  await post('sendings/1/retry')
  await work()
  expect((await read()).bounces).toEqual([])
})

test('what one of two recipients accepts ends its own bounce alone', async () => {
  const to = 'ap@northwind.example, boss@northwind.example'
  await rule({ rules: [{ name: 'order-confirmation', isSent: true, to }] })
  mail.state.refusal = { code: 550, sentence: 'No' }
  await order('SO-1')
  await work()
  const bounced = async () =>
    (await prizm.rows('select address from email_bounces order by address')).map(
      ({ address }) => address,
    )
  expect(await bounced()).toEqual(['ap@northwind.example', 'boss@northwind.example'])
  mail.state.refusal = { code: 550, sentence: 'No', to: 'boss@northwind.example' }
  await post('sendings/1/retry')
  await work()
  expect(await bounced()).toEqual(['boss@northwind.example'])
})

test('an address that is refused for now is no bounce', async () => {
  await set({ autoEmailConfirmation: true })
  mail.state.refusal = { code: 451, sentence: '4.3.0 Try again later' }
  await order('SO-1')
  await work()
  expect(await prizm.rows('select address from email_bounces')).toEqual([])
  expect(await prizm.rows('select status, attempts from document_sendings')).toEqual([
    { status: 'queued', attempts: 1 },
  ])
})

test('a statement of the month before goes on its day to those with a balance, once', async () => {
  await set({ autoEmailStatement: true, statementDay: 2 })
  const days = { orderDate: '2026-02-02', shipDate: '2026-02-03' }
  await order('SO-1', { status: 'delivered', ...days })
  const idle = await prizm.builders.customer({ customerCode: 'C-2' })
  const later = await prizm.builders.customer({ customerCode: 'C-3' })
  await order('SO-2', { status: 'delivered', customerId: later.id, ...days })
  const body = { rules: [], statementDay: 15 }
  await prizm.call('PUT', `/api/customers/${later.id}/emails`, { as, body })
  pass()
  for (let turn = 0; turn < 2; turn++) await queueStatements(context())
  await work()
  expect(idle.id).not.toBe(customerId)
  expect(
    await prizm.rows(`select record_id as record, document_version as version,
                        period_from::text as from, period_to::text as to, state
                      from automatic_emails`),
  ).toEqual([
    {
      record: customerId,
      version: '2026-02',
      from: '2026-02-01',
      to: '2026-02-28',
      state: 'queued',
    },
  ])
  expect(mail.state.received.map(({ to }) => to)).toEqual([['pay@northwind.example']])
  expect(mail.state.received[0]?.text).toContain('Statement C-1 2026-02-28 from Prizm Supplies')
})

test('the company writes its own emails; the logo is inside them', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">' +
    '<rect width="60" height="60" fill="#204080"/></svg>'
  const data = Buffer.from(svg).toString('base64')
  await prizm.call('PUT', '/api/company-logo', { as, body: { data } })
  const saved = await set({
    autoEmailConfirmation: true,
    emailSubjectConfirmation: 'Your order {order.number} ({order.customerPO})',
    emailMessageConfirmation: 'Hello {customer.name},\n\nthank you.',
  })
  expect(saved.statusCode, saved.body).toBe(200)
  await order('SO-1', { customerPO: '4711' })
  await work()
  expect(mail.subjects()).toEqual(['Your order SO-1 (4711)'])
  const text = mail.state.received[0]?.text ?? ''
  for (const words of [
    'Content-Type: multipart/related',
    'Content-ID: <logo>',
    'Hello Northwind,',
    '<img src=3D"cid:logo"',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/https?:/)
  const unknown = await set({ emailSubjectInvoice: 'Order {shipment.number}' })
  expect(unknown.statusCode).toBe(422)
})

test('an erased customer keeps no recipients and no bounces', async () => {
  await rule({ rules: [{ name: 'invoice', to: 'jane@northwind.example' }] })
  await set({ autoEmailConfirmation: true })
  mail.state.refusal = { code: 550, sentence: 'No' }
  const { id } = await order('SO-1')
  await work()
  await post(`sales-orders/${id}/cancel`, { reason: 'Wrong' })
  const erased = await prizm.call('POST', `/api/customers/${customerId}/personal-data/erase`, {
    as,
    body: { reason: 'Request of 2026-03-01' },
  })
  expect(erased.statusCode, erased.body).toBe(200)
  expect(await prizm.rows('select name from email_rules')).toEqual([])
  expect(await prizm.rows('select address from email_bounces')).toEqual([])
})
