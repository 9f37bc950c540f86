import { mkdirSync, statSync } from 'node:fs'

/** Of the owner alone, as PostgreSQL makes its data directory. */
const ownerOnly = 0o700
/** The group may not write and others may do nothing, as PostgreSQL asks of a data directory. */
const tooWide = 0o027
/** Others may do nothing; who exchanges files with us may be of the group. */
const openToOthers = 0o007

/** A folder is open to more people than what lies in it is for. */
export class WideFolder extends Error {
  override name = 'WideFolder'
}

/** Makes a folder that its owner alone may enter, and those above it that are missing. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly })
}

/** Refuses a folder of data that others on this machine may enter, in one clear line. */
export function refuseWideFolder(folder: string): void {
  refuse(folder, tooWide, '700')
}

/** Refuses a folder of files to exchange that more than its group may enter. */
export function refuseOpenFolder(folder: string): void {
  refuse(folder, openToOthers, '770')
}

function refuse(folder: string, mask: number, mode: string): void {
  // Windows has no such bits; what lies in a user's folder there is that user's.
  if (process.platform === 'win32') return
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found || (found.mode & mask) === 0) return
  const bits = (found.mode & 0o777).toString(8).padStart(3, '0')
  const what = `${folder} can be read by other users of this machine (mode ${bits})`
  throw new WideFolder(`${what}: run chmod ${mode} ${folder}`)
}
