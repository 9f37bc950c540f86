import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { seedMasterData } from './seed-master-data.ts'

/** Creates a folder with an embedded database that holds master data; removes it after the work. */
export async function withEmbedded<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'prizm-bench-'))
  try {
    const settings = { DATABASE_URL: undefined, POOL_SIZE: 1 }
    const database = await openDatabase(settings, join(folder, 'database'))
    await migrate(database.pool)
    await seedMasterData(database.pool)
    await database.close()
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
