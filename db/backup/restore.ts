import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BrokenRule } from '#features/system-health/contract.ts'
import { findBrokenRules } from '#features/system-health/server/data-checks.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate, refuseNewer } from '#platform/server/database/migrate.ts'
import { migrationNames } from '#platform/server/database/migrations.ts'
import { lockFolder } from '#platform/server/embedded/folder-lock.ts'
import { createPrivateFolder } from '#platform/server/embedded/private-folder.ts'
import {
  completeRestore,
  replaceFolder,
  restoringFolder,
} from '#platform/server/embedded/restored-folder.ts'
import { type Manifest, unpackBackupFile } from './backup-file.ts'

const embedded = { DATABASE_URL: undefined, POOL_SIZE: 1 }

export type RestoreOutcome = {
  manifest: Manifest
  /** The old database, renamed; undefined if there was none. */
  aside: string | undefined
  ruleCount: number
  /** Data rules that the restored data breaks, as the data of the backup did. */
  broken: BrokenRule[]
}

/**
 * Puts the database of a backup in the place of the one in `folder`, which is renamed. Migrations
 * that the backup lacks are applied, and every data rule is checked, before that. Whenever this is
 * stopped, the next start has the old database or the new one. Throws, and changes nothing, if a
 * program runs on the folder, if the backup is damaged or comes from a newer version.
 */
export async function restoreBackup(
  folder: string,
  file: string,
  now: Date,
): Promise<RestoreOutcome> {
  createPrivateFolder(dirname(folder))
  const release = await lockFolder(folder)
  const unpacked = restoringFolder(folder)
  try {
    completeRestore(folder)
    const manifest = await unpackBackupFile(file, unpacked, ({ migrations }) =>
      refuseNewer(migrations, migrationNames()),
    )
    const checked = await migrateAndCheck(unpacked, now)
    const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
    const aside = `${folder}-before-restore-${stamp}`
    const hadDatabase = existsSync(folder)
    replaceFolder(folder, aside)
    return { manifest, aside: hadDatabase ? aside : undefined, ...checked }
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    release()
  }
}

async function migrateAndCheck(folder: string, now: Date) {
  const database = await openDatabase(embedded, folder)
  try {
    await migrate(database.pool)
    const { db } = database
    const ctx = { db, user: undefined, now, requestId: 'restore', channel: 'script' }
    return await findBrokenRules(ctx)
  } finally {
    await database.close()
  }
}
