import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { migrationsFolder } from '#platform/server/database/migrations.ts'
import { handWrittenNames } from './schema/hand-written-objects.ts'
import { statementsBetween } from './schema/compare-schemas.ts'
import { readSchema } from './schema/read-schema.ts'
import { schemaOf, tablesInCode } from './schema/tables-in-code.ts'

// `npm run db:generate -- what_it_does`: writes a migration that brings the database from the
// existing migrations to the tables in the code. With `--by-hand` the file has only its first line.

/** The check rejects a file with this line: the author must choose. */
const needsDecision = '-- Nodes of the version before may go on? Or stop writing? Say which.\n'

type MigrationRequest = {
  name: string
  now: Date
  folder: string
  tables: Record<string, unknown>
}

/**
 * Writes the missing migration to a new file named by the time, and returns its name; undefined if
 * nothing is missing. Throws for an invalid name, and if the generated SQL does not produce the
 * tables.
 */
export async function generateMigration(request: MigrationRequest): Promise<string | undefined> {
  const file = migrationName(request.name, request.now)
  if (existsSync(join(request.folder, file))) throw new Error(`${file} already exists`)
  const statements = await missingStatements(request)
  if (statements.length === 0) return undefined
  const text = statements.map((statement) => `${statement};\n`).join('')
  writeFileSync(join(request.folder, file), needsDecision + text, { flag: 'wx' })
  return file
}

/** The statements that the migrations of a folder lack to produce the declared tables. */
export async function missingStatements({
  folder,
  tables,
}: Pick<MigrationRequest, 'folder' | 'tables'>): Promise<string[]> {
  const { pool, close } = await openDatabase({ DATABASE_URL: undefined, POOL_SIZE: 1 })
  try {
    await migrate(pool, folder)
    const declared = await schemaOf(tables, pool)
    const missing = async () =>
      statementsBetween(await readSchema(pool), declared, handWrittenNames)
    const statements = await missing()
    for (const statement of statements) await pool.query(statement)
    const differences = await missing()
    if (differences.length === 0) return statements
    throw new Error(
      `Write this one by hand: it cannot be made from tables. ${differences.join('; ')}`,
    )
  } finally {
    await close()
  }
}

/** `20261127_083000_what_it_does.sql`: sorts by creation time, whatever the branch. */
export function migrationName(name: string, now: Date): string {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    throw new Error('Name the migration by what it does: db:generate -- notes_of_bills')
  }
  const [day = '', time = ''] = now.toISOString().replace(/[-:]/g, '').split('T')
  return `${day}_${time.slice(0, 6)}_${name}.sql`
}

async function main(args: readonly string[]): Promise<void> {
  const name = args.find((arg) => !arg.startsWith('--')) ?? ''
  const now = new Date()
  const folder = migrationsFolder
  if (args.includes('--by-hand')) {
    const file = migrationName(name, now)
    writeFileSync(join(folder, file), needsDecision, { flag: 'wx' })
    return printFile(file)
  }
  const file = await generateMigration({ name, now, folder, tables: await tablesInCode() })
  if (file) return printFile(file)
  process.stdout.write('The migrations make the tables of the code already: nothing written.\n')
}

function printFile(file: string): void {
  process.stdout.write(
    `Wrote db/migrations/${file}. Read it, and say in its first line whether nodes of the ` +
      'version before may go on.\n',
  )
}

if (process.argv[1] === import.meta.filename) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(describeError(error))
    process.exit(1)
  })
}
