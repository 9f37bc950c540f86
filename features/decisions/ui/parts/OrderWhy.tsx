import { useRead } from '#platform/web/api-hooks.ts'
import { type DecisionTopic, readDecisionsOfOrder } from '../../contract.ts'
import { Why } from './Why.tsx'

type OrderWhyProps = { orderId: number; topic: DecisionTopic; lineNo?: number }

/** The reason of the newest decision on an order that answers a question; nothing without one. */
export function OrderWhy({ orderId, topic, lineNo }: OrderWhyProps) {
  const { data } = useRead(readDecisionsOfOrder, { params: { id: orderId } })
  const newest = data?.decisions.find(({ topics }) => topics.includes(topic))
  if (!newest) return null
  const line = lineNo !== undefined && { lineNo }
  return <Why decisionId={newest.id} topic={topic} {...line} />
}
