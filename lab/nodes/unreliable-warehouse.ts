import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileWarehouse } from '#features/wms-integration/server/testing/testing-file-warehouse.ts'
import { startSftpServer } from '#features/wms-integration/server/testing/testing-sftp.ts'
import { startSimulator } from '#wms-simulator/simulator.ts'
import { noFaults } from '#wms-simulator/warehouse-state.ts'
import { removeAtEnd } from './child-processes.ts'
import { type Proxy, startProxy } from './fault-proxy.ts'
import { warehouseEnv, webhookSecret } from './simulated-warehouse.ts'
import type { TestSystem } from './test-system.ts'

/** A simulated or file-based warehouse that can be unavailable or slow. */
export type WarehousePeer = {
  /** The environment variables that connect nodes to it. */
  env: Record<string, string>
  /** Configures what the environment variables do not cover. */
  introduce(world: TestSystem): Promise<void>
  /** Refuses connections from now on. */
  goAway(): Promise<void>
  /** Responds later than any client timeout from now on. */
  becomeSlow(): Promise<void>
  comeBack(): Promise<void>
  /** True if it received an order. */
  has(orderNumber: string): boolean
  close(): Promise<void>
}

/** The simulator, which is called over HTTP. */
export async function startSimulatedPeer(): Promise<WarehousePeer> {
  const warehouse = await startSimulator({ port: 0, token: 'lab', secret: webhookSecret })
  const { faults, stock } = warehouse
  return {
    env: warehouseEnv(warehouse),
    introduce: async () => {},
    goAway: async () => void Object.assign(faults, { isDown: true }),
    becomeSlow: async () => void Object.assign(faults, { slowMs: 30_000 }),
    comeBack: async () => void Object.assign(faults, noFaults),
    has: (orderNumber) => stock.orders.has(orderNumber),
    close: () => warehouse.close(),
  }
}

/** X12 files on an SFTP server, behind a proxy that can be cut or drop everything. */
export async function startFilePeer(): Promise<WarehousePeer> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-sftp-')))
  const there = fileWarehouse(folder)
  const server = await startSftpServer(folder, 'open sesame')
  let wire: Proxy | undefined = await startProxy(server.port)
  const { port } = wire
  const cut = async () => {
    await wire?.close()
    wire = undefined
  }
  return {
    env: { WMS_URL: `sftp://prizm@127.0.0.1:${port}/`, WMS_TOKEN: 'open sesame' },
    introduce: async ({ database }) => {
      await database.query('update wms_connection set host_key = $1', [server.hostKey])
    },
    goAway: cut,
    becomeSlow: async () => {
      if (wire) wire.isBlackHole = true
    },
    comeBack: async () => {
      await cut()
      wire = await startProxy(server.port, port)
    },
    has: (orderNumber) => there.orders().some(([, number]) => number === orderNumber),
    close: async () => {
      await cut()
      await server.close()
    },
  }
}
