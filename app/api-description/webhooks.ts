import { eventTopics } from '#features/audit/event-topics.ts'
import { webhookMessage, webhookPing } from '#features/webhooks/contract.ts'
import { pingTopic } from '#features/webhooks/rules.ts'
import type { DescribedWebhook } from '#platform/server/openapi/webhooks.ts'

const tag = 'Webhooks'
const timestamp = '2026-03-01T15:00:00.000Z'

/** The messages of webhooks, one for each topic of events, and the test. */
export const describedWebhooks: readonly DescribedWebhook[] = [
  ...Object.entries(eventTopics).map(([name, { entity, sentence }]) => ({
    name,
    tag,
    summary: sentence,
    schema: webhookMessage,
    example: {
      type: name,
      timestamp,
      data: {
        id: '0197c2f4-5d8e-4c1a-9b6f-2f3f0a1b2c3d',
        topic: name,
        action: null,
        at: timestamp,
        entity,
        entityId: 7,
        version: 1,
      },
    },
  })),
  {
    name: pingTopic,
    tag,
    summary: 'A test that an administrator sent.',
    schema: webhookPing,
    example: { type: pingTopic, timestamp, data: { webhookId: 1 } },
  },
]
