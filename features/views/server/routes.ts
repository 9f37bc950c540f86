import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export const viewRoutes: Route[] = [
  route(contract.listViews, (ctx, { query }) => service.listViews(ctx, query.list)),
  route(contract.createView, (ctx, { body }) => service.createView(ctx, body)),
  route(contract.updateView, (ctx, { id, body }, ifMatch) =>
    service.updateView(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.deleteView, (ctx, { id }, ifMatch) => service.deleteView(ctx, id, ifMatch)),
]
