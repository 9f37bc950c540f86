import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { arOrders, arSummary, collections, creditUse } from './service.ts'
import { arMonths } from './trends.ts'

export const arReportRoutes: Route[] = [
  route(contract.readArSummary, (ctx, { query }) => arSummary(ctx, query)),
  route(contract.listArOrders, (ctx, { query }) => arOrders(ctx, query)),
  route(contract.listCollections, (ctx, { query }) => collections(ctx, query)),
  route(contract.listCreditUse, (ctx, { query }) => creditUse(ctx, query)),
  route(contract.listArMonths, (ctx, { query }) => arMonths(ctx, query)),
]
