import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let as: string
let builders: ReturnType<typeof orderBuilders>

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('manager')
  builders = orderBuilders(prizm.database.db)
})
afterEach(() => prizm.close())

const url = '/api/planned-prices'
const head = 'SKU,Effective Date,Selling Price,Tier 1 Price,Tier 2 Price,Tier 3 Price,Reason\n'
const send = (file: string, query = '', by = as) =>
  prizm.app.inject({
    method: 'POST',
    url: `${url}/import${query}`,
    headers: { cookie: by, 'content-type': 'text/csv' },
    payload: file,
  })
const undo = (id: number) => prizm.call('POST', `${url}/import/${id}/undo`, { as })
const get = async (path: string) => (await prizm.call('GET', path, { as })).json()
/** The planned prices, each as `sku day price tier1`. */
const planned = async () =>
  (await get(url)).map((plan: Record<string, string | null>) =>
    [plan['sku'], plan['effectiveDate'], plan['price'], plan['tier1Price'] ?? '-'].join(' '),
  )
const goTo = (moment: string) => {
  prizm.clock.now = new Date(moment)
}
const validated = async (customerId: number, skuId: number) => {
  const body = { customerId, items: [{ skuId, quantity: 1 }] }
  const answer = await prizm.call('POST', '/api/orders/validate', { as, body })
  return answer.json().pricing.lineItems[0].unitPrice
}

test('a file plans prices that orders of their days have, and plans nothing twice', async () => {
  const one = await builders.item({ sku: 'W-1', price: '10.00', tier1Price: '9.00' })
  const two = await builders.item({ sku: 'W-2', price: '20.00' })
  const buyer = await builders.buyer()
  const file =
    `${head}w-1,3/4/2026,$12.00,,,,Metal\n` +
    'W-1,2026-03-06,13.00,11.50,,,\nW-2,2026-03-04,21.00,,,,\n'
  const outcome = { rows: 3, created: 3, updated: 0, skipped: 0, unchanged: 0, errors: [] }
  const checked = (await send(file, '?dryRun=true')).json()
  expect(checked).toEqual({ ...outcome, importId: null, ignored: [] })
  expect(await planned()).toEqual([])
  const done = (await send(file, '?fileName=spring.csv')).json()
  expect(done).toMatchObject({ ...outcome, importId: expect.any(Number) })
  // An empty tier price remains as it is by then.
  expect(await planned()).toEqual([
    'W-1 2026-03-04 12.00 9.00',
    'W-2 2026-03-04 21.00 -',
    'W-1 2026-03-06 13.00 11.50',
  ])
  expect(await get('/api/imports?table=sku_prices')).toMatchObject([
    { fileName: 'spring.csv', created: 3, updated: 0, canUndo: true },
  ])
  expect((await get('/api/activity/1?entity=sku')).slice(-1)).toMatchObject([
    {
      action: 'plan_prices',
      reason: 'Metal',
      changes: {
        effectiveDate: { from: null, to: '2026-03-04' },
        price: { from: '10.00', to: '12.00' },
      },
    },
  ])
  expect((await send(file)).json()).toMatchObject({ created: 0, unchanged: 3, importId: null })
  expect(await validated(buyer, one)).toBe('10.00')
  goTo('2026-03-04T15:00:00Z')
  expect([await validated(buyer, one), await validated(buyer, two)]).toEqual(['12.00', '21.00'])
  goTo('2026-03-06T15:00:00Z')
  expect(await validated(buyer, one)).toBe('13.00')
  expect(await brokenInvariants(prizm.database.pool)).toEqual([])
})

test('errors are reported by row and field, and nothing is planned', async () => {
  await builders.item({ sku: 'W-1', price: '10.00' })
  await send(`${head}W-1,2026-03-04,12.00,,,,\n`)
  const file = [
    'W-1,2026-03-02,12.00,,,,',
    'NONE,2026-03-05,12.00,,,,',
    'W-1,2026-03-04,13.00,,,,',
    'W-1,2026-03-07,14.00,,,,',
    'w-1,2026-03-07,15.00,,,,',
    'W-1,,16.00,,,,',
    'W-1,2026-03-08,,,,,',
    'W-1,2026-03-09,-1,,,,',
  ].join('\n')
  const checked = (await send(head + file, '?dryRun=true')).json()
  expect(checked.errors).toEqual([
    { row: 2, field: 'effectiveDate', message: 'Must be after today' },
    { row: 3, field: 'sku', message: 'This SKU does not exist' },
    { row: 4, field: 'price', message: '12.00 is planned for that day already. Cancel it first' },
    { row: 6, field: 'effectiveDate', message: 'Row 5 already has this SKU and date' },
    { row: 7, field: 'effectiveDate', message: 'Required' },
    { row: 8, field: 'price', message: 'Required' },
    { row: 9, field: 'price', message: 'Must not be negative' },
  ])
  const answer = await send(head + file)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toBe('7 rows have errors, so nothing was imported')
  expect(await planned()).toEqual(['W-1 2026-03-04 12.00 -'])
})

test('an undo cancels the plans except those that have begun or were cancelled', async () => {
  await builders.item({ sku: 'W-1', price: '10.00' })
  const rows = ['2026-03-04,12.00', '2026-03-05,13.00', '2026-03-06,14.00']
  const file = head + rows.map((row) => `W-1,${row},,,,\n`).join('')
  const { importId } = (await send(file)).json()
  const [, second] = await get(url)
  await prizm.call('DELETE', `${url}/${second.id}`, { as })
  goTo('2026-03-04T15:00:00Z')
  const answer = (await undo(importId)).json()
  expect(answer.done).toHaveLength(1)
  expect(answer.kept.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    'A planned price was cancelled since',
    'The price of W-1 from 3/4/2026 is already in effect',
  ])
  expect(await planned()).toEqual([])
  expect((await get('/api/skus/1/prices'))[0]).toMatchObject({
    effectiveDate: '2026-03-04',
    price: '12.00',
    standing: 'current',
  })
  expect((await undo(importId)).statusCode).toBe(409)
  expect((await undo(999)).statusCode).toBe(404)
})

test('two concurrent files plan a price once; a role that may not import plans none', async () => {
  await builders.item({ sku: 'W-1', price: '10.00' })
  const file = `${head}W-1,2026-03-04,12.00,,,,\n`
  const answers = await Promise.all([send(file), send(file)])
  const created = answers.map((answer): number => answer.json().created)
  expect(created.toSorted((one, other) => one - other)).toEqual([0, 1])
  expect(await planned()).toEqual(['W-1 2026-03-04 12.00 -'])
  expect((await send(file, '', await prizm.signIn('sales'))).statusCode).toBe(403)
})
