import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { plainCode, spendRecoveryCode } from './recovery-codes.ts'
import { decryptFactorKey } from './stored-key.ts'
import { stepOfCode } from './totp.ts'

const lockKey = {
  name: 'lock_second_factor_key',
  text: `select secret, confirmed_at is not null as "isOn" from second_factors
         where user_id = $1 for update`,
}
const spendStep = {
  name: 'spend_second_factor_step',
  text: `update second_factors set last_step = $2 where user_id = $1 and last_step < $2
         returning user_id`,
}

/** A locked second factor. Its key is undefined if the server lacks what decrypts it. */
type LockedFactor = { key: string | undefined; isOn: boolean }

/** Locks and reads the second factor of a user; undefined if there is none. */
export async function lockFactor(ctx: Context, userId: number): Promise<LockedFactor | undefined> {
  type StoredRow = { secret: string; isOn: boolean }
  const [found] = await rows<StoredRow>(ctx.db, lockKey, [userId])
  return found && { key: decryptFactorKey(found.secret), isOn: found.isOn }
}

/**
 * Uses up a code in the open transaction, and returns of which kind it is. Undefined if it is wrong
 * or was used before, also by a concurrent request. If the key of the authenticator app cannot be
 * read, a recovery code counts as ever, and anything else throws 503.
 */
export async function spendCode(
  ctx: Context,
  userId: number,
  typed: string,
): Promise<'app code' | 'recovery code' | undefined> {
  const code = plainCode(typed)
  const factor = await lockFactor(ctx, userId)
  if (!factor?.isOn) return undefined
  const step = factor.key === undefined ? undefined : stepOfCode(factor.key, code, ctx.now)
  if (step === undefined) {
    if (await spendRecoveryCode(ctx, userId, code)) return 'recovery code'
    if (factor.key === undefined) throw keyUnreadable()
    return undefined
  }
  const spent = await rows(ctx.db, spendStep, [userId, step])
  return spent.length > 0 ? 'app code' : undefined
}

function keyUnreadable(): Refusal {
  const sentence =
    'The server cannot check the codes of your authenticator app. Enter a recovery code, or ask ' +
    'an administrator to remove your second factor'
  return new Refusal('unavailable', 'secret-unreadable', sentence)
}
