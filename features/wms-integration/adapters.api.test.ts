import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Beside, besideWarehouse } from './testing.ts'
import { fileWarehouse } from './testing-files.ts'
import { startSftpServer } from './testing-sftp.ts'

// What every warehouse must do for us, whatever it speaks: the same promises for each adapter.

/** The other side, as the promises see it. */
type Side = {
  /** `N SO-1`: what was told of orders, in order. */
  orders(): Promise<string[]>
  ship(orderNumber: string, line: { sku: string; units: number }): Promise<void>
  receive(orderNumber: string, line: { sku: string; units: number }): Promise<void>
  count(levels: Record<string, number>): Promise<void>
  /** Tells the last shipment or receipt again. */
  repeat(): Promise<void>
  goAway(): Promise<void>
}

type Set = { beside: Beside; side: Side; close: () => Promise<void> }

async function overHttp(): Promise<Set> {
  const beside = await besideWarehouse()
  const { warehouse, command } = beside
  let last: { type: string; data: object } | undefined
  const side: Side = {
    orders: async () =>
      [...warehouse.stock.orders.values()].map(({ number, status }) => {
        return `${status === 'cancelled' ? 'F' : 'N'} ${number}`
      }),
    ship: async (orderNumber, { sku, units }) => {
      const data = {
        shipmentId: `S-${orderNumber}`,
        orderNumber,
        shippedAt: '2026-03-02T16:00:00Z',
        carrier: 'UPS GROUND',
        trackingNumber: `1Z-S-${orderNumber}`,
        lines: [{ sku, quantity: units, lineNo: 1 }],
      }
      last = { type: 'shipment.created', data }
      await beside.webhook(last.type, last.data)
    },
    receive: async (orderNumber, { sku, units }) => {
      const lines = [{ sku, quantity: units, lineNo: 1 }]
      const receivedAt = '2026-03-02T16:00:00Z'
      const data = { receiptId: `R-${orderNumber}`, orderNumber, receivedAt, lines }
      last = { type: 'receipt.created', data }
      await beside.webhook(last.type, last.data)
    },
    count: async (levels) => {
      const lines = Object.entries(levels).map(([sku, onHand]) => ({ sku, onHand }))
      const asOf = '2026-03-02T16:30:00Z'
      await beside.webhook('inventory.snapshot', { snapshotId: 'COUNT-1', asOf, lines })
    },
    repeat: async () => {
      if (last) await beside.webhook(last.type, last.data)
    },
    goAway: async () => {
      await command('faults', { isDown: true })
    },
  }
  return { beside, side, close: beside.close }
}

async function overFiles(kind: 'folder' | 'sftp'): Promise<Set> {
  const data = mkdtempSync(join(tmpdir(), 'prizm-files-'))
  const server = kind === 'sftp' ? await startSftpServer(data, 'open sesame') : undefined
  const root = server ? data : join(data, 'edi', 'warehouse')
  const url = server ? `sftp://prizm@127.0.0.1:${server.port}/` : 'folder:warehouse'
  const config = { DATA_DIR: data, WMS_URL: url, WMS_TOKEN: 'open sesame' }
  const beside = await besideWarehouse(config)
  const key = server ? `'${server.hostKey}'` : 'null'
  await beside.query(`insert into wms_connection (id, host_key) values (1, ${key})`)
  const there = fileWarehouse(root)
  let last = ''
  const side: Side = {
    orders: async () => there.orders().map((each) => each.join(' ')),
    ship: async (orderNumber, { sku, units }) => {
      last = there.ship(orderNumber, `S-${orderNumber}`, [{ sku, ordered: units, shipped: units }])
    },
    receive: async (orderNumber, { sku, units }) => {
      last = there.receive(orderNumber, `R-${orderNumber}`, { sku, quantity: units })
    },
    count: async (levels) => {
      there.count('COUNT-1', '20260302 1130', levels)
    },
    repeat: async () => there.leaveText('again.edi', last),
    goAway: async () => {
      if (server) await server.close()
      // A file where the folder should be.
      else {
        mkdirSync(join(data, 'edi'), { recursive: true })
        rmSync(root, { recursive: true, force: true })
        writeFileSync(root, '')
      }
    },
  }
  const close = async () => {
    await beside.close()
    await server?.close().catch(() => {})
    rmSync(data, { recursive: true, force: true })
  }
  return { beside, side, close }
}

const ways = { http: overHttp, folder: () => overFiles('folder'), sftp: () => overFiles('sftp') }

describe.each(['http', 'folder', 'sftp'] as const)('a warehouse over %s', (way) => {
  let set: Set
  beforeEach(async () => {
    set = await ways[way]()
  })
  afterEach(() => set.close())

  const stateOf = (number: string) =>
    set.beside.query<{ status: string; shipped: number }>(
      `select o.status, (select coalesce(sum(i.qty_shipped), 0) from sales_order_items i
                         where i.sales_order_id = o.id)::int as shipped
       from sales_orders o where o.order_number = '${number}'`,
    )

  test('is told of a released order once, however often it is asked', async () => {
    const { beside, side } = set
    const order = await beside.released(5)
    expect(await beside.run('orders')).toMatchObject({ state: 'done' })
    expect(await side.orders()).toEqual([`N ${order.orderNumber}`])
    await beside.run('orders')
    expect(await side.orders()).toEqual([`N ${order.orderNumber}`])
  })

  test('ships what it tells of, once, though it tells it twice', async () => {
    const { beside, side } = set
    const order = await beside.released(5)
    await beside.run('orders')
    const sku = order.items[0]?.sku ?? ''
    await side.ship(order.orderNumber, { sku, units: 5 })
    await beside.run('shipments')
    await side.repeat()
    await beside.run('shipments')
    expect(await stateOf(order.orderNumber)).toEqual([{ status: 'shipped', shipped: 5 }])
    expect(await beside.query('select carrier, tracking_number from shipments')).toEqual([
      { carrier: 'UPS GROUND', tracking_number: `1Z-S-${order.orderNumber}` },
    ])
    expect(await beside.broken()).toEqual([])
  })

  test('receives what it tells of, once', async () => {
    const { beside, side } = set
    const vendorId = (await beside.prizm.given.vendor()).id
    const skuId = await beside.given.item()
    const items = [{ skuId, quantity: 10 }]
    const body = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
    const { id } = (await beside.post('/api/purchase-orders', body)).json<{ id: number }>()
    const admin = await beside.prizm.signIn('admin')
    await beside.post(`/api/purchase-orders/${id}/approve`, {}, admin)
    await beside.run()
    const [{ sku } = { sku: '' }] = await beside.query<{ sku: string }>('select sku from skus')
    await side.receive('PO-1', { sku, units: 4 })
    await beside.run('shipments')
    await side.repeat()
    await beside.run('shipments')
    expect(await beside.query('select qty_received as units from purchase_order_items')).toEqual([
      { units: 4 },
    ])
    expect(await beside.broken()).toEqual([])
  })

  test('a shipment of more than was ordered is for a person, and nothing is booked', async () => {
    const { beside, side } = set
    const order = await beside.released(5)
    await beside.run('orders')
    await side.ship(order.orderNumber, { sku: order.items[0]?.sku ?? '', units: 6 })
    await beside.run('shipments')
    expect(await stateOf(order.orderNumber)).toEqual([{ status: 'processing', shipped: 0 }])
    expect(await beside.problems()).toMatchObject([
      { record: order.orderNumber, reason: expect.stringContaining('1 more than is open') },
    ])
  })

  test('its count is taken as a fact, and what is no SKU of ours is told', async () => {
    const { beside, side } = set
    await beside.given.item({ sku: 'COUNTED', currentStock: 0 })
    await side.count({ COUNTED: 7, NOBODYS: 3 })
    if (way !== 'http') await beside.run('inventory')
    expect(await beside.query('select current_stock as units from skus')).toEqual([{ units: 7 }])
    expect(await beside.problems()).toMatchObject([{ record: expect.stringMatching(/nobodys/i) }])
    expect(await beside.broken()).toEqual([])
  })

  test('while it is away nothing is lost: what is to be told waits on', async () => {
    const { beside, side } = set
    await beside.released(5)
    await side.goAway()
    expect(await beside.run('orders')).toMatchObject({ state: 'failed' })
    expect((await beside.status()).connection).toMatchObject({
      waiting: expect.any(Number),
      unreachableSince: expect.any(String),
    })
    expect(await beside.query(`select 1 from wms_exports where state = 'failed'`)).toEqual([])
  })
})
