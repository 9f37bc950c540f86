import type { FastifyRequest } from 'fastify'
import { fingerprint, readKey } from '#platform/server/http/idempotency.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import type { WebhookConfig } from './address.ts'
import * as deliveries from './deliveries.ts'
import * as service from './service.ts'

/**
 * The routes of webhooks. The answers with a secret are not stored, and a save resolves a host name
 * before its transaction; a retry of these calls is recognized by the service.
 */
export function webhookRoutes(config: WebhookConfig): Route[] {
  return [
    route(contract.listWebhooks, (ctx, { query }) => service.listWebhooks(ctx, query)),
    route(
      contract.createWebhook,
      (ctx, { body, request }) =>
        service.createWebhook(ctx, body, { config, call: keyedCallOf(request) }),
      { ignoresKey: true },
    ),
    route(
      contract.updateWebhook,
      (ctx, { id, body }, ifMatch) =>
        service.updateWebhook(ctx, id, { form: body, ifMatch, config }),
      { ignoresKey: true },
    ),
    route(contract.deleteWebhook, (ctx, { id }) => service.deleteWebhook(ctx, id)),
    route(
      contract.rotateWebhookSecret,
      (ctx, { id, request }) =>
        service.rotateWebhookSecret(ctx, id, readKey(request.headers['idempotency-key'])),
      { ignoresKey: true },
    ),
    route(contract.replayWebhook, (ctx, { id, body }) => deliveries.replayWebhook(ctx, id, body)),
    route(contract.testWebhook, (ctx, { id }) => deliveries.testWebhook(ctx, id)),
    route(contract.listWebhookDeliveries, (ctx, { query }) =>
      deliveries.listWebhookDeliveries(ctx, query),
    ),
    route(contract.readWebhookDelivery, (ctx, { id }) => deliveries.readWebhookDelivery(ctx, id)),
    route(contract.replayWebhookDelivery, (ctx, { id }) =>
      deliveries.replayWebhookDelivery(ctx, id),
    ),
  ]
}

function keyedCallOf({ headers, bodyText }: FastifyRequest): service.KeyedCall | undefined {
  const idempotencyKey = readKey(headers['idempotency-key'])
  return idempotencyKey ? { idempotencyKey, bodySha256: fingerprint(bodyText) } : undefined
}
