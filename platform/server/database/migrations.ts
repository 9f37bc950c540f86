import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../runtime/config.ts'

// The migrations of this build: SQL files in the order of their names. Older names begin with a
// number, names since November 27, 2026 with the creation time, so that branches do not use the
// same name. The first line of each file declares whether nodes of the previous version may keep
// writing.

/** The folder with the migrations of this build. */
export const migrationsFolder = join(projectRoot, 'db/migrations')

const olderMayWriteLine = /^-- Nodes of the version before (may go on|stop writing)\.\n/

/** `0160_ended_readings.sql`, or the newer form `20261127_083000_notes_of_bills.sql`. */
const migrationName = /^(0[01]\d{2}|2\d{3}[01]\d[0-3]\d_[0-2]\d[0-5]\d[0-5]\d)_[a-z0-9_]+\.sql$/

/**
 * The names of the migrations in a folder, in the order they are applied. Throws if a SQL file has
 * another form of name, because it would never be applied.
 */
export function migrationNames(folder = migrationsFolder): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const wrong = names.find((name) => !migrationName.test(name))
  if (wrong)
    throw new Error(`${wrong} is not named as migrations are: npm run db:generate names it`)
  return names.sort()
}

export function readMigration(name: string, folder = migrationsFolder): string {
  return readFileSync(join(folder, name), 'utf8')
}

/**
 * True if nodes of the previous version may keep writing after this migration. Returns undefined if
 * the file does not declare it, which counts as no.
 */
export function olderMayWrite(text: string): boolean | undefined {
  const sentence = olderMayWriteLine.exec(text)?.[1]
  return sentence === undefined ? undefined : sentence === 'may go on'
}
