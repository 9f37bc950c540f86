import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

// Puts a restored database in the place of the old one. No system call exchanges two folders, so
// this takes two renames. A folder named `.restored` is complete and checked: if the process is
// killed between the renames, the next start does the second one. All of this is done under the
// lock of the folder.

/** The folder in which a database is restored and checked. */
export const restoringFolder = (folder: string): string => `${folder}.restoring`
const restoredFolder = (folder: string) => `${folder}.restored`

/** Renames the old database to `aside`, if there is one, and the checked new one to its place. */
export function replaceFolder(folder: string, aside: string): void {
  syncTree(restoringFolder(folder))
  rmSync(restoredFolder(folder), { recursive: true, force: true })
  renameSync(restoringFolder(folder), restoredFolder(folder))
  syncPath(dirname(folder))
  if (existsSync(folder)) renameSync(folder, aside)
  completeRestore(folder)
}

/**
 * Does the second rename of a restore that was killed after the first, or removes what is left of
 * one that was killed before.
 */
export function completeRestore(folder: string): void {
  if (!existsSync(folder) && existsSync(restoredFolder(folder))) {
    renameSync(restoredFolder(folder), folder)
    syncPath(dirname(folder))
  }
  for (const left of [restoringFolder(folder), restoredFolder(folder)]) {
    rmSync(left, { recursive: true, force: true })
  }
}

/** Writes a folder with all its files to the disk. */
function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}

/** Writes a file, or the names in a folder, to the disk. Windows has no folders to sync. */
export function syncPath(path: string): void {
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
