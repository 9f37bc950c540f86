import type { NewNotification } from '#features/notifications/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { ApprovalLevel, LevelApproval } from '../../approval-levels.ts'

/** The part of a decided step that matters here. */
type Step = {
  order: { id: number; orderNumber: string; version: number; approvals: readonly LevelApproval[] }
  date: Day
  /** The level that the order awaits after this one; undefined if it awaits no other. */
  awaited: ApprovalLevel | undefined
}

/** A person of a level, or a substitute of that person. */
type Approver = { id: number; role: string; personId: number }

/** The active persons `$1`, those with a role of `$2`, and their substitutes on the day `$3`. */
const findLevelApprovers = {
  name: 'find_approvers_of_next_levels',
  text: `with people as (
           select u.id, u.role from users u
           where u.is_active and (u.id = any ($1::int[]) or u.role = any ($2::text[]))
         )
         select p.id, p.role, p.id as "personId" from people p
         union
         select d.to_user_id, p.role, p.id
         from people p join approval_delegations d on d.from_user_id = p.id
         where d.ended_at is null and $3::date between d.starts_on and d.ends_on
         order by 1, 3`,
}

/**
 * The notifications of orders that were submitted, or of which a level was approved, for those who
 * approve the next one and have approved none.
 */
export async function nextLevelNotifications(
  ctx: Context,
  steps: readonly Step[],
): Promise<NewNotification[]> {
  const waiting = steps.flatMap(({ awaited, ...step }) => (awaited ? [{ ...step, awaited }] : []))
  const [first] = waiting
  if (!first) return []
  const ids = waiting.flatMap(({ awaited }) => awaited.userId ?? [])
  const roles = waiting.flatMap(({ awaited }) => awaited.role ?? [])
  const found = await rows<Approver>(ctx.db, findLevelApprovers, [ids, roles, first.date])
  return waiting.map(({ order, awaited: { level, role, userId } }) => {
    const signers = order.approvals.flatMap((each) => [each.approvedBy, each.onBehalfOf])
    const people = found.filter((each) =>
      role === null ? each.personId === userId : each.role === role,
    )
    return {
      userIds: [...new Set(people.map(({ id }) => id))].filter(
        (id) => id !== ctx.user?.id && !signers.includes(id),
      ),
      kind: 'approvals',
      key: `purchase-order:${order.id}:level-${level}:${order.version}`,
      title: `${order.orderNumber} awaits your approval`,
      text: `${ctx.user?.username ?? ''} ${stepBefore(level)}. Yours is level ${level}`,
      link: `/purchase-orders?open=${encodeURIComponent(order.orderNumber)}`,
    }
  })
}

function stepBefore(level: number): string {
  return level === 1 ? 'submitted it' : `approved level ${level - 1}`
}
