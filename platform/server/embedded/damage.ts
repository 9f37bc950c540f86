import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { closedAt, faultsBeforeOpening } from './control-file.ts'
import { type DataFile, faultsOfFiles, unsoundFiles } from './data-files.ts'

// What is said of an embedded database that is damaged: where, what, and the way back.

/** The embedded database in a folder is damaged: what is in it cannot be relied on. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'

  constructor(folder: string, faults: readonly string[]) {
    const [first, second, third] = faults
    const more = faults.length > 3 ? [`${faults.length - 3} more faults`] : []
    const what = [first, second, third, ...more].filter(Boolean).join('; ')
    super(`DATA_DIR has a damaged database: ${folder}: ${what}. ${wayBack(folder)}`)
  }
}

/** The embedded database broke off in the middle of its work. */
export class AbortedDatabase extends Error {
  override name = 'AbortedDatabase'
}

/** Refuses a folder whose own files say that it cannot be opened. */
export function refuseDamagedFolder(folder: string): void {
  const faults = faultsBeforeOpening(folder)
  if (faults.length > 0) throw new DamagedDatabase(folder, faults)
}

/** Refuses a database that has just been opened, where its files are damaged. */
export function refuseDamagedFiles(folder: string, files: readonly DataFile[]): void {
  const faults = faultsOfFiles(folder, files)
  if (faults.length > 0) throw new DamagedDatabase(folder, faults)
}

/** With less room than two files of its log the database breaks off as if it were damaged. */
const leastRoom = 32 * 1024 * 1024

const broken = /^Aborted\(|failed to initialize properly|unreachable|out of bounds/

/** True for what the embedded database's program says when it can go on no more. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && broken.test(error.message)
}

/**
 * The damage of a folder whose database did not open; undefined where it may have failed for
 * another reason, as for want of room.
 */
export function damageOf(error: unknown, folder: string): DamagedDatabase | undefined {
  if (error instanceof DamagedDatabase) return error
  if (!(error instanceof Error) || !existsSync(join(folder, 'PG_VERSION'))) return undefined
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < leastRoom) return undefined
  const faults = unsoundFiles(folder)
  if (faults.length > 0) return new DamagedDatabase(folder, faults)
  const said = error.message.split('.')[0] ?? ''
  return isAbort(error) ? new DamagedDatabase(folder, [`it does not open (${said})`]) : undefined
}

function wayBack(folder: string): string {
  const keep = `Keep ${folder} under another name`
  const start = 'and start again; docs/operating.md has more'
  const copy = newestCopy(folder)
  if (!copy) {
    const how = 'A back-up is a copy of the folder, made while the program is stopped'
    return `No good back-up lies beside it. ${keep}, put one in its place ${start}. ${how}`
  }
  const day = copy.at.toISOString().slice(0, 16).replace('T', ' ')
  const newest = `The newest good back-up beside it is ${copy.path}, of ${day} UTC`
  return `${newest}. ${keep}, give a copy of the back-up its name ${start}`
}

/** A new database on the way to its place, as the thread of the database names it. */
const unpacking = '.unpacking'

type Copy = { path: string; at: Date }

/** The newest folder beside this one that is a database, was closed in order and is not damaged. */
function newestCopy(folder: string): Copy | undefined {
  const here = dirname(resolve(folder))
  const copies = readdirSync(here)
    .map((name) => join(here, name))
    .filter((path) => path !== resolve(folder) && !path.endsWith(unpacking))
    .filter((path) => existsSync(join(path, 'PG_VERSION')))
    .filter((path) => faultsBeforeOpening(path).length === 0)
    .flatMap((path) => {
      const at = closedAt(path)
      return at ? [{ path, at }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return copies.find(({ path }) => unsoundFiles(path).length === 0)
}
