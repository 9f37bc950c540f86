import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { listGoodsNotBilled, sumGoodsNotBilled } from './goods-not-billed.ts'
import { listVendorDeliveries } from './deliveries.ts'
import * as service from './service.ts'

export const apReportRoutes: Route[] = [
  route(contract.readApSummary, (ctx, { query }) => service.readApSummary(ctx, query), {
    isReport: true,
  }),
  route(contract.listApOrders, (ctx, { query }) => service.listApOrders(ctx, query), {
    isReport: true,
  }),
  route(contract.listApBills, (ctx, { query }) => service.listApBills(ctx, query), {
    isReport: true,
  }),
  route(contract.listApDocuments, (ctx, { query }) => service.listApDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.sumApDocuments, (ctx, { query }) => service.sumApDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.listGoodsNotBilled, (ctx, { query }) => listGoodsNotBilled(ctx, query), {
    isReport: true,
  }),
  route(contract.sumGoodsNotBilled, (ctx, { query }) => sumGoodsNotBilled(ctx, query), {
    isReport: true,
  }),
  route(contract.listApMonths, (ctx, { query }) => service.listApMonths(ctx, query), {
    isReport: true,
  }),
  route(contract.listVendorDeliveries, (ctx, { query }) => listVendorDeliveries(ctx, query), {
    isReport: true,
  }),
  route(
    contract.listVendorPerformance,
    (ctx, { query }) => service.listVendorPerformance(ctx, query),
    {
      isReport: true,
    },
  ),
]
