import type { PlanningKit } from './model-action.ts'
import { isEnforced } from './duty-actions.ts'

// Checks segregation of duties from the stored rows. Assumes that the mode never changes during a
// run, and that SKUs cost less than 10.00, except DEAR-1 and DEAR-2 (600.00 to 900.00).

const byHand = `stock_moves m join skus s on s.id = m.sku_id
  where s.sku like 'DEAR%' and m.kind = 'adjust' and m.dedupe_key like 'sku:%'
    and abs(m.on_hand_delta) > 1`

const waiverOfMove = `select from approvals a
  where a.entity = 'sku' and a.entity_id = m.sku_id and a.action = 'adjust' and a.is_waiver
    and a.control = 'adjust-approve' and a.approver_id = m.created_by and a.at = m.created_at`

const hadNewRole = `exists (
  select from audit_log l
  where l.entity = 'user' and l.entity_id = a.approver_id and l.at < a.at
    and l.changes -> 'role' ->> 'from' is not null)`

const hadChangedLimit = `exists (
  select from audit_log l
  where l.entity = 'customer' and l.entity_id = o.customer_id and l.actor_id = a.approver_id
    and l.changes -> 'creditLimit' is not null and l.at < a.at)`

const override = `approvals a join sales_orders o on o.id = a.entity_id
  where a.entity = 'sales_order' and a.action = 'override-credit'`

const onOwn = `'(self-approval|self-release|enter-override|close-reopen)'`

/** Rules for both modes. */
const always: readonly [what: string, query: string][] = [
  [
    'above credit by who entered it, or set the limit, and no waiver',
    `select a.id from ${override} and not a.is_waiver
       and (a.approver_id = o.created_by or ${hadChangedLimit})`,
  ],
  [
    'a waiver above credit of nothing',
    `select a.id from ${override} and a.is_waiver
       and a.approver_id <> o.created_by and not ${hadChangedLimit}`,
  ],
  [
    'decided on their own with a new role, and no word of it',
    `select a.id from approvals a
     where a.is_waiver and a.control ~ ${onOwn} and a.control !~ 'new-role' and ${hadNewRole}`,
  ],
  [
    'a new role of somebody whose role is old',
    `select a.id from approvals a where a.control ~ 'new-role' and not ${hadNewRole}`,
  ],
]

const enforced: readonly [what: string, query: string][] = [
  [
    'a waiver where duties are enforced',
    `select id from approvals
     where is_waiver and control not in ('payment', 'return-window')`,
  ],
  ['dear units booked by one person', `select m.id from ${byHand}`],
  [
    'a return of their own approved with a new role',
    `select a.id from approvals a join returns r on r.id = a.entity_id
     where a.entity = 'return' and a.action = 'approve' and a.approver_id = r.created_by
       and ${hadNewRole}`,
  ],
]

const recorded: readonly [what: string, query: string][] = [
  ['an adjustment that waits for nobody', 'select id from stock_adjustments'],
  [
    'dear units booked without a waiver',
    `select m.id from ${byHand} and not exists (${waiverOfMove})`,
  ],
  [
    'a waiver of units that are not dear',
    `select a.id from approvals a
     where a.action = 'adjust' and not exists (
       select from ${byHand} and m.sku_id = a.entity_id and m.created_at = a.at)`,
  ],
]

/** The violated duty rules, with the number of rows that break each. */
export async function findDutyViolations(kit: PlanningKit): Promise<string[]> {
  const rules = [...always, ...((await isEnforced(kit)) ? enforced : recorded)]
  const counted = await Promise.all(
    rules.map(async ([what, query]) => ({ what, count: (await kit.all(query)).length })),
  )
  return counted.filter(({ count }) => count > 0).map(({ what, count }) => `${what}: ${count}`)
}
