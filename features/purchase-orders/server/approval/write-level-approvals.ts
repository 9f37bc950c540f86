import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import type { Signature } from '../../approval-levels.ts'
import type { PurchaseVerb } from '../../rules.ts'
import { purchaseLevelApprovals } from '../tables.ts'
import { endLevelApprovals } from './levels-store.ts'

/** The part of a decided step that matters here. */
type Step = { order: { id: number }; verb: PurchaseVerb; signature: Signature | undefined }

const ending: readonly PurchaseVerb[] = ['reject', 'withdraw', 'cancel']

/**
 * Writes the approvals of levels. Those of an order that goes back to draft, or is cancelled, end:
 * when it is submitted again, it begins with the first level.
 */
export async function writeLevelApprovals(ctx: Context, steps: readonly Step[]): Promise<void> {
  const approvals = steps.flatMap(({ order, signature }) => {
    if (!signature || !ctx.user) return []
    const { level, authority } = signature
    const onBehalfOf = authority.id === ctx.user.id ? null : authority.id
    return [{ orderId: order.id, level, approvedBy: ctx.user.id, onBehalfOf }]
  })
  if (approvals.length > 0) await insertMany(ctx, purchaseLevelApprovals, approvals)
  const ended = steps.filter(({ verb }) => ending.includes(verb)).map(({ order }) => order.id)
  if (ended.length > 0) await rows(ctx.db, endLevelApprovals, [ended])
}
