import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { apOrders, apSummary, vendorPerformance } from './service.ts'

export const apReportRoutes: Route[] = [
  route(contract.readApSummary, (ctx, { query }) => apSummary(ctx, query)),
  route(contract.listApOrders, (ctx, { query }) => apOrders(ctx, query)),
  route(contract.listVendorPerformance, (ctx, { query }) => vendorPerformance(ctx, query)),
]
