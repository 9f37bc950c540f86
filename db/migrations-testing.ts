import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrationsFolder } from '#platform/server/database/migrations.ts'
import { freshDatabase } from './testing.ts'

/** The migrations before a number or a stamp, copied to a folder that the caller removes. */
export function migrationsBefore(number: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'prizm-migrations-'))
  const names = readdirSync(migrationsFolder)
  for (const name of names.filter((each) => each.endsWith('.sql') && each < number)) {
    cpSync(join(migrationsFolder, name), join(folder, name))
  }
  return folder
}

/** Runs the work on a new empty database of the kind that the tests run on, and drops it. */
export async function withNewDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
  const made = isPostgres ? await freshDatabase() : undefined
  const database = await openDatabase({ DATABASE_URL: made?.url, POOL_SIZE: 1 })
  try {
    await work(database.pool)
  } finally {
    await database.close()
    await made?.drop()
  }
}
