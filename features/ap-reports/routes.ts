import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { vendorDeliveries } from './deliveries.ts'
import { apBills, apMonths, apOrders, apSummary, vendorPerformance } from './service.ts'

export const apReportRoutes: Route[] = [
  route(contract.readApSummary, (ctx, { query }) => apSummary(ctx, query), { isReport: true }),
  route(contract.listApOrders, (ctx, { query }) => apOrders(ctx, query), { isReport: true }),
  route(contract.listApBills, (ctx, { query }) => apBills(ctx, query), { isReport: true }),
  route(contract.listApMonths, (ctx, { query }) => apMonths(ctx, query), { isReport: true }),
  route(contract.listVendorDeliveries, (ctx, { query }) => vendorDeliveries(ctx, query), {
    isReport: true,
  }),
  route(contract.listVendorPerformance, (ctx, { query }) => vendorPerformance(ctx, query), {
    isReport: true,
  }),
]
