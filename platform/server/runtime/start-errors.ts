import { pgErrorOf } from '../database/pg-errors.ts'
import { arrivalMark } from '../database/session-settings.ts'

// Describes startup errors in one line that names the setting to check.

const oldestPostgres = 15

/** An error of the start, whose message is one line for the operator without secret values. */
export class StartError extends Error {}

/** Where a database is, and who connects to it. `options` are the startup options sent to it. */
export type Place = {
  host?: string | undefined
  port?: number | undefined
  user?: string | undefined
  database?: string | undefined
  options?: string | undefined
}

/**
 * The error for a PostgreSQL at DATABASE_URL that cannot be used; does not contain its password.
 */
export function unreachable(error: unknown, databaseAddress: Place): StartError {
  return new StartError(`${cannotBeUsed}: ${reasonAt(error, databaseAddress)}`, { cause: error })
}

/** The line before the next try to reach a database that may still be starting. */
export function waitingLine(
  error: unknown,
  databaseAddress: Place,
  { attempt, of }: { attempt: number; of: number },
): string {
  const where = addressOf(databaseAddress)
  const reason = reasonAt(error, databaseAddress).replace(` at ${where}`, '')
  return `Waiting for the database at ${where} (try ${attempt} of ${of}): ${reason}`
}

/** True if a connection pooler refused a connection because of its startup options. */
export function isRefusedByPooler(error: unknown): boolean {
  return /unsupported startup parameter/i.test(lineOf(error))
}

/** The error for a pooler that accepts the startup options of the program and drops them. */
export function withoutOptions(databaseAddress: Place): StartError {
  const reason = `a connection pooler at ${addressOf(databaseAddress)} drops the startup options`
  return new StartError(`${cannotBeUsed}: ${reason}. ${namePooler}`)
}

/**
 * The error for a role that lacks the rights to create or change the tables, with what to do;
 * returns any other error unchanged.
 */
export function refusedRights(error: unknown, { user = '', database = '' }: Place): unknown {
  const refused = pgErrorOf(error)
  if (!refused || !lacksRights.has(refused.code)) return error
  const grant = `grant usage, create on schema public to "${user}"`
  const remedy = /\bschema\b/.test(refused.message)
    ? `In the database ${database}, run as its owner: ${grant}`
    : `Use the role that created the tables, or make ${user} a member of it`
  const line = `${cannotBeUsed}: ${lineOf(refused)}. ${remedy}`
  return new StartError(line, { cause: error })
}

const cannotBeUsed = 'DATABASE_URL cannot be used'
const namePooler = 'Set DATABASE_POOLER=transaction, or use the address of PostgreSQL itself'
/** SQLSTATEs: insufficient_privilege, and no schema that the role may use. */
const lacksRights = new Set(['42501', '3F000'])

const unknownAuthority =
  'In the address, set sslrootcert to the file with the certificate of its authority, ' +
  'or sslmode=no-verify to accept any certificate'
/** What to do about a certificate, by the code of the error in Node.js. */
const certificateRemedies: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'Renew the certificate of the database server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'In the address, use a host name of the certificate',
}

/** Why a database cannot be reached and, if the address can be corrected, how. */
function reasonAt(error: unknown, databaseAddress: Place): string {
  const where = addressOf(databaseAddress)
  const sentence = lineOf(error)
  const code = pgErrorOf(error)?.code ?? ''
  if (isRefusedByPooler(error)) {
    const isOurs = databaseAddress.options?.includes(arrivalMark)
    const remedy = isOurs
      ? namePooler
      : 'Remove `options` from the database address, and unset PGOPTIONS'
    return `a connection pooler at ${where} refuses startup options. ${remedy}`
  }
  const remedy = certificateRemedies[code]
  if (remedy) return `${sentence} at ${where}. ${remedy}`
  if (/does not support SSL/.test(sentence)) {
    return `no TLS at ${where}. Turn on ssl there, or set sslmode=disable in the address`
  }
  if (silences.has(code) || /timeout/.test(sentence)) return `nothing answers at ${where}`
  return unknownHosts.has(code) ? `the host ${databaseAddress.host} is not known` : sentence
}

const silences = new Set(['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const unknownHosts = new Set(['ENOTFOUND', 'EAI_AGAIN'])

/** `db.example:5432`, or the folder of a local socket. */
function addressOf({ host = 'localhost', port = 5432 }: Place): string {
  return host.startsWith('/') ? host : `${host}:${port}`
}

/** Throws if PostgreSQL is older than 15, by its `server_version_num`. */
export function requirePostgresVersion(versionNumber: number): void {
  const version = Math.floor(versionNumber / 10_000)
  if (version >= oldestPostgres) return
  const line = `DATABASE_URL is PostgreSQL ${version}: ${oldestPostgres} or newer is needed`
  throw new StartError(line)
}

/** The error for a DATA_DIR folder that is not writable; returns any other error unchanged. */
export function dataDirError(error: unknown, folder: string): unknown {
  const reason = reasonOf(error)
  if (!reason) return error
  return new StartError(`DATA_DIR cannot be written: ${folder}: ${reason}`, { cause: error })
}

/** The error for an embedded database in DATA_DIR that does not open. */
export function openError(error: unknown, folder: string): Error {
  const reason = reasonOf(error) ?? lineOf(error)
  return new StartError(`The database in DATA_DIR cannot be opened: ${folder}: ${reason}`, {
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
export function listenError(
  error: unknown,
  { HOST, PORT }: { HOST: string; PORT: number },
): unknown {
  const noAddress = `HOST must be an address of this machine: ${HOST} is not one`
  const lines: Record<string, string> = {
    EADDRINUSE: `PORT ${PORT} is in use already: choose another, or stop the program that uses it`,
    EACCES: `This user cannot listen on PORT ${PORT}: choose a port of 1024 or higher`,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
    EADDRNOTAVAIL: noAddress,
    EINVAL: noAddress,
  }
  const line = lines[codeOf(error)]
  return line ? new StartError(line, { cause: error }) : error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : JSON.stringify(error)
  return text.replace(/\s+/g, ' ')
}
