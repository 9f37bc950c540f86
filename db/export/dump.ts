import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { damageOf, refuseDamagedFolder } from '#platform/server/embedded/damage-errors.ts'
import { lockFolder } from '#platform/server/embedded/folder-lock.ts'
import { buildComparison, readContents } from './compare-contents.ts'

/** The SQL of a database, and the number of its tables and rows. */
export type SqlDump = { sql: string; tableCount: number; rowCount: number }

/** The role that loads the file owns everything in it. */
const options = ['--no-owner', '--no-privileges', '--rows-per-insert=500']

/**
 * Dumps the embedded database of a folder as SQL that any role can load into an empty database of
 * its own, with a comparison of every table at the end. Throws if a running program holds the
 * folder or if the database is damaged.
 */
export async function exportDatabase(folder: string): Promise<SqlDump> {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no embedded database in ${folder}`)
  }
  const release = await lockFolder(folder)
  try {
    refuseDamagedFolder(folder)
    const database = await PGlite.create({ dataDir: folder }).catch((error: unknown) => {
      throw damageOf(error, folder) ?? error
    })
    const dump = await pgDump({ pg: database, args: options })
    const contents = await readContents(database)
    await database.close()
    const sql = adapted(await dump.text()) + buildComparison(contents)
    const rowCount = contents.tables.reduce((sum, table) => sum + Number(table.rowCount), 0)
    return { sql, tableCount: contents.tables.length, rowCount }
  } finally {
    release()
  }
}

/** PostgreSQL before 17 does not know this setting. */
const unknownToOlder = /^SET transaction_timeout = 0;\n/m

const searchPath = /^SELECT pg_catalog\.set_config\('search_path', '', false\);$/m
const sequenceValue = /^SELECT (pg_catalog\.setval\('public\.\w+', \d+, (?:true|false)\));$/gm

/** Without results other than the comparison, so that psql prints nothing else. */
function adapted(dump: string): string {
  return dump
    .replace(unknownToOlder, '')
    .replace(searchPath, "SET search_path = '';")
    .replaceAll(sequenceValue, (_line, call: string) => {
      return `DO 'BEGIN PERFORM ${call.replaceAll("'", "''")}; END';`
    })
}
