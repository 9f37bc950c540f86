import { useRead } from '#platform/web/api-hooks.ts'
import { type DecisionTopic, readDecisionsOfOrder } from '../../contract.ts'

/** The newest decision on an order that answers a question; undefined without one. */
export function useOrderDecision(orderId: number, topic: DecisionTopic): number | undefined {
  const { data } = useRead(readDecisionsOfOrder, { params: { id: orderId } })
  return data?.decisions.find(({ topics }) => topics.includes(topic))?.id
}
