import * as z from 'zod/mini'
import { domainEvent } from '#features/audit/contract.ts'
import { eventTopicNames } from '#features/audit/event-topics.ts'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { isMoment, lineText, momentText } from '#platform/kernel/fields.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { deliveryStateLabels } from './labels.ts'
import { deliveryStates, inactiveReasons, pingTopic } from './rules.ts'

/** A webhook as administrators see it. Its secret is shown only when it is made. */
export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  topics: z.array(z.enum(eventTopicNames)),
  isActive: z.boolean(),
  /** Why the program deactivated it; null if a person did, or if it is active. */
  inactiveReason: z.nullable(z.enum(inactiveReasons)),
  createdBy: z.nullable(z.string()),
  createdAt: momentText,
  /** Until when the secret before the last rotation also signs; null if it does not. */
  previousUntil: z.nullable(momentText),
  lastDeliveredAt: z.nullable(momentText),
  /** Since when every attempt has failed; null if the last one succeeded. */
  failingSince: z.nullable(momentText),
  waiting: z.int(),
  dead: z.int(),
  version: z.int(),
})
export type Webhook = z.infer<typeof webhook>

export const webhookForm = z.object({
  url: lineText(2000),
  description: lineText(200),
  topics: z
    .array(z.enum(eventTopicNames))
    .check(
      z.minLength(1, { error: 'Select at least one' }),
      z.maxLength(eventTopicNames.length, { error: 'Pick each topic once' }),
    ),
  isActive: z.optional(z.boolean()),
})
export type WebhookForm = z.infer<typeof webhookForm>

/** A webhook with its secret, in the only answers that show it. */
export const webhookWithSecret = z.object({ ...webhook.shape, secret: z.string() })
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>

/** The list of webhooks. */
export const webhookList = defineList({
  name: 'webhooks',
  row: webhook,
  defaultSort: 'description',
  fields: {
    description: field.text({
      label: 'Description',
      sortable: true,
      column: { isLong: true, width: 114 },
    }),
    url: field.text({ label: 'Address', column: { isLong: true, phone: 'line' } }),
    topics: field.text({ label: 'Topics', column: { isLong: 'one line', width: 92 } }),
    isActive: field.yesNo({ label: 'Status', column: { width: 104, phone: 'badge' } }),
    lastDeliveredAt: field.moment({
      label: 'Last delivery',
      sortable: true,
      column: { width: 176, phone: 'date' },
    }),
    waiting: field.units({ label: 'Waiting', column: { width: 76 } }),
    dead: field.units({ label: 'Given up', column: { width: 78 } }),
    id: field.reference({ sortable: true }),
    createdAt: field.moment({ sortable: true }),
  },
})

export const listWebhooks = endpoint('GET', '/api/webhooks', {
  permission: 'webhooks.manage',
  query: webhookList.query,
  returns: z.array(webhook),
  summary: 'The webhooks; secrets are not shown',
})
export const createWebhook = endpoint('POST', '/api/webhooks', {
  permission: 'webhooks.manage',
  body: webhookForm,
  returns: webhookWithSecret,
  status: 201,
  summary:
    'Creates a webhook and returns its secret, only this once. A retry with the same ' +
    'Idempotency-Key returns the same webhook',
})
export const updateWebhook = endpoint('PUT', '/api/webhooks/:id', {
  permission: 'webhooks.manage',
  checksVersion: true,
  body: webhookForm,
  returns: webhook,
  summary: 'Changes a webhook. Waiting messages go to the new address',
})
export const deleteWebhook = endpoint('DELETE', '/api/webhooks/:id', {
  permission: 'webhooks.manage',
  summary: 'Deletes a webhook with its log; what waits is not sent',
})
export const rotateWebhookSecret = endpoint('POST', '/api/webhooks/:id/secret', {
  permission: 'webhooks.manage',
  returns: webhookWithSecret,
  status: 201,
  summary: 'Makes a new secret and returns it; for 24 hours the old one signs too',
})

/** A message for a webhook: an event, or a test. */
export const webhookDelivery = z.object({
  id: z.int(),
  webhookId: z.int(),
  /** The `webhook-id` of every attempt: the id of the event. */
  messageId: z.uuid(),
  topic: z.string(),
  entity: z.nullable(z.string()),
  entityId: z.nullable(z.int()),
  state: z.enum(deliveryStates),
  /** Attempts since it was queued or replayed. */
  attempts: z.int(),
  /** When it is tried next; null if it is not. */
  nextAttemptAt: z.nullable(momentText),
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  eventAt: momentText,
  createdAt: momentText,
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** One attempt: what was sent, without the signature, and what the receiver answered. */
export const webhookAttempt = z.object({
  at: momentText,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  status: z.nullable(z.int()),
  /** The beginning of the answer. */
  answer: z.nullable(z.string()),
  error: z.nullable(z.string()),
  tookMs: z.int(),
})
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export const webhookDeliveryDetails = z.object({
  ...webhookDelivery.shape,
  /** The body of every attempt, byte for byte. */
  body: z.string(),
  /** The last 20 attempts, newest first. */
  log: z.array(webhookAttempt),
})
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetails>

/** The list of deliveries. */
export const webhookDeliveryList = defineList({
  name: 'webhook-deliveries',
  row: webhookDelivery,
  defaultSort: '-id',
  fields: {
    topic: field.choice([...eventTopicNames, pingTopic], {
      label: 'Topic',
      filterable: true,
      column: { width: 190 },
    }),
    state: field.choice(deliveryStates, {
      label: 'State',
      valueLabels: deliveryStateLabels,
      filterable: true,
      column: { width: 110, phone: 'badge' },
    }),
    lastError: field.text({ label: 'Last answer', column: { isLong: true, phone: 'line' } }),
    attempts: field.units({ label: 'Attempts', column: { width: 100 } }),
    eventAt: field.moment({ label: 'Time', column: { width: 140, phone: 'date' } }),
    nextAttemptAt: field.moment({ label: 'Next attempt', column: { width: 140 } }),
    id: field.reference({ sortable: true }),
    webhookId: field.references({ filterable: true }),
  },
})

export const listWebhookDeliveries = endpoint('GET', '/api/webhook-deliveries', {
  permission: 'webhooks.manage',
  query: webhookDeliveryList.query,
  returns: z.array(webhookDelivery),
  summary: 'The deliveries of the last 30 days, newest first',
})
export const readWebhookDelivery = endpoint('GET', '/api/webhook-deliveries/:id', {
  permission: 'webhooks.manage',
  returns: webhookDeliveryDetails,
  summary: 'A delivery with its body and its attempts',
})
export const replayWebhookDelivery = endpoint('POST', '/api/webhook-deliveries/:id/replay', {
  permission: 'webhooks.manage',
  returns: webhookDelivery,
  summary: 'Sends a message again, with the same id and all attempts',
})

/** Since when events are sent again. */
export const webhookReplayForm = z.object({
  since: z
    .string()
    .check(
      z.maxLength(40),
      z.refine(isMoment, { error: 'Must be a moment such as 2026-03-01T15:00:00Z' }),
    ),
})
export const webhookReplay = z.object({ count: z.int() })

export const replayWebhook = endpoint('POST', '/api/webhooks/:id/replay', {
  permission: 'webhooks.manage',
  body: webhookReplayForm,
  returns: webhookReplay,
  summary:
    'Sends all events of its topics since a moment again, also those of the time in which it was ' +
    'inactive; up to 30 days and 10,000 events',
})
export const testWebhook = endpoint('POST', '/api/webhooks/:id/test', {
  permission: 'webhooks.manage',
  returns: webhookDelivery,
  status: 201,
  summary: 'Queues a `ping` message, which is sent once within seconds',
})

/** The body of a message about an event; its data is what `GET /api/events` answers. */
export const webhookMessage = z.object({
  type: z.enum(eventTopicNames),
  timestamp: momentText,
  data: domainEvent,
})

/** The body of a test. */
export const webhookPing = z.object({
  type: z.literal(pingTopic),
  timestamp: momentText,
  data: z.object({ webhookId: z.int() }),
})
