import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import type {
  CreatedCredential,
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyName,
  PasskeyProof,
} from '../../contract.ts'
import { maxPasskeys } from '../../passkey-rules.ts'
import { proveAnew } from '../second-factor/second-factor.ts'
import {
  type Caller,
  isSecondFactorRequired,
  markPasskeySession,
  originOfSession,
} from '../sessions.ts'
import { spendPasskeyChallenge, storeChallenge } from './challenges.ts'
import { challengeOf, credentialOf, requireHostName } from './credentials.ts'

const columns = `id, name, is_synced as "isSynced", created_at as "createdAt",
  last_used_at as "lastUsedAt"`

const listOwn = {
  name: 'passkeys_of_user',
  text: `select ${columns} from passkeys where user_id = $1 order by id`,
}

/** The passkeys of the signed-in user, oldest first. */
export async function readPasskeys(ctx: Context): Promise<{ passkeys: Passkey[] }> {
  return { passkeys: await rows<Passkey>(ctx.db, listOwn, [ctx.user?.id]) }
}

const isNeeded = {
  name: 'needs_passkey',
  text: `select from users u
         where u.id = $1 and ${isSecondFactorRequired}
           and exists (select from passkeys p where p.user_id = u.id)`,
}

/**
 * True if the role of a user requires a second factor and a passkey is the one of this account:
 * then the password alone starts no session, in which it could set up another factor.
 */
export async function needsPasskey(db: Db, userId: number): Promise<boolean> {
  return (await rows(db, isNeeded, [userId])).length > 0
}

const listCredentials = {
  name: 'credentials_of_user',
  text: `select credential_id as "credentialId", transports from passkeys where user_id = $1`,
}

/**
 * Begins a passkey of the signed-in user, who proves anew to be there. Throws 422 for a wrong
 * password or code, and 409 if the program was opened by an IP address.
 */
export async function startPasskey(
  ctx: Context,
  proof: PasskeyProof,
  origin: string,
): Promise<CreationOptions> {
  const rpID = requireHostName(origin)
  await proveAnew(ctx, proof)
  const { id: userId = 0, username: userName = '' } = ctx.user ?? {}
  type Known = { credentialId: string; transports: string[] }
  const known = await rows<Known>(ctx.db, listCredentials, [userId])
  const made = await generateRegistrationOptions({
    rpName: 'Prizm',
    rpID,
    userName,
    userDisplayName: userName,
    // Who finds the device must not learn more than a number.
    userID: new TextEncoder().encode(String(userId)),
    attestationType: 'none',
    timeout: 300_000,
    excludeCredentials: known.map(({ credentialId, transports }) => {
      return { id: credentialId, transports }
    }),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge, user, pubKeyCredParams } = made
  await storeChallenge(ctx, challenge, userId)
  return {
    rp: { id: rpID, name: 'Prizm' },
    user: { id: user.id, name: user.name, displayName: user.displayName },
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => {
      return { id: credentialId, type: 'public-key', transports }
    }),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

const lockUser = {
  name: 'lock_user_of_passkey',
  text: 'select from users where id = $1 for no key update',
}
const countOwn = {
  name: 'count_passkeys_of_user',
  text: 'select count(*)::int as count from passkeys where user_id = $1',
}
const insert = {
  name: 'insert_passkey',
  text: `insert into passkeys
           (user_id, credential_id, public_key, counter, transports, name, is_synced)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning ${columns}`,
}

/**
 * Adds a passkey of the signed-in user: what the browser made for the challenge of `startPasskey`.
 * Throws 409 for a challenge that is over, a session that ended meanwhile, a signature that does
 * not match, a passkey that is known, and beyond 20 passkeys.
 */
export async function addPasskey(
  ctx: Context,
  { name, credential }: NewPasskey,
  { origin, caller }: { origin: string; caller: Caller },
): Promise<Passkey> {
  const userId = ctx.user?.id ?? 0
  const challenge = challengeOf(credential.response.clientDataJSON)
  if (!challenge || !(await spendPasskeyChallenge(ctx, challenge, userId))) throw challengeOver()
  const made = await verifyCreated(credential, challenge, origin)
  if (!made) throw notVerified()
  const { id, publicKey, counter } = made.credential
  const transports = credential.response.transports ?? []
  const isSynced = made.credentialDeviceType === 'multiDevice'
  const values = [userId, id, Buffer.from(publicKey), counter, transports, name, isSynced]
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, lockUser, [userId])
    // Whoever ended the sessions of the account meanwhile, ended this way in, too.
    if (!(await originOfSession(inner, caller.token))) throw challengeOver()
    const [counted] = await rows<{ count: number }>(inner.db, countOwn, [userId])
    if ((counted?.count ?? 0) >= maxPasskeys) throw tooMany()
    const [added] = await mapConstraintErrors({ credential_taken: alreadyKnown }, () =>
      rows<Passkey>(inner.db, insert, values),
    )
    if (!added) throw new Error('insert returned no row')
    await markPasskeySession(inner, caller.token)
    const changes = { passkey: { from: null, to: name } }
    await record(inner, [{ entity: 'user', entityId: userId, action: 'add-passkey', changes }])
    return added
  })
}

async function verifyCreated(credential: CreatedCredential, challenge: string, origin: string) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credentialOf(credential),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: requireHostName(origin),
      requireUserVerification: true,
    })
    return verified ? registrationInfo : undefined
  } catch (error) {
    // The library throws a plain error for everything that does not match.
    if (error instanceof Refusal) throw error
    return undefined
  }
}

const lockOwn = {
  name: 'lock_passkey_of_user',
  text: 'select name from passkeys where id = $1 and user_id = $2 for update',
}
const rename = {
  name: 'rename_passkey',
  text: `update passkeys set name = $2 where id = $1 returning ${columns}`,
}

/** Renames a passkey of the signed-in user. Throws 404 for one of another user. */
export function renamePasskey(ctx: Context, id: number, { name }: PasskeyName): Promise<Passkey> {
  const userId = ctx.user?.id ?? 0
  return inTransaction(ctx, async (inner) => {
    const [before] = await rows<{ name: string }>(inner.db, lockOwn, [id, userId])
    const [after] = before ? await rows<Passkey>(inner.db, rename, [id, name]) : []
    if (!before || !after) throw missing('That passkey')
    if (before.name === name) return after
    const changes = { passkey: { from: before.name, to: name } }
    await record(inner, [{ entity: 'user', entityId: userId, action: 'rename-passkey', changes }])
    return after
  })
}

const remove = {
  name: 'delete_passkey',
  text: 'delete from passkeys where id = $1 and user_id = $2 returning name',
}

/**
 * Removes a passkey of the signed-in user, who proves anew to be there: otherwise a screen that was
 * left open would lose its account the second factor. If the role requires one and this was the
 * only one, the next call demands a new one. Throws 404 for a passkey of another user, and 422 for
 * a wrong password or code.
 */
export async function removePasskey(ctx: Context, id: number, proof: PasskeyProof): Promise<void> {
  const userId = ctx.user?.id ?? 0
  await proveAnew(ctx, proof)
  return inTransaction(ctx, async (inner) => {
    const [removed] = await rows<{ name: string }>(inner.db, remove, [id, userId])
    if (!removed) throw missing('That passkey')
    const changes = { passkey: { from: removed.name, to: null } }
    await record(inner, [{ entity: 'user', entityId: userId, action: 'remove-passkey', changes }])
  })
}

function challengeOver(): Refusal {
  const sentence = 'That took longer than 5 minutes. Start again'
  return new Refusal('refused', 'passkey-challenge-over', sentence)
}

function notVerified(): Refusal {
  const sentence = 'The passkey does not belong to this site. Start again'
  return new Refusal('refused', 'wrong-passkey', sentence)
}

function alreadyKnown(): Refusal {
  return new Refusal('conflict', 'passkey-taken', 'This passkey was added before')
}

function tooMany(): Refusal {
  const sentence = `An account has at most ${maxPasskeys} passkeys. Remove one first`
  return new Refusal('refused', 'too-many-passkeys', sentence)
}
