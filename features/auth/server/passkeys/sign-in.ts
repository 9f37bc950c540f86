import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { record } from '#features/audit/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import type { PasskeySignIn, RequestOptions, SignedCredential, User } from '../../contract.ts'
import { mayFollow, passkeyLimits } from '../../passkey-rules.ts'
import { findAccount } from '../accounts.ts'
import { countAttempt } from '../attempt-counter.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { activationRequired } from '../sign-up-refusals.ts'
import { type Caller, startSession } from '../sessions.ts'
import { allowOtherWay, breakGlassReason } from '../single-sign-on/policy.ts'
import { spendPasskeyChallenge, storeChallenge } from './challenges.ts'
import { challengeOf, credentialOf, requireHostName } from './credentials.ts'

/** What administrators are told: a title, a text, and a key that is told once. */
export type AdministratorNote = { key: string; title: string; text: string }
export type NotifyAdministrators = (ctx: Context, note: AdministratorNote) => Promise<void>

/** Where a sign-in with a passkey comes from: the sender, and the origin that it has open. */
type PasskeyFrom = { caller: Caller; origin: string }

/** Begins a sign-in with a passkey of any user. Throws 409 for an origin with an IP address. */
export async function startPasskeySignIn(
  ctx: Context,
  { caller, origin }: PasskeyFrom,
): Promise<RequestOptions> {
  const rpID = requireHostName(origin)
  await countAttempt(ctx, passkeyLimits(caller.address))
  const { challenge } = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await storeChallenge(ctx, challenge, null)
  return { rpId: rpID, challenge, timeout: 300_000, userVerification: 'required' }
}

type StoredPasskey = { id: number; userId: number; name: string; publicKey: Buffer }

const find = {
  name: 'find_passkey',
  text: `select id, user_id as "userId", name, public_key as "publicKey" from passkeys
         where credential_id = $1`,
}
const lockUser = {
  name: 'lock_user_of_passkey_sign_in',
  text: 'select from users where id = $1 for share',
}
const lockCounter = {
  name: 'lock_counter_of_passkey',
  text: 'select counter from passkeys where id = $1 for update',
}
const use = {
  name: 'use_passkey',
  text: 'update passkeys set counter = $2, last_used_at = now() where id = $1',
}

/**
 * Starts a session by a passkey, which is also the second factor: the device verified its user.
 * Throws 401 for a challenge that is over, and for a passkey that is unknown, does not match, or
 * whose counter went back, which the history and the administrators are told.
 */
export async function loginWithPasskey(
  ctx: Context,
  { credential }: PasskeySignIn,
  from: PasskeyFrom & { notifyAdministrators: NotifyAdministrators },
): Promise<{ user: User; token: string }> {
  const { caller, origin, notifyAdministrators } = from
  await countAttempt(ctx, passkeyLimits(caller.address))
  const challenge = challengeOf(credential.response.clientDataJSON)
  if (!challenge || !(await spendPasskeyChallenge(ctx, challenge, null))) throw challengeOver()
  const [passkey] = await rows<StoredPasskey>(ctx.db, find, [credential.id])
  if (!passkey || !isOfUser(credential, passkey.userId)) throw unknownPasskey()
  const counter = await verifiedCounter(credential, { passkey, challenge, origin })
  if (counter === undefined) throw unknownPasskey()
  const signedIn = await inTransaction(ctx, async (inner) => {
    // The user comes first, as in a change that ends sessions.
    await rows(inner.db, lockUser, [passkey.userId])
    const account = await findAccount(inner.db, passkey.userId)
    const [stored] = await rows<{ counter: number }>(inner.db, lockCounter, [passkey.id])
    if (!account || !stored) throw unknownPasskey()
    if (!mayFollow(counter, stored.counter)) {
      const counters = { from: stored.counter, to: counter }
      await reportCopy(inner, { passkey, counters, caller, notifyAdministrators })
      return undefined
    }
    if (!account.isActive) {
      throw activationRequired('An administrator must activate this account first')
    }
    const isBreakGlass = await allowOtherWay(inner, account.id)
    await rows(inner.db, use, [passkey.id, counter])
    const token = await startSession(inner, { ...account, method: 'passkey' }, caller)
    if (!token) throw unknownPasskey()
    const reason = isBreakGlass ? `Passkey. ${breakGlassReason}` : 'Passkey'
    await recordSignIn(inner, { userId: account.id, address: caller.address, reason })
    return { user: account.user, token }
  })
  if (!signedIn) throw counterWentBack()
  return signedIn
}

/** A discoverable passkey names its user; if it does, it must be the one whom it was made for. */
function isOfUser({ response }: SignedCredential, userId: number): boolean {
  const { userHandle } = response
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === String(userId)
}

/** The counter of a passkey if its signature is valid for this origin; undefined if it is not. */
async function verifiedCounter(
  credential: SignedCredential,
  { passkey, challenge, origin }: { passkey: StoredPasskey; challenge: string; origin: string },
): Promise<number | undefined> {
  const expectedRPID = requireHostName(origin)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credentialOf(credential),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      // The stored counter is compared later, under its lock.
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws a plain error for everything that does not match.
    return undefined
  }
}

type Copy = {
  passkey: StoredPasskey
  counters: { from: number; to: number }
  caller: Caller
  notifyAdministrators: NotifyAdministrators
}

/** Records a passkey whose counter went back, and tells the administrators once for each value. */
async function reportCopy(
  ctx: Context,
  { passkey, counters, caller, notifyAdministrators }: Copy,
): Promise<void> {
  const { id, userId, name } = passkey
  const changes = { counter: counters, address: { from: null, to: caller.address } }
  const entry = { entity: 'user', entityId: userId, action: 'refuse-passkey' } as const
  const reason = `The counter of the passkey “${name}” went back`
  await record(ctx, [{ ...entry, reason, changes }])
  const account = await findAccount(ctx.db, userId)
  await notifyAdministrators(ctx, {
    key: `passkey-${id}-counter-${counters.from}`,
    title: `A passkey of ${account?.user.username ?? 'a user'} may have been copied`.slice(0, 200),
    text: `${reason}, so the sign-in was refused. Ask the user to remove the passkey.`,
  })
}

function challengeOver(): Refusal {
  const sentence = 'The sign-in took too long, or was sent before. Start again'
  return new Refusal('signedOut', 'passkey-challenge-over', sentence)
}

function unknownPasskey(): Refusal {
  const sentence = 'This passkey does not sign in here. Use another one, or your password'
  return new Refusal('signedOut', 'wrong-passkey', sentence)
}

function counterWentBack(): Refusal {
  const sentence =
    'This passkey was refused, because it may have been copied. Use another way to sign in, and ' +
    'tell an administrator'
  return new Refusal('signedOut', 'passkey-copied', sentence)
}
