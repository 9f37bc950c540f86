import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { easeOf } from './password-strength.ts'
import { weaknessOf } from '../rules.ts'

/**
 * Argon2id with the parameters OWASP's password storage page recommends: 19 MiB, two passes, one
 * lane.
 */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const mostAtOnce = 4
/** One CPU core stays free for signed-in users. */
const hashesAtOnce = Math.min(mostAtOnce, Math.max(1, availableParallelism() - 1))
const mostWaiting = 500

let free = hashesAtOnce
const waiting: (() => void)[] = []

/**
 * Hashing is slow by design, so a node runs only a few at a time and throws when the queue is full.
 */
async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (free > 0) free -= 1
  else {
    if (waiting.length >= mostWaiting) throw crowded()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}

function crowded(): Refusal {
  const sentence = 'Many people are signing in. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

/** Returns the hash to store. NFKC makes composed and decomposed letters equivalent. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

let dummy: Promise<string> | undefined

/**
 * True if the password matches the hash. Without a hash it does the same work and returns false, so
 * that response times do not reveal which accounts exist.
 */
export async function fitsPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const known = passwordHash ?? (await dummy)
  const fits = await inTurn(() => verify(known, password.normalize('NFKC')))
  return fits && passwordHash !== undefined
}

/**
 * Throws a field error if a password is easy to guess: too similar to the obvious words, or too few
 * guesses by estimate.
 */
export async function refuseWeak(
  ctx: Pick<Context, 'db'>,
  password: string,
  { username, email, field = 'password' }: { username: string; email: string; field?: string },
): Promise<void> {
  const company = await companyName(ctx)
  const message =
    weaknessOf(password, username) ??
    (await easeOf(password, ['prizm', 'order', 'management', username, email, company]))
  if (message) throw invalid([{ path: field, message }])
}

async function companyName({ db }: Pick<Context, 'db'>): Promise<string> {
  const [found] = await rows<{ name: string }>(db, {
    name: 'company_of_passwords',
    text: `select value #>> '{}' as name from settings where name = 'companyName'`,
  })
  return found?.name ?? ''
}
