import {
  ignoredFields,
  isPaged,
  isSorted,
  mediaTypeOf,
  hasParameter,
} from '#platform/kernel/endpoint.ts'
import { listParameters } from '../lists/page-in-memory.ts'
import {
  conflictName,
  type DocumentedRoute,
  headersIn,
  headersOf,
  refusalsOf,
} from './headers-and-problem-responses.ts'
import type { OperationName } from './operation-and-schema-names.ts'
import { describeParameter } from './describe-parameter.ts'
import type { QueryParameter, Schemas } from './schemas.ts'
import type { Json } from './wire-types.ts'

/** What `app/` says of the operations, beyond what their contracts say. */
export type OperationNotes = {
  /** What query parameters mean, by name, or by operationId and name for one operation. */
  parameters: Readonly<Record<string, string>>
  /** Valid bodies, by operationId. */
  examples: Readonly<Record<string, unknown>>
  /** The schemas of `current` in the problems of some operations, by operationId. */
  conflicts: Readonly<Record<string, string>>
}

type Parts = {
  route: DocumentedRoute
  name: OperationName
  schemas: Schemas
  notes: OperationNotes
}

/** One operation of the OpenAPI document: its names, parameters, body and responses. */
export function operationOf(parts: Parts): Json {
  const { route, name } = parts
  const { endpoint } = route
  const { permission, summary = name.id } = endpoint
  const isOpen = permission === 'open'
  const body = bodyOf(parts)
  return {
    operationId: name.id,
    summary,
    description: descriptionOf(summary, permission),
    ...(name.tag && { tags: [name.tag] }),
    'x-permission': permission,
    security: isOpen ? [] : [{ session: [] }, { key: [] }],
    parameters: parametersOf(parts),
    ...(body && { requestBody: body }),
    responses: responsesOf(parts),
  }
}

function descriptionOf(summary: string, permission: string): string {
  const needs =
    permission === 'open' ? 'No sign-in required' : `Needs the permission \`${permission}\``
  return `${summary}. ${needs}.`
}

function parametersOf({ route, name, schemas, notes }: Parts): Json[] {
  const { endpoint } = route
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: 'The id of the record.',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    example: 42,
  }))
  const inQuery = queryOf({ route, schemas }).map((each) =>
    queryParameter(
      each,
      notes.parameters[`${name.id}.${each.name}`] ?? notes.parameters[each.name],
    ),
  )
  return [...inPath, ...inQuery, ...headersIn(route)]
}

/** The query parameters of an endpoint; for a list also the common ones. */
function queryOf({ route: { endpoint }, schemas }: Pick<Parts, 'route' | 'schemas'>) {
  const own = endpoint.query ? schemas.queryOf(endpoint.query) : []
  if (!isPaged(endpoint)) return own
  const general = schemas
    .queryOf(listParameters)
    .filter(({ name }) => !hasParameter(endpoint, name) && (name !== 'sort' || isSorted(endpoint)))
  return [...own, ...general]
}

function queryParameter(parameter: QueryParameter, note: string | undefined): Json {
  const { name, isRequired, json } = parameter
  return {
    name,
    in: 'query',
    description: note ?? describeParameter(parameter),
    ...(isRequired && { required: true }),
    ...(json['type'] === 'array' && { style: 'form', explode: false }),
    schema: json,
  }
}

function bodyOf({ route: { endpoint }, name, schemas, notes }: Parts): Json | undefined {
  const { body, bodyMediaType } = endpoint
  if (!body) return undefined
  if (bodyMediaType) {
    const description = `A file of the media type ${bodyMediaType}.`
    return {
      required: true,
      description,
      content: { [bodyMediaType]: { schema: { type: 'string' } } },
    }
  }
  const example = notes.examples[name.id]
  const ignored = [...ignoredFields(endpoint)].toSorted()
  return {
    required: true,
    ...(ignored.length > 0 && {
      description: `Also accepted, and ignored: ${inCode(ignored)}.`,
      'x-ignored': ignored,
    }),
    content: {
      [mediaTypeOf(endpoint)]: {
        schema: schemas.jsonOf(body),
        ...(example !== undefined && { example }),
      },
    },
  }
}

function responsesOf(parts: Parts): Json {
  const { route, name, notes } = parts
  const { status } = route.endpoint
  const conflict = notes.conflicts[name.id]
  const content = contentOf(parts)
  return {
    [status]: {
      description: 'Success',
      ...headersOf(route),
      ...(content && { content }),
    },
    ...refusalsOf(route),
    ...(conflict && { 409: { $ref: `#/components/responses/${conflictName(conflict)}` } }),
  }
}

/** What a successful response holds: events, a file, JSON, or nothing. */
function contentOf({ route: { endpoint }, schemas }: Parts): Json | undefined {
  const { returns, file, event } = endpoint
  if (event) return { 'text/event-stream': { schema: eventStream(schemas.jsonOf(event)) } }
  if (file) return { [file]: { schema: fileSchemas[file] ?? { type: 'string', format: 'binary' } } }
  return returns && { 'application/json': { schema: schemas.jsonOf(returns) } }
}

const fileSchemas: Record<string, Json> = {
  'application/json': {},
  'text/csv': { type: 'string' },
}

/** Server-sent events: text in which each event has an `id` and, as `data`, JSON of a schema. */
function eventStream(data: Json): Json {
  return {
    type: 'string',
    contentMediaType: 'text/event-stream',
    description:
      'Server-sent events. Each event has its position as `id`, for `Last-Event-ID`, and JSON as ' +
      '`data`.',
    contentSchema: {
      type: 'object',
      properties: { id: { type: 'integer' }, data },
    },
    examples: ['id: 4711\ndata: [{"entity":"customer","count":1}]\n\n'],
  }
}

function inCode(names: readonly string[]): string {
  return names.map((each) => `\`${each}\``).join(', ')
}
