import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { retryImport } from './import-events.ts'
import { storeFailedRetry, storeRefusal } from './refused-events.ts'

// An event whose content is replaced, or applied, while another attempt with its number runs.

let fixture: WarehouseFixture
beforeEach(async () => {
  fixture = await warehouseFixture()
})
afterEach(() => fixture.close())

/** The data of a shipment of an order with one line. */
const shipmentOf = ({ orderNumber, items: [line] }: SalesOrderDetails, quantity: number) => ({
  shipmentId: 'S-1',
  orderNumber,
  shippedAt: new Date(Date.now() - 5000).toISOString(),
  lines: [{ sku: line?.sku, quantity }],
})
const arrive = async (data: object) =>
  (await fixture.webhook('shipment.created', data)).json<{ status: string }>()
const shipped = () =>
  fixture.query(`select o.status, i.qty_shipped as units
    from sales_orders o join sales_order_items i on i.sales_order_id = o.id`)

type Stored = { id: number; attempts: number; reason: string | null; units: number }
const stored = async (): Promise<Stored & { fingerprint: string }> => {
  const [found] = await fixture.query<Stored & { fingerprint: string }>(
    `select id, attempts, reason, (data->'lines'->0->>'quantity')::int as units,
            md5(data::text) as fingerprint from wms_imports`,
  )
  if (!found) throw new Error('No event is stored')
  return found
}

const type = 'shipment.created'
const error = new Refusal('refused', 'not-open', 'Not open any more')

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a retry applies the content that replaced the earlier one while it waited',
  async () => {
    const body = {
      customerId: await fixture.builders.buyer(),
      items: [{ skuId: await fixture.builders.item(), quantity: 10 }],
    }
    const created = await fixture.post('/api/orders/create', body)
    const { order } = created.json<{ order: SalesOrderDetails }>()
    expect(await arrive(shipmentOf(order, 10))).toMatchObject({ status: 'parked' })
    await fixture.post(`/api/sales-orders/${order.id}/process`)
    const { id } = await stored()
    const holder = await fixture.prizm.database.pool.connect()
    await holder.query('begin')
    await holder.query(`update wms_imports set data = jsonb_set(data, '{lines,0,quantity}', '8')`)
    const retrying = retryImport(fixture.context(), id)
    const waits = `select pid from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await fixture.query(waits)).length).toBe(1)
    await holder.query('commit')
    holder.release()
    expect(await retrying).toEqual({ status: 'applied' })
    expect(await shipped()).toEqual([{ status: 'processing', units: 8 }])
    expect(await stored()).toMatchObject({ units: 8 })
    expect(await fixture.broken()).toEqual([])
  },
)

test('a refused event whose number was applied with other content is a problem', async () => {
  const order = await fixture.released(10)
  expect(await arrive(shipmentOf(order, 4))).toEqual({ status: 'applied' })
  const externalId = `s-1 ${order.orderNumber.toLowerCase()}`
  const refuse = (quantity: number) => {
    const event = { type, externalId, messageId: null, data: shipmentOf(order, quantity), error }
    return storeRefusal(fixture.context(), event, undefined)
  }
  expect(await refuse(4)).toEqual({ status: 'duplicate' })
  expect(await fixture.problems()).toEqual([])
  const reason =
    'An event with this number arrived again with different content. Nothing was recorded'
  expect(await refuse(6)).toEqual({ status: 'partial', reason })
  expect(await fixture.problems()).toMatchObject([{ reason }])
  expect(await stored()).toMatchObject({ units: 4, reason: null })
  expect(await shipped()).toEqual([{ status: 'processing', units: 4 }])
})

test('a refused retry of content that was replaced in the meantime changes nothing', async () => {
  const order = await fixture.released(10)
  expect(await arrive(shipmentOf(order, 11))).toMatchObject({ status: 'failed' })
  const before = await stored()
  const { id, fingerprint } = before
  const externalId = `s-1 ${order.orderNumber.toLowerCase()}`
  const retried = { id, type, externalId, data: shipmentOf(order, 12), error }
  const refuse = (tried: string) =>
    storeFailedRetry(fixture.context(), { ...retried, fingerprint: tried }, undefined)
  expect(await refuse('of the earlier content')).toBeUndefined()
  expect(await stored()).toEqual(before)
  expect(await refuse(fingerprint)).toEqual({ status: 'failed', reason: error.message })
  expect(await stored()).toEqual({ ...before, attempts: 2, reason: error.message })
})
