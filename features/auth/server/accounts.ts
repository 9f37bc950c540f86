// One file: every read and write of accounts by administrators and by sign-in
import { and, eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import {
  type NewUser,
  type StoredPreferences,
  type User,
  type UserChange,
  type UserQuery,
  type UserRow,
  userList,
} from '../contract.ts'
import { hashPassword, rejectWeakPassword } from './passwords.ts'
import { grantsOf } from '../role-rules.ts'
import { foldCase } from '../rules.ts'
import { deleteLinks } from './links/account-links.ts'
import { guardGiving, guardManaging, ownRoleIdOf } from './roles/role-of-account.ts'
import { endSessionsOf, isAliveSessionSql } from './sessions.ts'
import { ownRoles, users } from './tables.ts'

type Row = typeof users.$inferSelect

/** An account: the public user plus the fields that only sign-in needs. */
export type Account = {
  id: number
  user: User
  passwordHash: string
  isActive: boolean
  /** Why it was never active; null if it was, or was declined. */
  pending: string | null
  preferences: StoredPreferences
}

/** SQL: active, or why not. */
const state = `case when u.is_active then 'active' else coalesce(
  case u.pending when 'approval' then 'awaiting approval' when 'invitation' then 'invited' end,
  'deactivated') end`
const hasSecondFactor = `(exists (
    select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = u.id))`

const list = listSpec(userList, {
  columns: `u.id, u.username, u.email, u.role, u.is_active as "isActive", ${state} as state,
    ${hasSecondFactor} as "hasSecondFactor",
    exists (select from single_sign_on_identities i where i.user_id = u.id) as "isLinked",
    coalesce(
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id),
      (select a.at from audit_log a
       where a.entity = 'user' and a.entity_id = u.id and a.action in ('sign-in', 'sign-out')
       order by a.id desc limit 1)) as "lastSeenAt",
    (select count(*) from sessions s where s.user_id = u.id and ${isAliveSessionSql})::int
      as "sessionCount",
    u.purchase_approval_limit as "purchaseApprovalLimit",
    u.credit_override_limit as "creditOverrideLimit", u.write_off_limit as "writeOffLimit",
    u.created_at as "createdAt", u.version`,
  from: 'users u',
  where: 'true',
  id: 'u.id',
  fields: {
    id: 'u.id',
    username: { sort: 'u.username collate "und-x-icu"', filter: 'u.username' },
    email: 'u.email collate "und-x-icu"',
    role: 'u.role',
    isActive: 'u.is_active',
    state: `(${state})`,
    hasSecondFactor: `(${hasSecondFactor})`,
    createdAt: 'u.created_at',
  },
  search: ['u.username', 'u.email', 'u.role'],
})

/** Returns a page of accounts, or all accounts if there is no limit. */
export function listUsers(ctx: Context, query: UserQuery) {
  return readList<UserRow>(ctx.db, list, query)
}

/** Finds an account by its id or by its folded username. */
export async function findAccount(db: Db, key: number | string): Promise<Account | undefined> {
  const is = typeof key === 'number' ? eq(users.id, key) : eq(users.usernameFolded, key)
  const [found] = await db
    .select({ row: users, chosen: ownRoles.permissions })
    .from(users)
    .leftJoin(ownRoles, eq(ownRoles.id, users.ownRoleId))
    .where(is)
  return found && accountOf(found.row, found.chosen)
}

/** True if at least one account exists. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1)
  return found.length > 0
}

type NewAccount = {
  username: string
  email: string
  role: string
  passwordHash: string
  isActive?: boolean
  isDemo?: boolean
  /** Why it is not active yet. */
  pending?: 'approval' | 'invitation'
}

/**
 * Inserts an account. Throws 409 if the username or email is in use, without saying which, and 422
 * if there is no such role.
 */
export async function addAccount(ctx: Context, account: NewAccount): Promise<User> {
  const { username, email, role, passwordHash, isActive = true, isDemo = false } = account
  const { pending = null } = account
  const names = {
    username,
    usernameFolded: foldCase(username),
    email,
    emailFolded: foldCase(email),
  }
  const ownRoleId = await ownRoleIdOf(ctx, role)
  const [inserted] = await mapConstraintErrors(
    { username_taken: usernameTaken, email_taken: usernameTaken },
    () =>
      ctx.db
        .insert(users)
        .values({ ...names, role, ownRoleId, passwordHash, isActive, isDemo, pending })
        .returning(),
  )
  return userOf(inserted as Row)
}

/**
 * Creates an account with a role, on behalf of an administrator. Throws 403 for a role that may do
 * what the caller may not.
 */
export async function createUser(ctx: Context, form: NewUser): Promise<User> {
  await rejectWeakPassword(ctx, form.password, form)
  const passwordHash = await hashPassword(form.password)
  return inTransaction(ctx, async (inner) => {
    await guardGiving(inner, form.role)
    const user = await addAccount(inner, { ...form, passwordHash })
    const changes = { role: { from: null, to: user.role } }
    await record(inner, [{ entity: 'user', entityId: user.id, action: 'create', changes }])
    return user
  })
}

/**
 * Changes the role of an account, activates or deactivates it, or sets a new password; ends its
 * sessions. Activating an account that awaits approval approves it. Refuses to deactivate or demote
 * the last active administrator, to activate an invited person who has no password yet, and, with
 * 403, to give or change a role that may do what the caller may not.
 */
export async function updateUser(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: UserChange; ifMatch: number | undefined },
): Promise<User> {
  const account = await findAccount(ctx.db, id)
  if (!account) throw missing('That user')
  if (form.password !== undefined) await rejectWeakPassword(ctx, form.password, account.user)
  const passwordHash = form.password && (await hashPassword(form.password))
  return inTransaction(ctx, async (inner) => {
    const newRoleId = form.role === undefined ? null : await ownRoleIdOf(inner, form.role)
    const admins = await lockAdmins(inner)
    const before = await lockAccount(inner, id)
    guardVersion(userOf(before), ifMatch)
    const { role = before.role, isActive = before.isActive } = form
    await guardManaging(inner, before)
    if (role !== before.role) await guardManaging(inner, { id, role })
    const { pending } = before
    const isOpened = isActive && !before.isActive
    if (pending === 'invitation' && isOpened && !passwordHash) throw notAccepted()
    // An account that can sign in waits for nothing, also if an older node let it in.
    const after = isActive || before.isActive ? null : pending
    const isLast = admins.length === 1 && admins[0] === id
    const isAdmin = role === 'admin' && isActive
    if (isLast && !isAdmin) throw lastAdmin()
    if (!isAdmin && (await isBreakGlass(inner, id))) throw breakGlass()
    const isSame = role === before.role && isActive === before.isActive && !passwordHash
    if (isSame) return userOf(before)
    const ownRoleId = form.role === undefined ? before.ownRoleId : newRoleId
    const access = { role, ownRoleId, isActive, pending: after }
    const changed = { ...access, ...(passwordHash && { passwordHash }) }
    const [saved] = await inner.db
      .update(users)
      .set({ ...changed, ...versionUpdate } as object)
      .where(eq(users.id, id))
      .returning()
    await endSessionsOf(inner, id)
    if (passwordHash || before.isActive !== isActive) await deleteLinks(inner, id)
    const user = userOf(saved as Row)
    const action = passwordHash ? 'set-password' : 'update'
    const changes = changesBetween(userOf(before), user)
    await record(inner, [{ entity: 'user', entityId: id, action, changes }])
    return user
  })
}

/**
 * Gives an account the role of its groups at the provider, in the open transaction, and ends its
 * other sessions. The break-glass administrator and the last active administrator keep theirs.
 */
export async function changeRoleBySignOn(ctx: Context, id: number, role: string): Promise<void> {
  const ownRoleId = await ownRoleIdOf(ctx, role)
  const admins = await lockAdmins(ctx)
  const before = await lockAccount(ctx, id)
  const isLast = admins.length === 1 && admins[0] === id
  if (before.role === role || isLast || (await isBreakGlass(ctx, id))) return
  await ctx.db
    .update(users)
    .set({ role, ownRoleId, ...versionUpdate } as object)
    .where(eq(users.id, id))
  await endSessionsOf(ctx, id)
  const changes = { role: { from: before.role, to: role } }
  const entry = { entity: 'user', entityId: id, action: 'update', actorId: id } as const
  await record(ctx, [{ ...entry, changes, reason: 'Groups at the provider' }])
}

const findBreakGlass = {
  name: 'find_break_glass_administrator',
  text: 'select from single_sign_on where break_glass_id = $1',
}

/** True if this is the administrator who signs in with a password if the provider is down. */
export async function isBreakGlass({ db }: Context, id: number): Promise<boolean> {
  return (await rows(db, findBreakGlass, [id])).length > 0
}

const decline = {
  name: 'decline_pending_user',
  text: `update users set pending = null, updated_at = now(), version = version + 1
         where id = $1 and pending is not null and not is_active`,
}

/**
 * Rejects a sign-up that awaits approval, or withdraws an invitation: the account stays
 * deactivated. Throws 404 for an unknown user, 409 for an account that is neither, and 403 for a
 * role that may do what the caller may not.
 */
export function declineUser(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner, id)
    await guardManaging(inner, account)
    const { pending, isActive } = account
    if (pending === null || isActive) throw nothingPending()
    await rows(inner.db, decline, [id])
    await deleteLinks(inner, id)
    const reason = pending === 'approval' ? 'Sign-up rejected' : 'Invitation withdrawn'
    await record(inner, [{ entity: 'user', entityId: id, action: 'decline', reason }])
  })
}

/**
 * Ends every session of a user. Throws 404 for an unknown user, and 403 for a role that may do what
 * the caller may not.
 */
export function endSessions(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await guardManaging(inner, await lockAccount(inner, id))
    await endSessionsOf(inner, id)
    await record(inner, [{ entity: 'user', entityId: id, action: 'end-sessions' }])
  })
}

/**
 * Locks the active administrators in id order, so that two concurrent changes cannot remove them
 * all.
 */
export async function lockAdmins(ctx: Context): Promise<number[]> {
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .orderBy(users.id)
    .for('no key update')
  return found.map((row) => row.id)
}

/** Locks an account until the open transaction ends. Throws 404 for an unknown one. */
export async function lockAccount(ctx: Context, id: number): Promise<Row> {
  const [row] = await ctx.db.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!row) throw missing('That user')
  return row
}

/** Sets a new password only if the old hash is still stored; throws if it changed concurrently. */
export async function setPassword(
  ctx: Context,
  account: Account,
  passwordHash: string,
): Promise<void> {
  const isUnchanged = and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash))
  const changed = await ctx.db
    .update(users)
    .set({ passwordHash, ...versionUpdate } as object)
    .where(isUnchanged)
    .returning({ id: users.id })
  if (changed.length > 0) return
  throw new Refusal('conflict', 'stale', 'Your password was changed in the meantime. Sign in again')
}

const versionUpdate = { updatedAt: sql`now()`, version: sql`version + 1` }

function accountOf(row: Row, chosen: string[] | null): Account {
  const { id, passwordHash, isActive, pending } = row
  const preferences = row.preferences as StoredPreferences
  const user = { ...userOf(row), ...(chosen && { grants: grantsOf(chosen) }) }
  return { id, user, passwordHash, isActive, pending, preferences }
}

function userOf(row: Row): User {
  const { id, username, email, role, isActive, createdAt, version } = row
  return { id, username, email, role, isActive, createdAt, version }
}

/** The 409 refusal of a username or email in use, which does not say which. */
export function usernameTaken(): Refusal {
  const sentence = 'That username or email is already used'
  return new Refusal('conflict', 'duplicate-user', sentence)
}

function nothingPending(): Refusal {
  const sentence = 'This account awaits no approval and has no open invitation'
  return new Refusal('refused', 'nothing-pending', sentence)
}

function notAccepted(): Refusal {
  const sentence = 'This person has not accepted the invitation. Send it again, or set a password'
  return new Refusal('refused', 'invitation-open', sentence)
}

function breakGlass(): Refusal {
  const sentence =
    'This is the break-glass administrator of single sign-on. Choose another one there first'
  return new Refusal('refused', 'break-glass-administrator', sentence)
}

function lastAdmin(): Refusal {
  const sentence = 'This is the last active administrator. Make another user an administrator first'
  return new Refusal('refused', 'last-administrator', sentence)
}
