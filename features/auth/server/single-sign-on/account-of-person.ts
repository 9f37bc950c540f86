import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { record } from '#features/audit/server/service.ts'
import { email as emailField } from '#platform/kernel/fields.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { foldCase } from '../../rules.ts'
import {
  isSameEmail,
  type Person,
  roleAfterSignOn,
  roleOfGroups,
  usernamesFor,
} from '../../single-sign-on-rules.ts'
import {
  type Account,
  addAccount,
  changeRoleBySignOn,
  findAccount,
  isBreakGlass,
  lockAccount,
  lockAdmins,
  usernameTaken,
} from '../accounts.ts'
import { deleteLinks } from '../links/account-links.ts'
import { hashPassword } from '../passwords.ts'
import { deleteFactors } from '../second-factor/second-factor.ts'
import { endSessionsOf } from '../sessions.ts'
import { activationRequired } from '../sign-up-refusals.ts'
import { emailNotVerified, noAccount, noRole, otherPerson } from './refusals.ts'
import { createdReason, type SignOnSettings } from './settings.ts'

/** Two first sign-ins of one person wait for each other. */
const lockSubject = {
  name: 'lock_single_sign_on_subject',
  text: `select pg_advisory_xact_lock(hashtextextended('single sign-on ' || $1::text, 0))`,
}
const findIdentity = {
  name: 'find_single_sign_on_identity',
  text: `select user_id as "userId" from single_sign_on_identities
         where issuer = $1 and subject = $2`,
}
const addIdentity = {
  name: 'add_single_sign_on_identity',
  text: `insert into single_sign_on_identities (issuer, subject, user_id) values ($1, $2, $3)
         on conflict do nothing returning user_id`,
}
const findByEmail = {
  name: 'find_user_by_verified_email',
  text: `select id, email from users where email_folded = $1`,
}
const findTaken = {
  name: 'find_taken_usernames',
  text: `select username_folded as "usernameFolded" from users
         where username_folded = any($1::text[])`,
}
/** An account that registered itself, except the first one: nobody verified its email address. */
const findSelfRegistered = {
  name: 'find_self_registered_account',
  text: `select from audit_log a
         where a.entity = 'user' and a.entity_id = $1 and a.action = 'sign-up'
           and a.entity_id <> (select min(u.id) from users u)`,
}
const replacePassword = {
  name: 'replace_password_of_linked_account',
  text: `update users set password_hash = $2, updated_at = now(), version = version + 1
         where id = $1`,
}

/** What the history says of an account that registered itself and was linked. */
const replacedReason = 'The account had registered itself: its password was replaced'

/** A password that nobody knows, because every account has one. */
export function unknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'))
}

type Request = {
  person: Person
  settings: SignOnSettings
  /** The hash of the password of a new or self-registered account, made before the transaction. */
  passwordHash: string
}

/**
 * The account of a person who signed in at the provider, with the role of the groups, in the open
 * transaction: that of the subject, else that of the verified email, which is linked, else a new
 * one if the settings allow it. Throws 403 if there is none, if it is inactive, or without a role.
 */
export async function accountOfPerson(ctx: Context, request: Request): Promise<Account> {
  const { person, settings } = request
  const { issuer } = settings
  await rows(ctx.db, lockSubject, [`${issuer}\n${person.subject}`])
  const values = [issuer, person.subject]
  const [known] = await rows<{ userId: number }>(ctx.db, findIdentity, values)
  const userId = known?.userId ?? (await linkedOrNew(ctx, request))
  const account = await findAccount(ctx.db, userId)
  if (!account?.isActive) {
    const isInvited = account?.pending === 'invitation'
    const first = isInvited ? openInvitation : 'An administrator must activate this account first'
    throw activationRequired(first)
  }
  const current = account.user.role
  const role = roleAfterSignOn(current, person.groups, settings)
  if (role === undefined) throw noRole()
  if (role === current) return account
  await changeRoleBySignOn(ctx, userId, role)
  return (await findAccount(ctx.db, userId)) ?? account
}

/** True if the subject of a person belongs to an account, as the open transaction sees it now. */
export async function isLinked(
  { db }: Context,
  { person, settings: { issuer } }: Pick<Request, 'person' | 'settings'>,
): Promise<boolean> {
  return (await rows(db, findIdentity, [issuer, person.subject])).length > 0
}

const openInvitation = 'Open the link in your invitation first'

/** Links the account with the verified email, or creates one; returns its id. */
async function linkedOrNew(ctx: Context, request: Request): Promise<number> {
  const { person, settings } = request
  const email = z.safeParse(emailField(), person.email)
  if (!person.isEmailVerified || !email.success) throw emailNotVerified()
  type Found = { id: number; email: string }
  const [found] = await rows<Found>(ctx.db, findByEmail, [foldCase(email.data)])
  // Another address can fold alike. It cannot have an account of its own, and gets nobody else's.
  if (found ? !isSameEmail(found.email, email.data) : !settings.createsAccounts) throw noAccount()
  const userId = found?.id ?? (await createAccount(ctx, request, email.data))
  const { issuer } = settings
  const added = await rows(ctx.db, addIdentity, [issuer, person.subject, userId])
  if (added.length === 0) throw otherPerson()
  const isReplaced =
    found !== undefined && (await endAccessOfStranger(ctx, userId, request.passwordHash))
  const changes = { issuer: { from: null, to: issuer } }
  const entry = { entity: 'user', entityId: userId, action: 'link-single-sign-on' } as const
  await record(ctx, [
    { ...entry, actorId: userId, changes, ...(isReplaced && { reason: replacedReason }) },
  ])
  return userId
}

/**
 * Whoever registered an account knew its email address, and no more: when the person of that
 * address signs in at the provider, the password, the second factors, the sessions and the links of
 * the account end. Returns whether they did. The break-glass administrator keeps them, because an
 * administrator chose the account for its password.
 */
async function endAccessOfStranger(
  ctx: Context,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  if ((await rows(ctx.db, findSelfRegistered, [userId])).length === 0) return false
  // In the order of other changes of accounts. Nobody names this one break-glass meanwhile.
  await lockAdmins(ctx)
  await lockAccount(ctx, userId)
  if (await isBreakGlass(ctx, userId)) return false
  await rows(ctx.db, replacePassword, [userId, passwordHash])
  await endSessionsOf(ctx, userId)
  await deleteLinks(ctx, userId)
  await deleteFactors(ctx, userId)
  return true
}

async function createAccount(
  ctx: Context,
  { person, settings, passwordHash }: Request,
  email: string,
): Promise<number> {
  const role = roleOfGroups(person.groups, settings)
  if (role === undefined) throw noRole()
  const names = usernamesFor({ username: person.username, email })
  type Taken = { usernameFolded: string }
  const taken = await rows<Taken>(ctx.db, findTaken, [names.map((name) => foldCase(name))])
  const folded = new Set(taken.map(({ usernameFolded }) => usernameFolded))
  const username = names.find((name) => !folded.has(foldCase(name)))
  if (username === undefined) throw usernameTaken()
  const user = await addAccount(ctx, { username, email, role, passwordHash })
  const changes = { role: { from: null, to: role } }
  const entry = { entity: 'user', entityId: user.id, action: 'create', actorId: user.id } as const
  await record(ctx, [{ ...entry, changes, reason: createdReason }])
  return user.id
}
