import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Checks a data folder before it is opened: `global/pg_control` and the WAL file that recovery
// starts with.

/** The PostgreSQL major version of this build, and its `pg_control` version. */
const major = '18'
const controlVersion = 1800
const sumAt = 292
const hasShutDown = 1

const needed = ['base', 'global/pg_control', 'global/pg_filenode.map', 'pg_wal', 'pg_multixact']

/** The reasons why a folder of this version cannot be opened, as far as its files show. */
export function faultsBeforeOpening(folder: string): string[] {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return []
  if (!existsSync(join(folder, 'PG_VERSION'))) return ['PG_VERSION is missing']
  if (readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim() !== major) return []
  const missing = needed.filter((path) => !existsSync(join(folder, path)))
  const states = join(folder, 'pg_xact')
  if (!existsSync(states) || readdirSync(states).length === 0) missing.push('pg_xact')
  if (missing.length > 0) return missing.map((path) => `${path} is missing`)
  const control = readFileSync(join(folder, 'global/pg_control'))
  if (!isControl(control)) return ['global/pg_control cannot be read']
  const log = firstLog(control)
  return existsSync(join(folder, 'pg_wal', log)) ? [] : [`pg_wal/${log} is missing`]
}

/** The time of the last clean shutdown; undefined if the folder was not shut down cleanly. */
export function closedAt(folder: string): Date | undefined {
  const control = readFileSync(join(folder, 'global/pg_control'))
  if (control.readUInt32LE(16) !== hasShutDown) return undefined
  return new Date(Number(control.readBigInt64LE(24)) * 1000)
}

function isControl(control: Buffer): boolean {
  if (control.length < sumAt + 4 || control.readUInt32LE(8) !== controlVersion) return false
  return crc32c(control.subarray(0, sumAt)) === control.readUInt32LE(sumAt)
}

/** The name of the WAL file of the last checkpoint: its timeline, then its segment number. */
function firstLog(control: Buffer): string {
  const size = BigInt(control.readUInt32LE(228))
  const number = control.readBigUInt64LE(40) / size
  const perName = 0x1_0000_0000n / size
  const parts = [BigInt(control.readUInt32LE(48)), number / perName, number % perName]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

const polynomial = 0x82f63b78

/** CRC-32C (Castagnoli), bit by bit, which is fast enough for 300 bytes. */
function crc32c(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1
  }
  return ~sum >>> 0
}
