import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { createApiKey, keyPage, revokeApiKey } from './service.ts'

/** The calls of API keys. The answer that tells a key's text is not kept for a second asking. */
export const apiKeyRoutes: Route[] = [
  route(contract.listApiKeys, (ctx, { query }) => keyPage(ctx, query)),
  route(contract.createApiKey, (ctx, { body }) => createApiKey(ctx, body), { ignoresKey: true }),
  route(contract.revokeApiKey, (ctx, { id }) => revokeApiKey(ctx, id)),
]
