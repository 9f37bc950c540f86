import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { singleSignOnLimits } from '../../single-sign-on-rules.ts'
import type { SignOnReturn, User } from '../../contract.ts'
import { countAttempt } from '../attempt-counter.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { activationRequired } from '../sign-up-refusals.ts'
import { type Caller, originOfSession, startSession } from '../sessions.ts'
import { accountOfPerson, isLinked, unknownPassword } from './account-of-person.ts'
import { openAttempt, spendAttempt } from './attempts.ts'
import { decryptClientSecret } from './client-secret.ts'
import {
  openProvider,
  type Provider,
  readPerson,
  signInAddress,
  type SignOnConfig,
  signOutAddress,
} from './provider.ts'
import { attemptOver } from './refusals.ts'
import { requireSignOn, type SignOnSettings } from './settings.ts'

/** Where a sign-in at the provider comes from: the sender, and the origin that it has open. */
export type SignOnFrom = { caller: Caller; origin: string; config: SignOnConfig }

/** The provider, with the client secret as it was entered. Throws 503 if that cannot be read. */
async function providerOf(settings: SignOnSettings, config: SignOnConfig): Promise<Provider> {
  const clientSecret = decryptClientSecret(settings.clientSecret)
  return openProvider({ ...settings, clientSecret }, config)
}

/**
 * Begins a sign-in at the provider: returns the address that the browser opens, and the token of
 * the cookie that only this browser has. Throws 409 if single sign-on is off or the provider does
 * not answer, and 503 if the stored client secret cannot be read.
 */
export async function startSingleSignOn(
  ctx: Context,
  { caller, origin, config }: SignOnFrom,
): Promise<{ address: string; browser: string }> {
  await countAttempt(ctx, singleSignOnLimits(caller.address))
  const settings = await requireSignOn(ctx.db)
  const provider = await providerOf(settings, config)
  const attempt = await openAttempt(ctx, settings.issuer)
  const address = await signInAddress(provider, attempt, origin)
  return { address, browser: attempt.browser }
}

/**
 * Ends a sign-in at the provider: starts the session of the account of the person. The attempt
 * counts once, within ten minutes, and only in the browser that began it. Throws 401 for anything
 * else, and 403 for a person without an account or a role.
 */
export async function completeSingleSignOn(
  ctx: Context,
  form: SignOnReturn,
  { caller, origin, config, browser }: SignOnFrom & { browser: string | undefined },
): Promise<{ user: User; token: string }> {
  await countAttempt(ctx, singleSignOnLimits(caller.address))
  const settings = await requireSignOn(ctx.db)
  const { issuer, groupClaim } = settings
  const { state } = form
  const secrets = browser && (await spendAttempt(ctx, { state, browser, issuer }))
  if (!secrets) throw attemptOver()
  const provider = await providerOf(settings, config)
  const { person, idToken } = await readPerson(provider, { form, secrets, origin, groupClaim })
  const passwordHash = await unknownPassword()
  return inTransaction(ctx, async (inner) => {
    const account = await accountOfPerson(inner, { person, settings, passwordHash })
    const session = { ...account, method: 'single-sign-on', idToken } as const
    const token = await startSession(inner, session, caller)
    if (!token) throw activationRequired('An administrator must activate this account first')
    // The new session has locked the account: an unlink was either before, or ends the session.
    if (!(await isLinked(inner, { person, settings }))) throw attemptOver()
    const { address } = caller
    await recordSignIn(inner, { userId: account.id, address, reason: 'Single sign-on' })
    return { user: account.user, token }
  })
}

/**
 * The address that the browser opens after sign-out, so that the provider ends its session, too.
 * Null for a session that began in another way, and for a provider that cannot do it.
 */
export async function readSignOutAddress(
  ctx: Context,
  { caller, origin, config }: SignOnFrom,
): Promise<{ address: string | null }> {
  const { idToken } = (await originOfSession(ctx, caller.token)) ?? {}
  if (!idToken) return { address: null }
  try {
    const provider = await providerOf(await requireSignOn(ctx.db), config)
    return { address: signOutAddress(provider, { idToken, origin }) ?? null }
  } catch (error) {
    // The sign-out here must not wait for a provider that is down or was turned off.
    if (error instanceof Refusal) return { address: null }
    throw error
  }
}
