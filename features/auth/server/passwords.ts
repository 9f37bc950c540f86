import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { easeOf } from './password-strength.ts'
import { weaknessOf } from '../rules.ts'

/** Argon2id as OWASP's password storage page asks: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const mostAtOnce = 4
/** One processor stays free for whoever has signed in already. */
const hashesAtOnce = Math.min(mostAtOnce, Math.max(1, availableParallelism() - 1))
const mostWaiting = 500

let free = hashesAtOnce
const waiting: (() => void)[] = []

/** Hashing is slow on purpose, so a node does few at a time and refuses an endless queue. */
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

/** The hash to store. Composed and decomposed letters give the same password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

let dummy: Promise<string> | undefined

/**
 * True where the password fits the hash. Without a hash it takes the same time and is false, so
 * that nobody can tell by the clock which accounts there are.
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
 * Refuses a password that is easy to guess, at the field it was typed in: by what everybody here
 * would try first, and by how many guesses it stands.
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
