import { record } from '#features/audit/server/service.ts'
import { may, roles } from '#features/auth/rules.ts'
import { settingsAuditEntry } from '#features/settings/server/service.ts'
import { cents, decimal, formatMoney } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { type ApprovalLevel, whoOf } from '../../approval-levels.ts'
import type { ApprovalLevels, ApprovalLevelsForm, Approvers } from '../../contract.ts'
import { purchaseApprovalLevels } from '../tables.ts'
import * as store from './levels-store.ts'

type Row = ApprovalLevels['levels'][number] & { level: number }

/** The levels of the approval chain, the lowest first; none if one approval is enough. */
export async function readApprovalLevels(ctx: Context): Promise<ApprovalLevels> {
  const found = await rows<Row>(ctx.db, store.readLevels)
  return { levels: found.map(({ level: _, ...each }) => each) }
}

/** The same levels, as approvals are decided with them. */
export async function levelsOf(ctx: Context): Promise<ApprovalLevel[]> {
  const found = await rows<Row>(ctx.db, store.readLevels)
  return found.map(({ level, upTo, role, userId, username }) => ({
    level,
    upTo: upTo === null ? undefined : cents(upTo),
    role,
    userId,
    name: role ?? username ?? '',
  }))
}

/**
 * Replaces the levels; approvals of submitted orders so far keep counting for their levels. Throws
 * 422 if amounts do not increase, if the last level has an amount or another has none, or if a role
 * or person may not approve purchase orders. A change that changes nothing writes nothing.
 */
export function updateApprovalLevels(
  ctx: Context,
  form: ApprovalLevelsForm,
): Promise<ApprovalLevels> {
  guardAmounts(form)
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, store.lockLevels)
    const own = await approvingRoles(inner, form)
    const people = await guardPeople(inner, form, own)
    const before = sentenceOf(await levelsOf(inner))
    const after = sentenceOf(levelsIn(form, people))
    if (after === before) return readApprovalLevels(inner)
    await rows(inner.db, store.deleteLevels)
    const levels = form.levels.map(({ upTo, role, userId }, index) => ({
      level: index + 1,
      upTo: upTo === null || upTo === undefined ? null : decimal(cents(upTo)),
      role: role ?? null,
      ownRoleId: own.find(({ name }) => name === role)?.id ?? null,
      userId: userId ?? null,
    }))
    await insertMany(inner, purchaseApprovalLevels, levels)
    const changes = { purchaseApprovalLevels: { from: before, to: after } }
    await record(inner, [{ ...settingsAuditEntry, changes }])
    return readApprovalLevels(inner)
  })
}

/** The levels of a form, as they will be stored. */
function levelsIn({ levels }: ApprovalLevelsForm, people: readonly Person[]): ApprovalLevel[] {
  return levels.map(({ upTo, role, userId }, index) => ({
    level: index + 1,
    upTo: upTo === null || upTo === undefined ? undefined : cents(upTo),
    role: role ?? null,
    userId: userId ?? null,
    name: role ?? people.find(({ id }) => id === userId)?.username ?? '',
  }))
}

/** The chain in one line for the history: `up to $500.00: the role “manager”; above: boss`. */
function sentenceOf(levels: readonly ApprovalLevel[]): string {
  return levels
    .map((level) => {
      const amount = level.upTo === undefined ? 'above' : `up to ${formatMoney(level.upTo)}`
      return `${amount}: ${whoOf(level)}`
    })
    .join('; ')
}

function guardAmounts({ levels }: ApprovalLevelsForm): void {
  levels.forEach(({ upTo, role, userId }, index) => {
    const path = `levels.${index}`
    const isLast = index === levels.length - 1
    const before = levels[index - 1]?.upTo
    const amount = upTo ?? null
    if (isLast && amount !== null) {
      const message = 'The last level approves any amount. Leave it empty'
      throw invalid([{ path: `${path}.upTo`, message }])
    }
    if (!isLast && amount === null) throw invalid([{ path: `${path}.upTo`, message: 'Required' }])
    if (amount !== null && before && cents(amount) <= cents(before)) {
      const message = 'Must be more than the level before'
      throw invalid([{ path: `${path}.upTo`, message }])
    }
    if ((role ?? null) === null && (userId ?? null) === null) {
      throw invalid([{ path: `${path}.role`, message: 'Choose a role or a person' }])
    }
    if ((role ?? null) !== null && (userId ?? null) !== null) {
      throw invalid([{ path: `${path}.role`, message: 'Choose a role or a person, not both' }])
    }
  })
}

type Person = { id: number; username: string; role: string; grants: string[] | null }

type OwnRoleName = { id: number; name: string }

/** Locks the own roles of the levels that may approve purchase orders. */
function approvingRoles(ctx: Context, { levels }: ApprovalLevelsForm): Promise<OwnRoleName[]> {
  const names = levels.flatMap(({ role }) => role ?? [])
  return rows<OwnRoleName>(ctx.db, store.lockApprovingRoles, [names])
}

/**
 * Refuses roles and persons that may not approve purchase orders, since nobody could go on. Returns
 * the persons.
 */
async function guardPeople(
  ctx: Context,
  { levels }: ApprovalLevelsForm,
  own: readonly OwnRoleName[],
): Promise<Person[]> {
  const ids = levels.flatMap(({ userId }) => userId ?? [])
  const people = await rows<Person>(ctx.db, store.findLevelPeople, [ids])
  levels.forEach(({ role, userId }, index) => {
    const isRole = role !== null && role !== undefined
    const person = people.find(({ id }) => id === userId)
    const mayApprove = isRole
      ? may({ role }, 'purchaseOrders.approve') || own.some(({ name }) => name === role)
      : person !== undefined && may(person, 'purchaseOrders.approve')
    if (mayApprove) return
    const path = `levels.${index}.${isRole ? 'role' : 'userId'}`
    throw invalid([{ path, message: 'May not approve purchase orders. Choose another' }])
  })
  return people
}

/** The roles and the active persons that may approve purchase orders, for the form. */
export async function readApprovers(ctx: Context): Promise<Approvers> {
  const builtIn = roles.filter((role) => may({ role }, 'purchaseOrders.approve'))
  const own = await rows<{ name: string }>(ctx.db, store.listApprovingRoles)
  type User = Approvers['users'][number]
  const users = await rows<User>(ctx.db, store.findApprovers, [builtIn])
  return { roles: [...builtIn, ...own.map(({ name }) => name)], users }
}
