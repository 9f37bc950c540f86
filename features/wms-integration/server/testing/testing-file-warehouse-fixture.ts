import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
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
