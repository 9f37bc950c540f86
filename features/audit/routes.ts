import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { activityOf, type HiddenFields } from './service.ts'

/** The calls of the audit room; the rooms of the records say which fields are not for everybody. */
export function auditRoutes(hidden: HiddenFields): Route[] {
  return [
    route(contract.readActivity, (ctx, { id, query }) =>
      activityOf(ctx, { entity: query.entity, id }, hidden),
    ),
  ]
}
