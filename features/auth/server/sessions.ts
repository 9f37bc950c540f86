import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Actor, type Context, type Db, rows } from '#platform/server/database/db.ts'
import { pgErrorOf } from '#platform/server/database/pg-errors.ts'
import type { Session } from '../contract.ts'
import { sessionLife } from '../rules.ts'
import { ownGrants } from './roles/own-grants.ts'

// Sessions expire by the database clock, so that nodes with different clocks agree.

/** SQL: true if the session `s` is valid. */
export const isAliveSessionSql = `
  s.last_seen_at > now() - interval '${sessionLife.idleMinutes} minutes'
  and s.created_at > now() - interval '${sessionLife.absoluteHours} hours'`
const isLastUseStale = `s.last_seen_at < now() - interval '${sessionLife.seenEverySeconds} seconds'`

/** The sender of a request: address, user agent and cookie tokens. */
export type Caller = {
  address: string
  userAgent?: string | undefined
  token?: string | undefined
  /** The device token of a browser that has signed a user in before. */
  device?: string | undefined
}

let secret: string | undefined

/** Sets the secret (`SESSION_SECRET`) that hashes session tokens; called once at server start. */
export function setTokenSecret(newSecret: string | undefined): void {
  secret = newSecret
}

/** Hashes a token; only the hash is stored. With a secret, a hash cannot be computed without it. */
export function hashOf(token: string): Buffer {
  const hash = secret ? createHmac('sha256', secret) : createHash('sha256')
  return hash.update(token).digest()
}

const add = {
  name: 'add_session',
  text: `insert into sessions (token_sha256, user_id, address, user_agent, method, id_token)
         select $1, id, $3, $4, $6, $7 from users
         where id = $2 and is_active and password_hash = $5
         for share`,
}

/** How a user signed in: a passkey is a second factor, and the provider asks for one itself. */
type SignInMethod = 'password' | 'passkey' | 'single-sign-on'

/** How the user of a session signed in, and the ID token if it was at the provider. */
type SessionOrigin = { method: SignInMethod; idToken: string | null }

type NewSession = { id: number; passwordHash: string } & Partial<SessionOrigin>

const readOrigin = {
  name: 'read_origin_of_session',
  text: 'select method, id_token as "idToken" from sessions where token_sha256 = $1',
}

/** How the session of a token began; undefined if there is none. */
export async function originOfSession(
  { db }: Pick<Context, 'db'>,
  token = '',
): Promise<SessionOrigin | undefined> {
  const [found] = await rows<SessionOrigin>(db, readOrigin, [hashOf(token)])
  return found
}

/**
 * Starts a session in the open transaction and returns its token of 256 random bits. Returns
 * undefined if the account was deactivated or its password changed concurrently.
 */
export async function startSession(
  ctx: Context,
  { id, passwordHash, method = 'password', idToken = null }: NewSession,
  caller: Caller,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const agent = caller.userAgent?.slice(0, 300)
  const values = [hashOf(token), id, caller.address, agent, passwordHash, method, idToken]
  if (caller.token) await endSession(ctx, caller.token)
  await rows(ctx.db, deleteExpired)
  await rows(ctx.db, add, values)
  const started = await rows(ctx.db, exists, [hashOf(token)])
  return started.length > 0 ? token : undefined
}

const lockUnchanged = {
  name: 'lock_account_of_sign_in',
  text: `select from users where id = $1 and is_active and password_hash = $2 for share`,
}

/**
 * Locks an account until the open transaction ends, so that no second factor is turned on before a
 * session starts. False if it was deactivated or its password changed concurrently.
 */
export async function lockForSignIn(
  ctx: Context,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  return (await rows(ctx.db, lockUnchanged, [id, passwordHash])).length > 0
}

const markPasskey = {
  name: 'mark_session_of_passkey',
  text: `update sessions set method = 'passkey' where token_sha256 = $1 and method = 'password'`,
}

/** Notes that the user of a session has just used a passkey in it. */
export async function markPasskeySession(ctx: Context, token: string | undefined): Promise<void> {
  if (token !== undefined) await rows(ctx.db, markPasskey, [hashOf(token)])
}

const exists = { name: 'session_exists', text: 'select 1 from sessions where token_sha256 = $1' }

const deleteExpired = {
  name: 'remove_dead_sessions',
  text: `delete from sessions where ctid = any (array(
           select ctid from sessions s
           where last_seen_at < now() - interval '${sessionLife.idleMinutes} minutes'
           for update skip locked))`,
}

/** SQL: true if a rule of the settings, or the own role, requires a second factor of `u`. */
export const isSecondFactorRequired = `(exists (
    select from settings r
    where r.name = 'secondFactor' || initcap(u.role) and r.value = 'true'::jsonb)
  or exists (
    select from own_roles o where o.id = u.own_role_id and o.requires_second_factor))`

/**
 * SQL: true if the user `u` must add a second factor before the session `s` gets any other answer.
 * The provider of single sign-on asks for one itself, and a passkey is one.
 */
const mustEnroll = `(${isSecondFactorRequired} and s.method <> 'single-sign-on'
  and not exists (
    select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
  and not (s.method = 'passkey' and exists (
    select from passkeys p where p.user_id = u.id)))`

const find = {
  name: 'find_session',
  text: `select u.id, u.username, u.role, ${ownGrants} as grants, ${isLastUseStale} as "isUnseen",
           ${mustEnroll} as "mustEnroll"
         from sessions s join users u on u.id = s.user_id
         where s.token_sha256 = $1 and u.is_active and ${isAliveSessionSql}`,
}

const updateLastSeen = {
  name: 'see_session',
  text: `update sessions s set last_seen_at = now() where token_sha256 = $1 and ${isLastUseStale}`,
}

const findLiveSessions = {
  name: 'find_living_sessions',
  text: `select encode(s.token_sha256, 'hex') as hash
         from sessions s join users u on u.id = s.user_id
         where s.token_sha256 = any($1::bytea[]) and u.is_active and ${isAliveSessionSql}
           and not ${mustEnroll}`,
}

type LivenessBatch = { hashes: Buffer[]; alive: Promise<ReadonlySet<string>> }
const batches = new WeakMap<object, LivenessBatch>()

/**
 * True if the token belongs to a valid session whose user need not add a second factor first.
 * Checking it does not extend the session. Concurrent checks, such as those of all change
 * subscribers, share one query.
 */
export async function isAliveSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const batch = batches.get(db.$client) ?? openBatch(db)
  batch.hashes.push(tokenHash)
  return (await batch.alive).has(tokenHash.toString('hex'))
}

function openBatch(db: Db): LivenessBatch {
  const hashes: Buffer[] = []
  const runBatch = async () => {
    await Promise.resolve()
    batches.delete(db.$client)
    const found = await rows<{ hash: string }>(db, findLiveSessions, [hashes])
    return new Set(found.map(({ hash }) => hash))
  }
  const batch = { hashes, alive: runBatch() }
  batches.set(db.$client, batch)
  return batch
}

/** Returns the user of a valid session. Updates its last use at most once a minute. */
export async function userOfSession(db: Db, tokenHash: Buffer): Promise<Actor | undefined> {
  const [found] = await rows<FoundUser>(db, find, [tokenHash])
  if (!found) return undefined
  if (found.isUnseen) await rows(db, updateLastSeen, [tokenHash]).catch(ignoreReadOnly)
  const { id, username, role, grants, mustEnroll } = found
  return { id, username, role, ...(grants && { grants }), ...(mustEnroll && { mustEnroll }) }
}

type FoundUser = Pick<Actor, 'id' | 'username' | 'role'> & {
  grants: string[] | null
  isUnseen: boolean
  mustEnroll: boolean
}

/** Ignores the failed write on a read-only database, so that reads still work. */
function ignoreReadOnly(error: unknown): void {
  if (pgErrorOf(error)?.code !== '25006') throw error
}

const end = {
  name: 'end_session',
  text: 'delete from sessions where token_sha256 = $1 returning user_id as "userId"',
}

/** Ends the session of a token and returns its user's id, or undefined. */
export async function endSession(ctx: Context, token: string): Promise<number | undefined> {
  const [endedSession] = await rows<{ userId: number }>(ctx.db, end, [hashOf(token)])
  return endedSession?.userId
}

const endById = {
  name: 'end_own_session',
  text: `delete from sessions where id = $1 and user_id = $2 and token_sha256 <> $3
         returning id`,
}

/** Ends a user's session by id, except the one of `token`. Returns whether it existed. */
export async function endSessionById(
  ctx: Context,
  id: number,
  { userId, token }: { userId: number; token: string },
): Promise<boolean> {
  return (await rows(ctx.db, endById, [id, userId, hashOf(token)])).length > 0
}

const endAllOfUser = {
  name: 'end_sessions_of_user',
  text: `delete from sessions where user_id = $1 and token_sha256 is distinct from $2`,
}

const endChallengesOfUser = {
  name: 'end_challenges_of_user',
  text: 'delete from sign_in_challenges where user_id = $1',
}

/** Ends all sessions of a user and all half-done sign-ins, except the one of `exceptToken`. */
export async function endSessionsOf(
  ctx: Context,
  userId: number,
  exceptToken?: string,
): Promise<void> {
  await rows(ctx.db, endAllOfUser, [userId, exceptToken === undefined ? null : hashOf(exceptToken)])
  await rows(ctx.db, endChallengesOfUser, [userId])
}

const endAllOfRole = {
  name: 'end_sessions_of_own_role',
  text: `delete from sessions s using users u where u.id = s.user_id and u.own_role_id = $1`,
}

const endChallengesOfRole = {
  name: 'end_challenges_of_own_role',
  text: `delete from sign_in_challenges c using users u
         where u.id = c.user_id and u.own_role_id = $1`,
}

/** Ends all sessions and half-done sign-ins of the users with an own role. */
export async function endSessionsOfRole(ctx: Context, roleId: number): Promise<void> {
  await rows(ctx.db, endAllOfRole, [roleId])
  await rows(ctx.db, endChallengesOfRole, [roleId])
}

const list = {
  name: 'sessions_of_user',
  text: `select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.address,
           s.user_agent as "userAgent",
           s.token_sha256 is not distinct from $2 as "isCurrent"
         from sessions s
         where s.user_id = $1 and ${isAliveSessionSql}
         order by s.last_seen_at desc, s.created_at desc limit 200`,
}

/** Lists the valid sessions of a user; `token` identifies the current one. */
export function listSessions(db: Db, userId: number, token?: string): Promise<Session[]> {
  return rows<Session>(db, list, [userId, token === undefined ? null : hashOf(token)])
}
