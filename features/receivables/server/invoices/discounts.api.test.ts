import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SuggestedApplications } from '../../contract.ts'
import { receivablesFixture } from '../testing.ts'

// Early-payment discounts of invoices. Today is Monday, 2026-03-02.

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

const applied = (invoiceId: number, amount: string, more: object = {}) => {
  return { applications: [{ invoiceId, amount, ...more }] }
}

test('an invoice of 1,000.00 allows a discount of 20.00 over all its payments', async () => {
  const id = await fixture.customer({ paymentTerms: '2/10 net 30' })
  const invoiceId = await fixture.charged(id, { total: '1000.00' })
  const pay = async (amount: string, discount: string) => {
    const part = applied(invoiceId, amount, { discount })
    const body = { customerId: id, amount, method: 'ach', ...part }
    const answer = await fixture.post('payments', body)
    return answer.statusCode === 201 ? 'paid' : answer.json<{ detail: string }>().detail
  }
  expect(await pay('300.00', '20.01')).toMatch(/a discount of at most \$20.00$/)
  expect(await pay('300.00', '12.00')).toBe('paid')
  expect(await pay('300.00', '20.00')).toMatch(/a discount of at most \$8.00$/)
  const [offered] = await fixture.get<SuggestedApplications>(
    `payments/offer?customerId=${id}&amount=680.00`,
  )
  expect(offered).toMatchObject({ discountAllowed: '8.00', amount: '680.00', discount: '8.00' })
  expect(await pay('300.00', '8.00')).toBe('paid')
  expect(await pay('379.99', '0.01')).toMatch(/allows no discount/)
  expect(await pay('380.00', '0')).toBe('paid')
  expect(await fixture.balance(id)).toBe('0.00')
})

test.each([
  ['900.00', '2.00', '98.00'],
  ['999.99', '0.00', '0.01'],
])(
  'a payment after a credit memo over %s of 1,000.00 offers %s',
  async (goods, discount, amount) => {
    const id = await fixture.customer({ paymentTerms: '2/10 net 30' })
    const invoiceId = await fixture.charged(id, {
      total: '1080.00',
      goods: '1000.00',
      tax: '80.00',
    })
    const memo = { invoiceId, goods, tax: '80.00', reason: 'Too dear' }
    const made = (await fixture.post('credit-memos', memo)).json<{ id: number; total: string }>()
    const use = applied(invoiceId, made.total)
    expect((await fixture.post(`credit-memos/${made.id}/apply`, use)).statusCode).toBe(200)
    const [offered] = await fixture.get<SuggestedApplications>(
      `payments/offer?customerId=${id}&amount=${amount}`,
    )
    expect(offered).toMatchObject({ discountAllowed: discount, discount, amount })
    await fixture.paid(id, amount, { applyAsOffered: true })
    expect(await fixture.balance(id)).toBe('0.00')
  },
)
