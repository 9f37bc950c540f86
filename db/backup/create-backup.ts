import { rmSync } from 'node:fs'
import { openDatabase } from '#platform/server/database/db.ts'
import { projectVersion } from '#platform/server/runtime/config.ts'
import { copyFolder } from '#platform/server/embedded/folder-copy.ts'
import { type Manifest, writeBackupFile } from './backup-file.ts'

const embedded = { DATABASE_URL: undefined, POOL_SIZE: 1 }

/**
 * Writes the embedded database in `folder` to `file`, whether a program is running on it or not.
 * The copy is opened before it is packed: that recovers it, reads its pages, and closes it as a
 * stopped program does. Throws if the database is damaged.
 */
export async function backUp(folder: string, file: string, now: Date): Promise<Manifest> {
  const copy = await copyFolder(folder)
  try {
    const migrations = await appliedMigrations(copy)
    const facts = { program: projectVersion, createdAt: now.toISOString(), migrations }
    return await writeBackupFile(copy, file, facts)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function appliedMigrations(folder: string): Promise<Manifest['migrations']> {
  const database = await openDatabase(embedded, folder)
  try {
    const { rows } = await database.pool.query<Manifest['migrations'][number]>(
      'select name, program_version as version from migrations order by name collate "C"',
    )
    return rows
  } finally {
    await database.close()
  }
}
