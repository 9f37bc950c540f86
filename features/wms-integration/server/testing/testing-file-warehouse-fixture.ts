import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { pollWarehouseFiles } from '../runs/background-jobs.ts'
import { executeNextRun } from '../runs/execute-run.ts'
import { type WarehouseFixture, warehouseFixture } from '../testing.ts'
import { type FileWarehouse, fileWarehouse } from './testing-file-warehouse.ts'

/** The app, a warehouse with X12 files, and the folder they share. */
export type FileWarehouseFixture = {
  appFixture: WarehouseFixture
  warehouse: FileWarehouse
  root: string
}

/** Creates an app and a warehouse with files before each test, and removes them afterwards. */
export function fileWarehouseFixture(onReady: (set: FileWarehouseFixture) => void): void {
  let data = ''
  let fixture: WarehouseFixture | undefined
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'prizm-x12-'))
    fixture = await warehouseFixture({ DATA_DIR: data, WMS_URL: 'folder:warehouse' })
    const root = join(data, 'edi', 'warehouse')
    onReady({ appFixture: fixture, warehouse: fileWarehouse(root), root })
  })
  afterEach(async () => {
    await fixture?.close()
    rmSync(data, { recursive: true, force: true })
  })
}

/** The periodic work: polls for files and runs the jobs they trigger. */
export async function pollAndRun(fixture: WarehouseFixture): Promise<void> {
  await pollWarehouseFiles(fixture.context(), fixture.config)
  while (await executeNextRun(fixture.context(), fixture.config));
}

/** The lines of the sales orders, with the status of their order. */
export const orderLines = (fixture: WarehouseFixture) =>
  fixture.query<Record<string, unknown>>(
    `select o.status, i.quantity, i.qty_shipped as shipped, i.qty_reserved as reserved,
            i.qty_cancelled as cancelled
     from sales_orders o join sales_order_items i on i.sales_order_id = o.id`,
  )

/** The units on hand by SKU. */
export async function stockBySku(fixture: WarehouseFixture): Promise<Record<string, number>> {
  const read = 'select sku, current_stock as units from skus order by sku'
  const found = await fixture.query<{ sku: string; units: number }>(read)
  return Object.fromEntries(found.map(({ sku, units }) => [sku, units]))
}
