import { rm } from 'node:fs/promises'
import { startProcess } from './process.ts'

/** An embedded database with its tables and nothing in them, as a program left it. */
export const preparedFolder = 'test-results/embedded'

/**
 * Once before all tests: to make a new embedded database takes three times as long as to open a
 * copy of one, and each worker of the tests begins with one.
 */
export default async function prepare(): Promise<void> {
  await rm(preparedFolder, { recursive: true, force: true })
  if (process.env['DATABASE_URL']) return
  const { child, ended } = await startProcess({ DATA_DIR: preparedFolder })
  child.kill('SIGTERM')
  await ended
}
