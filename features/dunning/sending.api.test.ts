import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { closeTestDatabase, startTestApp, type TestApp } from '#app/testing.ts'
import { receivablesDesk } from '#features/receivables/testing.ts'
import type { LetterDetails, ProposedLetter } from './contract.ts'

// Today is Monday, 2026-03-02.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof receivablesDesk>>
let letter: LetterDetails
let as: string

beforeEach(async () => {
  // Nothing leaves here: the worker that offers messages to the server is not running.
  prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  desk = await receivablesDesk(prizm)
  as = await prizm.signIn('admin')
  const body = { companyName: 'Prizm Supplies', mailSender: 'office@prizm.example' }
  await prizm.call('PUT', '/api/settings', { as, body })
  const customerId = await desk.customer()
  await desk.charged(customerId, { total: '100.00', docDate: '2026-01-22' })
  const [due] = await desk.get<ProposedLetter[]>('dunning/proposal')
  const invoiceIds = due?.invoices.map(({ invoiceId }) => invoiceId)
  const answer = await desk.post('dunning/letters', { letters: [{ customerId, invoiceIds }] })
  const [written] = answer.json<LetterDetails[]>()
  if (!written) throw new Error(answer.body)
  letter = written
})
afterEach(() => prizm.close())
afterAll(closeTestDatabase)

const call = (method: 'GET' | 'POST', path: string, by = as, body?: object) =>
  prizm.call(method, `/api/dunning/letters/${letter.id}/${path}`, { as: by, ...(body && { body }) })

test('a reminder is a PDF that says what was written, with what is to be paid', async () => {
  const answer = await call('GET', 'pdf')
  expect(answer.headers['content-type']).toBe('application/pdf')
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const { text } = await extractText(pdf, { mergePages: true })
  for (const part of ['First reminder', letter.letterNumber, 'INV-', '$100.00', 'To be paid']) {
    expect(text).toContain(part)
  }
})

test('a reminder is sent by e-mail to its customer, and every sending is on record', async () => {
  const { to, subject, message, fileName } = (await call('GET', 'letter')).json()
  expect([to.includes('@'), subject, fileName]).toEqual([
    true,
    `First reminder ${letter.letterNumber} from Prizm Supplies`,
    `First reminder ${letter.letterNumber}.pdf`,
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

test('who may not send what customers owe sends no reminder', async () => {
  const warehouse = await prizm.signIn('warehouse')
  const form = { to: 'a@b.example', subject: 'x', message: 'x' }
  expect((await call('POST', 'sendings', warehouse, form)).statusCode).toBe(403)
  expect((await call('GET', 'sendings')).json()).toEqual([])
})
