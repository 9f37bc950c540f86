import { may, type Role } from '#features/auth/rules.ts'
import type { HttpRequest } from '../nodes/http.ts'
import { type ModelAction, type Found, type PlanningKit, onOne, reasonOf } from './model-action.ts'
import type { Colleague } from './people.ts'

const chiefs = ['manager', 'admin'] as const
const deciders = ['finance', ...chiefs] as const
const newRoles: readonly Role[] = ['finance', 'manager', 'sales', 'warehouse', 'purchasing', 'user']

const adjustments = `(select id from stock_adjustments where status = 'waiting'
    order by id desc limit 30)
  union all (select id from stock_adjustments where status <> 'waiting' order by id desc limit 2)`

/** Actions that one user should not do alone, in addition to those in other model files. */
export const dutyActions: readonly ModelAction[] = [
  {
    name: 'let through above credit',
    weight: 6,
    roles: deciders,
    plan: onOne(
      (id) => `/api/sales-orders/${id}/override-credit`,
      `select id from sales_orders where hold_reason is not null
       order by hold_reason <> 'credit', id desc limit 8`,
      () => ({ reason: 'Their bank has called' }),
    ),
    predict: predictOverride,
  },
  {
    name: 'approve adjustment',
    weight: 5,
    roles: chiefs,
    plan: onOne((id) => `/api/stock-adjustments/${id}/approve`, adjustments),
    predict: (kit, asked, by) => predictDecision(kit, asked, { by, isApproval: true }),
  },
  {
    name: 'reject adjustment',
    weight: 2,
    roles: [...chiefs, 'warehouse', 'user'],
    plan: onOne((id) => `/api/stock-adjustments/${id}/reject`, adjustments, reasonOf),
    predict: (kit, asked, by) => predictDecision(kit, asked, { by, isApproval: false }),
  },
  {
    name: 'another role',
    weight: 3,
    roles: ['admin'],
    isAlone: true,
    plan: changeRole,
    predict: async (_kit, _asked, { role }) => (role === 'admin' ? '200' : '403 forbidden'),
  },
]

/** Changes the role of a user whose role another user also has, so that no role becomes vacant. */
async function changeRole({ chance, one }: PlanningKit): Promise<HttpRequest | undefined> {
  const somebody = await one<Found & { role: Role }>(
    `select id, role from users u
     where role <> 'admin' and (select count(*) from users o where o.role = u.role) > 1
     order by id`,
  )
  if (!somebody) return undefined
  const role = chance.oneOf(newRoles.filter((each) => each !== somebody.role))
  return { method: 'PUT', path: `/api/users/${somebody.id}`, body: { role } }
}

const numberIn = ({ path }: HttpRequest) => Number(/\/(\d+)/.exec(path)?.[1])

/** True if segregation of duties is enforced, false if violations are only recorded. */
export async function isEnforced({ all }: PlanningKit): Promise<boolean> {
  const found = await all<{ mode: string }>(
    `select value #>> '{}' as mode from settings where name = 'sodMode'`,
  )
  return found[0]?.mode === 'enforce'
}

type HeldOrder = {
  hold: string | null
  status: string
  credit: string
  isOwn: boolean
  isLimit: boolean
}

/** Predicts a credit override, except for the manager's limit. */
async function predictOverride(kit: PlanningKit, request: HttpRequest, by: Colleague) {
  if (!may(by, 'salesOrders.overrideCredit')) return '403 forbidden'
  const [order] = await kit.all<HeldOrder>(
    `select o.hold_reason as hold, o.status, c.credit_status as credit,
            o.created_by = $2 as "isOwn",
            exists (select from audit_log l
                    where l.entity = 'customer' and l.entity_id = c.id and l.actor_id = $2
                      and l.changes -> 'creditLimit' is not null) as "isLimit"
     from sales_orders o join customers c on c.id = o.customer_id where o.id = $1`,
    [numberIn(request), by.id],
  )
  if (order?.hold !== 'credit') return '409 not-on-hold'
  if (order.status !== 'pending') return undefined
  if (order.credit === 'blocked') return '409 credit-limit-exceeded'
  if (by.role === 'manager') return undefined
  const isSkipped = order.isOwn || order.isLimit
  return isSkipped && (await isEnforced(kit)) ? '403 self-approval' : '200'
}

type PendingAdjustment = {
  status: string
  isOwn: boolean
  isOld: boolean
  after: number
  reserved: number
}

async function predictDecision(
  kit: PlanningKit,
  request: HttpRequest,
  { by, isApproval }: { by: Colleague; isApproval: boolean },
) {
  const isChief = may(by, 'skus.approveAdjust')
  if (!may(by, isApproval ? 'skus.approveAdjust' : 'skus.adjust')) return '403 forbidden'
  const [it] = await kit.all<PendingAdjustment>(
    `select a.status, a.asked_by = $2 as "isOwn",
            coalesce(s.last_inventory_update > a.asked_at, false) as "isOld",
            s.current_stock + a.units as after, s.reserved
     from stock_adjustments a join skus s on s.id = a.sku_id where a.id = $1`,
    [numberIn(request), by.id],
  )
  if (it?.status !== 'waiting') return '409 illegal-transition'
  if (!isApproval) return it.isOwn || isChief ? '200' : '403 forbidden'
  // It awaits approval, so duties are enforced.
  if (it.isOwn) return '403 self-approval'
  if (it.isOld) return '409 counted-since'
  return it.after < it.reserved ? '409 stock-reserved' : '200'
}

type Counted = { stock: number; reserved: number; cost: string; waits: boolean; owed: boolean }

/** Predicts the response to a manual count: booked, awaiting approval, or rejected. */
export async function predictCount(kit: PlanningKit, request: HttpRequest, by: Colleague) {
  if (!may(by, 'skus.adjust')) return '403 forbidden'
  const { currentStock } = request.body as { currentStock: number }
  const [sku] = await kit.all<Counted>(
    `select current_stock as stock, reserved, cost,
            exists (select from stock_adjustments
                    where sku_id = s.id and status = 'waiting') as waits,
            exists (select from sales_order_items
                    where sku_id = s.id and qty_backordered > 0) as owed
     from skus s where id = $1`,
    [numberIn(request)],
  )
  if (!sku) return '404 not-found'
  const units = currentStock - sku.stock
  if (units === 0) return sku.waits ? '200 waits' : '200'
  if (sku.waits) return '409 adjustment-waiting'
  // Backorders may be allocated at any moment, so the result is open.
  if (sku.owed && units < 0) return undefined
  if (currentStock < sku.reserved) return '409 stock-reserved'
  const needsApproval = Math.round(Number(sku.cost) * 100) * Math.abs(units) > 100_000
  return needsApproval && (await isEnforced(kit)) ? '200 waits' : '200'
}
