import { mkdirSync, statSync } from 'node:fs'

/** Owner access only, as PostgreSQL creates its data directory. */
const ownerOnly = 0o700
/** Rejects group write and any access by others, as PostgreSQL does for a data directory. */
const tooWide = 0o027
/** Rejects any access by others; a group is allowed for exchanging files with partners. */
const otherAccessBits = 0o007

/** A folder is accessible to more users than its contents allow. */
export class WideFolder extends Error {
  override name = 'WideFolder'
}

/** Creates a folder, and its missing parents, with access for its owner only. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly })
}

/** Throws a `WideFolder` if other users of this machine can access a data folder. */
export function refuseWideFolder(folder: string): void {
  refuse(folder, tooWide, '700')
}

/** Throws a `WideFolder` if users outside its group can access a folder for file exchange. */
export function refuseOpenFolder(folder: string): void {
  refuse(folder, otherAccessBits, '770')
}

function refuse(folder: string, mask: number, mode: string): void {
  // Windows has no such mode bits; a user's folder there belongs to that user.
  if (process.platform === 'win32') return
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found || (found.mode & mask) === 0) return
  const bits = (found.mode & 0o777).toString(8).padStart(3, '0')
  const what = `${folder} can be read by other users of this machine (mode ${bits})`
  throw new WideFolder(`${what}: run chmod ${mode} ${folder}`)
}
