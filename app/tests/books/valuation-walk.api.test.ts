import { afterEach, beforeEach, expect, test } from 'vitest'
import { numbersFrom, startTestApp, type TestApp } from '#app/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { goodsDesk } from './goods-testing.ts'

// Random documents: account 1200 equals the stock valuation after each.

let prizm: TestApp
let desk: Awaited<ReturnType<typeof goodsDesk>>

beforeEach(async () => {
  prizm = await startTestApp()
  desk = await goodsDesk(prizm)
})
afterEach(async () => {
  expect(await desk.broken()).toEqual([])
  await prizm.close()
})

/** Seeded random choices, the same in every run. */
function chanceOf(seed: number) {
  const next = numbersFrom(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { between, oneOf: <V>(all: readonly V[]) => all[between(0, all.length - 1)] as V }
}

test(
  'in a random walk account 1200 always equals the valuation and ends at zero',
  { timeout: 300_000 },
  async () => {
    const { between, oneOf } = chanceOf(30)
    const price = () => `${between(1, 30)}.${between(10, 99)}`
    const skuIds = [desk.skuId, (await prizm.given.sku({ cost: '7.13', currentStock: 13 })).id]
    const orders: PurchaseOrderDetails[] = []
    const sales: SalesOrderDetails[] = []
    const bills: number[] = []
    const free = async (skuId: number) => (await desk.stockOf(skuId)).units
    /** Steps that the rules reject, such as receiving too much, are skipped. */
    const attempt = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (refusal: Error) => {
          if (!refusal.message.includes('"status":4')) throw refusal
          return false
        },
      )
    /** Today or up to three days earlier; steps that the rules reject on that date are skipped. */
    const posted = () => {
      const moment = new Date(prizm.clock.now.getTime() - between(0, 3) * 86_400_000)
      return { postedOn: moment.toISOString().slice(0, 10) }
    }
    const steps: Record<string, () => Promise<unknown>> = {
      buy: async () =>
        orders.push(await desk.bought(between(1, 40), price(), { skuId: oneOf(skuIds) })),
      buyPart: async () => {
        const order = await desk.bought(20, price(), {
          arrived: between(1, 19),
          skuId: oneOf(skuIds),
        })
        orders.push(order)
      },
      buyEarlier: async () => {
        const items = [{ skuId: oneOf(skuIds), quantity: between(1, 40), unitPrice: price() }]
        const made = await desk.made({ items, orderDate: '2026-01-01', status: 'submitted' })
        await desk.answered(desk.act(made.id, 'approve', desk.manager))
        const received = desk.act(made.id, 'receive', desk.warehouse, posted())
        if (await attempt(desk.answered(received))) orders.push(made)
      },
      sell: async () => {
        const skuId = oneOf(skuIds)
        const units = await free(skuId)
        if (units > 0) sales.push(await desk.sold(between(1, units), skuId))
      },
      back: async () => sales.length > 0 && attempt(desk.cameBack(oneOf(sales), between(1, 4))),
      vendor: async () => orders.length > 0 && attempt(desk.sentBack(oneOf(orders), between(1, 4))),
      count: async () => {
        const skuId = oneOf(skuIds)
        await desk.counted(skuId, Math.max(0, (await free(skuId)) + between(-5, 5)))
      },
      bill: async () => {
        const order = orders.pop()
        const quantity = order?.items[0]?.quantity ?? 0
        if (order) bills.push((await desk.billed(order, between(1, quantity), price())).id)
      },
      void: async () => {
        const id = bills.pop()
        const body = { reason: 'Checked', ...posted() }
        const voided = () => desk.billAct(id ?? 0, 'void', desk.finance, body)
        if (id !== undefined) await attempt(desk.answered(voided()))
      },
      reverse: async () => {
        const [found] = await desk.query(
          `select id from receipts where id not in (select receipt_id from receipt_reversals)
         order by id desc limit 1`,
        )
        const url = `/api/receipts/${found?.id}/reverse`
        const body = { reason: 'Typed', ...posted() }
        if (found) await attempt(desk.answered(desk.post(url, desk.warehouse, body)))
      },
      reverseBack: async () => {
        const [found] = await desk.query(
          `select id from return_receipts
           where id not in (select return_receipt_id from return_receipt_reversals)
           order by id desc limit 1`,
        )
        const url = `/api/return-receipts/${found?.id}/reverse`
        const body = { reason: 'Miscounted', ...posted() }
        if (found) await attempt(desk.answered(desk.post(url, desk.warehouse, body)))
      },
      method: async () => desk.set({ costMethod: oneOf(['average', 'standard']) }),
      cost: async () => {
        await desk.setCost(price())
      },
      nextDay: async () => {
        prizm.clock.now = new Date(prizm.clock.now.getTime() + 86_400_000)
      },
    }
    const names = Object.keys(steps)
    for (let step = 0; step < 150; step++) {
      const name = oneOf([...names, 'buy', 'sell', 'sell', 'bill', 'bill', 'void', 'reverse'])
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
      'return reverse',
      'return ship',
      'stock_adjustment sku',
      'stock_revaluation settings',
      'stock_revaluation sku',
      'vendor_bill post',
      'vendor_bill void',
    ])
    for (const skuId of skuIds) {
      const units = await free(skuId)
      if (units > 0) await desk.sold(units, skuId)
      expect(await desk.stockOf(skuId)).toMatchObject({ units: 0, value: '0.00' })
    }
    expect((await desk.goods()).stock).toBeUndefined()
  },
)
