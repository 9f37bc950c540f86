import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { ringFenceStock } from './ring-fences.ts'

export const stockRoutes: Route[] = [
  route(contract.ringFenceStock, (ctx, { id, body }) => ringFenceStock(ctx, id, body)),
]
