import { Refusal } from '#platform/kernel/refusal.ts'

/** The parts of a database error that the program looks at. */
export type PgError = Error & { code: string; constraint?: string; table?: string; detail?: string }

/** The database's own error inside whatever wraps it, or undefined. */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each as PgError
  }
  return undefined
}

/** True for failures that a second try may not meet: serialization, deadlock, lock not had. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(pgErrorOf(error)?.code ?? '')
}

/** True where the error is a broken named constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return pgErrorOf(error)?.constraint === constraint
}

/** Runs `work`; where it breaks a named constraint, throws the refusal kept for that name. */
export async function refusing<R>(
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

const unavailable = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
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

/** The refusal for a database error, or undefined where it is a bug of the program. */
export function refusalOf(error: unknown): Refusal | undefined {
  const message = causeOf(error)
  if (/timeout exceeded when trying to connect/.test(message)) {
    return busy('overloaded', 'The system is busy. Try again in a moment', 1)
  }
  const code = pgErrorOf(error)?.code
  if (!code) return /connection terminated|not queryable/i.test(message) ? gone() : undefined
  if (isTransient(error)) return busy('busy', 'Somebody else is changing this. Try again', 1)
  if (code === '57014' || code === '53300') return busy('overloaded', 'That took too long', 2)
  if (code === '25006') return busy('read-only', 'The system is read-only at the moment', 30)
  if (code.startsWith('08') || unavailable.has(code)) return gone()
  if (code === '23505') return new Refusal('conflict', 'duplicate', 'That is already taken')
  if (code === '23503') return new Refusal('conflict', 'referenced', 'Other records refer to this')
  if (outOfRange.has(code)) return new Refusal('invalid', 'invalid', 'A value is out of range')
  return undefined
}

/** What the innermost error says: the ones around it repeat the statement and its values. */
function causeOf(error: unknown): string {
  let message = ''
  for (let each = error; each instanceof Error; each = each.cause) message = each.message
  return message
}

function gone(): Refusal {
  return busy('database-unavailable', 'The database cannot be reached. Try again shortly', 5)
}

function busy(code: string, sentence: string, seconds: number): Refusal {
  return new Refusal('unavailable', code, sentence, [], { retryAfterSeconds: seconds })
}
