import { readSettings } from '#features/settings/server/service.ts'
import type { Moment } from '#platform/kernel/days.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import {
  type Backtest,
  type BacktestDraft,
  backtestDraft,
  type BacktestResult,
  type StoredResult,
  storedResult,
} from '../contract.ts'
import { partNames } from '../labels.ts'
import {
  type BacktestState,
  type DraftPart,
  forbiddenParts,
  retentionDays,
  showsHidden,
} from '../rules.ts'
import * as store from './store.ts'

/**
 * Queues a draft to be tried on the orders of the last 90 days, for the signed-in user. Throws 403
 * for a part that the user may not change, and 409 while another backtest of the user is not over.
 */
export function createBacktest(ctx: Context, draft: BacktestDraft): Promise<Backtest> {
  return inTransaction(ctx, async (inner) => {
    const user = ownerOf(inner)
    await requireParts(inner, user, draft)
    const values = [user.id, JSON.stringify(draft)]
    const [added] = await mapConstraintErrors({ backtest_one_per_user: alreadyRunning }, () =>
      rows<{ id: number }>(inner.db, store.addBacktest, values),
    )
    return readBacktest(inner, added?.id ?? 0)
  })
}

/** Reads a backtest of the signed-in user. Throws 404 for another one. */
export async function readBacktest(ctx: Context, id: number): Promise<Backtest> {
  const [found] = await rows<BacktestRow>(ctx.db, store.readBacktest, [id, ownerOf(ctx).id])
  if (!found) throw missing('That backtest')
  return backtestOf(ctx, found)
}

/**
 * Reads the last backtest of the signed-in user; null if there is none, or if its user may not see
 * it any more, or another version of the program ran it: the screen then begins with an empty form.
 */
export async function readLastBacktest(ctx: Context): Promise<{ backtest: Backtest | null }> {
  const [found] = await rows<BacktestRow>(ctx.db, store.readLast, [ownerOf(ctx).id])
  try {
    return { backtest: found ? await backtestOf(ctx, found) : null }
  } catch (error) {
    const isHidden = error instanceof Refusal && hiddenCodes.includes(error.code)
    if (isHidden) return { backtest: null }
    throw error
  }
}

const hiddenCodes = ['forbidden', 'unreadable-backtest']

/** Cancels a waiting or running backtest of the signed-in user. Throws 409 if it is over. */
export function cancelBacktest(ctx: Context, id: number): Promise<Backtest> {
  return inTransaction(ctx, async (inner) => {
    const values = [id, ownerOf(inner).id]
    const [cancelled] = await rows<{ id: number }>(inner.db, store.cancelUnfinished, values)
    const backtest = await readBacktest(inner, id)
    if (!cancelled) throw new Refusal('refused', 'backtest-over', 'This backtest is already over')
    return backtest
  })
}

/** Throws 403 if the user may not change a part of the draft, or not see its effect. */
export async function requireParts(ctx: Context, user: Actor, draft: BacktestDraft): Promise<void> {
  const forbidden = forbiddenParts(user, draft)
  // A setting decides whether the sign-up role may change limits.
  const asksSetting = draft.creditLimits !== undefined && user.role === 'user'
  if (asksSetting && !(await readSettings(ctx)).userMayEditTerms) forbidden.push('creditLimits')
  const [first] = forbidden
  if (first) throw new Refusal('forbidden', 'forbidden', notAllowed(first))
}

/** Deletes backtests past their retention period. */
export async function deleteOldBacktests(ctx: Context): Promise<void> {
  await rows(ctx.db, store.deleteOld, [retentionDays])
}

export const backtestRetention: RetentionRule = {
  deleteDue: deleteOldBacktests,
  tables: [
    {
      table: 'backtest_runs',
      keptDays: retentionDays,
      countDue: store.countOld,
      valuesOf: (_ctx, days) => [days],
    },
  ],
}

type BacktestRow = {
  id: number
  state: BacktestState
  draft: unknown
  total: number
  done: number
  result: unknown
  failure: string | null
  createdAt: Moment
  finishedAt: Moment | null
}

/** The stored draft; undefined if this version of the program does not know its form. */
export function draftOf({ draft }: Pick<BacktestRow, 'draft'>): BacktestDraft | undefined {
  const read = backtestDraft.safeParse(draft)
  return read.success ? read.data : undefined
}

async function backtestOf(ctx: Context, row: BacktestRow): Promise<Backtest> {
  const user = ownerOf(ctx)
  const draft = draftOf(row)
  if (!draft) throw new Refusal('refused', 'unreadable-backtest', otherVersion)
  await requireParts(ctx, user, draft)
  const result = row.result === null ? null : await resultOf(ctx, row.result)
  return { ...row, draft, result }
}

async function resultOf(ctx: Context, stored: unknown): Promise<BacktestResult> {
  const read = storedResult.safeParse(stored)
  if (!read.success) throw new Refusal('refused', 'unreadable-backtest', otherVersion)
  if (showsHidden(read.data, ownerOf(ctx))) {
    const sentence = 'Your role sees less than when this backtest ran. Run it again'
    throw new Refusal('forbidden', 'forbidden', sentence)
  }
  return withNames(ctx, read.data)
}

type OrderNumber = { id: number; orderNumber: string }
type CustomerName = { id: number; customerCode: string; customerName: string }

/** Adds the numbers and names of today, which a stored result does not have. */
async function withNames(ctx: Context, result: StoredResult): Promise<BacktestResult> {
  const examples = result.moves.flatMap((move) => move.examples)
  const orderIds = examples.flatMap(({ salesOrderId }) => salesOrderId ?? [])
  const customerIds = examples.map(({ customerId }) => customerId)
  const [orders, customers] = await Promise.all([
    rows<OrderNumber>(ctx.db, store.readOrderNumbers, [orderIds]),
    rows<CustomerName>(ctx.db, store.readCustomerNames, [customerIds]),
  ])
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const names = new Map(customers.map((customer) => [customer.id, customer]))
  return {
    ...result,
    moves: result.moves.map((move) => ({
      ...move,
      examples: move.examples.map((example) => ({
        ...example,
        orderNumber: numbers.get(example.salesOrderId ?? 0) ?? null,
        customerCode: names.get(example.customerId)?.customerCode ?? '',
        customerName: names.get(example.customerId)?.customerName ?? '',
      })),
    })),
  }
}

const otherVersion = 'Another version of the program ran this backtest. Run it again'

function notAllowed(part: DraftPart): string {
  return `Your role cannot test ${partNames[part]} on past orders`
}

function alreadyRunning(): Refusal {
  const sentence = 'Your last backtest is still running. Wait for it, or cancel it'
  return new Refusal('refused', 'backtest-running', sentence)
}

function ownerOf({ user }: Context): Actor {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user
}
