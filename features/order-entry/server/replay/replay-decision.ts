import type { Replay, ReplayMode } from '#features/decisions/contract.ts'
import { differencesBetween } from '#features/decisions/replay-differences.ts'
import { canonicalJson, hiddenFacts, withoutHidden } from '#features/decisions/rules.ts'
import {
  type DecisionToReplay,
  readDecisionToReplay,
  sealReceipt,
} from '#features/decisions/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { OrderReceipt } from '../../past-order.ts'
import { decideAsThen } from '../../replay-decision.ts'
import { decideAsNow, notReplayable } from './decide-as-now.ts'

/**
 * Makes a decision again, on the facts of its receipt or on those of today, and compares both. What
 * the user may not see is in neither. Writes nothing. Throws 404 for a decision that the user may
 * not read, and 409 for one that cannot be made again.
 */
export async function replayDecision(
  ctx: Context,
  id: number,
  { as }: { as: ReplayMode },
): Promise<Replay> {
  const stored = await readDecisionToReplay(ctx, id)
  const again = as === 'then' ? asThen(stored) : await asNow(ctx, stored)
  const head = { decisionId: id, as }
  if (again instanceof Refusal) {
    const nothing = { outcome: null, sha256: null, differences: [] }
    return { ...head, ...nothing, isEqual: false, problem: again.message }
  }
  const hidden = hiddenFacts(ctx.user)
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

function asThen(stored: DecisionToReplay): OrderReceipt {
  const again = decideAsThen(stored)
  if (!again) throw notReplayable()
  return again
}

/** The decision of today, or the refusal if the order could not be decided. */
function asNow(ctx: Context, stored: DecisionToReplay): Promise<OrderReceipt | Refusal> {
  return decideAsNow(ctx, stored).catch((error: unknown) => {
    if (error instanceof Refusal && error.kind === 'invalid') return error
    throw error
  })
}

/** The hash that the receipt would have. */
function hashOf({ kind }: DecisionToReplay, { facts, outcome }: OrderReceipt): string {
  const receipt = { kind, salesOrderId: null, user: undefined, facts, outcome }
  return sealReceipt(receipt).sha256.toString('hex')
}

/** Whether a stored decision, made again on its facts, has its hash; undefined if it cannot be. */
export function isReplayed(stored: DecisionToReplay): boolean | undefined {
  const again = decideAsThen(stored)
  return again && hashOf(stored, again) === stored.sha256
}
