import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export const commentRoutes: Route[] = [
  route(contract.listMentionable, (ctx, { query }) => service.listMentionable(ctx, query)),
  route(contract.createComment, (ctx, { body }) => service.createComment(ctx, body)),
  route(contract.deleteComment, (ctx, { id }) => service.deleteComment(ctx, id)),
  route(contract.restoreComment, (ctx, { id }) => service.restoreComment(ctx, id)),
]
