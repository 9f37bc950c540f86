import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { textIn } from '#features/documents/server/testing.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { LetterDetails, ProposedLetter } from '../contract.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>
let letter: LetterDetails
let as: string

beforeEach(async () => {
  // No email is sent: the mail worker is not running.
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  fixture = await receivablesFixture(prizm)
  as = await prizm.signIn('admin')
  const sender = { companyName: 'Prizm Supplies', companyAddress: '1 Main Street' }
  const body = { ...sender, mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as, body })
  const customerId = await fixture.customer()
  await fixture.charged(customerId, { total: '100.00', docDate: '2026-01-22' })
  const [due] = await fixture.get<ProposedLetter[]>('dunning/proposal')
  const invoiceIds = due?.invoices.map(({ invoiceId }) => invoiceId)
  const answer = await fixture.post('dunning/letters', { letters: [{ customerId, invoiceIds }] })
  const [written] = answer.json<LetterDetails[]>()
  if (!written) throw new Error(answer.body)
  letter = written
})
afterEach(() => prizm.close())

const call = (method: 'GET' | 'POST', path: string, by = as, body?: object) =>
  prizm.call(method, `/api/dunning/letters/${letter.id}/${path}`, { as: by, ...(body && { body }) })

test('a reminder PDF shows the letter as written and the amount to pay', async () => {
  const answer = await call('GET', 'pdf')
  expect(answer.headers['content-type']).toBe('application/pdf')
  const text = await textIn(answer.rawPayload)
  for (const part of ['First Reminder', letter.letterNumber, 'INV-', '$100.00', 'Amount due']) {
    expect(text).toContain(part)
  }
})

test('a reminder is emailed to its customer, and every sending is recorded', async () => {
  const { to, subject, message, fileName } = (await call('GET', 'letter')).json()
  expect([to.includes('@'), subject, fileName]).toEqual([
    true,
    `First reminder ${letter.letterNumber} from Prizm Supplies`,
    `First reminder ${letter.letterNumber} ${letter.customerCode} 2026-03-02.pdf`,
  ])
  expect(message).toContain('Please pay $100.00.')
  const sent = await call('POST', 'sendings', as, { to, subject, message })
  expect([sent.statusCode, sent.json().status]).toEqual([201, 'queued'])
  expect((await call('GET', 'sendings')).json()).toMatchObject([{ to, name: 'dunning-letter' }])
  const { rows } = await prizm.database.pool.query(
    `select entity, entity_id as id from audit_log where action = 'send'`,
  )
  expect(rows).toEqual([{ entity: 'dunning_letter', id: letter.id }])
})

test('a role without permission to send receivables documents cannot send a reminder', async () => {
  const warehouse = await prizm.signIn('warehouse')
  const form = { to: 'a@b.example', subject: 'x', message: 'x' }
  expect((await call('POST', 'sendings', warehouse, form)).statusCode).toBe(403)
  expect((await call('GET', 'sendings')).json()).toEqual([])
})

describe('letters sent in bulk', () => {
  const query = async (text: string) => (await prizm.database.pool.query(text)).rows
  const sendings = () =>
    query('select record_id as id, status, to_addresses as to from document_sendings order by id')
  const sendAll = (ids: readonly number[], by = as) =>
    prizm.call('POST', '/api/sendings', { as: by, body: { name: 'dunning-letter', ids } })
  const another = async (fields: object = {}): Promise<LetterDetails> => {
    const customerId = await fixture.customer(fields)
    const invoiceId = await fixture.charged(customerId, { total: '80.00', docDate: '2026-01-22' })
    const body = { letters: [{ customerId, invoiceIds: [invoiceId] }] }
    const [written] = (await fixture.post('dunning/letters', body)).json<LetterDetails[]>()
    if (!written) throw new Error('No letter was written')
    return written
  }

  test('are sent to their customers in one request, and not again if it repeats', async () => {
    const other = await another({ email: 'pay@other.example' })
    const ids = [letter.id, other.id]
    const answer = await sendAll(ids)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual([
      { recordId: letter.id, outcome: 'queued', says: null },
      { recordId: other.id, outcome: 'queued', says: null },
    ])
    const again = await sendAll([...ids, letter.id])
    expect(again.json().map((each: { outcome: string }) => each.outcome)).toEqual([
      'already',
      'already',
    ])
    expect(await sendings()).toMatchObject([
      { id: letter.id, status: 'queued' },
      { id: other.id, status: 'queued', to: 'pay@other.example' },
    ])
    const auditRows = await query(`select entity_id as id from audit_log where action = 'send'
      order by entity_id`)
    expect(auditRows).toEqual([{ id: letter.id }, { id: other.id }])
  })

  test('are sent once if two users send them at the same time', async () => {
    const other = await another()
    const ids = [letter.id, other.id]
    const finance = await prizm.signIn('finance')
    const answers = await Promise.all([sendAll(ids), sendAll(ids, finance)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await sendings()).toHaveLength(2)
  })

  test('are retried if the mail server refused them; the others are not sent again', async () => {
    const other = await another()
    await sendAll([letter.id, other.id])
    await query(`update document_sendings set status = 'failed', last_error = '550 No such mailbox'
      where record_id = ${letter.id}`)
    const last = await prizm.call(
      'GET',
      `/api/sendings?name=dunning-letter&ids=${letter.id},${other.id}`,
      { as },
    )
    expect(last.json()).toMatchObject([
      { recordId: letter.id, status: 'failed', lastError: '550 No such mailbox' },
      { recordId: other.id, status: 'queued', lastError: null },
    ])
    expect((await sendAll([letter.id, other.id])).json()).toEqual([
      { recordId: letter.id, outcome: 'retried', says: null },
      { recordId: other.id, outcome: 'already', says: null },
    ])
    expect(await sendings()).toMatchObject([{ status: 'queued' }, { status: 'queued' }])
  })

  test('are refused one by one if the customer has no email; the others are sent', async () => {
    const other = await another()
    await query(`update customers set email = '' where id = ${other.customerId}`)
    expect((await sendAll([other.id, letter.id])).json()).toEqual([
      {
        recordId: other.id,
        outcome: 'refused',
        says: 'There is no email address',
      },
      { recordId: letter.id, outcome: 'queued', says: null },
    ])
    expect(await sendings()).toMatchObject([{ id: letter.id }])
  })

  test('are refused without permission, for an unknown id, or without mail server', async () => {
    const [buyer, warehouse] = [await prizm.signIn('purchasing'), await prizm.signIn('warehouse')]
    for (const by of [buyer, warehouse]) {
      expect((await sendAll([letter.id], by)).statusCode).toBe(403)
    }
    const states = '/api/sendings?name=dunning-letter&ids='
    expect((await prizm.call('GET', `${states}1`, { as: buyer })).statusCode).toBe(403)
    expect((await prizm.call('GET', `${states}1,x`, { as })).statusCode).toBe(422)
    expect((await sendAll([999_999])).json()).toEqual([
      { recordId: 999_999, outcome: 'refused', says: expect.stringMatching(/was not found$/) },
    ])
    expect((await sendAll([])).statusCode).toBe(422)
    await prizm.call('PUT', '/api/settings', { as, body: { mailSender: '' } })
    expect((await sendAll([letter.id])).json().code).toBe('mail-off')
    expect(await sendings()).toEqual([])
  })
})
