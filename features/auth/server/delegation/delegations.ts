import { record } from '#features/audit/server/service.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import type { ListQuery } from '#platform/kernel/endpoint.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { decides, delegablePermissions, longestDelegation } from '../../authority-rules.ts'
import { type Delegation, type DelegationForm, delegationList } from '../../contract.ts'
import { may, roles } from '../../rules.ts'
import { grantsOfOwnRole, ownGrants } from '../roles/own-grants.ts'
import { guardManaging } from '../roles/role-of-account.ts'

/** The delegations from and to a user (`$1`; all if null), as they are on a day (`$2`). */
const list = listSpec(delegationList, {
  columns: `d.id, d.from_user_id as "fromUserId", f.username as "fromUsername",
    d.to_user_id as "toUserId", t.username as "toUsername", d.starts_on as "startsOn",
    d.ends_on as "endsOn", d.created_at as "createdAt", d.state`,
  from: `(select *,
            case when ended_at is not null then 'ended'
                 when $2::date < starts_on then 'planned'
                 when $2::date > ends_on then 'over'
                 else 'active' end as state
          from approval_delegations
          where $1::int is null or from_user_id = $1 or to_user_id = $1) d
    join users f on f.id = d.from_user_id join users t on t.id = d.to_user_id`,
  where: 'true',
  id: 'd.id',
  fields: {
    id: 'd.id',
    fromUsername: 'f.username collate "und-x-icu"',
    toUsername: 't.username collate "und-x-icu"',
    startsOn: 'd.starts_on',
    endsOn: 'd.ends_on',
    createdAt: 'd.created_at',
  },
  search: ['f.username', 't.username'],
})

type ListRequest = { query: ListQuery; date: Day }

/** A page of the delegations from and to the caller; of all, if the caller manages users. */
export function listDelegations(ctx: Context, { query, date }: ListRequest) {
  return readList<Delegation>(ctx.db, specOf(ctx, date), query)
}

function specOf(ctx: Context, date: Day) {
  return { ...list, values: [personOf(ctx), date] }
}

/** Whose delegations the caller may see and end; null for those of all. */
function personOf({ user }: Context): number | null {
  return user !== undefined && may(user, 'users.manage') ? null : (user?.id ?? 0)
}

const findPeople = {
  name: 'find_people_to_delegate_to',
  text: `select u.id, u.username from users u
         where u.is_active
           and (u.role = any ($1::text[])
                or exists (select from own_roles o
                           where o.id = u.own_role_id and ${grantsOfOwnRole} && $2::text[]))
         order by lower(u.username), u.id
         limit 500`,
}

/**
 * The active users who decide anything that can be delegated; nobody for a person who delegates
 * nothing, because who approves is no concern of theirs.
 */
export async function readDelegates(ctx: Context) {
  const { user } = ctx
  if (user && !decides(user) && !may(user, 'users.manage')) return { users: [] }
  const deciding = roles.filter((role) => decides({ role }))
  const values = [deciding, delegablePermissions]
  return { users: await rows<{ id: number; username: string }>(ctx.db, findPeople, values) }
}

const lockPerson = {
  name: 'lock_person_of_delegation',
  text: `select u.id, u.username, u.role, u.is_active as "isActive", ${ownGrants} as grants
         from users u where u.id = $1 for share`,
}

type Person = {
  id: number
  username: string
  role: string
  isActive: boolean
  grants: string[] | null
}

const insert = {
  name: 'insert_approval_delegation',
  text: `insert into approval_delegations (from_user_id, to_user_id, starts_on, ends_on)
         values ($1, $2, $3, $4) returning id`,
}

/**
 * Delegates the approvals of the caller, or of another user by a person who manages users. Both
 * must be persons who decide something, since a delegation lends a limit and no permission. Throws
 * 403 if the caller may not manage the other user, or would get that user's limits, and 422 for
 * days in the past or in the wrong order.
 */
export function createDelegation(
  ctx: Context,
  form: DelegationForm,
  date: Day,
): Promise<Delegation> {
  guardDays(form, date)
  return inTransaction(ctx, async (inner) => {
    const { toUserId, fromUserId = inner.user?.id ?? 0, startsOn, endsOn } = form
    const from = await lock(inner, fromUserId)
    if (fromUserId !== inner.user?.id) await guardOthers(inner, { from, toUserId })
    if (!from || !decides(from)) {
      throw invalid([{ path: 'fromUserId', message: 'This user has no approvals to delegate' }])
    }
    if (toUserId === fromUserId) {
      throw invalid([{ path: 'toUserId', message: 'Choose another person' }])
    }
    const to = await lock(inner, toUserId)
    if (!to?.isActive || !decides(to)) {
      const message = 'Choose an active user whose role may approve'
      throw invalid([{ path: 'toUserId', message }])
    }
    const [made] = await rows<{ id: number }>(inner.db, insert, [
      fromUserId,
      toUserId,
      startsOn,
      endsOn,
    ])
    const saved = await find(inner, made?.id ?? 0, date)
    const changes = {
      'delegated to': { from: null, to: to.username },
      startsOn: { from: null, to: startsOn },
      endsOn: { from: null, to: endsOn },
    }
    await record(inner, [{ entity: 'user', entityId: fromUserId, action: 'delegate', changes }])
    return saved
  })
}

async function lock(ctx: Context, id: number): Promise<Person | undefined> {
  const [found] = await rows<Person>(ctx.db, lockPerson, [id])
  return found
}

/**
 * Who delegates the approvals of another person manages users, and is not the one who gets them.
 */
async function guardOthers(
  ctx: Context,
  { from, toUserId }: { from: Person | undefined; toUserId: number },
): Promise<void> {
  if (ctx.user && !may(ctx.user, 'users.manage')) {
    const sentence = 'You can delegate only your own approvals'
    throw new Refusal('forbidden', 'forbidden', sentence)
  }
  if (ctx.user && toUserId === ctx.user.id) {
    const sentence = 'You cannot take over the approvals of another person. Ask that person'
    throw new Refusal('forbidden', 'own-limits', sentence)
  }
  if (from) await guardManaging(ctx, from)
}

function guardDays({ startsOn, endsOn }: DelegationForm, date: Day): void {
  if (endsOn < startsOn) {
    throw invalid([{ path: 'endsOn', message: 'Must not be before the first day' }])
  }
  if (endsOn < date) throw invalid([{ path: 'endsOn', message: 'Must not be in the past' }])
  if (endsOn <= addDays(startsOn, longestDelegation)) return
  throw invalid([{ path: 'endsOn', message: 'Delegate for at most a year' }])
}

async function find(ctx: Context, id: number, date: Day): Promise<Delegation> {
  const found = await readOne<Delegation>(ctx.db, { ...list, values: [null, date] }, { id })
  if (!found) throw missing('That delegation')
  return found
}

const end = {
  name: 'end_approval_delegation',
  text: `update approval_delegations d set ended_at = now()
         from users t
         where d.id = $1 and t.id = d.to_user_id and d.ended_at is null
           and ($2::int is null or d.from_user_id = $2 or d.to_user_id = $2)
         returning d.from_user_id as "fromUserId", d.to_user_id as "toUserId", t.username as "to"`,
}

type Ended = { fromUserId: number; toUserId: number; to: string }

/**
 * Ends a delegation: by either person of it, or by who manages users. Decisions that begin
 * afterwards are without it. Throws 404 for one that has ended already or is of others, and 403 for
 * one of a person whose role may do what the caller may not.
 */
export function endDelegation(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const values = [id, personOf(inner)]
    const [ended] = await rows<Ended>(inner.db, end, values)
    if (!ended) throw missing('That delegation')
    const isOwn = [ended.fromUserId, ended.toUserId].includes(inner.user?.id ?? 0)
    const from = isOwn ? undefined : await lock(inner, ended.fromUserId)
    if (from) await guardManaging(inner, from)
    const changes = { 'delegated to': { from: ended.to, to: null } }
    const entry = { entity: 'user', entityId: ended.fromUserId, changes } as const
    await record(inner, [{ ...entry, action: 'end-delegation' }])
  })
}
