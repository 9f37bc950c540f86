import { pgErrorOf } from '../database/pg-errors.ts'

// Describes startup errors in one line that names the setting to check.

const oldestPostgres = 15

/**
 * The error for a PostgreSQL at DATABASE_URL that cannot be used; does not contain its password.
 */
export function unreachable(error: unknown, { host = 'localhost', port = 5432 }: Place): Error {
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const silent = `nothing answers at ${place}`
  const unknown = `the host ${host} is not known`
  const reasons: Record<string, string> = {
    ECONNREFUSED: silent,
    ENOENT: silent,
    ETIMEDOUT: silent,
    EHOSTUNREACH: silent,
    ENETUNREACH: silent,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
  }
  const sentence = lineOf(error)
  const byWords = /timeout/.test(sentence) ? silent : undefined
  const reason = reasons[pgErrorOf(error)?.code ?? ''] ?? byWords ?? sentence
  return new Error(`DATABASE_URL cannot be used: ${reason}`, { cause: error })
}

type Place = { host?: string; port?: number }

/** Throws if PostgreSQL is older than 15, by its `server_version_num`. */
export function refuseOld(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000)
  if (version >= oldestPostgres) return
  const line = `DATABASE_URL is PostgreSQL ${version}: ${oldestPostgres} or newer is needed`
  throw new Error(line)
}

/** The error for a DATA_DIR folder that is not writable; returns any other error unchanged. */
export function unwritable(error: unknown, folder: string): unknown {
  const reason = reasonOf(error)
  if (!reason) return error
  return new Error(`DATA_DIR cannot be written: ${folder}: ${reason}`, { cause: error })
}

/** The error for an embedded database in DATA_DIR that does not open. */
export function unopened(error: unknown, folder: string): Error {
  const reason = reasonOf(error) ?? lineOf(error)
  return new Error(`The database in DATA_DIR cannot be opened: ${folder}: ${reason}`, {
    cause: error,
  })
}

const notFolder = 'it is not a folder'
const denied = 'permission denied'
const readOnly = 'it is read-only'
const full = 'no space is left'
const bySystem = {
  EACCES: denied,
  EPERM: denied,
  EROFS: readOnly,
  ENOSPC: full,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
}
/** The errno values of the embedded database for the same errors. */
const byNumber = { 2: denied, 63: denied, 69: readOnly, 51: full, 54: notFolder, 20: notFolder }
const reasons: Record<string, string> = { ...bySystem, ...byNumber }

function reasonOf(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error
  return reasons[isOfSystem ? codeOf(error) : String((error as { errno?: number }).errno)]
}

/** The error for an address that cannot be listened on; returns any other error unchanged. */
export function unheard(error: unknown, { HOST, PORT }: { HOST: string; PORT: number }): unknown {
  const noAddress = `HOST must be an address of this machine: ${HOST} is not one`
  const lines: Record<string, string> = {
    EADDRINUSE: `PORT ${PORT} is in use already: choose another, or stop the program that uses it`,
    EACCES: `This user may not listen on PORT ${PORT}: choose a port of 1024 or higher`,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
    EADDRNOTAVAIL: noAddress,
    EINVAL: noAddress,
  }
  const line = lines[codeOf(error)]
  return line ? new Error(line, { cause: error }) : error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : JSON.stringify(error)
  return text.replace(/\s+/g, ' ')
}
