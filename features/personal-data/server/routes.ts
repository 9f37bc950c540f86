import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

/** The routes of personal data. */
export const personalDataRoutes: Route[] = [
  route(contract.exportCustomerData, (ctx, { id }) => service.exportCustomerData(ctx, id)),
  route(contract.exportUserData, (ctx, { id }) => service.exportUserData(ctx, id)),
  route(contract.eraseCustomerData, (ctx, { id, body }, ifMatch) =>
    service.eraseCustomerData(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.eraseUserData, (ctx, { id, body }, ifMatch) =>
    service.eraseUserData(ctx, id, { ...body, ifMatch }),
  ),
]
