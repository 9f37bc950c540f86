import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { decides } from '../../authority-rules.ts'
import { grantsOf, notHeldBy, permissionsOfBuiltIn } from '../../role-rules.ts'
import { isBuiltIn } from '../../rules.ts'
import { guardLimits } from './guard-limits.ts'

// A role is locked before its users everywhere: renaming a role writes its users, too.

const lockToGive = {
  name: 'lock_own_role_to_give',
  text: 'select id, permissions from own_roles where name = $1 for key share',
}

const readHeld = {
  name: 'read_held_own_role',
  text: 'select id, permissions from own_roles where name = $1',
}

const findLevel = {
  name: 'find_approval_level_of_own_role',
  text: 'select level from purchase_approval_levels where own_role_id = $1 limit 1',
}

type FoundRole = { id: number; permissions: string[] }

/**
 * The id of an own role by its name, locked until the open transaction ends, so that it is not
 * deleted meanwhile; null for a built-in role. Throws 422 for an unknown one.
 */
export async function ownRoleIdOf(ctx: Context, role: string): Promise<number | null> {
  return isBuiltIn(role) ? null : (await lockRole(ctx, role)).id
}

const lockSeveral = {
  name: 'lock_own_roles_to_give',
  text: `select id, name from own_roles where name = any($1::text[]) order by id for key share`,
}

/**
 * The ids of the own roles among some names, locked until the open transaction ends. Built-in and
 * unknown roles are missing.
 */
export async function ownRoleIdsOf(
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await rows<{ id: number; name: string }>(ctx.db, lockSeveral, [names])
  return new Map(found.map(({ id, name }) => [name, id]))
}

async function lockRole(ctx: Context, name: string): Promise<FoundRole> {
  const [found] = await rows<FoundRole>(ctx.db, lockToGive, [name])
  if (!found) throw invalid([{ path: 'role', message: 'There is no such role. Choose another' }])
  return found
}

/** Whom a person manages, in the role that the account has or is to have. */
type ManagedAccount = { id: number; role: string }

/**
 * Throws 403 if a new account with a role could do what the caller may not, or decide on higher
 * amounts: nobody gives rights that they do not hold. Throws 422 for an unknown role. Locks the
 * role until the open transaction ends.
 */
export async function guardGiving(ctx: Context, role: string): Promise<void> {
  if (!ctx.user || ctx.user.role === 'admin') return
  if (isBuiltIn(role)) return refuseBeyond(ctx.user, role, permissionsOfBuiltIn(role))
  const own = await lockRole(ctx, role)
  await refuseOwnRoleBeyond(ctx, role, own)
  await guardLimits(ctx, { role, grants: grantsOf(own.permissions) })
}

/**
 * The one rule of who manages whom, called by every act on the account of another person: throws
 * 403 if the account may do what the caller may not, or decides on higher amounts. Nobody changes
 * the password, the role or the access of a person with more rights. Throws 409 for an own role
 * that was renamed since the account was read.
 */
export async function guardManaging(ctx: Context, { id, role }: ManagedAccount): Promise<void> {
  if (!ctx.user || ctx.user.role === 'admin') return
  if (isBuiltIn(role)) return refuseBeyond(ctx.user, role, permissionsOfBuiltIn(role))
  const [own] = await rows<FoundRole>(ctx.db, readHeld, [role])
  if (!own) {
    const sentence = 'The role of this user was changed meanwhile. Try again'
    throw new Refusal('conflict', 'stale', sentence)
  }
  await refuseOwnRoleBeyond(ctx, role, own)
  await guardLimits(ctx, { role, grants: grantsOf(own.permissions) }, { userId: id })
}

/**
 * The permissions of an own role that an approval level of purchase orders needs do not say how
 * much it approves, so it is beyond everybody who has another role.
 */
async function refuseOwnRoleBeyond(
  ctx: Context,
  role: string,
  { id, permissions }: FoundRole,
): Promise<void> {
  const { user } = ctx
  if (!user) return
  const isOfLevel = user.role !== role && (await rows(ctx.db, findLevel, [id])).length > 0
  if (isOfLevel) throw beyond(role)
  refuseBeyond(user, role, permissions)
}

/**
 * True for a built-in role that approves amounts: it has limits of its own, or none, where own
 * roles of the same permissions have lower ones.
 */
function hasOwnLimits(role: string): boolean {
  return isBuiltIn(role) && decides({ role })
}

function refuseBeyond(
  user: Parameters<typeof notHeldBy>[0],
  role: string,
  permissions: readonly string[],
): void {
  if (hasOwnLimits(role) || notHeldBy(user, permissions).length > 0) throw beyond(role)
}

function beyond(role: string): Refusal {
  const sentence = `The role “${role}” may do more than yours. Ask an administrator`
  return new Refusal('forbidden', 'beyond-own-rights', sentence)
}
