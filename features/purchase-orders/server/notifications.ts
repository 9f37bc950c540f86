import type { NewNotification } from '#features/notifications/server/service.ts'
import type { Transition } from './apply-transitions.ts'

const decisionTexts: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'sent back to draft',
  cancel: 'cancelled',
}

/** Notifies the creator of an order about another user's decision on it. */
export function decisionNotifications(
  transition: Transition,
  by: { id: number; username: string } | undefined,
): NewNotification[] {
  const { order, verb, reason, signature } = transition
  const decisionText = signature?.isLast === false ? undefined : decisionTexts[verb]
  if (!decisionText || !by || by.id === order.createdBy) return []
  return [
    {
      userIds: [order.createdBy],
      kind: 'purchaseOrders',
      key: `purchase-order:${order.id}:${verb}:${order.version}`,
      title: `${order.orderNumber} ${decisionText}`,
      text: reason ? `${by.username}: ${reason}` : `by ${by.username}`,
      link: `/purchase-orders?open=${encodeURIComponent(order.orderNumber)}`,
    },
  ]
}
