import { randomUUID } from 'node:crypto'
import { moment } from '#platform/kernel/days.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import { runInSavepoint } from '#platform/server/records/dry-run.ts'
import { noApprovals } from '../approvals/approval-store.ts'
import { readFacts } from '../store.ts'
import { createOrders } from './create-orders.ts'
import { factsQueryOf, readRules } from './order-facts.ts'
import { orderEntryPolicy, type OrderPolicy } from './order-policies.ts'
import { validateWithIds } from './validate-orders.ts'

// A canary order: validated and created by the functions of every other order, and rolled back.
// Nothing of it is ever committed. Its number is of no series, and its ids are negative: they come
// from no sequence, so the next order, line and receipt follow the last real one.

/** What a canary order consists of. Null: there is none of it yet. */
export type CanarySubject = {
  userId: number | null
  customerId: number | null
  skuId: number | null
}

// Prefers a customer with credit left and a SKU in stock, so that the order reserves and uses both.
// Only the first 500 active records are considered, so that the cost has a bound.
const findSubject = {
  name: 'find_canary_subject',
  text: `select
    (select min(id) from users) as "userId",
    (select id from (
       select id, credit_status,
              credit_limit - current_balance - open_order_amount - soft_reserved_amount as room
       from customers
       where is_active and deleted_at is null order by id limit 500) c
     order by (credit_status = 'normal' and room >= 1000) desc, id limit 1) as "customerId",
    (select id from (
       select id, current_stock - reserved - soft_reserved as available from skus
       where is_active and deleted_at is null and price > 0 order by id limit 500) s
     order by available > 0 desc, id limit 1) as "skuId"`,
}

/** Chooses account, customer and SKU of the next canary order. */
export async function findCanarySubject(ctx: Context): Promise<CanarySubject> {
  const [subject] = await rows<CanarySubject>(ctx.db, findSubject)
  return subject ?? { userId: null, customerId: null, skuId: null }
}

/**
 * One step of a canary order: its duration in whole milliseconds, and the error if it failed. A
 * refusal by a business rule is no failure: `refusal` is its code.
 */
export type CanaryStep = { tookMs: number; refusal?: string; error?: unknown }

/** An order of one unit, in the name of an account that may do nothing beyond the rules. */
type CanaryOrder = {
  body: { customerId: number; items: { skuId: number; quantity: number }[] }
  user: Actor
  requestId: string
}

/** The id of the order, of its line and of its receipt. */
const canaryId = -1

/**
 * Validates and creates an order of one unit, each in a transaction of its own that is rolled back.
 * An order over the credit limit is created on hold, and short units are backordered, so that the
 * result depends on the program and not on the customer. It is never parked and has no approval.
 * Writes and locks what every order does: it waits at most two seconds for a lock.
 */
export async function tryCanaryOrder(
  ctx: Context,
  subject: { [Part in keyof CanarySubject]: number },
): Promise<{ validation: CanaryStep; creation: CanaryStep }> {
  const { userId, customerId, skuId } = subject
  const order: CanaryOrder = {
    body: { customerId, items: [{ skuId, quantity: 1 }] },
    user: { id: userId, username: 'system', role: 'viewer' },
    requestId: ctx.requestId,
  }
  const validation = await timeStep(ctx, (inner) => validateCanary(inner, order))
  const creation = await timeStep(ctx, (inner) => createCanary(inner, order))
  return { validation, creation }
}

const limitWaits = {
  name: 'canary_limit_waits',
  text: `select set_config('lock_timeout', '2000', true)`,
}

/** Checks now what a commit would check, because a canary order never commits. */
const checkConstraints = { name: 'canary_check_constraints', text: 'set constraints all immediate' }

async function timeStep(
  ctx: Context,
  work: (inner: Context) => Promise<unknown>,
): Promise<CanaryStep> {
  const started = performance.now()
  const tried = await runInSavepoint(ctx, async (inner) => {
    await rows(inner.db, limitWaits)
    try {
      const outcome = await work(inner)
      await rows(inner.db, checkConstraints)
      return { outcome }
    } catch (error) {
      // The cause may be an earlier statement that was sent without waiting.
      await Promise.all(inner.sent ?? [])
      throw error
    }
  }).catch((error: unknown) => ({ error }))
  const tookMs = Math.round(performance.now() - started)
  if ('error' in tried) return { tookMs, error: tried.error }
  return tried.outcome instanceof Refusal ? { tookMs, refusal: tried.outcome.code } : { tookMs }
}

async function validateCanary(ctx: Context, order: CanaryOrder): Promise<unknown> {
  const requests = [{ ...order, call: undefined }]
  const [answer] = await validateWithIds(ctx, requests, () => Promise.resolve([canaryId]))
  return answer
}

async function createCanary(ctx: Context, order: CanaryOrder): Promise<unknown> {
  const rules = await readRules(ctx)
  const policy: OrderPolicy = {
    ...orderEntryPolicy(rules),
    overCredit: 'hold',
    shortStock: 'backorder',
    repeatedPo: 'accept',
  }
  const query = factsQueryOf([order], policy.orderDate, rules.date)
  const facts = await readFacts(ctx.db, query, { lock: true })
  const own = [canaryId]
  const ids = { orders: [...own], items: [...own], receipts: [...own], at: moment(ctx.now) }
  const drafts = [{ ...order, number: `CANARY-${randomUUID()}` }]
  const locked = { ...ctx, user: order.user, ids, facts, approvals: noApprovals() }
  const [created] = await createOrders(locked, drafts, policy)
  return created
}
