import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  type Endpoint,
  ignoredFields,
  isList,
  isSorted,
  takesParameter,
} from '#platform/kernel/endpoint.ts'
import { type Described, headersIn, headersOf, refusalsOf } from './openapi-answers.ts'
import { machinePaths } from './openapi-machines.ts'
import { listParameters } from '../lists/short-list.ts'

type Json = Record<string, unknown>

/**
 * Builds the OpenAPI 3.1 document of all endpoints from their validation schemas, plus the
 * endpoints for machines.
 */
export async function openApiDocument(routes: readonly Described[]): Promise<Json> {
  const paths: Record<string, Json> = { ...machinePaths }
  for (const route of routes) {
    const { endpoint } = route
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(route) }
    await setImmediate()
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
          description: 'Named `sid` over plain HTTP and `__Host-sid` over TLS.',
        },
        key: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: problem },
    },
  }
}

function operationOf(route: Described): Json {
  const { endpoint } = route
  const { body, returns, file, status, permission } = endpoint
  const isOpen = permission === 'open'
  return {
    summary: endpoint.summary,
    'x-permission': permission,
    security: isOpen ? [] : [{ session: [] }, { key: [] }],
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: bodyContent(endpoint, body) } }),
    responses: {
      [status]: {
        description: 'Success',
        ...headersOf(route),
        ...contentOf(returns, file),
      },
      ...refusalsOf(route),
    },
  }
}

function parametersOf(route: Described): Json[] {
  const { endpoint } = route
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))
  const inQuery = queryOf(endpoint)
  return [...inPath, ...inQuery, ...headersIn(route)]
}

/** The query parameters of an endpoint; for a list also the common ones. */
function queryOf(endpoint: Endpoint): Json[] {
  const own = endpoint.query ? parametersIn(endpoint.query) : []
  if (!isList(endpoint)) return own
  const general = parametersIn(listParameters).filter(
    ({ name }) => !takes(endpoint, name) && (name !== 'sort' || isSorted(endpoint)),
  )
  return [...own, ...general]
}

const takes = (endpoint: Endpoint, name: unknown) => takesParameter(endpoint, String(name))

function parametersIn(query: z.ZodMiniType): Json[] {
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema,
  }))
}

function contentOf(returns: z.ZodMiniType | undefined, file: string | undefined): Json {
  if (file) return { content: { [file]: { schema: { type: 'string' } } } }
  return returns ? { content: jsonContent(returns) } : {}
}

function bodyContent(endpoint: Endpoint, body: z.ZodMiniType): Json {
  if (endpoint.takes) return { [endpoint.takes]: { schema: { type: 'string' } } }
  const schema = schemaOf(body, closed)
  for (const path of ignoredFields(endpoint)) addIgnored(schema, path.split('.'))
  return { 'application/json': { schema } }
}

/** Marks body objects as closed, because unknown fields are rejected. */
function closed({ jsonSchema }: { jsonSchema: object }): void {
  if ('properties' in jsonSchema) Object.assign(jsonSchema, { additionalProperties: false })
}

/** Adds a field that a body may contain without effect, as read-only. */
function addIgnored(schema: Json, [name = '', ...rest]: string[]): void {
  const properties = schema['properties'] as Record<string, Json> | undefined
  if (!properties) return
  const element = properties[name]?.['items'] as Json | undefined
  if (rest.length > 0) return element && addIgnored(element, rest)
  properties[name] ??= { readOnly: true, description: 'Ignored: this field cannot be set.' }
}

function jsonContent(schema: z.ZodMiniType): Json {
  return { 'application/json': { schema: schemaOf(schema) } }
}

type Override = (context: { jsonSchema: object }) => void

function schemaOf(schema: z.ZodMiniType, override?: Override): Json {
  const options = { io: 'input', unrepresentable: 'any' } as const
  return z.toJSONSchema(schema, { ...options, ...(override && { override }) }) as Json
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
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string', examples: ['required', 'invalid', 'amount-out-of-range'] },
          message: { type: 'string' },
        },
      },
    },
  },
}
