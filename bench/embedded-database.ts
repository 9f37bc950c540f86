import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { type Speed, speedOf } from './figures.ts'
import { randomCustomer, randomItems, seedMasterData } from './seed-master-data.ts'

const embeddedSettings = { DATABASE_URL: undefined, POOL_SIZE: 1 }

/** Creates a folder with an embedded database that holds master data; removes it after the work. */
export async function withEmbedded<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(join(tmpdir(), 'prizm-bench-'))
  try {
    const database = await openDatabase(embeddedSettings, join(folder, 'database'))
    await migrate(database.pool)
    await seedMasterData(database.pool)
    await database.close()
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * The speed of the baseline's orders (`functions`: the text of `yardstick.sql`), one after the
 * other, since the embedded database does one thing at a time. The program must not have the folder
 * open.
 */
export async function callBaseline(
  folder: string,
  { functions, seconds }: { functions: string; seconds: number },
): Promise<Speed> {
  const database = await openDatabase(embeddedSettings, join(folder, 'database'))
  const text = 'select bench_place_order($1, $2::int[], $3)'
  const times: number[] = []
  try {
    await database.pool.query(functions)
    const until = performance.now() + seconds * 1000
    while (performance.now() < until) {
      const start = performance.now()
      const skuIds = randomItems().map(({ skuId }) => skuId)
      await database.pool.query({ name: 'bench_place_order', text }, [randomCustomer(), skuIds, 3])
      times.push(performance.now() - start)
    }
  } finally {
    await database.close()
  }
  return speedOf(times, seconds)
}
