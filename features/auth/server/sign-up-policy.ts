import { timingSafeEqual } from 'node:crypto'
import { rows, type Context } from '#platform/server/database/db.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { isForThisMachine } from '#platform/server/http/host-and-origin-checks.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import type { SignInFacts } from '../contract.ts'

// Sign-up policy, and the rights of self-registered accounts.

/** Sign-up policy: open, open with approval, or closed (administrators create accounts). */
export type SignUp = SignInFacts['signUp']

/** The sign-up policy, and whether the first account requires the setup token. */
export type SignUpRules = { signUp: SignUp; needsToken: boolean }

/** Derives the sign-up policy from the settings. */
export function signUpRules(
  config: Pick<Config, 'SIGN_UP'> & Partial<Pick<Config, 'HOST' | 'TRUSTED_PROXY'>>,
): SignUpRules {
  const isLocal = isForThisMachine(config)
  return { signUp: config.SIGN_UP ?? (isLocal ? 'open' : 'approval'), needsToken: !isLocal }
}

/**
 * The setup token for the first account, required if the server is reachable from other machines.
 * It is derived from the server secret, so all nodes and restarts share it. Unused once an account
 * exists.
 */
export function setupToken(): string {
  return serverHmac('setup token', 'first administrator').toString('hex').slice(0, 24)
}

/** Compares a setup token in constant time; ignores case and surrounding whitespace. */
export function isSetupToken(token: string | null | undefined): boolean {
  const actual = Buffer.from((token ?? '').trim().toLowerCase())
  const expected = Buffer.from(setupToken())
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const findManagedAccount = {
  name: 'read_managed_account',
  text: `select 1 from audit_log a join users u on u.id = a.entity_id
         where a.entity = 'user' and a.action in ('create', 'invite')
           and not u.is_demo
         limit 1`,
}

/**
 * True if a self-registered account may perform every step on records it creates: only in a trial
 * on one machine, where all accounts registered themselves. Once an administrator has created an
 * account, accounts have roles and each step requires its permission.
 */
export async function isTrialUser(ctx: Context): Promise<boolean> {
  if (!ctx.isForThisMachine || ctx.user?.role !== 'user') return false
  return (await rows(ctx.db, findManagedAccount)).length === 0
}
