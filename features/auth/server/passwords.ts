import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { checkPassword } from './password-strength/password-check.ts'
import { whyPasswordIsWeak } from '../rules.ts'

/**
 * Argon2id with the parameters OWASP's password storage page recommends: 19 MiB, two passes, one
 * lane.
 */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const maxConcurrent = 4
/** One CPU core stays free for signed-in users. */
const concurrency = Math.min(maxConcurrent, Math.max(1, availableParallelism() - 1))
const maxQueued = 500

let freeSlots = concurrency
const queue: (() => void)[] = []

/**
 * Hashing is slow by design, so a node runs only a few at a time and throws when the queue is full.
 */
async function withSlot<R>(task: () => Promise<R>): Promise<R> {
  if (freeSlots > 0) freeSlots -= 1
  else {
    if (queue.length >= maxQueued) throw overloaded()
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  try {
    return await task()
  } finally {
    const next = queue.shift()
    if (next) next()
    else freeSlots += 1
  }
}

function overloaded(): Refusal {
  const sentence = 'Many people are signing in. Try again in a moment'
  return new Refusal('unavailable', 'overloaded', sentence, [], { retryAfterSeconds: 2 })
}

/** Returns the hash to store. NFKC makes composed and decomposed letters equivalent. */
export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password.normalize('NFKC'), cost))
}

let dummyHash: Promise<string> | undefined

/**
 * True if the password matches the hash. Without a hash it does the same work and returns false, so
 * that response times do not reveal which accounts exist.
 */
export async function matchesPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password')
  const storedHash = passwordHash ?? (await dummyHash)
  const matches = await withSlot(() => verify(storedHash, password.normalize('NFKC')))
  return matches && passwordHash !== undefined
}

/**
 * Throws a field error if a password is easy to guess: too similar to the obvious words, or too few
 * guesses by estimate.
 */
export async function rejectWeakPassword(
  ctx: Pick<Context, 'db' | 'user'>,
  password: string,
  { username, email, field = 'password' }: { username: string; email: string; field?: string },
): Promise<void> {
  const message =
    whyPasswordIsWeak(password, username) ??
    (await estimatedWeakness(ctx, password, [username, email]))
  if (message) throw invalid([{ path: field, message }])
}

async function estimatedWeakness(
  ctx: Pick<Context, 'db' | 'user'>,
  password: string,
  ownWords: readonly string[],
): Promise<string | undefined> {
  const contextWords = ['prizm', 'order', 'management', ...ownWords, await companyName(ctx)]
  return checkPassword({ password, contextWords }, ctx.user?.id ?? 'anonymous')
}

async function companyName({ db }: Pick<Context, 'db'>): Promise<string> {
  const [found] = await rows<{ name: string }>(db, {
    name: 'company_of_passwords',
    text: `select value #>> '{}' as name from settings where name = 'companyName'`,
  })
  return found?.name ?? ''
}
