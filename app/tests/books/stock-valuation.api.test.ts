import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { goodsFixture } from './goods-testing.ts'

// Account 1200 equals the stock valuation after any purchase, sale, count, bill or return.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof goodsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await goodsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

test('100 units bought at 8.00 and sold leave zero, whatever the SKU’s cost', async () => {
  await fixture.bought(100, '8.00')
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 100,
    value: '800.00',
    average: '8.0000',
  })
  await fixture.sold(60)
  expect(await fixture.goods()).toMatchObject({ stock: '320.00', cost: '480.00' })
  await fixture.sold(40)
  expect(await fixture.goods()).toEqual({ cost: '800.00' })
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 0,
    value: '0.00',
    average: '8.0000',
  })
})

test('goods bought at two prices ship at their average cost', async () => {
  await fixture.bought(100, '8.00')
  await fixture.bought(50, '11.00')
  await fixture.sold(30)
  expect(await fixture.goods()).toMatchObject({ stock: '1080.00', cost: '270.00' })
})

test('a higher bill price goes to stock and cost of sales; a void reverses it', async () => {
  const order = await fixture.bought(100, '8.00')
  await fixture.sold(60)
  const bill = await fixture.billed(order, 100, '8.50')
  expect(await fixture.goods()).toEqual({ stock: '340.00', cost: '510.00' })
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 40,
    value: '340.00',
    average: '8.5000',
  })
  await fixture.sold(20)
  await fixture.answered(fixture.billAct(bill.id, 'void'))
  // Twenty of the hundred are still in stock, so a fifth of the difference reduces the stock value.
  expect(await fixture.goods()).toEqual({ stock: '160.00', cost: '640.00' })
})

test('a customer return is valued at the cost of its shipment', async () => {
  await fixture.bought(10, '8.00')
  const order = await fixture.sold(10)
  await fixture.bought(10, '10.00')
  await fixture.cameBack(order, 4)
  expect(await fixture.goods()).toMatchObject({ stock: '132.00', cost: '48.00' })
  expect(await fixture.stockOf(fixture.skuId)).toMatchObject({ average: '9.4286' })
})

test('a vendor return ships at average cost, the difference is variance', async () => {
  await fixture.bought(10, '8.00')
  const dear = await fixture.bought(10, '10.00')
  await fixture.sentBack(dear, 10)
  expect(await fixture.goods()).toEqual({ stock: '90.00', variance: '-10.00' })
})

test('a reversed receipt restores the stock and its value', async () => {
  await fixture.bought(10, '8.00')
  await fixture.bought(100, '20.00')
  const [{ id }] = await fixture.query('select max(id) as id from receipts')
  await fixture.answered(
    fixture.post(`/api/receipts/${id}/reverse`, fixture.warehouse, { reason: 'Typed' }),
  )
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 10,
    value: '80.00',
    average: '8.0000',
  })
  expect(await fixture.goods()).toEqual({ stock: '80.00' })
})

test('the valuation on a past date equals account 1200 on that date', async () => {
  await fixture.bought(10, '8.00')
  prizm.clock.now = new Date('2026-03-05T15:00:00Z')
  await fixture.bought(10, '10.00')
  await fixture.sold(5)
  prizm.clock.now = new Date('2026-03-09T15:00:00Z')
  await fixture.sold(15)
  const row = { sku: 'S-1', unitOfMeasure: 'EA' }
  expect(await fixture.valuation('2026-03-01')).toEqual([])
  expect(await fixture.valuation('2026-03-04')).toMatchObject([
    { ...row, onHand: 10, cost: '8.00', value: '80.00' },
  ])
  expect(await fixture.valuation('2026-03-05')).toMatchObject([
    { ...row, onHand: 15, cost: '9.00', value: '135.00' },
  ])
  expect(await fixture.valuation('2026-03-09')).toEqual([])
  const balance = async (asOf: string) => {
    const url = `/api/journal/trial-balance?asOf=${asOf}`
    const answer = await prizm.call('GET', url, { as: fixture.finance })
    const { accounts } = answer.json<{ accounts: { account: string; balance: string }[] }>()
    return accounts.find(({ account }) => account === '1200')?.balance
  }
  expect([await balance('2026-03-04'), await balance('2026-03-05')]).toEqual(['80.00', '135.00'])
  expect(await balance('2026-03-09')).toBe('0.00')
})

test('at standard cost a higher price is variance, a new cost revalues the stock', async () => {
  await fixture.set({ costMethod: 'standard' })
  const order = await fixture.bought(100, '4.50')
  expect(await fixture.goods()).toEqual({ stock: '400.00', variance: '50.00' })
  await fixture.sold(40)
  await fixture.billed(order, 100, '4.60')
  expect(await fixture.goods()).toEqual({ stock: '240.00', cost: '160.00', variance: '60.00' })
  expect((await fixture.setCost('5.00')).statusCode).toBe(200)
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 60,
    value: '300.00',
    average: '5.0000',
  })
  expect((await fixture.balances())['5150']).toBe('-60.00')
  const [entry] = await fixture.query(
    `select memo, posted_on::text as day from journal_entries where source = 'stock_revaluation'`,
  )
  expect(entry).toEqual({ memo: 'Stock of S-1 revalued at standard cost', day: '2026-03-02' })
  await fixture.sold(60)
  expect(await fixture.goods()).toEqual({ cost: '460.00', variance: '60.00' })
})

test('at moving average an entered cost revalues only stock without value', async () => {
  await fixture.bought(10, '8.00')
  await fixture.setCost('5.00')
  expect(await fixture.stockOf(fixture.skuId)).toMatchObject({ value: '80.00' })
  const { id } = await prizm.builders.sku({ sku: 'FREE', cost: '0', currentStock: 10 })
  const body = { sku: 'FREE', name: 'Free', price: '10.00', cost: '2.00' }
  await prizm.call('PUT', `/api/skus/${id}`, { as: fixture.manager, body })
  expect(await fixture.stockOf(id)).toEqual({ units: 10, value: '20.00', average: '2.0000' })
})

test('switching to standard cost revalues all stock from then on, and back', async () => {
  await fixture.bought(10, '8.00')
  await fixture.set({ costMethod: 'standard' })
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 10,
    value: '40.00',
    average: '4.0000',
  })
  expect(await fixture.balances()).toMatchObject({ '1200': '40.00', '5150': '40.00' })
  await fixture.set({ costMethod: 'average' })
  await fixture.bought(10, '8.00')
  expect(await fixture.stockOf(fixture.skuId)).toEqual({
    units: 20,
    value: '120.00',
    average: '6.0000',
  })
})

test('importing new costs revalues in one entry, and its undo in another', async () => {
  await fixture.set({ costMethod: 'standard' })
  await fixture.bought(10, '4.00')
  const text = 'SKU,Product Name,Cost,Selling Price\nS-1,Thing 1,6.00,10.00\n'
  const file = await prizm.app.inject({
    method: 'POST',
    url: '/api/skus/import?existing=update',
    headers: { cookie: fixture.manager, 'content-type': 'text/csv' },
    payload: text,
  })
  expect(file.json()).toMatchObject({ updated: 1, errors: [] })
  expect(await fixture.stockOf(fixture.skuId)).toMatchObject({ value: '60.00' })
  const { importId } = file.json<{ importId: number }>()
  await fixture.answered(fixture.post(`/api/skus/import/${importId}/undo`, fixture.manager))
  expect(await fixture.stockOf(fixture.skuId)).toMatchObject({ value: '40.00' })
  expect(await fixture.balances()).toEqual({ '1200': '40.00', '2050': '-40.00' })
})
