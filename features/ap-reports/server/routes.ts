import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { goodsNotBilled, goodsNotBilledSums } from './goods-not-billed.ts'
import { vendorDeliveries } from './deliveries.ts'
import * as service from './service.ts'

export const apReportRoutes: Route[] = [
  route(contract.readApSummary, (ctx, { query }) => service.apSummary(ctx, query), {
    isReport: true,
  }),
  route(contract.listApOrders, (ctx, { query }) => service.apOrders(ctx, query), {
    isReport: true,
  }),
  route(contract.listApBills, (ctx, { query }) => service.apBills(ctx, query), { isReport: true }),
  route(contract.listApDocuments, (ctx, { query }) => service.apDocuments(ctx, query), {
    isReport: true,
  }),
  route(contract.sumApDocuments, (ctx, { query }) => service.apDocumentSums(ctx, query), {
    isReport: true,
  }),
  route(contract.listGoodsNotBilled, (ctx, { query }) => goodsNotBilled(ctx, query), {
    isReport: true,
  }),
  route(contract.sumGoodsNotBilled, (ctx, { query }) => goodsNotBilledSums(ctx, query), {
    isReport: true,
  }),
  route(contract.listApMonths, (ctx, { query }) => service.apMonths(ctx, query), {
    isReport: true,
  }),
  route(contract.listVendorDeliveries, (ctx, { query }) => vendorDeliveries(ctx, query), {
    isReport: true,
  }),
  route(contract.listVendorPerformance, (ctx, { query }) => service.vendorPerformance(ctx, query), {
    isReport: true,
  }),
]
