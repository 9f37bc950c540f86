import { rm } from 'node:fs/promises'
import { databaseToCopy } from '#db/testing.ts'
import { startProcess } from './process.ts'

/** An embedded database with its tables and nothing in them, as a program left it. */
export const preparedFolder = 'test-results/embedded'

/** The setting that tells the tests the name of such a database on PostgreSQL. */
export const preparedName = 'PREPARED_DATABASE'

/**
 * Runs once before all tests, since copying a prepared database is three times as fast as creating
 * its tables. Returns the teardown.
 */
export default async function prepare(): Promise<(() => Promise<void>) | undefined> {
  await rm(preparedFolder, { recursive: true, force: true })
  const database = process.env['DATABASE_URL'] ? await databaseToCopy() : undefined
  const { child, ended } = await startProcess(
    database ? { DATABASE_URL: database.url } : { DATA_DIR: preparedFolder },
  )
  child.kill('SIGTERM')
  await ended
  if (!database) return undefined
  process.env[preparedName] = new URL(database.url).pathname.slice(1)
  return database.drop
}
