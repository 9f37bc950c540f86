import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { IntakeMessageDetails } from '#features/intake/contract.ts'

// An imported file is a message of the intake inbox. Its open orders are run again after a fix.

let prizm: TestApp
let as: string
let customerId: number
let boltId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  const rich = { customerCode: 'RICH', creditLimit: '10000.00', address: 'Here' }
  customerId = (await prizm.builders.customer(rich)).id
  boltId = (await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity'
const file = [head, 'RICH,P-1,BOLT,2', 'RICH,P-2,BP-7,4'].join('\n')

const importFile = (text: string, query = '?fileName=march.csv') =>
  prizm.app.inject({
    method: 'POST',
    url: `/api/orders/import${query}`,
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: text,
  })
const list = async (): Promise<IntakeMessageDetails[]> =>
  (await prizm.call('GET', '/api/intake-messages?sort=id', { as })).json()
const run = (id: number, by = as) =>
  prizm.call('POST', `/api/intake-messages/${id}/run`, { as: by })
const orders = async () => {
  const found = await prizm.rows<{ po: string }>('select customer_po as po from sales_orders')
  return found.map(({ po }) => po).toSorted()
}
const correct = () => {
  const body = { customerId, text: 'bp-7', skuId: boltId }
  return prizm.call('POST', '/api/intake-corrections', { as, body })
}

test('a file whose orders are all created is recorded as placed', async () => {
  await importFile([head, 'RICH,P-1,BOLT,2'].join('\n'))
  const [message, ...others] = await list()
  expect(others).toEqual([])
  expect(message).toMatchObject({ channel: 'csv', subject: 'march.csv', state: 'placed' })
  expect(message?.orderNumbers).toHaveLength(1)
})

test('a dry run records nothing', async () => {
  await importFile(file, '?dryRun=true')
  expect(await list()).toEqual([])
})

test('a file with an unknown part number needs attention, and says in which row', async () => {
  await importFile(file)
  const [message] = await list()
  const details = await prizm.call('GET', `/api/intake-messages/${message?.id}`, { as })
  expect(details.json()).toMatchObject({ state: 'needs attention', hasForm: false, text: file })
  expect(details.json().problems).toEqual([
    {
      path: 'row 3 sku',
      message: 'Row 3: SKU BP-7 does not exist',
      part: { customerId, code: 'BP-7' },
    },
  ])
  expect(await orders()).toEqual(['P-1'])
})

test('after a correction only the order that was open is created, also days later', async () => {
  await importFile(file)
  const [message] = await list()
  await correct()
  prizm.clock.now = new Date(prizm.clock.now.getTime() + 3 * 24 * 60 * 60 * 1000)
  as = await prizm.signIn('manager')
  const again = await run(message?.id ?? 0)
  expect(again.statusCode, again.body).toBe(200)
  expect(again.json()).toMatchObject({ state: 'placed', problems: [] })
  expect(again.json().orders).toHaveLength(2)
  expect(await orders()).toEqual(['P-1', 'P-2'])
})

test('two runs at once create each order once', async () => {
  await importFile(file)
  const [message] = await list()
  await correct()
  const both = await Promise.all([run(message?.id ?? 0), run(message?.id ?? 0)])
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(1)
  expect(await orders()).toEqual(['P-1', 'P-2'])
})

test('an order that the user left out stays out when the file is run again', async () => {
  await importFile(file, '?leave=2')
  const [message] = await list()
  await correct()
  await run(message?.id ?? 0)
  expect(await orders()).toEqual(['P-2'])
})

test('a file that was imported before is a duplicate', async () => {
  const text = [head, 'RICH,P-1,BOLT,2'].join('\n')
  await importFile(text)
  await importFile(text)
  const [first, second] = await list()
  expect(second).toMatchObject({ state: 'duplicate', duplicateOf: first?.id })
  expect(await orders()).toEqual(['P-1'])
})

test('the order of an API key that is refused waits in the inbox', async () => {
  const manager = await prizm.builders.user({ role: 'manager' })
  const admin = await prizm.signIn('admin')
  const form = { name: 'web shop', scopes: ['orders'], userId: manager.id }
  const made = await prizm.call('POST', '/api/api-keys', { as: admin, body: form })
  const headers = { authorization: `Bearer ${made.json().key}` }
  const items = [{ skuId: boltId, quantity: 51 }]
  const body = { customerId, customerPO: 'W-1', items }
  const send = () => prizm.call('POST', '/api/orders/create', { headers, body })
  expect((await send()).json().code).toBe('insufficient-stock')
  expect((await send()).statusCode).toBe(409)
  const [message, ...others] = await list()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    channel: 'api',
    sender: 'web shop',
    customerCode: 'RICH',
    customerPO: 'W-1',
    state: 'needs attention',
    problem: expect.stringMatching(/^Not enough stock: BOLT is 1 short/),
    arrivals: 2,
  })
  const again = await run(message?.id ?? 0)
  expect(again.json()).toMatchObject({ state: 'received', problems: [] })
})

test('a refused order of a user is on their screen, not in the inbox', async () => {
  const body = { customerId, items: [{ skuId: boltId, quantity: 51 }] }
  const refused = await prizm.call('POST', '/api/orders/create', { as, body })
  expect(refused.statusCode).toBe(409)
  expect(await list()).toEqual([])
})
