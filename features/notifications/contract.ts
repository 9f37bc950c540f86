import * as z from 'zod/mini'
import { momentText } from '#platform/kernel/fields.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { emailModes } from './email-rules.ts'
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

/** The list of the notifications of a user. */
export const notificationList = defineList({
  name: 'notifications',
  row: notification,
  defaultSort: '-createdAt',
  fields: {
    id: field.reference({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
    kind: field.only(notificationKinds, { sortable: true, filterable: true }),
    isRead: field.only(['true', 'false'], { filterable: true }),
  },
})

export const notificationQuery = notificationList.query
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
  summary: 'Notifications of the signed-in user, newest first',
})
export const readNotification = endpoint('POST', '/api/notifications/:id/read', {
  permission: 'notifications.own',
  returns: notification,
  summary: 'Marks one of your notifications as read',
})
export const readAllNotifications = endpoint('POST', '/api/notifications/read-all', {
  permission: 'notifications.own',
  returns: z.object({ count: z.int() }),
  summary: 'Marks all of your notifications as read, and returns how many were unread',
})
export const readSubscribedKinds = endpoint('GET', '/api/notifications/wanted', {
  permission: 'notifications.own',
  returns: subscribedKinds,
  summary: 'The kinds of notifications that the signed-in user receives',
})
export const changeSubscribedKinds = endpoint('PUT', '/api/notifications/wanted', {
  permission: 'notifications.own',
  body: z.partial(subscribedKinds),
  returns: subscribedKinds,
  summary: 'Changes the kinds of notifications that the signed-in user receives',
})

const emailMode = z.enum(emailModes)

/** How a user gets each kind of notification by email. */
export const notificationEmailChoices = z.object({
  lowStock: emailMode,
  approvals: emailMode,
  purchaseOrders: emailMode,
  credit: emailMode,
  mentions: emailMode,
  reports: emailMode,
  system: emailMode,
})
export const notificationEmailsForm = z.partial(notificationEmailChoices)
export type NotificationEmailsForm = z.output<typeof notificationEmailsForm>

/** The choices of a user, the address, the hour of the digest, and why nothing is sent or came. */
export const notificationEmails = z.object({
  choices: notificationEmailChoices,
  address: z.string(),
  digestHour: z.int(),
  whyNot: z.nullable(z.string()),
  /** The last email, if it was refused or bounced: why, and when it was queued. */
  lastFailure: z.nullable(z.object({ reason: z.string(), at: momentText })),
})
export type NotificationEmails = z.infer<typeof notificationEmails>

export const readNotificationEmails = endpoint('GET', '/api/notifications/emails', {
  permission: 'notifications.own',
  returns: notificationEmails,
  summary: 'The kinds of notifications that the signed-in user gets by email',
})
export const changeNotificationEmails = endpoint('PUT', '/api/notifications/emails', {
  permission: 'notifications.own',
  body: notificationEmailsForm,
  returns: notificationEmails,
  summary: 'Changes the kinds of notifications that the signed-in user gets by email',
})
