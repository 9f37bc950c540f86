import { reportRoutes, type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { listGoodsNotBilled, sumGoodsNotBilled } from './goods-not-billed.ts'
import { readApAgingTrend } from './aging-trend.ts'
import { listVendorDeliveries } from './vendor-deliveries.ts'
import * as service from './service.ts'

export const apReportRoutes: Route[] = reportRoutes([
  route(contract.readApSummary, (ctx, { query }) => service.readApSummary(ctx, query)),
  route(contract.listApOrders, (ctx, { query }) => service.listApOrders(ctx, query)),
  route(contract.sumApOrders, (ctx, { query }) => service.sumApOrders(ctx, query)),
  route(contract.listApBills, (ctx, { query }) => service.listApBills(ctx, query)),
  route(contract.listApDocuments, (ctx, { query }) => service.listApDocuments(ctx, query)),
  route(contract.sumApDocuments, (ctx, { query }) => service.sumApDocuments(ctx, query)),
  route(contract.listGoodsNotBilled, (ctx, { query }) => listGoodsNotBilled(ctx, query)),
  route(contract.sumGoodsNotBilled, (ctx, { query }) => sumGoodsNotBilled(ctx, query)),
  route(contract.listApMonths, (ctx, { query }) => service.listApMonths(ctx, query)),
  route(contract.readApAgingTrend, (ctx, { query }) => readApAgingTrend(ctx, query)),
  route(contract.readDeliveryTrend, (ctx, { query }) => service.readDeliveryTrend(ctx, query)),
  route(contract.listVendorDeliveries, (ctx, { query }) => listVendorDeliveries(ctx, query)),
  route(contract.listVendorPerformance, (ctx, { query }) =>
    service.listVendorPerformance(ctx, query),
  ),
])
