import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../runtime/config.ts'

// The migrations of this build: SQL files in the order of their names. Those from before begin with
// a number, those since 27 November 2026 with the time of their making, so that branches share no
// name. The first line of each says whether nodes of the version before may go on writing.

/** Where the migrations of this build are. */
export const migrationsFolder = join(projectRoot, 'db/migrations')

const olderMayWriteLine = /^-- Nodes of the version before (may go on|stop writing)\.\n/

/** `0160_ended_readings.sql`, and since then `20261127_083000_notes_of_bills.sql`. */
const migrationName = /^(0[01]\d{2}|2\d{3}[01]\d[0-3]\d_[0-2]\d[0-5]\d[0-5]\d)_[a-z0-9_]+\.sql$/

/**
 * The names of the migrations of a folder, in the order that they are applied in. Refuses a file
 * of SQL of any other name, which nobody would apply.
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
 * Whether nodes of the version before may go on writing when this migration is applied; undefined
 * where it does not say, which counts as no.
 */
export function olderMayWrite(text: string): boolean | undefined {
  const said = olderMayWriteLine.exec(text)?.[1]
  return said === undefined ? undefined : said === 'may go on'
}
