import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { cookieOf, testPassword } from '#features/auth/server/testing.ts'

// Orders that a device entered without a connection: the same request may arrive more than once,
// also from another session of the same user.

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
  await prizm.builders.user({ username: 'bo', role: 'sales' })
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

async function signIn(): Promise<string> {
  const body = { username: 'bo', password: testPassword }
  return cookieOf(await prizm.call('POST', '/api/login', { body }))
}

async function createMobileOrder() {
  const customer = await prizm.builders.customer({ creditLimit: '1000.00' })
  const sku = await prizm.builders.sku({ price: '10.00', currentStock: 5 })
  const items = [{ skuId: sku.id, quantity: 2 }]
  return { customerId: customer.id, orderSource: 'mobile', items }
}

const create = (as: string, body: object) =>
  prizm.call('POST', '/api/orders/create', { as, body, headers: { 'idempotency-key': 'phone-1' } })
const orders = async () => {
  const text = 'select order_number as number, order_source as source from sales_orders'
  return (await prizm.database.pool.query(text)).rows
}

test('a request repeated in the next session returns the order of the first', async () => {
  const body = await createMobileOrder()
  const first = await signIn()
  const made = await create(first, body)
  expect(made.statusCode, made.body).toBe(201)
  await prizm.call('POST', '/api/logout', { as: first })
  expect((await create(first, body)).statusCode).toBe(401)
  const again = await create(await signIn(), body)
  expect(again.statusCode).toBe(201)
  expect(again.json().order.orderNumber).toBe(made.json().order.orderNumber)
  expect(await orders()).toEqual([{ number: made.json().order.orderNumber, source: 'mobile' }])
})
