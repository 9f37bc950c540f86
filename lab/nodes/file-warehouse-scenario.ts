import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockIn } from '#features/edi/rules.ts'
import {
  type FileWarehouse,
  fileWarehouse,
} from '#features/wms-integration/server/testing/testing-file-warehouse.ts'
import { removeAtEnd } from './child-processes.ts'
import type { Findings, Lab } from '../experiment.ts'
import { createCustomer, createSku } from '../staff/create-customers-and-skus.ts'
import { orderOf } from '../staff/place-orders.ts'
import { withTestSystem, type TestSystem } from './test-system.ts'
import { until } from './wait-until.ts'

/** Two nodes, and a warehouse that exchanges X12 files in a folder that both nodes poll. */
export type FileScenario = {
  lab: Lab
  world: TestSystem
  findings: Findings
  warehouse: FileWarehouse
  /** The warehouse folder, with `in`, `out`, `done` and `failed` in it. */
  root: string
  /** Sets the warehouse clock for the next file it writes. */
  setClock(at: Date): void
}

type ScenarioRun = { row: string; play: (stage: FileScenario) => Promise<void> }

/** Runs an experiment with a file-based warehouse. */
export async function withFileWarehouse(
  lab: Lab,
  findings: Findings,
  { row, play }: ScenarioRun,
): Promise<void> {
  const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'prizm-lab-x12-')))
  const root = join(folder, 'edi', 'warehouse')
  const env = { DATA_DIR: folder, WMS_URL: 'folder:warehouse' }
  await withTestSystem(lab, findings, { row, env }, async (world) => {
    const { businessTimeZone } = await world.must({ method: 'GET', path: '/api/settings' })
    const zone = String(businessTimeZone)
    let now = new Date()
    const there = fileWarehouse(root, () => clockIn(now, zone))
    const setClock = (at: Date) => {
      now = at
    }
    await play({ lab, world, findings, warehouse: there, root, setClock })
  })
}

export type PlacedOrder = { id: number; number: string; sku: string }
type OrderBatch = { many: number; perOrder: number; skuId?: number; isHeld?: boolean }

/** Creates orders of so many units each, released to the warehouse unless held back. */
export async function createReleasedOrders(
  world: TestSystem,
  { many, perOrder, skuId: existingSkuId, isHeld = false }: OrderBatch,
): Promise<PlacedOrder[]> {
  const customerId = await createCustomer(world)
  const skuId = existingSkuId ?? (await createSku(world))
  const { sku } = await world.must({ method: 'GET', path: `/api/skus/${skuId}` })
  const body = { customerId, items: [{ skuId, quantity: perOrder }] }
  const made: PlacedOrder[] = []
  for (let n = 0; n < many; n++) {
    const answer = await world.call({ method: 'POST', path: '/api/orders/create', body })
    const order = orderOf(answer)
    if (!order) throw new Error(answer.text.slice(0, 200))
    const path = `/api/sales-orders/${order.id}/process`
    if (!isHeld) await world.must({ method: 'POST', path })
    made.push({ id: order.id, number: order.orderNumber, sku: String(sku) })
  }
  return made
}

/** Requests a job run; a run in progress does the same work. */
export async function runJob(
  world: TestSystem,
  job: 'orders' | 'shipments' | 'inventory',
): Promise<void> {
  await world.call({ method: 'POST', path: '/api/wms/runs', body: { job } })
}

/** Waits until both nodes have imported all files; false if any are left after the time. */
export function waitForImport(
  { world, warehouse }: FileScenario,
  withinMs: number,
): Promise<boolean> {
  const open = `select count(*) as open from edi_documents d
                join edi_interchanges i on i.id = d.interchange_id
                where i.direction = 'in' and d.state = 'waiting'`
  const busy = `select count(*) as busy from wms_runs where state in ('waiting', 'running')`
  return until(async () => {
    const { rows } = await world.database.query<{ open: string }>(open)
    const busyRuns = await world.database.query<{ busy: string }>(busy)
    const isDone = warehouse.filesIn('in').length === 0 && Number(rows[0]?.open) === 0
    if (isDone && Number(busyRuns.rows[0]?.busy) === 0) return true
    await runJob(world, 'inventory')
    await runJob(world, 'shipments')
    return false
  }, withinMs)
}
