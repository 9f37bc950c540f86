import { expect, test } from 'vitest'
import { freshDatabase } from '#db/testing.ts'
import { openDatabase } from './db.ts'

const inPostgres = test.skipIf(process.env['TEST_DATABASE'] !== 'postgres')

// The lab tests a real standby (row R01); this test covers the fallback without one.
inPostgres.each([
  ['is no standby', (url: string) => url],
  ['is not there', () => 'postgres://postgres@127.0.0.1:9/none'],
])('if the standby %s, reports are read from the primary', async (_, standbyOf) => {
  const { url, drop } = await freshDatabase()
  const database = await openDatabase({
    DATABASE_URL: url,
    DATABASE_REPLICA_URL: standbyOf(url),
    POOL_SIZE: 2,
  })
  expect(await database.replica?.caughtUp(database.db)).toBeUndefined()
  await database.close()
  await drop()
})
