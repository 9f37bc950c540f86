import * as z from 'zod/mini'
import * as documents from './document-payloads.ts'
import * as protocol from './protocol.ts'

type Json = Record<string, unknown>

/** Builds the OpenAPI description of docs/wms-protocol.md from the schemas that validate it. */
export function warehouseOpenApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'A warehouse beside Prizm',
      version: '1',
      description:
        'What a warehouse answers, and the webhooks it sends. Prizm gives a call up after 10 s. ' +
        'Every call and every webhook is signed as Standard Webhooks says; docs/wms-protocol.md ' +
        'has the rules that a schema cannot say.',
    },
    security: [{ token: [] }],
    paths: {
      '/v1/status': { get: operation('Who answers', protocol.warehouseStatus) },
      '/v1/customers': {
        post: documentsOperation('customers', ['upsert'], documents.customerData),
      },
      '/v1/items': { post: documentsOperation('items', ['upsert'], documents.itemData) },
      '/v1/movements': {
        post: documentsOperation('movements', ['original'], documents.movementData),
      },
      '/v1/orders': { post: documentsOperation('orders', changes, documents.orderData) },
      '/v1/expected-receipts': {
        post: documentsOperation('expected receipts', changes, documents.expectedReceiptData),
      },
      '/v1/expected-returns': {
        post: documentsOperation('expected returns', changes, documents.expectedReturnData),
      },
      '/v1/inventory': {
        get: pagedOperation('A page of the count of all stock', protocol.snapshotPage),
      },
      '/v1/events': { get: pagedOperation('What happened since a place', protocol.eventPage) },
      '/v1/webhook-test': {
        post: {
          summary: 'Asks for a webhook of type ping',
          responses: { 200: describedResponse('Anything') },
        },
      },
    },
    webhooks: Object.fromEntries(
      Object.entries(events).map(([type, data]) => [type, { post: webhookOperation(type, data) }]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: { id: header('webhook-id'), at: header('webhook-timestamp'), by: signature },
    },
  }
}

const changes = ['original', 'change', 'cancel', 'closed']

const events: Readonly<Record<string, z.ZodMiniType>> = {
  'shipment.created': protocol.shipment,
  'shipment.delivered': protocol.delivery,
  'shipment.exception': protocol.deliveryException,
  'receipt.created': z.extend(protocol.receipt, { lines: z.array(protocol.goodsLine) }),
  'cancel.answered': protocol.cancelAnswer,
  'change.answered': protocol.cancelAnswer,
  'stock.moved': protocol.movement,
  'inventory.snapshot': protocol.snapshotReady,
}

const header = (name: string) => {
  return { name, in: 'header', required: true, schema: { type: 'string' } }
}
const signature = {
  ...header('webhook-signature'),
  description: '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`',
}
const signed = ['id', 'at', 'by'].map((name) => ({ $ref: `#/components/parameters/${name}` }))

const json = (schema: z.ZodMiniType) => ({ 'application/json': { schema: schemaOf(schema) } })

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const describedResponse = (description: string) => ({ description })

function operation(summary: string, returns: z.ZodMiniType): Json {
  return {
    summary,
    parameters: signed,
    responses: {
      200: { ...describedResponse('The answer'), content: json(returns) },
      401: describedResponse('The token is wrong'),
      429: describedResponse('Too many calls; tried again'),
      503: describedResponse('Closed for now; tried again'),
    },
  }
}

function pagedOperation(summary: string, returns: z.ZodMiniType): Json {
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } }
  return { ...operation(summary, withLines(returns)), parameters: [...signed, cursor] }
}

/** Lines are validated one by one, so the page schema leaves them open; this adds their schema. */
function withLines(page: z.ZodMiniType): z.ZodMiniType {
  if (page !== protocol.snapshotPage) return page
  return z.extend(protocol.snapshotPage, { lines: z.array(protocol.snapshotLine) })
}

function documentsOperation(what: string, actions: readonly string[], data: z.ZodMiniType): Json {
  const document = z.object({
    id: z.string(),
    code: z.string(),
    version: z.int(),
    action: z.enum(actions),
    data,
  })
  const body = z.object({ documents: z.array(document).check(z.maxLength(100)) })
  return {
    ...operation(
      `Takes ${what}; one that came before under its id is a duplicate`,
      protocol.sentResults,
    ),
    requestBody: { required: true, content: json(body) },
  }
}

function webhookOperation(type: string, data: z.ZodMiniType): Json {
  const body = z.object({ type: z.literal(type), timestamp: z.string(), data })
  const answer = z.object({ status: z.string(), reason: z.optional(z.string()) })
  return {
    summary: `Sent to POST /api/wms/webhook of Prizm`,
    security: [],
    parameters: signed,
    requestBody: { required: true, content: json(body) },
    responses: {
      200: { ...describedResponse('Outcome'), content: json(answer) },
      401: describedResponse('The signature does not fit'),
      422: describedResponse('The event makes no sense; it is kept and shown'),
    },
  }
}
