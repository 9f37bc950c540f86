import type { Changes } from '#features/audit/server/service.ts'
import { may } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import type { Moment } from '#platform/kernel/days.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany, insertManyReturning } from '#platform/server/records/write-many.ts'
import {
  type Decision,
  decisionFacts,
  decisionOutcome,
  type DecisionKind,
  type DecisionSummary,
} from '../contract.ts'
import { hiddenFacts, withoutHidden } from '../rules.ts'
import {
  decisionChange,
  type IdentifiedReceipt,
  type ReceiptDraft,
  sealReceipt,
  type SealedReceipt,
} from './seal-receipt.ts'
import * as store from './store.ts'
import { decisionReceipts } from './tables.ts'

// Also exported to other rooms:
export { decisionChange, type IdentifiedReceipt, sealReceipt } from './seal-receipt.ts'

/**
 * Allocates ids of receipts, before the decisions are made. Those of new orders are allocated with
 * the ids of the orders (`newOrderIds`).
 */
export async function newReceiptIds(ctx: Context, count: number): Promise<number[]> {
  const [found] = await rows<{ ids: number[] }>(ctx.db, store.reserveIds, [count])
  if (!found) throw new Error('No IDs were provided')
  return found.ids
}

/** Writes receipts in the open transaction, in one statement. */
export function recordReceipts(
  ctx: Context,
  receipts: readonly IdentifiedReceipt[],
): Promise<void> {
  return insertMany(
    ctx,
    decisionReceipts,
    receipts.map((receipt) => ({ id: receipt.id, ...rowOf(ctx, receipt) })),
  )
}

/** The row of a receipt, without its id. */
function rowOf(
  ctx: Context,
  { kind, salesOrderId, user, channel, canonical, sha256 }: SealedReceipt,
) {
  return {
    kind,
    salesOrderId,
    actorId: user?.id ?? null,
    apiKeyId: user?.keyId ?? null,
    channel: channel ?? ctx.channel,
    canonical,
    sha256,
  }
}

/**
 * Writes the receipt of one act on an order in the open transaction, in one statement. Returns the
 * change that binds its hash to the history entry of the act.
 */
export async function recordDecision(
  ctx: Context,
  salesOrderId: number,
  content: Pick<ReceiptDraft, 'kind' | 'facts' | 'outcome'>,
): Promise<Changes> {
  const receipt = sealReceipt({ salesOrderId, user: ctx.user, ...content })
  const list = [rowOf(ctx, receipt)]
  const [written] = await insertManyReturning(ctx, decisionReceipts, list, { returned: ['id'] })
  if (!written) throw new Error('No receipt was written')
  return decisionChange({ ...receipt, ...written })
}

/** A receipt with the number of its order. */
type DecisionRow = {
  id: number
  kind: DecisionKind
  actor: string
  keyName: string | null
  channel: string
  decidedAt: Moment
  salesOrderId: number | null
  actorId: number | null
  canonical: string
  sha256: string
  orderNumber: string | null
}

/**
 * Reads the receipt of a decision, without what the user may not see. Throws 404 if it does not
 * exist, and for a validation that another user asked for, unless the user may read the history.
 */
export async function readDecision(ctx: Context, id: number): Promise<Decision> {
  const [row] = await rows<DecisionRow>(ctx.db, store.readReceipt, [id])
  if (!row || !mayRead(ctx, row)) throw missing('That decision')
  const { actorId: _, canonical, sha256, ...head } = row
  const hidden = hiddenFacts(ctx.user)
  const { form, ...content } = contentOf(canonical)
  const hash = hidden.length > 0 ? null : sha256
  return { ...head, sha256: hash, hidden, form, ...withoutHidden(content, hidden) }
}

function mayRead({ user }: Context, { salesOrderId, actorId }: DecisionRow): boolean {
  if (salesOrderId !== null || !user) return true
  return actorId === user.id || may(user, 'audit.read')
}

/** The decisions on an order, newest first, at most 200. Throws 404 if there is no such order. */
export async function readDecisionsOfOrder(
  ctx: Context,
  orderId: number,
): Promise<{ decisions: DecisionSummary[] }> {
  const found = await rows<DecisionSummary>(ctx.db, store.readReceiptsOfOrder, [orderId])
  if (found.length === 0) await requireOrder(ctx, orderId)
  const hidesCredit = hiddenFacts(ctx.user).includes('credit')
  if (!hidesCredit) return { decisions: found }
  const withoutCredit = ({ topics, ...decision }: DecisionSummary) => {
    return { ...decision, topics: topics.filter((topic) => topic !== 'credit') }
  }
  return { decisions: found.map(withoutCredit) }
}

async function requireOrder(ctx: Context, orderId: number): Promise<void> {
  const [order] = await rows(ctx.db, store.findOrder, [orderId])
  if (!order) throw missing('That sales order')
}

/** The content of a canonical text. A text that does not fit the schema is a damaged row. */
function contentOf(canonical: string) {
  const stored = JSON.parse(canonical) as { form: number; facts: unknown; outcome: unknown }
  const { form, facts, outcome } = stored
  return { form, facts: decisionFacts.parse(facts), outcome: decisionOutcome.parse(outcome) }
}

/** Deletes receipts without an order that are older than the settings allow, in batches. */
export async function deleteOldDecisions(ctx: Context): Promise<void> {
  const { decisionDays } = await readSettings(ctx)
  for (let round = 0; round < store.maxBatches; round++) {
    // Sequential: each batch is a transaction of its own.
    // oxlint-disable-next-line no-await-in-loop
    const [done] = await rows<{ count: number }>(ctx.db, store.deleteOldReceipts, [decisionDays])
    if ((done?.count ?? 0) < store.batchSize) return
  }
}
