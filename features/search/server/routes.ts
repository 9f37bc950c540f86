import { type Route, route } from '#platform/server/http/route.ts'
import { searchAll } from './service.ts'
import * as contract from '../contract.ts'

export const searchRoutes: Route[] = [
  route(contract.searchAll, (ctx, { query }) => searchAll(ctx, query), { isNewestOnly: true }),
]
