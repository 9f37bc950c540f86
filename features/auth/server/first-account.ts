import { timingSafeEqual } from 'node:crypto'
import { rows, type Context } from '#platform/server/database/db.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { isForThisMachine } from '#platform/server/http/host-names.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import type { SignInFacts } from '../contract.ts'

// Who may make accounts, and what an account that anybody can make may do.

/** How accounts are made here: by anybody, by anybody and let in, or by administrators only. */
export type SignUp = SignInFacts['signUp']

/** How accounts are made, and whether the first one needs the token that the start printed. */
export type SignUpRules = { signUp: SignUp; needsToken: boolean }

/** The rules of a program with these settings. */
export function signUpRules(
  config: Pick<Config, 'SIGN_UP'> & Partial<Pick<Config, 'HOST' | 'TRUSTED_PROXY'>>,
): SignUpRules {
  const isHere = isForThisMachine(config)
  return { signUp: config.SIGN_UP ?? (isHere ? 'open' : 'approval'), needsToken: !isHere }
}

/**
 * What who makes the first account of an empty database shows where strangers could be faster: the
 * same on all nodes and at each start of this installation, and nothing once there is an account.
 */
export function setupToken(): string {
  return serverHmac('setup token', 'first administrator').toString('hex').slice(0, 24)
}

/** Whether somebody shows the token, in whatever case and with blanks around it. */
export function isSetupToken(shown: string | null | undefined): boolean {
  const typed = Buffer.from((shown ?? '').trim().toLowerCase())
  const wanted = Buffer.from(setupToken())
  return typed.length === wanted.length && timingSafeEqual(typed, wanted)
}

const readManaged = {
  name: 'read_managed_account',
  text: `select 1 from audit_log a join users u on u.id = a.entity_id
         where a.entity = 'user' and a.action = 'create' and not u.is_demo limit 1`,
}

/**
 * Whether an account of sign-up may take every step of a record that it makes: only while the
 * program is tried out, on one machine and with accounts that people made themselves. Once an
 * administrator makes accounts, they have roles, and each step needs its right.
 */
export async function mayTryEveryStep(ctx: Context): Promise<boolean> {
  if (!ctx.isForThisMachine || ctx.user?.role !== 'user') return false
  return (await rows(ctx.db, readManaged)).length === 0
}
