import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

/** The routes of imports and bulk edits. */
export const bulkChangeRoutes: readonly Route[] = [
  route(contract.listBulkChanges, (ctx, { query }) => service.listBulkChanges(ctx, query)),
  route(contract.readBulkChange, (ctx, { id }) => service.readBulkChange(ctx, id)),
  route(contract.listBulkChangeRows, (ctx, { id, query }) =>
    service.listBulkChangeRows(ctx, id, query),
  ),
  route(contract.undoBulkChange, (ctx, { id, query }) =>
    service.undoBulkChange(ctx, id, { isDryRun: query.dryRun === 'true' }),
  ),
]
