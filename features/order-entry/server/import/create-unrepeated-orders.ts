import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { readSamePos, type SamePo } from '#features/sales-orders/server/service.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import type { KeyedCall } from '#platform/server/http/idempotency.ts'
import type { NewOrder } from '../placing/build-order.ts'
import { createOrders, type LockedContext } from '../placing/create-orders.ts'
import type { OrderPolicy } from '../placing/order-policies.ts'
import { duplicateCheckOf } from '../placing/resembling-orders.ts'
import { RepeatedPoRefusal, type Step } from './import-outcomes.ts'
import { sameCustomerPo } from './repeated-orders.ts'

// The customer POs of a file are compared when it is read, so that a person sees the result, and
// again here, after the customers were locked: another channel may have used one in between.

type FileDraft = NewOrder & { call: KeyedCall | undefined }

type Result = SalesOrderDetails | Refusal

type RepeatFacts = {
  policy: OrderPolicy
  stepByCall: ReadonlyMap<KeyedCall | undefined, Step>
  /** The orders that this import has created before: a file is not compared with itself. */
  ownOrders: ReadonlySet<number>
}

/**
 * Creates the orders of a file in the open transaction, which has locked their customers, except
 * those whose customer PO another order has that the user did not see. Such an order is parked if
 * the rule of the customer parks it, and otherwise has the result that it would have had when the
 * file was read. Returns a result for each draft, and the ids of their decisions.
 */
export async function createUnrepeatedOrders(
  ctx: LockedContext,
  drafts: readonly FileDraft[],
  facts: RepeatFacts,
): Promise<{ results: Result[]; decisionIds: (number | undefined)[] }> {
  const bodies = drafts.map(({ body }) => body)
  const found = await readSamePos(ctx, bodies)
  const orderByPo = new Map(found.map((order) => [`${order.customerId} ${order.po}`, order]))
  const checked = drafts.map((draft) => {
    const { customerId, customerPO } = draft.body
    const samePo = customerPO ? orderByPo.get(`${customerId} ${customerPO}`) : undefined
    return samePo ? checkRepeat(ctx, draft, { ...facts, samePo }) : draft
  })
  const accepted = checked.flatMap((each) => (each instanceof Refusal ? [] : [each]))
  const created = await createOrders(ctx, accepted, facts.policy)
  const indexOf = new Map(accepted.map((draft, index) => [draft, index]))
  const outcomes = checked.map((each) => {
    if (each instanceof Refusal) return { result: each, decisionId: undefined }
    const index = indexOf.get(each) ?? 0
    return { result: created[index] as Result, decisionId: ctx.ids.receipts[index] }
  })
  return {
    results: outcomes.map(({ result }) => result),
    decisionIds: outcomes.map(({ decisionId }) => decisionId),
  }
}

/** The draft if it may be created although an order has its customer PO; otherwise its refusal. */
function checkRepeat(
  { facts }: LockedContext,
  draft: FileDraft,
  { policy, stepByCall, ownOrders, samePo }: RepeatFacts & { samePo: SamePo },
): FileDraft | RepeatedPoRefusal {
  if (ownOrders.has(samePo.id)) return draft
  const step = stepByCall.get(draft.call)
  const isSeen = samePo.orderNumber === step?.samePoNumber
  if (draft.isRepeatAccepted && isSeen) return draft
  const unaccepted = { ...draft, isRepeatAccepted: false }
  if (duplicateCheckOf(facts, unaccepted, policy) !== 'off') return unaccepted
  const today = { date: policy.orderDate, isCorrected: step?.group.isCorrected ?? false }
  return new RepeatedPoRefusal(samePo, sameCustomerPo(samePo, today))
}
