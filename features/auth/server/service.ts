// One file: the functions behind the calls of accounts and sessions
import { sql } from 'drizzle-orm'
import { record } from '#features/audit/server/service.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { serverHmac } from '#platform/server/runtime/server-secret.ts'
import { addAccount, findAccount, hasAccounts, setPassword, type Account } from './accounts.ts'
import {
  type Credentials,
  type StoredPreferences,
  maxListLayouts,
  type PasswordChange,
  type Registration,
  type SignInFacts,
  type User,
} from '../contract.ts'
import { isSetupToken, type SignUpRules } from './sign-up-policy.ts'
import {
  signUpClosed,
  setupTokenRequired,
  activationRequired,
  unknownProxy,
} from './sign-up-refusals.ts'
import { readStoredPreferences } from './parse-stored-preferences.ts'
import { verifyDeviceToken } from './sign-in/device-tokens.ts'
import {
  type Attempt,
  countAttempt,
  countDeviceAttempt,
  countTriedName,
  clearAttempts,
  tooManyAttempts,
} from './attempt-counter.ts'
import { matchesPassword, hashPassword, rejectWeakPassword } from './passwords.ts'
import {
  changeLimits,
  deviceLimits,
  signInLimits,
  signUpLimits,
  sprayLimit,
} from '../attempt-limits.ts'
import { foldCase } from '../rules.ts'
import { deleteLinks } from './links/account-links.ts'
import { canSendLinks } from './links/queue-account-emails.ts'
import { openChallenge } from './second-factor/challenges.ts'
import { needsPasskey } from './passkeys/passkeys.ts'
import { recordSignIn } from './sign-in/record-sign-in.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'
import {
  type Caller,
  endSession,
  endSessionById,
  endSessionsOf,
  lockForSignIn,
  originOfSession,
  startSession,
} from './sessions.ts'

import { allowOtherWay, breakGlassReason, readSignOnPolicy } from './single-sign-on/policy.ts'

// Also exported to other rooms:
export { findAccount } from './accounts.ts'
export { eraseUser, lockUserForErasure } from './users/erase.ts'
export { newRoleSkipped } from './roles/self-approval-after-role-change.ts'
export { unreadablePreferences } from './parse-stored-preferences.ts'

export { isTrialUser } from './sign-up-policy.ts'
export { grantsOfOwnRole, ownGrants } from './roles/own-grants.ts'
export { authoritiesOf } from './delegation/authorities.ts'
export { guardManaging } from './roles/role-of-account.ts'

/** A user and the token of their new session. */
export type SignedIn = { user: User; token: string }

/** A right password of an account with a second factor: the token of the second step. */
export type HalfSignedIn = { user: User; challenge: string }

type RegisterOptions = SignUpRules & { caller: Caller; isForwarded: boolean }

/**
 * Creates an account and starts its session. The first account of a system is an administrator; any
 * other is a `user`. Throws if sign-up is closed. If approval is required, it creates the account
 * and then throws, since no session starts. On a server reachable from other machines, the first
 * account requires the setup token. Requests forwarded by a proxy missing from the settings are
 * refused, because every sender would appear local.
 */
export async function register(
  ctx: Context,
  form: Registration,
  { signUp, needsToken, caller, isForwarded }: RegisterOptions,
): Promise<SignedIn> {
  await countAttempt(ctx, signUpLimits(caller.address))
  if (isForwarded && !needsToken) throw unknownProxy()
  const hasExisting = await hasAccounts(ctx.db)
  const isOnly = (await readSignOnPolicy(ctx.db))?.isOnly ?? false
  if ((signUp === 'closed' || isOnly) && hasExisting) throw signUpClosed()
  const hasSetupToken = !needsToken || isSetupToken(form.setupToken)
  if (!hasExisting && !hasSetupToken) throw setupTokenRequired()
  await rejectWeakPassword(ctx, form.password, form)
  const passwordHash = await hashPassword(form.password)
  const created = await inTransaction(ctx, async (inner) => {
    const isFirst = await claimFirstAccount(inner)
    if (signUp === 'closed' && !isFirst) throw signUpClosed()
    if (isFirst && !hasSetupToken) throw setupTokenRequired()
    const role = isFirst ? 'admin' : 'user'
    const isActive = isFirst || signUp === 'open'
    const account = { ...form, role, isActive, passwordHash } as const
    const user = await addAccount(inner, { ...account, ...(!isActive && { pending: 'approval' }) })
    const auditEntry = {
      entity: 'user',
      entityId: user.id,
      action: 'sign-up',
      actorId: user.id,
    } as const
    await record(inner, [auditEntry])
    const token = isActive && (await startSession(inner, { id: user.id, passwordHash }, caller))
    return { user, token }
  })
  if (!created.token)
    throw activationRequired('Your account was created. An administrator must activate it first')
  return { user: created.user, token: created.token }
}

/**
 * True for exactly one caller: the creator of the first account, even if two sign up concurrently.
 */
async function claimFirstAccount(ctx: Context): Promise<boolean> {
  if (await hasAccounts(ctx.db)) return false
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`)
  return !(await hasAccounts(ctx.db))
}

/**
 * Starts a session for the right username and password. A wrong password and an unknown user get
 * the same response after the same time. Only a caller with the right password learns that an
 * account is inactive, or has a second factor: then it opens the second step instead of a session.
 * Where single sign-on is the only way, it is for the break-glass administrator alone.
 */
export async function login(
  ctx: Context,
  { username, password }: Credentials,
  caller: Caller,
): Promise<SignedIn | HalfSignedIn> {
  const account = foldCase(username)
  const device = verifyDeviceToken(account, caller.device)
  return runInSequence(`${account} ${device ?? caller.address}`, async () => {
    const attempt = await countSignIn(ctx, { account, device, caller })
    const found = await findAccount(ctx.db, account)
    const matches = await matchesPassword(found?.passwordHash, password)
    if (!found || !matches) {
      if (device === undefined) await countTriedName(ctx, { account, address: caller.address })
      throw attempt.waitSeconds > 0 ? tooManyAttempts(attempt.waitSeconds) : wrongCredentials()
    }
    if (!found.isActive)
      throw activationRequired('An administrator must activate this account first')
    return inTransaction(ctx, async (inner) => {
      if (!(await lockForSignIn(inner, found))) throw wrongCredentials()
      await clearAttempts(inner, attempt)
      const isBreakGlass = await allowOtherWay(inner, found.id)
      if (await hasSecondFactor(inner.db, found.id)) {
        return { user: found.user, challenge: await openChallenge(inner, found.id) }
      }
      if (await needsPasskey(inner.db, found.id)) throw passkeyRequired()
      const token = await startSession(inner, found, caller)
      if (!token) throw wrongCredentials()
      const reason = isBreakGlass ? breakGlassReason : undefined
      await recordSignIn(inner, { userId: found.id, address: caller.address, reason })
      return { user: found.user, token }
    })
  })
}

/**
 * Counts an attempt. A known browser has its own count, which delays wrong passwords only; any
 * other falls under the strict limits, including the number of usernames tried from its address.
 */
function countSignIn(
  ctx: Context,
  { account, device, caller }: { account: string; device: string | undefined; caller: Caller },
): Promise<Attempt> {
  if (device !== undefined) return countDeviceAttempt(ctx, deviceLimits(device), account)
  return countAttempt(ctx, signInLimits(account, caller.address), {
    account,
    watched: [sprayLimit(caller.address)],
    isFamiliar: (inner) => hasSignedInFromAddress(inner, account, caller),
  })
}

const queues = new Map<string, Promise<unknown>>()

/**
 * Attempts for one account run sequentially, so that concurrent right ones do not count as wrong.
 */
async function runInSequence<R>(key: string, task: () => Promise<R>): Promise<R> {
  const previous = queues.get(key) ?? Promise.resolve()
  const current = previous.then(task, task)
  queues.set(key, current)
  try {
    return await current
  } finally {
    if (queues.get(key) === current) queues.delete(key)
  }
}

/** The attempted account, for the log: a known account, or a hash of an unknown name. */
export type AttemptedAccount = { triedUserId: number; tried: string } | { triedName: string }

/**
 * Finds the account of a sign-in attempt. An unknown name may be a password in the wrong field, so
 * only a keyed hash is logged, which still correlates attempts for the same name.
 */
export async function attemptedAccount(ctx: Context, username: string): Promise<AttemptedAccount> {
  const account = foldCase(username)
  const found = await findAccount(ctx.db, account)
  if (found) return { triedUserId: found.id, tried: found.user.username }
  return { triedName: serverHmac('tried name', account).toString('base64url').slice(0, 12) }
}

/** True if this user signed in from this address recently: attempts by others do not delay them. */
async function hasSignedInFromAddress(
  ctx: Context,
  account: string,
  caller: Caller,
): Promise<boolean> {
  const found = await ctx.db.execute(sql`
    select 1 from users u
    cross join lateral (
      select changes -> 'address' ->> 'to' as address from audit_log a
      where a.entity = 'user' and a.entity_id = u.id and a.action = 'sign-in'
      order by a.id desc limit 20) as lately
    where u.username_folded = ${account} and lately.address = ${caller.address}`)
  return found.rows.length > 0
}

/** Ends the session of a token and returns its user's id; returns undefined if there is none. */
export function logout(ctx: Context, token: string | undefined): Promise<number | undefined> {
  return inTransaction(ctx, async (inner) => {
    const userId = token === undefined ? undefined : await endSession(inner, token)
    if (userId === undefined) return undefined
    const auditEntry = {
      entity: 'user',
      entityId: userId,
      action: 'sign-out',
      actorId: userId,
    } as const
    await record(inner, [auditEntry])
    return userId
  })
}

/**
 * Changes the password of the signed-in user, who must enter the current one. Ends all their
 * sessions; the current one continues under a new token.
 */
export async function changePassword(
  ctx: Context,
  form: PasswordChange,
  caller: Caller,
): Promise<SignedIn> {
  const account = foldCase(ctx.user?.username ?? '')
  const attempt = await countAttempt(ctx, changeLimits(account), { account })
  const found = await findAccount(ctx.db, account)
  if (!found || !(await matchesPassword(found.passwordHash, form.currentPassword))) {
    throw invalid([{ path: 'currentPassword', message: 'This is not your current password' }])
  }
  const { username, email } = found.user
  await rejectWeakPassword(ctx, form.newPassword, { username, email, field: 'newPassword' })
  const passwordHash = await hashPassword(form.newPassword)
  return inTransaction(ctx, async (inner) => {
    await setPassword(inner, found, passwordHash)
    const origin = await originOfSession(inner, caller.token)
    await endSessionsOf(inner, found.user.id)
    await deleteLinks(inner, found.user.id)
    const token = await startSession(inner, { id: found.user.id, passwordHash, ...origin }, caller)
    if (!token) throw wrongCredentials()
    await clearAttempts(inner, attempt)
    await record(inner, [{ entity: 'user', entityId: found.user.id, action: 'change-password' }])
    return { user: found.user, token }
  })
}

/** Ends all sessions of the signed-in user except the current one. */
export function endOtherSessions(ctx: Context, caller: Caller): Promise<void> {
  const userId = ctx.user?.id
  return inTransaction(ctx, async (inner) => {
    if (userId === undefined) return
    await endSessionsOf(inner, userId, caller.token)
    await record(inner, [{ entity: 'user', entityId: userId, action: 'end-other-sessions' }])
  })
}

/** Ends one of the other sessions of the signed-in user. Throws 404 for another user's session. */
export function endOwnSession(ctx: Context, id: number, { token = '' }: Caller): Promise<void> {
  const userId = ctx.user?.id ?? 0
  return inTransaction(ctx, async (inner) => {
    const isEnded = await endSessionById(inner, id, { userId, token })
    if (!isEnded) throw missing('That session')
    await record(inner, [{ entity: 'user', entityId: userId, action: 'end-session' }])
  })
}

/** Reads the signed-in user from the database, with any preferences they have changed. */
export async function currentUser(
  ctx: Context,
): Promise<User & { preferences?: StoredPreferences; mustEnroll?: true }> {
  const account: Account | undefined = ctx.user && (await findAccount(ctx.db, ctx.user.id))
  if (!account) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  const { user, preferences } = account
  const stored = readStoredPreferences(preferences)
  return {
    ...user,
    ...(Object.keys(stored).length > 0 && { preferences: stored }),
    ...(ctx.user?.mustEnroll && { mustEnroll: true }),
  }
}

/**
 * Merges some preferences into those of the signed-in user, each list separately, and returns all
 * of them. Throws if there are layouts for more lists than exist.
 */
export async function changePreferences(
  ctx: Context,
  patch: StoredPreferences,
): Promise<StoredPreferences> {
  const { lists, ...otherFields } = patch
  const merged = sql`preferences || ${JSON.stringify(otherFields)}::jsonb`
  const after = lists
    ? sql`${merged} || jsonb_build_object('lists',
        coalesce(preferences -> 'lists', '{}') || ${JSON.stringify(lists)}::jsonb)`
    : merged
  return inTransaction(ctx, async ({ db }) => {
    const found = await db.execute<{ preferences: StoredPreferences }>(sql`
      update users set preferences = ${after}
      where id = ${ctx.user?.id ?? 0} returning preferences`)
    const preferences = found.rows[0]?.preferences ?? {}
    if (Object.keys(preferences.lists ?? {}).length <= maxListLayouts) {
      return readStoredPreferences(preferences)
    }
    const message = `At most ${maxListLayouts} lists are remembered`
    throw invalid([{ path: 'lists', message }])
  })
}

/** Reads what the sign-in screen shows before a user is signed in. */
export async function readSignInFacts(
  ctx: Context,
  { signUp, needsToken }: SignUpRules,
  linkBase: string | undefined,
): Promise<SignInFacts> {
  const found = await ctx.db.execute<{ any: boolean; demo: boolean }>(sql`
    select count(*) > 0 as any,
           coalesce(bool_or(is_demo and is_active and username_folded = 'admin'), false) as demo
    from users`)
  const { any = false, demo = false } = found.rows[0] ?? {}
  const policy = await readSignOnPolicy(ctx.db)
  const singleSignOn = policy && { buttonText: policy.buttonText, isOnly: policy.isOnly }
  return {
    signUp: policy?.isOnly ? 'closed' : signUp,
    firstAccount: !any,
    demoAccounts: demo,
    needsToken: !any && needsToken,
    passwordReset: await canSendLinks(ctx, linkBase),
    singleSignOn,
  }
}

/** The 401 refusal of the right password alone, where a passkey is the second factor. */
function passkeyRequired(): Refusal {
  const sentence = 'Your role requires a second factor. Sign in with your passkey'
  return new Refusal('signedOut', 'passkey-required', sentence)
}

function wrongCredentials(): Refusal {
  return new Refusal('signedOut', 'wrong-credentials', 'Incorrect username or password')
}
