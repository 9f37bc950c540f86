import { reportRoutes, type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'
import { listArMonths } from './monthly-trends.ts'
import { readArAgingTrend } from './aging-trend.ts'

export const arReportRoutes: Route[] = reportRoutes([
  route(contract.readArSummary, (ctx, { query }) => service.readArSummary(ctx, query)),
  route(contract.readCustomerAging, (ctx, { id }) => service.readCustomerAging(ctx, id)),
  route(contract.listArOrders, (ctx, { query }) => service.listArOrders(ctx, query)),
  route(contract.sumArOrders, (ctx, { query }) => service.sumArOrders(ctx, query)),
  route(contract.listArDocuments, (ctx, { query }) => service.listArDocuments(ctx, query)),
  route(contract.sumArDocuments, (ctx, { query }) => service.sumArDocuments(ctx, query)),
  route(contract.listCollections, (ctx, { query }) => service.listCollections(ctx, query)),
  route(contract.listCreditUse, (ctx, { query }) => service.listCreditUse(ctx, query)),
  route(contract.sumCollections, (ctx, { query }) => service.sumCollections(ctx, query)),
  route(contract.sumCreditUse, (ctx, { query }) => service.sumCreditUse(ctx, query)),
  route(contract.listArMonths, (ctx, { query }) => listArMonths(ctx, query)),
  route(contract.readArAgingTrend, (ctx, { query }) => readArAgingTrend(ctx, query)),
])
