import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { foldCase } from '../../rules.ts'
import { secondFactorLimits } from '../../second-factor-rules.ts'
import type { SecondFactorCode, User } from '../../contract.ts'
import { findAccount } from '../accounts.ts'
import { clearAttempts, countAttempt, secondFactorAccount } from '../attempt-counter.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { type Caller, startSession } from '../sessions.ts'
import { allowOtherWay, breakGlassReason } from '../single-sign-on/policy.ts'
import { findChallenge, spendChallenge } from './challenges.ts'
import { spendCode } from './spend-code.ts'

const lockUser = {
  name: 'lock_user_of_sign_in',
  text: 'select from users where id = $1 for share',
}

/**
 * The second step of a sign-in: starts a session for the code of the account whose password was
 * right for `challenge`. A code and a challenge each count once, also for concurrent requests.
 * Throws 401 for a wrong code and for a challenge that has ended, and 503 as `spendCode` does.
 */
export async function loginWithSecondFactor(
  ctx: Context,
  { code }: SecondFactorCode,
  { caller, challenge }: { caller: Caller; challenge: string | undefined },
): Promise<{ user: User; token: string }> {
  const userId = challenge && (await findChallenge(ctx, challenge))
  const tried = userId ? await findAccount(ctx.db, userId) : undefined
  if (!challenge || !userId || !tried) throw challengeOver()
  const name = secondFactorAccount(foldCase(tried.user.username))
  const attempt = await countAttempt(ctx, secondFactorLimits(userId), { account: name })
  return inTransaction(ctx, async (inner) => {
    // The user comes first, as in a change that ends sessions and challenges.
    await rows(inner.db, lockUser, [userId])
    const account = await findAccount(inner.db, userId)
    if (!account || !(await spendChallenge(inner, challenge))) throw challengeOver()
    const kind = await spendCode(inner, userId, code)
    if (!kind) throw wrongCode()
    const isBreakGlass = await allowOtherWay(inner, userId)
    const token = await startSession(inner, account, caller)
    if (!token) throw challengeOver()
    await clearAttempts(inner, attempt)
    const reason = isBreakGlass ? breakGlassReason : undefined
    await recordSignIn(inner, { userId, address: caller.address, secondFactor: kind, reason })
    return { user: account.user, token }
  })
}

/** The account whose password was right for a challenge, for the log; undefined if it has ended. */
export async function accountOfChallenge(
  ctx: Context,
  challenge: string | undefined,
): Promise<{ triedUserId: number; tried: string } | undefined> {
  const userId = challenge && (await findChallenge(ctx, challenge))
  const found = userId ? await findAccount(ctx.db, userId) : undefined
  return found && { triedUserId: found.id, tried: found.user.username }
}

function challengeOver(): Refusal {
  const sentence = 'The sign-in took too long. Enter your password again'
  return new Refusal('signedOut', 'challenge-over', sentence)
}

function wrongCode(): Refusal {
  return new Refusal('signedOut', 'wrong-code', 'This code is not valid. Enter the current one')
}
