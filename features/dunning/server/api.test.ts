import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Collection } from '#features/ar-reports/contract.ts'
import { receivablesFixture } from '#features/receivables/server/testing.ts'
import type { Letter, LetterDetails, ProposedLetter } from '../contract.ts'

// Today is Monday, 2026-03-02. Terms are net 30: an invoice of 2026-01-22 is 9 days late.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof receivablesFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await receivablesFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const nineLate = { total: '100.00', docDate: '2026-01-22' }
const proposal = () => fixture.get<ProposedLetter[]>('dunning/proposal')
const chosen = (letters: readonly ProposedLetter[]) => ({
  letters: letters.map(({ customerId, invoices }) => {
    return { customerId, invoiceIds: invoices.map(({ invoiceId }) => invoiceId) }
  }),
})
const remind = async (body: object, as = 'finance') => fixture.post('dunning/letters', body, as)
const pass = async (days: number) => {
  prizm.clock.now = new Date(prizm.clock.now.getTime() + days * 86_400_000)
  fixture = await receivablesFixture(prizm)
}

test('proposes overdue invoices by customer, but not settled, disputed or small ones', async () => {
  const [late, settled, disputed, small, young] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => fixture.customer()),
  )
  const first = await fixture.charged(late ?? 0, nineLate)
  await fixture.charged(late ?? 0, { total: '50.00', docDate: '2026-03-01' })
  await fixture.charged(settled ?? 0, nineLate)
  await fixture.paid(settled ?? 0, '100.00', { applyAsOffered: true })
  const claim = await fixture.charged(disputed ?? 0, nineLate)
  await fixture.post(`invoices/${claim}/dispute`, { isDisputed: true, reason: 'Broken' })
  await fixture.charged(small ?? 0, { ...nineLate, total: '24.99' })
  await fixture.charged(young ?? 0, { total: '100.00', docDate: '2026-01-25' })
  expect(await proposal()).toMatchObject([
    {
      customerId: late,
      level: 1,
      total: '100.00',
      fee: '0.00',
      blocksCredit: false,
      lastLetterOn: null,
      invoices: [{ invoiceId: first, daysLate: 9, level: 1, openAmount: '100.00' }],
    },
  ])
})

test('a customer with a credit balance is not reminded', async () => {
  const id = await fixture.customer()
  await fixture.charged(id, nineLate)
  await fixture.paid(id, '100.00')
  expect(await proposal()).toEqual([])
})

test('a letter stores its text, and an invoice gets each reminder level only once', async () => {
  const id = await fixture.customer({ address: '1 Main Street', city: 'Austin' })
  const invoiceId = await fixture.charged(id, nineLate)
  const body = chosen(await proposal())
  const answers = await Promise.all([remind(body), remind(body)])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().code).toBe('not-due-for-reminder')
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  expect(made).toHaveLength(1)
  const [letter] = made.flatMap((answer) => answer.json<LetterDetails[]>())
  expect(letter).toMatchObject({
    customerId: id,
    level: 1,
    letterOn: '2026-03-02',
    total: '100.00',
    address: '1 Main Street\nAustin',
    words: expect.stringContaining('past due'),
    lines: [{ invoiceId, daysLate: 9, openAmount: '100.00', level: 1 }],
  })
  expect(await fixture.invoice(invoiceId)).toMatchObject({ dunningLevel: 1 })
  expect(await fixture.get<Letter[]>(`dunning/letters?invoiceId=${invoiceId}`)).toMatchObject([
    { letterNumber: letter?.letterNumber, invoices: 1 },
  ])
  expect(await fixture.query('select level, days_late from dunning_lines')).toEqual([
    { level: 1, days_late: 9 },
  ])
  const audit = `select entity, action from audit_log where action in ('remind', 'create')
                 and entity in ('invoice', 'dunning_letter') order by entity`
  expect(await fixture.query(audit)).toEqual([
    { entity: 'dunning_letter', action: 'create' },
    { entity: 'invoice', action: 'remind' },
  ])
})

test('reminders follow in order; the last one blocks credit until finance clears it', async () => {
  const id = await fixture.customer()
  const invoiceId = await fixture.charged(id, nineLate)
  expect((await remind(chosen(await proposal()))).statusCode).toBe(201)
  const step = async () => (await fixture.get<Collection[]>('reports/ar-collections'))[0]?.nextStep
  await pass(13)
  expect(await proposal()).toEqual([])
  expect(await step()).toBe('Wait until 3/16/2026')
  await pass(1)
  expect(await step()).toBe('Second reminder')
  expect(await proposal()).toMatchObject([{ level: 2, lastLetterOn: '2026-03-02' }])
  expect((await remind(chosen(await proposal()))).statusCode).toBe(201)
  await pass(30)
  expect(await proposal()).toMatchObject([{ level: 3, blocksCredit: true }])
  const [stepBefore] = await fixture.get<Collection[]>('reports/ar-collections')
  expect(stepBefore).toMatchObject({ dunningLevel: 2 })
  expect((await remind(chosen(await proposal()))).statusCode).toBe(201)
  const status = 'select credit_status as status from customers'
  expect(await fixture.query(status)).toEqual([{ status: 'blocked' }])
  await pass(60)
  expect(await proposal()).toEqual([])
  expect(await fixture.invoice(invoiceId)).toMatchObject({ dunningLevel: 3 })
  const clear = { creditStatus: 'normal', reason: 'They pay by instalments' }
  const url = `customers/${id}/credit-status`
  expect((await fixture.post(url, clear, 'sales')).statusCode).toBe(403)
  expect((await fixture.post(url, clear)).json()).toMatchObject({ creditStatus: 'normal' })
  expect((await fixture.post(url, clear)).json().code).toBe('illegal-transition')
})

test('a blocked customer cannot place an order, whatever the credit limit', async () => {
  await fixture.set({ dunningBlockFrom: '1' })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const id = await fixture.customer()
  await fixture.charged(id, nineLate)
  expect((await remind(chosen(await proposal()))).statusCode).toBe(201)
  const sku = await prizm.builders.sku({ currentStock: 9 })
  const order = { customerId: id, items: [{ skuId: sku.id, quantity: 1 }] }
  const answer = await fixture.post('orders/create', order, 'sales')
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'credit-limit-exceeded'])
  expect(answer.json().detail).toContain('Customer is on credit hold')
})

test('a fee is a separate invoice, which is never dunned itself', async () => {
  await fixture.set({ dunningFee1: '7.50', dunningGapDays: 0 })
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 2000)
  const id = await fixture.customer()
  await fixture.charged(id, nineLate)
  const [letter] = (await remind(chosen(await proposal()))).json<LetterDetails[]>()
  expect(letter).toMatchObject({ fee: '7.50', total: '100.00' })
  expect(letter?.feeInvoiceNumber).toMatch(/^INV-/)
  expect(await fixture.balance(id)).toBe('107.50')
  await pass(200)
  const [next] = await proposal()
  expect(next?.invoices.map(({ openAmount }) => openAmount)).toEqual(['100.00'])
})

test('the clerk can exclude invoices, and other roles cannot send reminders', async () => {
  const id = await fixture.customer()
  const [keep] = [await fixture.charged(id, nineLate), await fixture.charged(id, nineLate)]
  const body = { letters: [{ customerId: id, invoiceIds: [keep] }] }
  expect((await remind(body, 'sales')).statusCode).toBe(403)
  expect((await remind({ letters: [] })).statusCode).toBe(422)
  const unknown = { letters: [{ customerId: 999_999, invoiceIds: [keep] }] }
  expect((await remind(unknown)).statusCode).toBe(404)
  const [letter] = (await remind(body)).json<LetterDetails[]>()
  expect(letter?.lines).toHaveLength(1)
  expect(letter?.total).toBe('100.00')
  expect(await proposal()).toEqual([])
})
