import type { WmsConfig } from '#features/wms-integration/server/service.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { readBusinessFigures } from './business-figures.ts'
import * as firstSteps from './first-steps.ts'
import * as service from './service.ts'
import { readWorkQueues } from './work-queues.ts'

/** `config` is the default warehouse connection, used until an administrator enters one. */
export const dashboardRoutes = (config: WmsConfig): Route[] => [
  route(contract.readDashboardStats, (ctx) => service.readDashboardStats(ctx)),
  route(contract.readDashboardTrends, (ctx) => service.readDashboardTrends(ctx)),
  route(contract.readOrderWeeks, (ctx, { query }) => service.readOrderWeeks(ctx, query)),
  route(contract.readWorkQueues, (ctx) => readWorkQueues(ctx)),
  route(contract.readBusinessFigures, (ctx) => readBusinessFigures(ctx)),
  route(contract.salesByCustomerReport, (ctx, { query }) =>
    service.salesByCustomerReport(ctx, query),
  ),
  route(contract.stockValuationReport, (ctx, { query }) =>
    service.stockValuationReport(ctx, query),
  ),
  route(contract.waiverReport, (ctx, { query }) => service.waiverReport(ctx, query), {
    isReport: true,
  }),
  route(contract.readFirstSteps, (ctx) => firstSteps.readFirstSteps(ctx, config)),
  route(contract.hideFirstSteps, (ctx, { body }) =>
    firstSteps.hideFirstSteps(ctx, { ...body, config }),
  ),
  route(contract.startBusiness, (ctx, { body }) =>
    firstSteps.startBusiness(ctx, { form: body, config }),
  ),
]
