import type { Schema } from './operation-and-schema-names.ts'
import type { Schemas } from './schemas.ts'
import type { Json } from './wire-types.ts'

/** A message that the program sends: its type, what it says, and the schema of its body. */
export type DescribedWebhook = {
  name: string
  tag: string
  summary: string
  schema: Schema
  example: Json
}

const headers: readonly Json[] = [
  header('webhook-id', 'The id of the message, the same in every attempt.', 'string'),
  header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', 'integer'),
  header(
    'webhook-signature',
    'One or two signatures, separated by a space: `v1,` and the base64 of the HMAC-SHA256 of ' +
      '`webhook-id.webhook-timestamp.body`.',
    'string',
  ),
]

/** The section `webhooks` of the document: each message as the call that a receiver gets. */
export function webhooksOf(described: readonly DescribedWebhook[], schemas: Schemas): Json {
  return Object.fromEntries(
    described.map(({ name, tag, summary, schema, example }) => [
      name,
      {
        post: {
          operationId: `receive${wordsOf(name)}`,
          summary,
          description: `${summary} The message is signed as Standard Webhooks specifies.`,
          tags: [tag],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.jsonOf(schema), example } },
          },
          responses: {
            '200': { description: 'The message was accepted; any 2xx does.' },
            '410': { description: 'The receiver wants no more messages: the webhook ends.' },
            default: { description: 'The message was not accepted, and is sent again.' },
          },
        },
      },
    ]),
  )
}

function header(name: string, description: string, type: string): Json {
  return { name, in: 'header', required: true, description, schema: { type } }
}

/** `sales-order.created` becomes `SalesOrderCreated`. */
function wordsOf(name: string): string {
  return name
    .split(/[-.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
