import type { FastifyRequest } from 'fastify'
import { fingerprint, readKey } from '#platform/server/http/idempotency.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import {
  createApiKey,
  listApiKeys,
  type KeyedCreation,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './service.ts'

/** The API key routes. The response with a key's text is not stored, so it cannot be replayed. */
export const apiKeyRoutes: Route[] = [
  route(contract.listApiKeys, (ctx, { query }) => listApiKeys(ctx, query)),
  route(
    contract.createApiKey,
    (ctx, { body, request }) => createApiKey(ctx, body, keyedCallOf(request)),
    { ignoresKey: true },
  ),
  route(contract.updateApiKey, (ctx, { id, body }, ifMatch) =>
    updateApiKey(ctx, id, { form: body, ifMatch }),
  ),
  route(
    contract.rotateApiKey,
    (ctx, { id, body, request }) => {
      const idempotencyKey = readKey(request.headers['idempotency-key'])
      return rotateApiKey(ctx, id, { ...body, idempotencyKey })
    },
    { ignoresKey: true },
  ),
  route(contract.revokeApiKey, (ctx, { id }) => revokeApiKey(ctx, id)),
]

/** The call's Idempotency-Key and the hash of its body; undefined without such a header. */
function keyedCallOf({ headers, bodyText }: FastifyRequest): KeyedCreation | undefined {
  const idempotencyKey = readKey(headers['idempotency-key'])
  return idempotencyKey ? { idempotencyKey, bodySha256: fingerprint(bodyText) } : undefined
}
