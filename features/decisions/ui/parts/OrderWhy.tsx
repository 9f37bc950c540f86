import type { DecisionTopic } from '../../contract.ts'
import { useOrderDecision } from './use-order-decision.ts'
import { Why } from './Why.tsx'

type OrderWhyProps = { orderId: number; topic: DecisionTopic }

/** The reason of the newest decision on an order that answers a question; nothing without one. */
export function OrderWhy({ orderId, topic }: OrderWhyProps) {
  const decisionId = useOrderDecision(orderId, topic)
  return decisionId === undefined ? null : <Why decisionId={decisionId} topic={topic} />
}
