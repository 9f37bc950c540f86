import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type WarehouseFixture, besideWarehouse } from '../testing.ts'
import { type FileWarehouse, fileWarehouse } from './testing-files.ts'

/** The app, a warehouse with X12 files, and the folder they share. */
export type BesideFiles = { beside: WarehouseFixture; there: FileWarehouse; root: string }

/** Creates an app and a warehouse with files before each test, and removes them afterwards. */
export function besideFiles(give: (set: BesideFiles) => void): void {
  let data = ''
  let beside: WarehouseFixture | undefined
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'prizm-x12-'))
    beside = await besideWarehouse({ DATA_DIR: data, WMS_URL: 'folder:warehouse' })
    const root = join(data, 'edi', 'warehouse')
    give({ beside, there: fileWarehouse(root), root })
  })
  afterEach(async () => {
    await beside?.close()
    rmSync(data, { recursive: true, force: true })
  })
}
