import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { arOrders, arSummary, collections, creditUse } from './service.ts'
import { arMonths } from './trends.ts'

export const arReportRoutes: Route[] = [
  route(contract.readArSummary, (ctx, { query }) => arSummary(ctx, query), { isReport: true }),
  route(contract.listArOrders, (ctx, { query }) => arOrders(ctx, query), { isReport: true }),
  route(contract.listCollections, (ctx, { query }) => collections(ctx, query), { isReport: true }),
  route(contract.listCreditUse, (ctx, { query }) => creditUse(ctx, query), { isReport: true }),
  route(contract.listArMonths, (ctx, { query }) => arMonths(ctx, query), { isReport: true }),
]
