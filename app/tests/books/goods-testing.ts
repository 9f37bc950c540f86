import type { TestApp } from '#app/testing.ts'
import { orderBuilders } from '#features/order-entry/server/testing.ts'
import { payablesFixture } from '#features/payables/server/testing.ts'
import type { PurchaseOrderDetails } from '#features/purchase-orders/contract.ts'
import type { ReturnDetails } from '#features/returns/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'

/** Test helpers to buy, sell, count, bill and return goods. */
export async function goodsFixture(prizm: TestApp) {
  const fixture = await payablesFixture(prizm)
  const customerId = await orderBuilders(prizm.database.db).buyer({ creditLimit: '9999999.00' })
  const answered = async <A>(call: ReturnType<typeof fixture.post>): Promise<A> => {
    const answer = await call
    if (answer.statusCode >= 300) throw new Error(answer.body)
    return answer.json<A>()
  }
  const receive = (order: PurchaseOrderDetails, quantity: number) => {
    const items = [{ itemId: order.items[0]?.id, quantity }]
    return answered(fixture.act(order.id, 'receive', fixture.warehouse, { items }))
  }
  /** An approved order of so many units at a price, fully received by default. */
  const bought = async (
    quantity: number,
    unitPrice: string,
    { arrived = quantity, skuId = fixture.skuId } = {},
  ) => {
    const made = await fixture.made({
      items: [{ skuId, quantity, unitPrice }],
      status: 'submitted',
    })
    const order = await answered<PurchaseOrderDetails>(
      fixture.act(made.id, 'approve', fixture.manager),
    )
    if (arrived > 0) await receive(order, arrived)
    return order
  }
  const sold = async (quantity: number, skuId = fixture.skuId): Promise<SalesOrderDetails> => {
    const body = { customerId, items: [{ skuId, quantity }] }
    const placed = fixture.post('/api/orders/create', fixture.manager, body)
    const { order } = await answered<{ order: SalesOrderDetails }>(placed)
    await answered(fixture.post(`/api/sales-orders/${order.id}/process`, fixture.manager, {}))
    return answered(fixture.post(`/api/sales-orders/${order.id}/ship`, fixture.manager, {}))
  }
  /** A bill for units of an order, released by another user if it is blocked. */
  const billed = async (order: PurchaseOrderDetails, quantity: number, unitPrice: string) => {
    const bill = await fixture.entered({ lines: [fixture.lineOf(order, quantity, unitPrice)] })
    if (bill.status === 'blocked')
      await answered(fixture.billAct(bill.id, 'release', fixture.colleague))
    return bill
  }
  const returned = async (body: object, verb: 'receive' | 'ship'): Promise<void> => {
    const created = fixture.post('/api/returns', fixture.manager, body)
    const url = `/api/returns/${(await answered<ReturnDetails>(created)).id}`
    await answered(fixture.post(`${url}/approve`, fixture.manager, {}))
    await answered(fixture.post(`${url}/${verb}`, fixture.warehouse, {}))
  }
  const itemsOf = (order: { items: { id: number }[] }, quantity: number) => {
    return [{ originalItemId: order.items[0]?.id, quantity }]
  }
  const returnGoods = (order: SalesOrderDetails, quantity: number) => {
    const of = { type: 'rma', reason: 'Too many', salesOrderId: order.id }
    return returned({ ...of, items: itemsOf(order, quantity) }, 'receive')
  }
  const sentBack = (order: PurchaseOrderDetails, quantity: number) => {
    const of = { type: 'rtv', reason: 'Faulty', purchaseOrderId: order.id }
    return returned({ ...of, items: itemsOf(order, quantity) }, 'ship')
  }
  const documents = { bought, sold, billed, cameBack: returnGoods, sentBack }
  return { ...fixture, ...documents, ...stockCalls(prizm, fixture), answered }
}

type PayablesFixture = Awaited<ReturnType<typeof payablesFixture>>

/** Helpers that change stock directly, and that read its value. */
function stockCalls(prizm: TestApp, fixture: PayablesFixture) {
  const counted = async (skuId: number, currentStock: number) => {
    const body = { currentStock, stockReason: 'Counted' }
    const answer = await fixture.post(`/api/skus/${skuId}/adjust`, fixture.manager, body)
    if (answer.statusCode >= 300) throw new Error(answer.body)
  }
  const setCost = (cost: string) =>
    prizm.call('PUT', `/api/skus/${fixture.skuId}`, {
      as: fixture.manager,
      body: { sku: 'S-1', name: 'Thing 1', price: '10.00', cost },
    })
  /** Debits less credits of the accounts affected by goods. */
  const goods = async () => {
    const balances = await fixture.balances()
    const { 1200: stock, 3000: equity, 5000: cost, 5100: variance, 5200: scrap } = balances
    return { stock, equity, cost, variance, scrap }
  }
  const stockOf = async (skuId: number) => {
    const text = `select current_stock as units, stock_value as value, average_cost as average
      from skus where id = $1`
    type Row = { units: number; value: string; average: string }
    return (await prizm.database.pool.query<Row>(text, [skuId])).rows[0] as Row
  }
  const valuation = async (asOf: string) => {
    const url = `/api/reports/stock-valuation?asOf=${asOf}`
    return (await prizm.call('GET', url, { as: fixture.finance })).json<object[]>()
  }
  return { counted, setCost, goods, stockOf, valuation }
}
