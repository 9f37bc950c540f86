import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type WarehouseFixture, besideWarehouse } from '../testing.ts'
import { type FileWarehouse, fileWarehouse } from './testing-files.ts'

/** Our desk, a warehouse that speaks by files of X12, and the folder that both lie in. */
export type BesideFiles = { beside: WarehouseFixture; there: FileWarehouse; root: string }

/** Gives each test of a file a desk and a warehouse of files of its own. */
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
