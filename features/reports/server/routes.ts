import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

/** The report routes. `routes` are the endpoints that supply the data of the reports. */
export const reportRoutes = (routes: readonly Route[]): Route[] => [
  route(contract.readReportChoice, (ctx) => service.readReportChoice(ctx)),
  route(contract.saveReportChoice, (ctx, { body }) => service.saveReportChoice(ctx, body)),
  route(contract.runReportInBackground, (ctx, { body }) =>
    service.runReportInBackground(ctx, { form: body, routes }),
  ),
  route(contract.readBackgroundReport, (ctx, { id }) =>
    service.readBackgroundReport(ctx, { id, routes }),
  ),
]
