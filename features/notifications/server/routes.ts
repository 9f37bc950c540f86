import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as emails from './notification-emails.ts'
import * as service from './service.ts'

/** `hasServer` is true if a mail server is configured. */
export const notificationRoutes = (hasServer: boolean): Route[] => [
  route(contract.listNotifications, (ctx, { query }) => service.listNotifications(ctx, query)),
  route(contract.readSubscribedKinds, (ctx) => service.readSubscribedKinds(ctx)),
  route(contract.changeSubscribedKinds, (ctx, { body }) =>
    service.changeSubscribedKinds(ctx, body),
  ),
  route(contract.readAllNotifications, (ctx) => service.readAllNotifications(ctx)),
  route(contract.readNotificationEmails, (ctx) => emails.readNotificationEmails(ctx, hasServer)),
  route(contract.changeNotificationEmails, (ctx, { body }) =>
    emails.changeNotificationEmails(ctx, body, hasServer),
  ),
  route(contract.readNotification, (ctx, { id }) => service.readNotification(ctx, id)),
]
