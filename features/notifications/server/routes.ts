import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export const notificationRoutes: Route[] = [
  route(contract.listNotifications, (ctx, { query }) => service.listNotifications(ctx, query)),
  route(contract.readSubscribedKinds, (ctx) => service.readSubscribedKinds(ctx)),
  route(contract.changeSubscribedKinds, (ctx, { body }) =>
    service.changeSubscribedKinds(ctx, body),
  ),
  route(contract.readAllNotifications, (ctx) => service.readAllNotifications(ctx)),
  route(contract.readNotification, (ctx, { id }) => service.readNotification(ctx, id)),
]
