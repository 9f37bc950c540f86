import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type PolledWarehouse,
  type TestWarehouse,
  startSimulatedWarehouse,
  startTrytonWarehouse,
} from '../warehouses-testing.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { fileWarehouse } from './testing-file-warehouse.ts'
import { startSftpServer } from './testing-sftp.ts'

/** The app, and a warehouse with staff behind one of the adapters. */
export type WarehouseSetup = {
  appFixture: WarehouseFixture
  floor: TestWarehouse
  close: () => Promise<void>
}

/** A warehouse with an HTTP API, which reports its events by signed webhooks. */
export async function overHttp(): Promise<WarehouseSetup> {
  const fixture = await warehouseFixture()
  const { warehouse, command } = fixture
  const { orders, expected } = warehouse.stock
  let last: { type: string; data: object } | undefined
  const sendEvent = async (type: string, data: object) => {
    last = { type, data }
    await fixture.webhook(type, data)
  }
  const now = () => fixture.prizm.clock.now.toISOString()
  const linesOf = (job: { lines: readonly Line[] } | undefined) =>
    (job?.lines ?? []).map(({ sku, quantity, lineNo }) => ({ sku, quantity, lineNo }))
  const testWarehouse: TestWarehouse = {
    config: fixture.config,
    toShip: async (number) => {
      const order = orders.get(number)
      const lines = order?.status === 'open' ? order.lines : []
      return Object.fromEntries(lines.map(({ sku, quantity, done }) => [sku, quantity - done]))
    },
    ship: (orderNumber) =>
      sendEvent('shipment.created', {
        shipmentId: `S-${orderNumber}`,
        orderNumber,
        shippedAt: now(),
        ...sentBy,
        lines: linesOf(orders.get(orderNumber)),
      }),
    sentBy,
    reportShipped: (orderNumber, line) =>
      sendEvent('shipment.created', {
        shipmentId: `S-${orderNumber}`,
        orderNumber,
        shippedAt: now(),
        lines: [line],
      }),
    receive: (orderNumber) =>
      sendEvent('receipt.created', {
        receiptId: `R-${orderNumber}`,
        orderNumber,
        receivedAt: now(),
        lines: linesOf(expected.get(orderNumber)),
      }),
    find: (sku, delta) =>
      sendEvent('stock.moved', {
        movementId: 'M-1',
        sku,
        delta,
        occurredAt: now(),
        reason: 'Counted',
      }),
    answer: async () => {},
    repeat: async () => {
      if (last) await fixture.webhook(last.type, last.data)
    },
    goOffline: async () => {
      await command('faults', { isDown: true })
    },
    close: async () => {},
  }
  return { appFixture: fixture, floor: testWarehouse, close: fixture.close }
}

type Line = { sku: string; quantity: number; lineNo: number }

const sentBy = {
  carrier: 'UPS GROUND',
  trackingNumber: '1Z-S-1',
  estimatedDelivery: '2026-03-05',
}

/** A warehouse with X12 files, in a folder or over SFTP. */
export async function overFiles(kind: 'folder' | 'sftp'): Promise<WarehouseSetup> {
  const data = mkdtempSync(join(tmpdir(), 'prizm-files-'))
  const server = kind === 'sftp' ? await startSftpServer(data, 'open sesame') : undefined
  const root = server ? data : join(data, 'edi', 'warehouse')
  const url = server ? `sftp://prizm@127.0.0.1:${server.port}/` : 'folder:warehouse'
  const config = { DATA_DIR: data, WMS_URL: url, WMS_TOKEN: 'open sesame' }
  const fixture = await warehouseFixture(config)
  const { pool } = fixture.prizm.database
  const keep = 'insert into wms_connection (id, host_key) values (1, $1)'
  await pool.query(keep, [server?.hostKey ?? null])
  const there = fileWarehouse(root)
  const levelOf = async (sku: string): Promise<number> => {
    const read = 'select current_stock as units from skus where sku = $1'
    const found = await pool.query<{ units: number }>(read, [sku])
    return found.rows[0]?.units ?? 0
  }
  let last = ''
  const testWarehouse: TestWarehouse = {
    config,
    toShip: async (number) => there.toShip(number),
    ship: async (number) => {
      const lines = Object.entries(there.toShip(number)).map(([sku, units]) => {
        return { sku, ordered: units, shipped: units }
      })
      last = there.ship(number, 'S-1', lines)
    },
    sentBy,
    reportShipped: async (number, { sku, quantity }) => {
      last = there.ship(number, 'S-1', [{ sku, ordered: 1, shipped: quantity }])
    },
    receive: async (number) => {
      const [[sku, quantity] = ['', 0]] = Object.entries(there.toReceive(number))
      last = there.receive(number, `R-${number}`, { sku, quantity })
    },
    // There is no set for stock found: only the next count reports it.
    find: async (sku, delta) => {
      last = there.count('COUNT-1', '20260302 1130', { [sku]: (await levelOf(sku)) + delta })
    },
    answer: async () => {
      for (const { group, control, set } of there.cancels()) there.accept(group, control, set)
    },
    repeat: async () => there.writeFile('again.edi', last),
    goOffline: async () => {
      if (server) await server.close()
      // Replaces the folder by a file.
      else {
        mkdirSync(join(data, 'edi'), { recursive: true })
        rmSync(root, { recursive: true, force: true })
        writeFileSync(root, '')
      }
    },
    close: async () => {},
  }
  const close = async () => {
    await fixture.close()
    await server?.close().catch(() => {})
    rmSync(data, { recursive: true, force: true })
  }
  return { appFixture: fixture, floor: testWarehouse, close }
}

/** The simulator or a real Tryton, whose events are polled. */
async function throughAdapter(start: () => Promise<PolledWarehouse>): Promise<WarehouseSetup> {
  const floor = await start()
  const fixture = await warehouseFixture(floor.config)
  const repeat = async () => {
    await fixture.query('update wms_connection set events_cursor = null')
  }
  const close = async () => {
    await fixture.close()
    await floor.close()
  }
  return { appFixture: fixture, floor: { ...floor, repeat }, close }
}

export const overSimulator = () => throughAdapter(startSimulatedWarehouse)
export const overTryton = (template: string) => throughAdapter(() => startTrytonWarehouse(template))
