import * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every call, made from the schemas that validate them. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prizm Order Management', version: '1' },
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: 'Of this name over plain HTTP, `__Host-sid` behind TLS.',
        },
        key: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: problem },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  const { body, returns, file, status, permission } = endpoint
  const isOpen = permission === 'open'
  return {
    summary: endpoint.summary,
    'x-permission': permission,
    security: isOpen ? [] : [{ session: [] }, { key: [] }],
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, content: bodyContent(endpoint, body) } }),
    responses: {
      [status]: { description: 'Success', ...contentOf(returns, file) },
      default: {
        description: 'A problem document (RFC 9457)',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  }
}

function parametersOf(endpoint: Endpoint): Json[] {
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  const properties = endpoint.query ? (schemaOf(endpoint.query)['properties'] as Json) : {}
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }))
  const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } })
  const headers = endpoint.method === 'GET' ? [] : [header('Idempotency-Key')]
  const isOfRecord = endpoint.path.includes(':id')
  if (endpoint.method !== 'GET' && isOfRecord) headers.push(header('If-Match'))
  return [...inPath, ...inQuery, ...headers]
}

function contentOf(returns: z.ZodMiniType | undefined, file: string | undefined): Json {
  if (file) return { content: { [file]: { schema: { type: 'string' } } } }
  return returns ? { content: jsonContent(returns) } : {}
}

function bodyContent({ takes }: Endpoint, body: z.ZodMiniType): Json {
  return takes ? { [takes]: { schema: { type: 'string' } } } : jsonContent(body)
}

function jsonContent(schema: z.ZodMiniType): Json {
  return { 'application/json': { schema: schemaOf(schema) } }
}

function schemaOf(schema: z.ZodMiniType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}
