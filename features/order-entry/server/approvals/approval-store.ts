import { addSoftReservedCredit } from '#features/customers/server/service.ts'
import { addSoftReservations } from '#features/skus/server/service.ts'
import type { Moment } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany, updateMany } from '#platform/server/records/write-many.ts'
import type { SoftReservation } from '../../approval.ts'
import { orderApprovals } from '../tables.ts'

/** An approval as the open transaction has locked it, or as it leaves it. */
export type LockedApproval = SoftReservation & {
  id: number
  /** The UUID that its tokens begin with. */
  token: string
  userId: number
  customerId: number
  state: 'held' | 'placed' | 'released'
  requestSha256: Buffer
  /** What was shown (`approvedContent`). */
  approved: unknown
  decisionId: number
  salesOrderId: number | null
  approvedAt: Moment
  expiresAt: Moment
  endedAt: Moment | null
  /** True if it was held and not expired when it was locked, by the clock of the database. */
  isLive: boolean
}

/** An approval that the open transaction gives. */
type NewApproval = Omit<LockedApproval, 'id' | 'isLive'>

/** The approvals that the open transaction has locked, with what becomes of them. */
export type LockedApprovals = {
  /** As they were when they were locked, by token. */
  before: ReadonlyMap<string, LockedApproval>
  /** As they will be. */
  after: Map<string, LockedApproval>
  created: NewApproval[]
  /** When an approval that is given now begins and expires, by the clock of the database. */
  times: { now: Moment; until: Moment } | undefined
}

/** For a transaction without approvals. */
export function noApprovals(): LockedApprovals {
  return { before: new Map(), after: new Map(), created: [], times: undefined }
}

const columns = `id, token, user_id as "userId", customer_id as "customerId", state, amount, units,
  request_sha256 as "requestSha256", approved, decision_id as "decisionId",
  sales_order_id as "salesOrderId", approved_at as "approvedAt", expires_at as "expiresAt",
  ended_at as "endedAt", state = 'held' and expires_at > clock_timestamp() as "isLive"`

const lockByToken = {
  name: 'lock_order_approvals',
  text: `select ${columns} from order_approvals where token = any($1::uuid[])
         order by id for update`,
}

const readByToken = {
  name: 'read_order_approvals',
  text: `select ${columns} from order_approvals where token = any($1::uuid[]) and state = 'held'`,
}

const readByDecision = {
  name: 'read_order_approvals_of_decision',
  text: `select ${columns} from order_approvals where decision_id = $1 and state = 'held'`,
}

const lockExpiredRows = {
  name: 'lock_expired_order_approvals',
  text: `select ${columns} from order_approvals
         where state = 'held' and expires_at <= clock_timestamp()
         order by id limit 100 for update skip locked`,
}

// The clock, not the start of the transaction: an approval lasts from the moment it is given.
const readTimes = {
  name: 'read_times_of_order_approval',
  text: `select t.now, t.now + make_interval(mins => $1::int) as until
         from (select clock_timestamp() as now) t`,
}

type Row = Omit<LockedApproval, 'amount' | 'units'> & {
  amount: string
  units: Readonly<Record<string, number>>
}

/**
 * Locks approvals in the open transaction, before customers and SKUs, and reads when a new one
 * would expire. A token that is unknown is left out.
 */
export async function lockApprovals(
  ctx: Context,
  tokens: readonly string[],
  minutes: number,
): Promise<LockedApprovals> {
  const [found, [times]] = await Promise.all([
    rows<Row>(ctx.db, lockByToken, [tokens]),
    rows<{ now: Moment; until: Moment }>(ctx.db, readTimes, [minutes]),
  ])
  return { ...lockedOf(found), times }
}

/** Reads approvals that hold something, by token, without a lock. */
export async function readHeld(
  ctx: Context,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, LockedApproval>> {
  return lockedOf(await rows<Row>(ctx.db, readByToken, [tokens])).before
}

/** Reads the approvals that a decision gave, if they hold something, without a lock. */
export async function readHeldOf(ctx: Context, decisionId: number): Promise<LockedApproval[]> {
  return [...lockedOf(await rows<Row>(ctx.db, readByDecision, [decisionId])).before.values()]
}

/** Locks approvals that have expired and still hold something, at most 100. */
export async function lockExpired(ctx: Context): Promise<LockedApprovals> {
  const [found, [times]] = await Promise.all([
    rows<Row>(ctx.db, lockExpiredRows),
    rows<{ now: Moment; until: Moment }>(ctx.db, readTimes, [1]),
  ])
  return { ...lockedOf(found), times }
}

function lockedOf(found: readonly Row[]): LockedApprovals {
  const approvals = found.map(({ amount, units, ...row }): LockedApproval => {
    const bySku = Object.entries(units).map(([skuId, count]) => [Number(skuId), count] as const)
    return { ...row, amount: cents(amount), units: new Map(bySku) }
  })
  const byToken = approvals.map((approval) => [approval.token, approval] as const)
  return { before: new Map(byToken), after: new Map(byToken), created: [], times: undefined }
}

const lockCustomerRows = {
  name: 'lock_customers_of_order_approvals',
  text: 'select id from customers where id = any($1::int[]) order by id for no key update',
}

const lockSkuRows = {
  name: 'lock_skus_of_order_approvals',
  text: 'select id from skus where id = any($1::int[]) order by id for no key update',
}

/** Locks the customers and SKUs of locked approvals, so that they can be given back. */
export async function lockHeldRecords(ctx: Context, { before }: LockedApprovals): Promise<void> {
  const { customerIds, skuIds } = heldRecordsOf(before.values())
  await Promise.all([
    rows(ctx.db, lockCustomerRows, [customerIds]),
    rows(ctx.db, lockSkuRows, [skuIds]),
  ])
}

/** The customers and SKUs that approvals hold something of. */
export function heldRecordsOf(approvals: Iterable<LockedApproval>) {
  const held = [...approvals].filter(({ state }) => state === 'held')
  return {
    customerIds: [...new Set(held.map(({ customerId }) => customerId))],
    skuIds: [...new Set(held.flatMap(({ units }) => [...units.keys()]))],
  }
}

/**
 * Writes what became of approvals, and the counters of what they hold, after the orders that they
 * placed. The caller holds the locks of their customers and SKUs.
 */
export async function saveApprovals(
  ctx: Context,
  { before, after, created }: LockedApprovals,
): Promise<void> {
  const changed = [...after.values()].filter((each) => each !== before.get(each.token))
  if (changed.length === 0 && created.length === 0) return
  const previous = changed.flatMap(({ token }) => before.get(token) ?? [])
  const change = changeOf([...changed, ...created], previous)
  await addSoftReservedCredit(ctx, change.amounts)
  await addSoftReservations(ctx, change.units)
  const updated = changed.map((each) => ({ id: each.id, ...columnsOf(each) }))
  await updateMany(ctx, orderApprovals, updated)
  const inserted = created.map((each) => {
    return { token: each.token, userId: each.userId, ...columnsOf(each) }
  })
  await insertMany(ctx, orderApprovals, inserted)
}

type Holding = Pick<LockedApproval, 'state' | 'customerId' | 'amount' | 'units'>

/** By how much the counters change: what is held now, less what was held before. */
function changeOf(now: readonly Holding[], previous: readonly Holding[]) {
  const amounts = new Map<number, Cents>()
  const units = new Map<number, number>()
  const add = (each: Holding, sign: 1 | -1) => {
    if (each.state !== 'held') return
    const { customerId, amount } = each
    amounts.set(customerId, ((amounts.get(customerId) ?? 0) + sign * amount) as Cents)
    for (const [skuId, count] of each.units) {
      units.set(skuId, (units.get(skuId) ?? 0) + sign * count)
    }
  }
  for (const each of now) add(each, 1)
  for (const each of previous) add(each, -1)
  return { amounts, units }
}

function columnsOf({ amount, units, ...approval }: NewApproval) {
  return {
    customerId: approval.customerId,
    state: approval.state,
    amount: decimal(amount),
    units: Object.fromEntries(units),
    requestSha256: approval.requestSha256,
    approved: approval.approved,
    decisionId: approval.decisionId,
    salesOrderId: approval.salesOrderId,
    approvedAt: approval.approvedAt,
    expiresAt: approval.expiresAt,
    endedAt: approval.endedAt,
  }
}
