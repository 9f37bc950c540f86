import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/testing.ts'
import { payablesDesk } from '#features/payables/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { ReturnDetails } from '#features/returns/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'

// Account 1200 is the stock valuation, whatever is bought, sold, counted, billed and taken back.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof payablesDesk>>
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await payablesDesk(prizm)
  customerId = await orderBuilders(prizm.database.db).buyer({ creditLimit: '9999999.00' })
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

const answered = async <A>(call: ReturnType<typeof desk.post>): Promise<A> => {
  const answer = await call
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json<A>()
}
/** An approved order of so many units at a price, all of them received unless said. */
const bought = async (
  quantity: number,
  unitPrice: string,
  { arrived = quantity, skuId = 0 } = {},
) => {
  const items = [{ skuId: skuId || desk.skuId, quantity, unitPrice }]
  const made = await desk.made({ items, status: 'submitted' })
  const order = await answered<PurchaseOrderDetails>(desk.act(made.id, 'approve', desk.manager))
  if (arrived > 0) await receive(order, arrived)
  return order
}
const receive = (order: PurchaseOrderDetails, quantity: number) => {
  const items = [{ itemId: order.items[0]?.id, quantity }]
  return answered(desk.act(order.id, 'receive', desk.warehouse, { items }))
}
const sold = async (quantity: number, skuId = desk.skuId): Promise<SalesOrderDetails> => {
  const body = { customerId, items: [{ skuId, quantity }] }
  const placed = desk.post('/api/orders/create', desk.manager, body)
  const { order } = await answered<{ order: SalesOrderDetails }>(placed)
  await answered(desk.post(`/api/sales-orders/${order.id}/process`, desk.manager, {}))
  return answered(desk.post(`/api/sales-orders/${order.id}/ship`, desk.manager, {}))
}
/** A bill of units of an order, released by a colleague where it is blocked. */
const billed = async (order: PurchaseOrderDetails, quantity: number, unitPrice: string) => {
  const made = await desk.entered({
    vendorId: desk.vendorId,
    lines: [desk.lineOf(order, quantity, unitPrice)],
  })
  if (made.status === 'blocked') await answered(desk.billAct(made.id, 'release', desk.colleague))
  return made
}
const cameBack = async (order: SalesOrderDetails, quantity: number): Promise<void> => {
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const body = { type: 'rma', reason: 'Too many', salesOrderId: order.id, items }
  const { id } = await answered<ReturnDetails>(desk.post('/api/returns', desk.manager, body))
  await answered(desk.post(`/api/returns/${id}/approve`, desk.manager, {}))
  await answered(desk.post(`/api/returns/${id}/receive`, desk.warehouse, {}))
}
const sentBack = async (order: PurchaseOrderDetails, quantity: number): Promise<void> => {
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const body = { type: 'rtv', reason: 'Faulty', purchaseOrderId: order.id, items }
  const { id } = await answered<ReturnDetails>(desk.post('/api/returns', desk.buyer, body))
  await answered(desk.post(`/api/returns/${id}/approve`, desk.manager, {}))
  await answered(desk.post(`/api/returns/${id}/ship`, desk.warehouse, {}))
}
const counted = (skuId: number, currentStock: number) =>
  answered(
    desk.post(`/api/skus/${skuId}/adjust`, desk.manager, { currentStock, stockReason: 'Counted' }),
  )
/** Debits less credits of the accounts that goods move. */
const goods = async () => {
  const {
    1200: stock,
    3000: equity,
    5000: cost,
    5100: variance,
    5200: scrap,
  } = await desk.balances()
  return { stock, equity, cost, variance, scrap }
}
const stockOf = async (skuId: number) => {
  const [row] = await desk.query(
    `select current_stock as units, stock_value as value, average_cost as average
     from skus where id = ${skuId}`,
  )
  return row as { units: number; value: string; average: string }
}

test('100 bought at 8.00 and sold leave nothing, whatever the SKU says they cost', async () => {
  await bought(100, '8.00')
  expect(await stockOf(desk.skuId)).toEqual({ units: 100, value: '800.00', average: '8.0000' })
  await sold(60)
  expect(await goods()).toMatchObject({ stock: '320.00', cost: '480.00' })
  await sold(40)
  expect(await goods()).toEqual({ cost: '800.00' })
  expect(await stockOf(desk.skuId)).toEqual({ units: 0, value: '0.00', average: '8.0000' })
})

test('goods of two prices leave at their average', async () => {
  await bought(100, '8.00')
  await bought(50, '11.00')
  await sold(30)
  expect(await goods()).toMatchObject({ stock: '1080.00', cost: '270.00' })
})

test('a dearer bill goes to the goods still there and to those sold; its void takes it back', async () => {
  const order = await bought(100, '8.00')
  await sold(60)
  const bill = await billed(order, 100, '8.50')
  expect(await goods()).toEqual({ stock: '340.00', cost: '510.00' })
  expect(await stockOf(desk.skuId)).toEqual({ units: 40, value: '340.00', average: '8.5000' })
  await sold(20)
  await answered(desk.billAct(bill.id, 'void'))
  // Twenty of the hundred are there, so a fifth of the difference comes out of the stock.
  expect(await goods()).toEqual({ stock: '160.00', cost: '640.00' })
})

test('a customer’s return comes back at the cost at which it went out', async () => {
  await bought(10, '8.00')
  const order = await sold(10)
  await bought(10, '10.00')
  await cameBack(order, 4)
  expect(await goods()).toMatchObject({ stock: '132.00', cost: '48.00' })
  expect(await stockOf(desk.skuId)).toMatchObject({ average: '9.4286' })
})

test('goods leave for their vendor at the average, the difference is variance', async () => {
  await bought(10, '8.00')
  const dear = await bought(10, '10.00')
  await sentBack(dear, 10)
  expect(await goods()).toEqual({ stock: '90.00', variance: '-10.00' })
})

test('a reversed receipt leaves as if it had never come', async () => {
  await bought(10, '8.00')
  await bought(100, '20.00')
  const [{ id }] = await desk.query('select max(id) as id from receipts')
  await answered(desk.post(`/api/receipts/${id}/reverse`, desk.warehouse, { reason: 'Typed' }))
  expect(await stockOf(desk.skuId)).toEqual({ units: 10, value: '80.00', average: '8.0000' })
  expect(await goods()).toEqual({ stock: '80.00' })
})

const valuation = async (asOf: string) => {
  const url = `/api/reports/stock-valuation?asOf=${asOf}`
  const answer = await prizm.call('GET', url, { as: desk.finance })
  return answer.json<object[]>()
}

test('the valuation of a past day is account 1200 of that day, whatever came later', async () => {
  await bought(10, '8.00')
  prizm.clock.now = new Date('2026-03-05T15:00:00Z')
  await bought(10, '10.00')
  await sold(5)
  prizm.clock.now = new Date('2026-03-09T15:00:00Z')
  await sold(15)
  const row = { sku: 'S-1', unitOfMeasure: 'EA' }
  expect(await valuation('2026-03-01')).toEqual([])
  expect(await valuation('2026-03-04')).toMatchObject([
    { ...row, onHand: 10, cost: '8.00', value: '80.00' },
  ])
  expect(await valuation('2026-03-05')).toMatchObject([
    { ...row, onHand: 15, cost: '9.00', value: '135.00' },
  ])
  expect(await valuation('2026-03-09')).toEqual([])
  const balance = async (asOf: string) => {
    const url = `/api/journal/trial-balance?asOf=${asOf}`
    const answer = await prizm.call('GET', url, { as: desk.finance })
    const { accounts } = answer.json<{ accounts: { account: string; balance: string }[] }>()
    return accounts.find(({ account }) => account === '1200')?.balance
  }
  expect([await balance('2026-03-04'), await balance('2026-03-05')]).toEqual(['80.00', '135.00'])
  expect(await balance('2026-03-09')).toBe('0.00')
})

const setCost = (cost: string) =>
  prizm.call('PUT', `/api/skus/${desk.skuId}`, {
    as: desk.manager,
    body: { sku: 'S-1', name: 'Thing 1', price: '10.00', cost },
  })

test('at a standard cost what goods cost more is variance, and a new cost revalues the stock', async () => {
  await desk.set({ costMethod: 'standard' })
  const order = await bought(100, '4.50')
  expect(await goods()).toEqual({ stock: '400.00', variance: '50.00' })
  await sold(40)
  await billed(order, 100, '4.60')
  expect(await goods()).toEqual({ stock: '240.00', cost: '160.00', variance: '60.00' })
  expect((await setCost('5.00')).statusCode).toBe(200)
  expect(await stockOf(desk.skuId)).toEqual({ units: 60, value: '300.00', average: '5.0000' })
  expect((await desk.balances())['5150']).toBe('-60.00')
  const [entry] = await desk.query(
    `select memo, posted_on::text as day from journal_entries where source = 'stock_revaluation'`,
  )
  expect(entry).toEqual({ memo: 'Stock of S-1 revalued at standard cost', day: '2026-03-02' })
  await sold(60)
  expect(await goods()).toEqual({ cost: '460.00', variance: '60.00' })
})

test('at the moving average a typed cost changes no stock but one that is worth nothing', async () => {
  await bought(10, '8.00')
  await setCost('5.00')
  expect(await stockOf(desk.skuId)).toMatchObject({ value: '80.00' })
  const { id } = await prizm.given.sku({ sku: 'FREE', cost: '0', currentStock: 10 })
  const body = { sku: 'FREE', name: 'Free', price: '10.00', cost: '2.00' }
  await prizm.call('PUT', `/api/skus/${id}`, { as: desk.manager, body })
  expect(await stockOf(id)).toEqual({ units: 10, value: '20.00', average: '2.0000' })
})

test('the standard cost holds for all stock from the moment it is chosen, and back', async () => {
  await bought(10, '8.00')
  await desk.set({ costMethod: 'standard' })
  expect(await stockOf(desk.skuId)).toEqual({ units: 10, value: '40.00', average: '4.0000' })
  expect(await desk.balances()).toMatchObject({ '1200': '40.00', '5150': '40.00' })
  await desk.set({ costMethod: 'average' })
  await bought(10, '8.00')
  expect(await stockOf(desk.skuId)).toEqual({ units: 20, value: '120.00', average: '6.0000' })
})

test('a file of new costs revalues in one entry, and its undo in another', async () => {
  await desk.set({ costMethod: 'standard' })
  await bought(10, '4.00')
  const text = 'SKU,Product Name,Cost,Selling Price\nS-1,Thing 1,6.00,10.00\n'
  const file = await prizm.app.inject({
    method: 'POST',
    url: '/api/skus/import?existing=update',
    headers: { cookie: desk.manager, 'content-type': 'text/csv' },
    payload: text,
  })
  expect(file.json()).toMatchObject({ updated: 1, errors: [] })
  expect(await stockOf(desk.skuId)).toMatchObject({ value: '60.00' })
  const { importId } = file.json<{ importId: number }>()
  await answered(desk.post(`/api/skus/import/${importId}/undo`, desk.manager))
  expect(await stockOf(desk.skuId)).toMatchObject({ value: '40.00' })
  expect(await desk.balances()).toEqual({ '1200': '40.00', '2050': '-40.00' })
})

/** A generator of its own, the same at every run. */
function chanceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { between, oneOf: <V>(all: readonly V[]) => all[between(0, all.length - 1)] as V }
}

test(
  'a random walk never parts account 1200 from the valuation, and ends at nothing',
  { timeout: 300_000 },
  async () => {
    const { between, oneOf } = chanceOf(26)
    const price = () => `${between(1, 30)}.${between(10, 99)}`
    const skuIds = [desk.skuId, (await prizm.given.sku({ cost: '7.13', currentStock: 13 })).id]
    const orders: PurchaseOrderDetails[] = []
    const sales: SalesOrderDetails[] = []
    const bills: number[] = []
    const free = async (skuId: number) => (await stockOf(skuId)).units
    /** What the rules refuse, such as more than came, is no step. */
    const attempt = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (refusal: Error) => {
          if (!refusal.message.includes('"status":4')) throw refusal
          return false
        },
      )
    const steps: Record<string, () => Promise<unknown>> = {
      buy: async () => orders.push(await bought(between(1, 40), price(), { skuId: oneOf(skuIds) })),
      buyPart: async () => {
        const order = await bought(20, price(), { arrived: between(1, 19), skuId: oneOf(skuIds) })
        orders.push(order)
      },
      sell: async () => {
        const skuId = oneOf(skuIds)
        const units = await free(skuId)
        if (units > 0) sales.push(await sold(between(1, units), skuId))
      },
      back: async () => sales.length > 0 && attempt(cameBack(oneOf(sales), between(1, 4))),
      vendor: async () => orders.length > 0 && attempt(sentBack(oneOf(orders), between(1, 4))),
      count: async () => {
        const skuId = oneOf(skuIds)
        await counted(skuId, Math.max(0, (await free(skuId)) + between(-5, 5)))
      },
      bill: async () => {
        const order = orders.pop()
        const quantity = order?.items[0]?.quantity ?? 0
        if (order) bills.push((await billed(order, between(1, quantity), price())).id)
      },
      void: async () => {
        const id = bills.pop()
        if (id !== undefined) await attempt(answered(desk.billAct(id, 'void')))
      },
      reverse: async () => {
        const [found] = await desk.query(
          `select id from receipts where id not in (select receipt_id from receipt_reversals)
         order by id desc limit 1`,
        )
        const url = `/api/receipts/${found?.id}/reverse`
        if (found) await attempt(answered(desk.post(url, desk.warehouse, { reason: 'Typed' })))
      },
      method: async () => desk.set({ costMethod: oneOf(['average', 'standard']) }),
      cost: async () => {
        await setCost(price())
      },
      nextDay: async () => {
        prizm.clock.now = new Date(prizm.clock.now.getTime() + 86_400_000)
      },
    }
    const names = Object.keys(steps)
    for (let step = 0; step < 120; step++) {
      const name = oneOf([...names, 'buy', 'sell', 'sell', 'bill', 'bill', 'void'])
      await steps[name]?.()
      expect([step, name, await desk.broken()]).toEqual([step, name, []])
    }
    const kinds = await desk.query(
      `select distinct source || ' ' || regexp_replace(event, '[-:].*', '') as kind
     from stock_values where event !~ '^given' order by 1`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'invoice post',
      'receipt post',
      'receipt void',
      'return receive',
      'return ship',
      'stock_adjustment sku',
      'stock_revaluation settings',
      'stock_revaluation sku',
      'vendor_bill post',
      'vendor_bill void',
    ])
    for (const skuId of skuIds) {
      const units = await free(skuId)
      if (units > 0) await sold(units, skuId)
      expect(await stockOf(skuId)).toMatchObject({ units: 0, value: '0.00' })
    }
    expect((await goods()).stock).toBeUndefined()
  },
)
