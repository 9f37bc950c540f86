import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import type { ImportedOrder } from '../../contract.ts'
import { differentReplays } from '../testing.ts'

// Orders of a file that resemble an order of their customer, or one before them in the file.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  await prizm.builders.customer({ customerCode: 'C-1', creditLimit: '10000.00', address: 'Here' })
  await prizm.builders.sku({ sku: 'BOLT', price: '10.00', currentStock: 50 })
  await prizm.rows(`update customers set duplicate_check = 'lines'`)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const head = 'Customer Code,Customer PO,SKU Code,Quantity\n'
const importFile = async (lines: string[], query: Record<string, string> = {}) => {
  const headers = { cookie: as, 'content-type': 'text/csv' }
  const payload = head + lines.join('\n')
  const url = '/api/orders/import'
  const answer = await prizm.app.inject({ method: 'POST', url, query, headers, payload })
  return answer.json<{ orders: ImportedOrder[] }>().orders
}
const outcomesOf = (orders: ImportedOrder[]) => orders.map(({ fate, says }) => [fate, says])
const held = () =>
  prizm.rows(`select customer_po as po, hold_reason as hold from sales_orders order by id`)

test('a PO with other zeros and blanks is parked, as the dry run says', async () => {
  const [first] = await importFile(['C-1,4711,BOLT,5'])
  const note = `PO 00 4711 is already used on ${first?.orderNumber}`
  const says = `${note}. It is parked until someone reviews it`
  const lines = ['C-1,00 4711,BOLT,1']
  expect(outcomesOf(await importFile(lines, { dryRun: 'true' }))).toEqual([['hold', says]])
  expect(outcomesOf(await importFile(lines))).toEqual([['hold', says]])
  expect(await held()).toEqual([
    { po: '4711', hold: null },
    { po: '00 4711', hold: 'parked' },
  ])
  expect(outcomesOf(await importFile(lines))).toEqual([['exists', null]])
})

test('another order with a customer PO of the same day is parked, not passed over', async () => {
  const [first] = await importFile(['C-1,P-1,BOLT,5'])
  const note = `PO P-1 is already used on ${first?.orderNumber}`
  const says = `${note}. It is parked until someone reviews it`
  const lines = ['C-1,P-1,BOLT,6']
  expect(outcomesOf(await importFile(lines, { dryRun: 'true' }))).toEqual([['hold', says]])
  expect(outcomesOf(await importFile(lines))).toEqual([['hold', says]])
  expect(await held()).toEqual([
    { po: 'P-1', hold: null },
    { po: 'P-1', hold: 'parked' },
  ])
  expect(await prizm.rows('select current_stock, reserved from skus')).toEqual([
    { current_stock: 50, reserved: 5 },
  ])
})

test('a standing order is parked on the next day, once', async () => {
  const lines = ['C-1,P-1,BOLT,5']
  const [first] = await importFile(lines)
  expect(outcomesOf(await importFile(lines))).toEqual([['exists', null]])
  prizm.clock.now = new Date('2026-03-03T15:00:00Z')
  as = await prizm.signIn('manager')
  const note = `PO P-1 is already used on ${first?.orderNumber}`
  const says = `${note}. It is parked until someone reviews it`
  expect(outcomesOf(await importFile(lines, { dryRun: 'true' }))).toEqual([['hold', says]])
  expect(outcomesOf(await importFile(lines))).toEqual([['hold', says]])
  expect(outcomesOf(await importFile(lines))).toEqual([['exists', null]])
  expect(await held()).toEqual([
    { po: 'P-1', hold: null },
    { po: 'P-1', hold: 'parked' },
  ])
})

test('where the customer parks nothing, a person decides on a PO with other zeros', async () => {
  await prizm.rows(`update customers set duplicate_check = 'off'`)
  const [first] = await importFile(['C-1,PO 4711,BOLT,5'])
  const exists = { fate: 'exists', orderNumber: first?.orderNumber }
  expect(await importFile(['C-1,po 4711,BOLT,1'])).toMatchObject([exists])
  const lines = ['C-1,00po4711,BOLT,1']
  const repeat = {
    fate: 'repeat',
    orderNumber: first?.orderNumber,
    says: 'This customer PO was ordered as PO 4711 on 3/2/2026. Choose to create it again or not',
    canRepeat: true,
  }
  expect(await importFile(lines)).toMatchObject([repeat])
  prizm.clock.now = new Date('2026-03-03T15:00:00Z')
  as = await prizm.signIn('manager')
  expect(await importFile(lines)).toMatchObject([repeat])
  expect(await held()).toEqual([{ po: 'PO 4711', hold: null }])
  expect((await importFile(lines, { again: '2' })).map(({ fate }) => fate)).toEqual(['create'])
  // Of both orders, the one that is spelled the same is the same order.
  expect(await importFile(['C-1,00PO4711,BOLT,1'])).toMatchObject([{ fate: 'exists' }])
  expect(await importFile(['C-1,PO 4711,BOLT,5'])).toMatchObject([
    { fate: 'repeat', orderNumber: first?.orderNumber },
  ])
})

test.each(['off', 'po'])('POs of zeros alone are different POs with the rule %s', async (rule) => {
  await prizm.database.pool.query('update customers set duplicate_check = $1', [rule])
  await importFile(['C-1,0,BOLT,5'])
  const orders = await importFile(['C-1,00,BOLT,5', 'C-1,0,BOLT,5'])
  expect(orders.map(({ fate }) => fate)).toEqual(['create', 'exists'])
  expect(await held()).toEqual([
    { po: '0', hold: null },
    { po: '00', hold: null },
  ])
})

test('of two equal orders of a file the second is parked', async () => {
  const lines = ['C-1,P-1,BOLT,5', 'C-1,P-2,BOLT,5']
  const dryRun = await importFile(lines, { dryRun: 'true' })
  expect(dryRun.map(({ fate }) => fate)).toEqual(['create', 'hold'])
  expect(dryRun[1]?.says).toBe(
    'It has the same lines as an order of this file. It is parked until someone reviews it',
  )
  expect((await importFile(lines)).map(({ fate }) => fate)).toEqual(['create', 'hold'])
  expect(await held()).toEqual([
    { po: 'P-1', hold: null },
    { po: 'P-2', hold: 'parked' },
  ])
})

test('a parked order takes no stock in a dry run, and a refused one is not compared', async () => {
  const lines = [30, 30, 60, 60, 20].map((units, index) => `C-1,P-${index + 1},BOLT,${units}`)
  const fates = ['create', 'hold', 'refused', 'refused', 'create']
  const dryRun = await importFile(lines, { dryRun: 'true' })
  expect(dryRun.map(({ fate }) => fate)).toEqual(fates)
  expect((await importFile(lines)).map(({ fate }) => fate)).toEqual(fates)
  expect(await held()).toEqual([
    { po: 'P-1', hold: null },
    { po: 'P-2', hold: 'parked' },
    { po: 'P-5', hold: null },
  ])
})

test('an order that the user chose to create again is not parked', async () => {
  await importFile(['C-1,,BOLT,5'])
  const [again] = await importFile(['C-1,,BOLT,5'], { again: '2' })
  expect(again).toMatchObject({ fate: 'create' })
  expect(await held()).toEqual([
    { po: null, hold: null },
    { po: null, hold: null },
  ])
})
