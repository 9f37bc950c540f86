import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { readConfig } from '#platform/server/runtime/config.ts'
import { damageOf, refuseDamagedFolder } from '#platform/server/embedded/damage.ts'
import { lockFolder } from '#platform/server/embedded/folder-lock.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'

// `npm run db:export > prizm.sql`: the embedded database as SQL that psql loads into PostgreSQL.

/** PostgreSQL before 17 does not know this setting, so drop it from the dump. */
const unknownToOlder = /^SET transaction_timeout = 0;\n/m

/**
 * Dumps the embedded database of a folder as SQL. Throws if a running program holds the folder or
 * if the database is damaged.
 */
export async function exportDatabase(folder: string): Promise<string> {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no embedded database in ${folder}`)
  }
  const release = await lockFolder(folder)
  try {
    refuseDamagedFolder(folder)
    const database = await PGlite.create({ dataDir: folder }).catch((error: unknown) => {
      throw damageOf(error, folder) ?? error
    })
    const dump = await pgDump({ pg: database })
    const text = await dump.text()
    await database.close()
    return text.replace(unknownToOlder, '')
  } finally {
    release()
  }
}

async function main(): Promise<void> {
  const { DATA_DIR } = readConfig(process.env)
  process.stdout.write(await exportDatabase(join(DATA_DIR, 'database')))
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    console.error(describeError(error))
    process.exit(1)
  })
}
