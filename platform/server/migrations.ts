import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './config.ts'

// The migrations of this build: SQL files in the order of their numbers. The first line of each
// says whether nodes of the version before may go on writing beside it.

/** Where the migrations of this build are. */
export const migrationsFolder = join(projectRoot, 'db/migrations')

const olderMayWriteLine = /^-- Nodes of the version before (may go on|stop writing)\.\n/

/** The names of the migrations of a folder, in the order that they are applied in. */
export function migrationNames(folder = migrationsFolder): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
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
