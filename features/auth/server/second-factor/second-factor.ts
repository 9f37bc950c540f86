import { record } from '#features/audit/server/service.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { changeLimits } from '../../attempt-limits.ts'
import { foldCase } from '../../rules.ts'
import { secondFactorLimits } from '../../second-factor-rules.ts'
import type {
  NewRecoveryCodes,
  PasskeyProof,
  PasswordAgain,
  SecondFactor,
  SecondFactorCode,
  SecondFactorKey,
  SecondFactorProof,
} from '../../contract.ts'
import { type Account, findAccount, lockAccount } from '../accounts.ts'
import { clearAttempts, countAttempt, secondFactorAccount } from '../attempt-counter.ts'
import { matchesPassword } from '../passwords.ts'
import { guardManaging } from '../roles/role-of-account.ts'
import { type Caller, endSessionsOf, isSecondFactorRequired } from '../sessions.ts'
import { deleteRecoveryCodes, plainCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { lockFactor, spendCode } from './spend-code.ts'
import { encryptFactorKey } from './stored-key.ts'
import { createKey, keyAddress, stepOfCode } from './totp.ts'

const readState = {
  name: 'read_second_factor',
  text: `select f.confirmed_at is not null as "isOn", ${isSecondFactorRequired} as "isRequired",
           f.confirmed_at as "confirmedAt",
           (select count(*) from recovery_codes c where c.user_id = u.id)::int
             as "recoveryCodesLeft"
         from users u left join second_factors f on f.user_id = u.id
         where u.id = $1`,
}

/** Reads whether the signed-in user has a second factor, and whether the role requires one. */
export async function readSecondFactor(ctx: Context): Promise<SecondFactor> {
  const [found] = await rows<SecondFactor>(ctx.db, readState, [ctx.user?.id])
  if (!found) throw missing('That user')
  return found
}

const isOn = {
  name: 'has_second_factor',
  text: 'select from second_factors where user_id = $1 and confirmed_at is not null',
}

/** True if a sign-in of this user needs a second step. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await rows(db, isOn, [userId])).length > 0
}

const hasAny = {
  name: 'has_any_second_factor',
  text: `select 1 from second_factors where user_id = $1 and confirmed_at is not null
         union all
         select 1 from passkeys where user_id = $1`,
}

/** True if the account has a second factor or a passkey. */
export async function hasAnyFactor(db: Db, userId: number): Promise<boolean> {
  return (await rows(db, hasAny, [userId])).length > 0
}

const lockUser = {
  name: 'lock_user_of_second_factor',
  text: 'select from users where id = $1 for no key update',
}
/** A new key replaces one that was never confirmed, and never one that counts. */
const addKey = {
  name: 'add_second_factor',
  text: `insert into second_factors (user_id, secret) values ($1, $2)
         on conflict (user_id) do update
           set secret = excluded.secret, last_step = 0, created_at = now()
           where second_factors.confirmed_at is null
         returning user_id`,
}

/**
 * Begins a second factor for the signed-in user, who enters the password again. Throws 422 for a
 * wrong password and 409 if the account has a second factor.
 */
export async function enrollSecondFactor(
  ctx: Context,
  { password }: PasswordAgain,
): Promise<SecondFactorKey> {
  const account = await verifyOwnPassword(ctx, password)
  const secret = createKey()
  await inTransaction(ctx, async (inner) => {
    const added = await rows(inner.db, addKey, [account.id, encryptFactorKey(secret)])
    if (added.length === 0) throw alreadyOn()
  })
  return { secret, qrText: keyAddress(secret, account.user.username) }
}

const confirm = {
  name: 'confirm_second_factor',
  text: `update second_factors set confirmed_at = now(), last_step = $2
         where user_id = $1 and confirmed_at is null`,
}

/**
 * Turns on the second factor of the signed-in user by a first code, and returns the recovery codes.
 * Ends the other sessions, which began without it. Throws 409 if none was begun, 422 for a code
 * that is not valid.
 */
export async function confirmSecondFactor(
  ctx: Context,
  { code }: SecondFactorCode,
  caller: Caller,
): Promise<NewRecoveryCodes> {
  const userId = ctx.user?.id ?? 0
  const account = secondFactorAccount(foldCase(ctx.user?.username ?? ''))
  const attempt = await countAttempt(ctx, secondFactorLimits(userId), { account })
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockUser, [userId])
    const factor = await lockFactor(inner, userId)
    if (factor?.isOn) throw alreadyOn()
    // A key that cannot be read is replaced by a new one, as if none was begun.
    if (!factor?.key) throw new Refusal('conflict', 'second-factor-off', 'Begin with a new key')
    const step = stepOfCode(factor.key, plainCode(code), ctx.now)
    if (step === undefined) throw wrongField()
    await rows(inner.db, confirm, [userId, step])
    await endSessionsOf(inner, userId, caller.token)
    await clearAttempts(inner, attempt)
    await record(inner, [{ entity: 'user', entityId: userId, action: 'turn-on-second-factor' }])
    return { recoveryCodes: await replaceRecoveryCodes(inner, userId) }
  })
}

/**
 * Replaces the recovery codes of the signed-in user, who enters the password and a code. Throws
 * 422 if either is wrong, and 409 without a second factor.
 */
export async function createRecoveryCodes(
  ctx: Context,
  proof: SecondFactorProof,
): Promise<NewRecoveryCodes> {
  return withProof(ctx, proof, async (inner, userId) => {
    await record(inner, [{ entity: 'user', entityId: userId, action: 'replace-recovery-codes' }])
    return { recoveryCodes: await replaceRecoveryCodes(inner, userId) }
  })
}

/**
 * Turns off the second factor of the signed-in user, who enters the password and a code. If the
 * role requires one, the next call demands a new one. Throws 422 if either is wrong.
 */
export async function turnOffSecondFactor(ctx: Context, proof: SecondFactorProof): Promise<void> {
  await withProof(ctx, proof, async (inner, userId) => {
    await deleteSecondFactor(inner, userId)
    await record(inner, [{ entity: 'user', entityId: userId, action: 'turn-off-second-factor' }])
  })
}

/**
 * Removes the second factor and the passkeys of another user, who lost them, and ends their
 * sessions. Throws 404 for an unknown user, 409 without either or for the own account, and 403 for
 * a role that may do what the caller may not.
 */
export function removeSecondFactor(ctx: Context, id: number): Promise<void> {
  if (id === ctx.user?.id) {
    const sentence = 'Turn off your own second factor in your menu'
    throw new Refusal('refused', 'own-second-factor', sentence)
  }
  return inTransaction(ctx, async (inner) => {
    await guardManaging(inner, await lockAccount(inner, id))
    if (!(await deleteFactors(inner, id))) throw isOff()
    await endSessionsOf(inner, id)
    await record(inner, [{ entity: 'user', entityId: id, action: 'remove-second-factor' }])
  })
}

const deleteAllPasskeys = {
  name: 'delete_passkeys_of_user',
  text: 'delete from passkeys where user_id = $1 returning id',
}

/**
 * Deletes the second factor and the passkeys of a user in the open transaction; returns whether
 * there were any.
 */
export async function deleteFactors(ctx: Context, userId: number): Promise<boolean> {
  const hadPasskeys = (await rows(ctx.db, deleteAllPasskeys, [userId])).length > 0
  return (await deleteSecondFactor(ctx, userId)) || hadPasskeys
}

const deleteKey = {
  name: 'delete_second_factor',
  text: `delete from second_factors where user_id = $1
         returning confirmed_at is not null as "wasOn"`,
}

/**
 * Deletes a second factor with its recovery codes in the open transaction; returns whether it was
 * turned on.
 */
async function deleteSecondFactor(ctx: Context, userId: number): Promise<boolean> {
  await deleteRecoveryCodes(ctx, userId)
  const [deleted] = await rows<{ wasOn: boolean }>(ctx.db, deleteKey, [userId])
  return deleted?.wasOn ?? false
}

/** Runs a change in a transaction if the password and the code are right; uses up the code. */
async function withProof<R>(
  ctx: Context,
  { password, code }: SecondFactorProof,
  change: (inner: Context, userId: number) => Promise<R>,
): Promise<R> {
  const { id, user } = await verifyOwnPassword(ctx, password)
  if (!(await hasSecondFactor(ctx.db, id))) throw isOff()
  const account = secondFactorAccount(foldCase(user.username))
  const attempt = await countAttempt(ctx, secondFactorLimits(id), { account })
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockUser, [id])
    if (!(await spendCode(inner, id, code))) throw wrongField()
    await clearAttempts(inner, attempt)
    return change(inner, id)
  })
}

/**
 * Proves anew that the signed-in user is at the keyboard: by a code if the account has a second
 * factor, else by the password. Throws 422 at the field that is missing or wrong.
 */
export async function proveAnew(ctx: Context, { password, code }: PasskeyProof): Promise<void> {
  const userId = ctx.user?.id ?? 0
  if (!(await hasSecondFactor(ctx.db, userId))) {
    if (password === undefined) throw invalid([{ path: 'password', message: 'Required' }])
    await verifyOwnPassword(ctx, password)
    return
  }
  if (code === undefined) throw invalid([{ path: 'code', message: 'Required' }])
  const account = secondFactorAccount(foldCase(ctx.user?.username ?? ''))
  const attempt = await countAttempt(ctx, secondFactorLimits(userId), { account })
  await inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockUser, [userId])
    if (!(await spendCode(inner, userId, code))) throw wrongField()
    await clearAttempts(inner, attempt)
  })
}

/** The account of the signed-in user, if this is its password; counts each try. */
async function verifyOwnPassword(ctx: Context, password: string): Promise<Account> {
  const account = foldCase(ctx.user?.username ?? '')
  const attempt = await countAttempt(ctx, changeLimits(account), { account })
  const found = await findAccount(ctx.db, account)
  if (!found || !(await matchesPassword(found.passwordHash, password))) {
    throw invalid([{ path: 'password', message: 'This is not your password' }])
  }
  await inTransaction(ctx, (inner) => clearAttempts(inner, attempt))
  return found
}

function wrongField(): Refusal {
  return invalid([{ path: 'code', message: 'This code is not valid. Enter the current one' }])
}

function alreadyOn(): Refusal {
  return new Refusal('conflict', 'second-factor-on', 'The account has a second factor already')
}

function isOff(): Refusal {
  return new Refusal('conflict', 'second-factor-off', 'The account has no second factor')
}
