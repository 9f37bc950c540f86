import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { type SqlDump, exportDatabase } from './export/dump.ts'

// `npm run db:export -- FILE`: writes the embedded database as SQL that psql loads into PostgreSQL.

async function main(name: string | undefined): Promise<void> {
  if (!name) throw new Error('Usage: npm run db:export -- FILE')
  // npm runs this in the project folder; INIT_CWD is the folder in which npm was called.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  if (existsSync(file)) throw new Error(`${file} exists already: remove it, or name another file`)
  const { DATA_DIR } = readConfig(process.env)
  const exported = await exportDatabase(join(DATA_DIR, 'database'))
  // Renamed when it is complete: an incomplete file would lack the comparison at its end.
  const part = `${file}.part`
  rmSync(part, { force: true })
  writeFileSync(part, exported.sql, { mode: 0o600 })
  renameSync(part, file)
  console.log(nextSteps(file, exported))
}

function nextSteps(file: string, { tableCount, rowCount }: SqlDump): string {
  const psql =
    'psql --no-psqlrc --quiet --pset=pager=off --set=ON_ERROR_STOP=1 --single-transaction ' +
    `--file=${quotedForShell(file)} "$DATABASE_URL"`
  return `Wrote ${tableCount} tables with ${rowCount} rows to ${file}.
The file contains password hashes: keep it private.

With DATABASE_URL set to an empty database that the program's role owns, load it:

  ${psql}

At the end psql prints a comparison of every table with the embedded database. If one differs,
nothing is saved. Then start the program with the same DATABASE_URL.`
}

function quotedForShell(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(describeError(error))
  process.exit(1)
})
