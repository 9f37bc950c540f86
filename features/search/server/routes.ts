import { type Route, route } from '#platform/server/http/route.ts'
import { searchAll } from '../contract.ts'
import { search } from './service.ts'

export const searchRoutes: Route[] = [
  route(searchAll, (ctx, { query }) => search(ctx, query), { isNewestOnly: true }),
]
