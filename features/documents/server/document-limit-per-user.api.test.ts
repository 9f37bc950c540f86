import { expect, test } from 'vitest'
import { startTestApp } from '#app/testing.ts'

test('too many documents at once of one user are 429; other users get theirs', async () => {
  const prizm = await startTestApp()
  const [greedy, clerk] = [await prizm.signIn('viewer'), await prizm.signIn('sales')]
  const customer = await prizm.builders.customer({ creditLimit: '90000.00' })
  const sku = await prizm.builders.sku({ price: '1.00', currentStock: 1000 })
  const items = Array.from({ length: 5 }, () => ({ skuId: sku.id, quantity: 1 }))
  const body = { customerId: customer.id, items }
  const as = clerk
  const { order } = (await prizm.call('POST', '/api/orders/create', { as, body })).json()
  const print = (by: string) =>
    prizm.call('GET', `/api/sales-orders/${order.id}/confirmation/pdf`, { as: by })

  const many = Array.from({ length: 60 }, () => print(greedy))
  const other = print(clerk)
  const answers = await Promise.all(many)

  const printed = answers.filter(({ statusCode }) => statusCode === 200)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(printed.length).toBeGreaterThanOrEqual(20)
  expect(printed.every(({ rawPayload }) => rawPayload.subarray(0, 5).toString() === '%PDF-')).toBe(
    true,
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({
      code: 'too-many-documents',
      detail: '20 of your documents are already being created. Try again later',
    })
  }
  expect((await other).statusCode).toBe(200)
  expect((await print(greedy)).statusCode).toBe(200)
})
