import { rm } from 'node:fs/promises'
import { templateDatabase } from '#db/testing.ts'
import { startProcess } from './program-process.ts'

/** Folder of a prepared embedded database with empty tables. */
export const preparedFolder = 'test-results/embedded'

/** Environment variable with the name of the prepared PostgreSQL database. */
export const preparedName = 'PREPARED_DATABASE'

/**
 * Runs once before all tests, since copying a prepared database is three times as fast as creating
 * its tables. Returns the teardown.
 */
export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  await rm(preparedFolder, { recursive: true, force: true })
  const database = process.env['DATABASE_URL'] ? await templateDatabase() : undefined
  const { child, ended } = await startProcess(
    database ? { DATABASE_URL: database.url } : { DATA_DIR: preparedFolder },
  )
  child.kill('SIGTERM')
  await ended
  if (!database) return undefined
  process.env[preparedName] = new URL(database.url).pathname.slice(1)
  return database.drop
}
