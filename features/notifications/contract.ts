import * as z from 'zod/mini'
import { momentText } from '#platform/kernel/fields.ts'
import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import { notificationKinds } from './rules.ts'

const kind = z.enum(notificationKinds)

/** A notification for one user. `link` is an internal address. */
export const notification = z.object({
  id: z.int(),
  kind,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  readAt: z.nullable(momentText),
  createdAt: momentText,
})
export type Notification = z.infer<typeof notification>

export const notificationQuery = z.object({
  ...listQuery,
  isRead: z.optional(z.enum(['true', 'false'])),
  kind: z.optional(kind),
})
export type NotificationQuery = z.output<typeof notificationQuery>

/** Which kinds of notifications a user wants. */
export const subscribedKinds = z.object({
  lowStock: z.boolean(),
  approvals: z.boolean(),
  purchaseOrders: z.boolean(),
  credit: z.boolean(),
  mentions: z.boolean(),
  reports: z.boolean(),
  system: z.boolean(),
})
export type SubscribedKinds = z.infer<typeof subscribedKinds>

export const listNotifications = endpoint('GET', '/api/notifications', {
  permission: 'notifications.own',
  query: notificationQuery,
  returns: z.array(notification),
  summary: 'What the signed-in user was told, the latest first',
})
export const readNotification = endpoint('POST', '/api/notifications/:id/read', {
  permission: 'notifications.own',
  returns: notification,
  summary: 'Marks one of one’s own notifications as read',
})
export const readAllNotifications = endpoint('POST', '/api/notifications/read-all', {
  permission: 'notifications.own',
  returns: z.object({ count: z.int() }),
  summary: 'Marks all of one’s own notifications as read, and says how many were not',
})
export const readSubscribedKinds = endpoint('GET', '/api/notifications/wanted', {
  permission: 'notifications.own',
  returns: subscribedKinds,
  summary: 'Of which kinds of things the signed-in user wants to be told',
})
export const changeWantedKinds = endpoint('PUT', '/api/notifications/wanted', {
  permission: 'notifications.own',
  body: z.partial(subscribedKinds),
  returns: subscribedKinds,
  summary: 'Changes of which kinds of things the signed-in user wants to be told',
})
