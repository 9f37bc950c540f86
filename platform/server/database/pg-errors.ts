import { Refusal } from '#platform/kernel/refusal.ts'
import { AbortedDatabase, DamagedDatabase } from '../embedded/damage-errors.ts'

/** The fields of a database error that the program uses. */
export type PgError = Error & { code: string; constraint?: string; table?: string; detail?: string }

/** Finds the database error inside its wrappers, or returns undefined. */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each as PgError
  }
  return undefined
}

/** True for errors that a retry may resolve: serialization failure, deadlock, lock timeout. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(pgErrorOf(error)?.code ?? '')
}

/** True if the error is a violation of the named constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  return pgErrorOf(error)?.constraint === constraint
}

/** Runs `work`; if it violates a named constraint, throws the refusal mapped to that constraint. */
export async function mapConstraintErrors<R>(
  sentences: Record<string, () => Refusal>,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work()
  } catch (error) {
    const refusal = sentences[pgErrorOf(error)?.constraint ?? '']
    throw refusal ? refusal() : error
  }
}

const unreachableCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const outOfRange = new Set(['22003', '22001', '22P02', '22021', '22P05', '23514', '22008', '22007'])

type Outage = [code: string, sentence: string, retryAfterSeconds: number]

const unreachable: Outage = [
  'database-unavailable',
  'The database cannot be reached. Try again shortly',
  5,
]
const lost: Outage = [
  'database-unavailable',
  'The connection to the database was lost. Try again shortly',
  5,
]
const changing: Outage = [
  'database-unavailable',
  'The database is starting or stopping. Try again shortly',
  5,
]
const tooLong: Outage = ['overloaded', 'The database took too long to answer. Try again shortly', 2]
const refuses: Outage = [
  'database-refuses',
  'The database rejects the program’s login. An administrator must check DATABASE_URL',
  10,
]
const full: Outage = [
  'database-full',
  'The database disk is full. Nothing can be saved until space is freed',
  30,
]

const damaged: Outage = [
  'database-damaged',
  'The database is damaged. An administrator must restore a backup',
  60,
]
const aborted: Outage = [
  'database-aborted',
  'The database crashed and is being reopened. It may be damaged',
  5,
]

/** SQLSTATEs of a database that is unavailable to all callers (PostgreSQL, appendix A). */
const outages: Record<string, Outage> = {
  '25006': ['read-only', 'The database is read-only at the moment. Nothing can be saved', 30],
  '25P03': tooLong,
  '25P04': tooLong,
  '3D000': refuses,
  '53100': full,
  '53200': ['database-memory', 'The database is out of memory. Try again shortly', 10],
  '53300': ['database-connections', 'All database connections are in use. Try again shortly', 5],
  '53400': ['database-limit', 'The database has reached a limit of its settings', 10],
  '57014': tooLong,
  '57P01': lost,
  '57P02': lost,
  '57P03': changing,
  '57P04': refuses,
  '57P05': lost,
}

/** Matches the error for a missing database file; PostgreSQL has no SQLSTATE for this damage. */
const lostFile = /^could not (open|create) file "(.*\/)?(base|global|pg_\w+)\//

/** The refusal if the error shows that the database is damaged; undefined for any other error. */
export function damageRefusal(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DamagedDatabase) return busy(...damaged)
    if (each instanceof AbortedDatabase) return busy(...aborted)
    const code = 'code' in each ? each.code : undefined
    if (code === 'XX001' || code === 'XX002') return busy(...damaged)
    if (code === '58P01' && lostFile.test(each.message)) return busy(...damaged)
  }
  return undefined
}

function outageOf(error: unknown): Outage | undefined {
  const found = pgErrorOf(error)
  if (!found) return /connection terminated|not queryable/i.test(causeOf(error)) ? lost : undefined
  const { code } = found
  if (code.startsWith('28')) return refuses
  if (code.startsWith('08') || unreachableCodes.has(code)) return unreachable
  if (outages[code]) return outages[code]
  // Any other error that ended the connection, or prevented it, is not the request's fault.
  const isFatal = 'severity' in found && ['FATAL', 'PANIC'].includes(String(found.severity))
  return isFatal ? lost : undefined
}

/**
 * True if no connection was free, or none could be opened, in time. A slow database opens none for
 * seconds, so this alone does not mean that it is unavailable. The driver and its pool have a
 * sentence each, and the pool keeps the driver's as its cause.
 */
function isConnectTimeout(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (connectTimeouts.has(each.message)) return true
  }
  return false
}

const connectTimeouts: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
])

/** The refusal for a database error, or undefined if it is a bug in the program. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isConnectTimeout(error)) {
    return busy('overloaded', 'The system is busy. Try again in a moment', 1)
  }
  const damage = damageRefusal(error)
  if (damage) return damage
  if (isTransient(error)) return busy('busy', 'Someone else is changing this. Try again', 1)
  const outage = outageOf(error)
  if (outage) return busy(...outage)
  const code = pgErrorOf(error)?.code
  if (!code) return undefined
  if (code === '23505') return new Refusal('conflict', 'duplicate', 'This value is already in use')
  if (code === '23503') return new Refusal('conflict', 'referenced', 'Other records refer to this')
  if (outOfRange.has(code)) return new Refusal('invalid', 'invalid', 'A value is out of range')
  return undefined
}

/**
 * True if the database is away and may come back without intervention, such as during a restart.
 */
export function isUnreachable(error: unknown): boolean {
  const refusal = refusalOf(error)
  return refusal?.status === 503 && ![refuses[0], damaged[0]].includes(refusal.code)
}

/** True if the database is unavailable or read-only for everyone, not just for this request. */
export function isOutage(refusal: Refusal): boolean {
  return refusal.status === 503 && !['overloaded', 'busy'].includes(refusal.code)
}

/** The message of the innermost error; the wrappers repeat the statement and its values. */
function causeOf(error: unknown): string {
  let message = ''
  for (let each = error; each instanceof Error; each = each.cause) message = each.message
  return message
}

function busy(code: string, sentence: string, seconds: number): Refusal {
  return new Refusal('unavailable', code, sentence, [], { retryAfterSeconds: seconds })
}
