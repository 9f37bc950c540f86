import type { Replay, ReplayMode } from '#features/decisions/contract.ts'
import { differencesBetween } from '#features/decisions/replay-differences.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { canonicalJson, hiddenFacts, withoutHidden } from '#features/decisions/rules.ts'
import {
  type DecisionToReplay,
  readDecisionToReplay,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderReceipt } from '../../past-order.ts'
import { decideAsThen } from './decide-as-then.ts'
import { decideAsNow, notReplayable } from './decide-as-now.ts'

/**
 * Makes a decision again, on the facts of its receipt or on those of today, and compares both. What
 * the user may not see is in neither. Writes nothing. Throws 404 for a decision that the user may
 * not read, 409 for one that cannot be made again, and 403 for today's prices if the user may
 * neither see nor ask for them.
 */
export async function replayDecision(
  ctx: Context,
  id: number,
  { as }: { as: ReplayMode },
): Promise<Replay> {
  const stored = await readDecisionToReplay(ctx, id)
  const hidden = hiddenFacts(ctx.user)
  if (as === 'now' && hidden.includes('price')) requirePermission(ctx.user, 'orders.validate')
  const again = await decideAgain(ctx, stored, as)
  const head = { decisionId: id, as }
  if (again instanceof Refusal) {
    const nothing = { outcome: null, sha256: null, differences: [] }
    return { ...head, ...nothing, isEqual: false, problem: again.message }
  }
  const sha256 = hashOf(stored, again)
  const [then, now] = [withoutHidden(stored, hidden), withoutHidden(again, hidden)]
  const hasSameOutcome = canonicalJson(now.outcome) === canonicalJson(then.outcome)
  return {
    ...head,
    isEqual: as === 'then' ? sha256 === stored.sha256 : hasSameOutcome,
    sha256: hidden.length > 0 ? null : sha256,
    outcome: now.outcome,
    problem: null,
    differences: differencesBetween(then, now),
  }
}

/** The decision, or the refusal of the rules if the order cannot be decided at all. */
async function decideAgain(
  ctx: Context,
  stored: DecisionToReplay,
  as: ReplayMode,
): Promise<OrderReceipt | Refusal> {
  try {
    return as === 'then' ? asThen(stored) : await decideAsNow(ctx, stored)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return error
    throw error
  }
}

function asThen(stored: DecisionToReplay): OrderReceipt {
  const again = decideAsThen(stored)
  if (!again) throw notReplayable(stored)
  return again
}

/** The hash that the receipt would have. */
function hashOf({ kind }: DecisionToReplay, { facts, outcome }: OrderReceipt): string {
  const receipt = { kind, salesOrderId: null, user: undefined, facts, outcome }
  return sealReceipt(receipt).sha256.toString('hex')
}

/**
 * Whether a stored decision, made again on its facts, has its hash; false if the rules refuse these
 * facts. Undefined if it cannot be made again.
 */
export function isReplayed(stored: DecisionToReplay): boolean | undefined {
  try {
    const again = decideAsThen(stored)
    return again && hashOf(stored, again) === stored.sha256
  } catch (error) {
    // A RangeError is an amount beyond what the program can hold.
    if (error instanceof Refusal || error instanceof RangeError) return false
    throw error
  }
}
