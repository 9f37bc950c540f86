import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { createHashingTurns, hashingSlots } from './hashing-turns.ts'
import { checkPassword } from './password-strength/password-check.ts'
import { whyPasswordIsWeak } from '../rules.ts'

/**
 * Argon2id with the parameters OWASP's password storage page recommends: 19 MiB, two passes, one
 * lane.
 */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const inTurn = createHashingTurns(hashingSlots(availableParallelism()))

/** Returns the hash to store. NFKC makes composed and decomposed letters equivalent. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
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
  const matches = await inTurn(() => verify(storedHash, password.normalize('NFKC')))
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
