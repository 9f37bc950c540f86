import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { closedAt, faultsBeforeOpening } from './check-control-file.ts'
import { type DataFile, faultsOfFiles, unsoundFiles } from './check-data-files.ts'

// Reports damage of the embedded database: the folder, the damage, and how to recover.

/** The embedded database in a folder is damaged: its data cannot be trusted. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'

  constructor(folder: string, faults: readonly string[]) {
    const [first, second, third] = faults
    const more = faults.length > 3 ? [`${faults.length - 3} more faults`] : []
    const what = [first, second, third, ...more].filter(Boolean).join('; ')
    super(`DATA_DIR has a damaged database: ${folder}: ${what}. ${recoveryAdvice(folder)}`)
  }
}

/** The embedded database crashed while running. */
export class AbortedDatabase extends Error {
  override name = 'AbortedDatabase'
}

/**
 * A statement of the embedded database used too much processor time, and the database was
 * restarted. The code is that of a statement that PostgreSQL ends at its timeout.
 */
export class StatementTooLong extends Error {
  override name = 'StatementTooLong'
  readonly code = '57014'
}

/** Throws a `DamagedDatabase` if the folder's own files show that it cannot be opened. */
export function refuseDamagedFolder(folder: string): void {
  const faults = faultsBeforeOpening(folder)
  if (faults.length > 0) throw new DamagedDatabase(folder, faults)
}

/** Throws a `DamagedDatabase` if the data files of the opened database are damaged. */
export function refuseDamagedFiles(folder: string, files: readonly DataFile[]): void {
  const faults = faultsOfFiles(folder, files)
  if (faults.length > 0) throw new DamagedDatabase(folder, faults)
}

/** With less free space than two WAL files, the database crashes as if it were damaged. */
const leastRoom = 32 * 1024 * 1024

const broken = /^Aborted\(|failed to initialize properly|unreachable|out of bounds/

/** True for the errors that the embedded database throws when it crashes. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && broken.test(error.message)
}

/**
 * The damage of a folder whose database did not open; undefined if it may have failed for another
 * reason, such as a full disk.
 */
export function damageOf(error: unknown, folder: string): DamagedDatabase | undefined {
  if (error instanceof DamagedDatabase) return error
  if (!(error instanceof Error) || !existsSync(join(folder, 'PG_VERSION'))) return undefined
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < leastRoom) return undefined
  const faults = unsoundFiles(folder)
  if (faults.length > 0) return new DamagedDatabase(folder, faults)
  const sentence = error.message.split('.')[0] ?? ''
  return isAbort(error)
    ? new DamagedDatabase(folder, [`it cannot be opened (${sentence})`])
    : undefined
}

function recoveryAdvice(folder: string): string {
  const restore = `Rename ${folder}, put a copy of a backup in its place and start again`
  const more = 'For details see docs/operations.md'
  const copy = newestCopy(folder)
  if (!copy) {
    const how = 'With a file that npm run backup wrote, run npm run restore -- FILE'
    return `There is no good backup beside it. ${how}. ${more}`
  }
  const day = copy.at.toISOString().slice(0, 16).replace('T', ' ')
  const newest = `The newest good backup beside it is ${copy.path}, of ${day} UTC`
  return `${newest}. ${restore}. ${more}`
}

/** Folders that are being unpacked, copied or restored: see the worker and `folder-copy.ts`. */
const unfinished = /\.(unpacking|restoring|restored)$|[\\/]copy-of-[^\\/]*$/

type Copy = { path: string; at: Date }

/** The newest folder beside this one that is an undamaged database with a clean shutdown. */
function newestCopy(folder: string): Copy | undefined {
  const here = dirname(resolve(folder))
  const copies = readdirSync(here)
    .map((name) => join(here, name))
    .filter((path) => path !== resolve(folder) && !unfinished.test(path))
    .filter((path) => existsSync(join(path, 'PG_VERSION')))
    .filter((path) => faultsBeforeOpening(path).length === 0)
    .flatMap((path) => {
      const at = closedAt(path)
      return at ? [{ path, at }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return copies.find(({ path }) => unsoundFiles(path).length === 0)
}
