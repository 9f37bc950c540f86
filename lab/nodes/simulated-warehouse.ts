import { sign } from '#platform/server/outbound/webhook-signature.ts'
import { type Simulator, startSimulator } from '#wms-simulator/simulator.ts'
import type { AppNode } from './app-node.ts'
import type { Answer } from './http.ts'

/** The secret of the documented test vector. */
export const webhookSecret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='

/** Environment variables that connect nodes to the simulated warehouse. */
export function warehouseEnv({ port }: Pick<Simulator, 'port'>): Record<string, string> {
  return {
    WMS_URL: `http://127.0.0.1:${port}`,
    WMS_TOKEN: 'lab',
    WMS_WEBHOOK_SECRET: webhookSecret,
  }
}

/** Runs an experiment with the simulated warehouse, and closes it afterwards. */
export async function withWarehouse(work: (warehouse: Simulator) => Promise<void>) {
  const warehouse = await startSimulator({ port: 0, token: 'lab', secret: webhookSecret })
  try {
    await work(warehouse)
  } finally {
    await warehouse.close()
  }
}

/** Sends a signed warehouse event with the given id. */
export function publishEvent(
  node: AppNode,
  id: string,
  body: string,
  headers: Record<string, string> = sign(webhookSecret, { id, body }, new Date()),
): Promise<Answer> {
  return node.call({ method: 'POST', path: '/api/wms/webhook', body, headers })
}

/** An event as the warehouse writes it. */
export function eventOf(type: string, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data })
}
