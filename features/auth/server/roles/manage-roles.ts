import { changesBetween, record } from '#features/audit/server/service.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import { type OwnRole, type OwnRoleForm, ownRoleList } from '../../contract.ts'
import {
  type ChosenPermission,
  chosenOf,
  isReservedName,
  notHeldBy,
  sentenceOf,
  whyIncomplete,
} from '../../role-rules.ts'
import { foldCase, requirePermission } from '../../rules.ts'
import { endSessionsOfRole } from '../sessions.ts'
import { guardLimits } from './guard-limits.ts'

/** How many own roles there may be, so that every list of them is one page. */
const mostRoles = 100

const list = listSpec(ownRoleList, {
  columns: `r.id, r.name, r.permissions, r.requires_second_factor as "requiresSecondFactor",
    (select count(*) from users u where u.own_role_id = r.id)::int as "userCount",
    r.created_at as "createdAt", r.updated_at as "updatedAt", r.version`,
  from: 'own_roles r',
  where: 'true',
  id: 'r.id',
  fields: {
    id: 'r.id',
    name: 'r.name collate "und-x-icu"',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  },
  search: ['r.name'],
})

/** A page of the company's own roles. */
export function listRoles(ctx: Context, query: ListQuery) {
  return readList<OwnRole>(ctx.db, list, query)
}

const takeTurn = {
  name: 'own_roles_take_turn',
  text: 'select pg_advisory_xact_lock(727290)',
}

const countRoles = {
  name: 'count_own_roles',
  text: 'select count(*)::int as count from own_roles',
}

const insertRole = {
  name: 'insert_own_role',
  text: `insert into own_roles (name, name_folded, permissions, requires_second_factor)
         values ($1, $2, $3, $4) returning id`,
}

/**
 * Creates a role. Throws 403 for a permission that the caller does not hold, 409 for a name in use
 * or 100 roles, and 422 for permissions that do not fit together.
 */
export function createRole(ctx: Context, form: OwnRoleForm): Promise<OwnRole> {
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, takeTurn)
    const [found] = await rows<{ count: number }>(inner.db, countRoles)
    if ((found?.count ?? 0) >= mostRoles) throw tooMany()
    guardName(form.name)
    await guardPermissions(inner, form.permissions)
    const { name, requiresSecondFactor = false } = form
    const values = [name, foldCase(name), chosenOf(form.permissions), requiresSecondFactor]
    const [inserted] = await mapConstraintErrors({ own_role_name_taken: nameTaken }, () =>
      rows<{ id: number }>(inner.db, insertRole, values),
    )
    const saved = await find(inner, inserted?.id ?? 0)
    const changes = changesBetween(nothing, shownOf(saved))
    await record(inner, [{ entity: 'role', entityId: saved.id, action: 'create', changes }])
    return saved
  })
}

const lockRole = {
  name: 'lock_own_role',
  text: 'select id from own_roles where id = $1 for update',
}

const update = {
  name: 'update_own_role',
  text: `update own_roles
         set name = $2, name_folded = $3, permissions = $4, requires_second_factor = $5,
             updated_at = now(), version = version + 1
         where id = $1`,
}

const factorSentence = 'Only who changes the settings turns off a required second factor'

type RoleUpdate = { form: Partial<OwnRoleForm>; ifMatch: number | undefined }

/**
 * Changes a role and, if its permissions or its second factor change, ends the sessions of its
 * users in the same transaction. Throws 403 if the caller lacks a permission that the role gets or
 * has, or stops requiring a second factor without the permission to change the settings, 404, 409
 * for a name in use, 412 if stale, and 422 for permissions that do not fit together. A change that
 * changes nothing writes nothing.
 */
export function updateRole(
  ctx: Context,
  id: number,
  { form, ifMatch }: RoleUpdate,
): Promise<OwnRole> {
  return inTransaction(ctx, async (inner) => {
    const before = await lock(inner, id)
    guardVersion(before, ifMatch)
    const { name = before.name, requiresSecondFactor = before.requiresSecondFactor } = form
    const permissions = chosenOf(form.permissions ?? before.permissions)
    const after = { ...before, name, permissions, requiresSecondFactor }
    const changes = changesBetween(shownOf(before), shownOf(after))
    if (Object.keys(changes).length === 0) return before
    guardName(name)
    await guardPermissions(inner, permissions, before)
    if (before.requiresSecondFactor && !requiresSecondFactor) {
      requirePermission(inner.user, 'settings.manage', factorSentence)
    }
    const values = [id, name, foldCase(name), permissions, requiresSecondFactor]
    await mapConstraintErrors({ own_role_name_taken: nameTaken }, () =>
      rows(inner.db, update, values),
    )
    if (changes['permissions'] ?? changes['requiresSecondFactor']) {
      await endSessionsOfRole(inner, id)
    }
    await record(inner, [{ entity: 'role', entityId: id, action: 'update', changes }])
    return find(inner, id)
  })
}

const remove = {
  name: 'delete_own_role',
  text: 'delete from own_roles where id = $1',
}

/**
 * Deletes a role. Throws 404, and 409 if an account has it, one that cannot sign in included, if
 * purchase orders need its approval, or if single sign-on gives it.
 */
export function deleteRole(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const role = await lock(inner, id)
    await guardPermissions(inner, [], role)
    if (role.userCount > 0) throw inUse(role)
    await mapConstraintErrors(uses, () => rows(inner.db, remove, [id]))
    const changes = changesBetween(shownOf(role), nothing)
    await record(inner, [{ entity: 'role', entityId: id, action: 'delete', changes }])
  })
}

/** What uses a role beside accounts, by the constraint that refuses to delete it. */
const uses = {
  purchase_approval_level_own_role_fk: ofLevel,
  single_sign_on_own_role_fk: ofSingleSignOn,
  single_sign_on_group_own_role_fk: ofSingleSignOn,
}

/** Locks a role: nobody gets it or changes it until the open transaction ends. Throws 404. */
async function lock(ctx: Context, id: number): Promise<OwnRole> {
  const locked = await rows(ctx.db, lockRole, [id])
  if (locked.length === 0) throw missing('That role')
  return find(ctx, id)
}

async function find(ctx: Context, id: number): Promise<OwnRole> {
  const found = await readOne<OwnRole>(ctx.db, list, { id })
  if (!found) throw missing('That role')
  return found
}

/** What the history shows before a role is created and after it is deleted. */
const nothing = { name: null, permissions: null, requiresSecondFactor: null }

/** The fields of a role as its history shows them. */
function shownOf({ name, permissions, requiresSecondFactor }: OwnRole) {
  return { name, permissions: permissions.join(', '), requiresSecondFactor }
}

function guardName(name: string): void {
  if (!isReservedName(name)) return
  throw invalid([{ path: 'name', message: 'A built-in role has this name. Choose another' }])
}

/**
 * Refuses permissions that do not fit together, that the caller does not hold, or with which the
 * holders of the role decide on higher amounts than the caller.
 */
async function guardPermissions(
  ctx: Context,
  after: readonly ChosenPermission[],
  role?: OwnRole,
): Promise<void> {
  const before = role?.permissions ?? []
  const { user } = ctx
  const message = whyIncomplete(after)
  if (message) throw invalid([{ path: 'permissions', message }])
  const [lacking] = user ? chosenOf(notHeldBy(user, [...after, ...before])) : []
  if (lacking) {
    const sentence = `Your role does not hold this permission itself: “${sentenceOf(lacking)}”`
    throw new Refusal('forbidden', 'beyond-own-rights', sentence)
  }
  const holder = { role: 'own role', grants: [...after, ...before] }
  await guardLimits(ctx, holder, { roleId: role?.id })
}

function nameTaken(): Refusal {
  return new Refusal('conflict', 'duplicate', 'Another role has this name. Choose another')
}

function inUse({ name, userCount }: OwnRole): Refusal {
  const users = userCount === 1 ? '1 user has' : `${userCount} users have`
  const sentence = `${users} the role “${name}”. Give them another role first`
  return new Refusal('refused', 'role-in-use', sentence)
}

function ofLevel(): Refusal {
  const sentence = 'An approval level of purchase orders has this role. Change the levels first'
  return new Refusal('refused', 'role-in-use', sentence)
}

function ofSingleSignOn(): Refusal {
  const sentence = 'Single sign-on gives this role. Change it under Settings, Single sign-on first'
  return new Refusal('refused', 'role-in-use', sentence)
}

function tooMany(): Refusal {
  const sentence = `There are ${mostRoles} roles already. Delete one first`
  return new Refusal('conflict', 'too-many-roles', sentence)
}
