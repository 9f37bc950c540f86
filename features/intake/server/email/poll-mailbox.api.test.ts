import hoodiecrow from 'hoodiecrow-imap'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { intakeFixture } from '../testing.ts'
import { parseMailboxAddress } from './imap-mailbox.ts'
import { pollMailbox } from './poll-mailbox.ts'

// A mailbox on an IMAP server of this machine, read over its socket.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof intakeFixture>>
let server: ReturnType<typeof hoodiecrow>

const emptyMailbox = () => {
  return { plugins: ['ID', 'ENABLE', 'NAMESPACE'], storage: { INBOX: { messages: [] } } }
}

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await intakeFixture(prizm)
  server = hoodiecrow(emptyMailbox())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const address = () => {
  const place = server.server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  const found = parseMailboxAddress(`imap://testuser:testpass@127.0.0.1:${port}/INBOX`)
  if (!found) throw new Error('The address of the test server is not a mailbox')
  return found
}
const poll = () => pollMailbox(fixture.context(), address())
const csv = 'Item,Qty,Price\r\nCBL-300,100,0.35\r\n'

/** An email with a table in its text, and another one in an attachment. */
const email = (id: string, text: string) =>
  [
    `Message-ID: <${id}@acme.example>`,
    'From: Jane Doe <jane@acme.example>',
    'To: orders@example.com',
    'Subject: PO P-77',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--cut',
    'Content-Type: text/csv; name=lines.csv',
    'Content-Disposition: attachment; filename=lines.csv',
    '',
    csv,
    '--cut--',
    '',
  ].join('\r\n')
const receive = (raw: string, at = '03-Mar-2026 15:00:00 +0000') =>
  server.appendMessage('INBOX', [], at, raw)
const messages = () =>
  prizm.rows('select id, channel, sender, subject, state from intake_messages order by id')

test('an email becomes one message with its attachment; no order is placed', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  await poll()
  const [message, ...others] = await messages()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    channel: 'email',
    sender: 'jane@acme.example',
    subject: 'PO P-77',
    state: 'received',
  })
  const details = await fixture.read(message?.id)
  expect(details).toMatchObject({ customerCode: 'ACME', customerPO: 'P-77', problems: [] })
  expect(details.items).toMatchObject([
    { sku: 'WID-100', quantity: 10, unit: 'EA' },
    { sku: 'CBL-300', quantity: 100, unitPrice: '0.35' },
  ])
  expect(details.text).toContain('Attachment lines.csv')
  expect(await fixture.orders()).toEqual([])
})

test('the order of an email that a person places has the source email', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  const [message] = await messages()
  expect((await fixture.act(message?.id, 'place', {})).statusCode).toBe(200)
  expect(await fixture.orders()).toMatchObject([{ source: 'email', po: 'P-77' }])
})

test('an email that arrived before the mailbox was known is not read', async () => {
  receive(email('1', 'Please send 10 EA WID-100'), '01-Mar-2026 15:00:00 +0000')
  await poll()
  expect(await messages()).toEqual([])
})

test('the same Message-ID is one message, although the server numbers it anew', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  await prizm.rows(`update intake_mailboxes set uid_validity = 'other', last_uid = 0`)
  await poll()
  expect(await messages()).toHaveLength(1)
})

test('another email with the same Message-ID is a message of its own', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  receive(email('1', 'Please send 20 EA WID-100'))
  await poll()
  const found = await messages()
  expect(found).toHaveLength(2)
  const second = await fixture.read(found[1]?.id)
  expect(second.items).toMatchObject([{ sku: 'WID-100', quantity: 20 }, { sku: 'CBL-300' }])
})

test.each([
  ['a text that is cut at a character of two units', '1', `Notes: ${'a'.repeat(499)}😀`],
  [
    'a Message-ID that is longer than an index allows',
    '本'.repeat(1000),
    'Please send 10 EA WID-100',
  ],
])('%s stops no email after it', async (_name, id, text) => {
  receive(email(id, text))
  receive(email('next', 'Please send 20 EA WID-100'))
  await poll()
  const found = await messages()
  expect(found).toHaveLength(2)
  expect((await fixture.read(found[0]?.id)).customerPO).toBe('P-77')
  const [last] = await prizm.rows('select last_uid from intake_mailboxes')
  expect(last).toEqual({ last_uid: 2 })
  expect(await prizm.rows('select part from outside_troubles')).toEqual([])
})

test('of a too long email the attachment is read, and the end of the body is named', async () => {
  const line = 'a long quoted thread\r\n'
  receive(email('1', line.repeat(20_000)))
  await poll()
  const [message] = await messages()
  const details = await fixture.read(message?.id)
  expect(details.items).toMatchObject([{ sku: 'CBL-300', quantity: 100, unitPrice: '0.35' }])
  expect(details.problems).toContainEqual({
    path: '',
    message: 'The email is too long. Its end was not read',
  })
})

test('a node whose lease was taken over moves nothing and ends no lease', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await poll()
  receive(email('2', 'Please send 20 EA WID-100'))
  await prizm.rows(
    `create function take_over() returns trigger language plpgsql as $$ begin
       update intake_mailboxes set leased_until = '2030-01-01', last_uid = 9;
       return new; end $$`,
  )
  await prizm.rows(
    `create trigger take_over after insert on intake_messages
       for each row execute function take_over()`,
  )
  await poll()
  const [mailbox] = await prizm.rows(
    `select last_uid, leased_until = '2030-01-01' as "isLeased" from intake_mailboxes`,
  )
  expect(mailbox).toEqual({ last_uid: 9, isLeased: true })
})

test('two nodes at once read an email once', async () => {
  receive(email('1', 'Please send 10 EA WID-100'))
  await Promise.all([poll(), poll()])
  expect(await messages()).toHaveLength(1)
})

test('run again, the unchanged email is read with the corrections since', async () => {
  receive(email('1', '3 pcs of BP-7'))
  await poll()
  const [message] = await messages()
  const before = await fixture.read(message?.id)
  expect(before.problem).toBe('Line 1: no SKU is known for BP-7')
  const body = { customerId: fixture.customerId, text: 'BP-7', skuId: fixture.widgetId }
  await prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })
  const again = (await fixture.act(message?.id, 'run')).json()
  expect([again.state, again.sha256]).toEqual(['received', before.sha256])
})

test('a wrong password is a failure of the mailbox, and stops nothing', async () => {
  await pollMailbox(fixture.context(), { ...address(), password: 'wrong' })
  expect(await prizm.rows('select part, title from outside_troubles')).toEqual([
    { part: 'intake-mailbox', title: 'The mailbox of orders cannot be read' },
  ])
  expect(await prizm.rows('select leased_until from intake_mailboxes')).toEqual([
    { leased_until: null },
  ])
})
