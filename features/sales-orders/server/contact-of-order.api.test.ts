import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { SalesOrderDetails } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
})
afterEach(() => prizm.close())

/** An order of a customer with a contact. */
async function orderOfAda(): Promise<number> {
  const customer = { creditLimit: '900.00', contactName: 'Ada Byron' }
  const { id: customerId } = await prizm.builders.customer(customer)
  const { id: skuId } = await prizm.builders.sku({ sku: 'W', price: '2.00', currentStock: 9 })
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const made = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().order.id
}

test('the contact of the customer is in the order for those who may read customers', async () => {
  const id = await orderOfAda()
  const read = async (by: string) => {
    const answer = await prizm.call('GET', `/api/sales-orders/${id}`, { as: by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<SalesOrderDetails>()
  }
  const packing = ['salesOrders.read'] as const
  await prizm.builders.ownRole({ name: 'Packer', permissions: [...packing] })
  await prizm.builders.ownRole({ name: 'Clerk', permissions: [...packing, 'customers.read'] })
  const [packer, clerk] = [
    await prizm.builders.session(await prizm.builders.user({ role: 'Packer' })),
    await prizm.builders.session(await prizm.builders.user({ role: 'Clerk' })),
  ]
  expect((await read(as)).contactName).toBe('Ada Byron')
  expect((await read(clerk)).contactName).toBe('Ada Byron')
  expect(await read(packer)).not.toHaveProperty('contactName')
})
