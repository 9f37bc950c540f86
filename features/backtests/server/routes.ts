import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { cancelBacktest, createBacktest, readBacktest, readLastBacktest } from './service.ts'

export const backtestRoutes: Route[] = [
  route(contract.createBacktest, (ctx, { body }) => createBacktest(ctx, body)),
  route(contract.readLastBacktest, (ctx) => readLastBacktest(ctx)),
  route(contract.readBacktest, (ctx, { id }) => readBacktest(ctx, id)),
  route(contract.cancelBacktest, (ctx, { id }) => cancelBacktest(ctx, id)),
]
