import { afterEach, beforeEach, expect, test } from 'vitest'
import { numbersFrom, startTestApp, type TestApp } from '#app/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { goodsFixture } from './goods-testing.ts'

// Random documents: account 1200 equals the stock valuation after each.

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
    const skuIds = [
      fixture.skuId,
      (await prizm.builders.sku({ cost: '7.13', currentStock: 13 })).id,
    ]
    const orders: PurchaseOrderDetails[] = []
    const sales: SalesOrderDetails[] = []
    const bills: number[] = []
    const free = async (skuId: number) => (await fixture.stockOf(skuId)).units
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
        orders.push(await fixture.bought(between(1, 40), price(), { skuId: oneOf(skuIds) })),
      buyPart: async () => {
        const order = await fixture.bought(20, price(), {
          arrived: between(1, 19),
          skuId: oneOf(skuIds),
        })
        orders.push(order)
      },
      buyEarlier: async () => {
        const items = [{ skuId: oneOf(skuIds), quantity: between(1, 40), unitPrice: price() }]
        const made = await fixture.made({ items, orderDate: '2026-01-01', status: 'submitted' })
        await fixture.answered(fixture.act(made.id, 'approve', fixture.manager))
        const received = fixture.act(made.id, 'receive', fixture.warehouse, posted())
        if (await attempt(fixture.answered(received))) orders.push(made)
      },
      sell: async () => {
        const skuId = oneOf(skuIds)
        const units = await free(skuId)
        if (units > 0) sales.push(await fixture.sold(between(1, units), skuId))
      },
      back: async () => sales.length > 0 && attempt(fixture.cameBack(oneOf(sales), between(1, 4))),
      vendor: async () =>
        orders.length > 0 && attempt(fixture.sentBack(oneOf(orders), between(1, 4))),
      count: async () => {
        const skuId = oneOf(skuIds)
        await fixture.counted(skuId, Math.max(0, (await free(skuId)) + between(-5, 5)))
      },
      bill: async () => {
        const order = orders.pop()
        const quantity = order?.items[0]?.quantity ?? 0
        if (order) bills.push((await fixture.billed(order, between(1, quantity), price())).id)
      },
      void: async () => {
        const id = bills.pop()
        const body = { reason: 'Checked', ...posted() }
        const voided = () => fixture.billAct(id ?? 0, 'void', fixture.finance, body)
        if (id !== undefined) await attempt(fixture.answered(voided()))
      },
      reverse: async () => {
        const [found] = await fixture.query(
          `select id from receipts where id not in (select receipt_id from receipt_reversals)
         order by id desc limit 1`,
        )
        const url = `/api/receipts/${found?.id}/reverse`
        const body = { reason: 'Typed', ...posted() }
        if (found) await attempt(fixture.answered(fixture.post(url, fixture.warehouse, body)))
      },
      reverseBack: async () => {
        const [found] = await fixture.query(
          `select id from return_receipts
           where id not in (select return_receipt_id from return_receipt_reversals)
           order by id desc limit 1`,
        )
        const url = `/api/return-receipts/${found?.id}/reverse`
        const body = { reason: 'Miscounted', ...posted() }
        if (found) await attempt(fixture.answered(fixture.post(url, fixture.warehouse, body)))
      },
      method: async () => fixture.set({ costMethod: oneOf(['average', 'standard']) }),
      cost: async () => {
        await fixture.setCost(price())
      },
      nextDay: async () => {
        prizm.clock.now = new Date(prizm.clock.now.getTime() + 86_400_000)
      },
    }
    const names = Object.keys(steps)
    for (let step = 0; step < 150; step++) {
      const name = oneOf([...names, 'buy', 'sell', 'sell', 'bill', 'bill', 'void', 'reverse'])
      await steps[name]?.()
      expect([step, name, await fixture.broken()]).toEqual([step, name, []])
    }
    const kinds = await fixture.query(
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
      if (units > 0) await fixture.sold(units, skuId)
      expect(await fixture.stockOf(skuId)).toMatchObject({ units: 0, value: '0.00' })
    }
    expect((await fixture.goods()).stock).toBeUndefined()
  },
)
