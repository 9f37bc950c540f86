import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { readDecision, readDecisionsOfOrder } from './service.ts'

export const decisionRoutes: Route[] = [
  route(contract.readDecision, (ctx, { id }) => readDecision(ctx, id)),
  route(contract.readDecisionsOfOrder, (ctx, { id }) => readDecisionsOfOrder(ctx, id)),
]
