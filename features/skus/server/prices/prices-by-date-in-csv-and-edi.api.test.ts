import { afterEach, beforeEach, expect, test } from 'vitest'
import { withControlNumber, sample, withPartner } from '#features/edi/server/testing.ts'

// Orders from files have the prices of the day on which they arrive, as typed orders do.

let edi: Awaited<ReturnType<typeof withPartner>>

beforeEach(async () => {
  edi = await withPartner()
  const [{ id } = { id: 0 }] = await edi.query<{ id: number }>(
    `select id from skus where sku = 'WID-100'`,
  )
  const none = { tier1Price: null, tier2Price: null, tier3Price: null }
  const plan = { id, version: 1, price: '13.00', ...none }
  const body = { effectiveDate: '2026-03-04', prices: [plan] }
  const answer = await edi.prizm.call('POST', '/api/planned-prices', { as: edi.admin, body })
  expect(answer.json().done).toHaveLength(1)
})
afterEach(async () => {
  expect(await edi.broken()).toEqual([])
  await edi.prizm.close()
})

const goTo = (moment: string) => {
  edi.prizm.clock.now = new Date(moment)
}
const prices = () =>
  edi.query(`select o.order_date as day, i.unit_price as price
             from sales_order_items i join sales_orders o on o.id = i.sales_order_id
             join skus s on s.id = i.sku_id
             where s.sku = 'WID-100' order by o.id`)

test('an order of a CSV file has the price of its day', async () => {
  const imported = async (po: string) => {
    const answer = await edi.prizm.app.inject({
      method: 'POST',
      url: '/api/orders/import',
      headers: { cookie: await edi.prizm.signIn('manager'), 'content-type': 'text/csv' },
      payload: `Customer Code,Customer PO,SKU Code,Quantity\nACME,${po},WID-100,1\n`,
    })
    expect(answer.json().orders).toMatchObject([{ fate: 'create' }])
  }
  await imported('P-1')
  goTo('2026-03-04T15:00:00Z')
  await imported('P-2')
  expect(await prices()).toEqual([
    { day: '2026-03-02', price: '12.50' },
    { day: '2026-03-04', price: '13.00' },
  ])
})

test('an 850 order has the price of its day, and another expected price holds it', async () => {
  const good = sample('850')
  expect((await edi.take(good)).orders).toMatchObject([{ state: 'taken' }])
  goTo('2026-03-04T15:00:00Z')
  const stale = withControlNumber(good, 102).replaceAll('CPO-10045', 'CPO-10046')
  expect((await edi.take(stale)).orders).toMatchObject([{ state: 'held' }])
  const raised = good.replace('PO1*1*24*EA*12.50', 'PO1*1*24*EA*13.00')
  const right = withControlNumber(raised, 103).replaceAll('CPO-10045', 'CPO-10047')
  expect((await edi.take(right)).orders).toMatchObject([{ state: 'taken' }])
  expect(await prices()).toEqual([
    { day: '2026-03-02', price: '12.50' },
    { day: '2026-03-04', price: '13.00' },
    { day: '2026-03-04', price: '13.00' },
  ])
})
