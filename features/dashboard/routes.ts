import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export const dashboardRoutes: Route[] = [
  route(contract.readDashboardStats, (ctx) => service.dashboardStats(ctx)),
  route(contract.readDashboardTrends, (ctx) => service.dashboardTrends(ctx)),
  route(contract.salesByCustomerReport, (ctx, { query }) => service.salesByCustomer(ctx, query)),
  route(contract.stockValuationReport, (ctx) => service.stockValues(ctx)),
  route(contract.waiverReport, (ctx, { query }) => service.waivers(ctx, query), { isReport: true }),
]
