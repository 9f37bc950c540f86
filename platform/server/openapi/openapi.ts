import { setImmediate } from 'node:timers/promises'
import type { Method } from '#platform/kernel/endpoint.ts'
import {
  conflictName,
  conflictWith,
  type DocumentedRoute,
  sharedHeaders,
  sharedResponses,
} from './headers-and-problem-responses.ts'
import { machinePaths, machineTag } from './machine-operations.ts'
import { namesOf, type RoomContract } from './operation-and-schema-names.ts'
import { operationOf, type OperationNotes } from './operations.ts'
import { problemSchemas, withCurrent } from './problem-schemas.ts'
import { schemasOf } from './schemas.ts'
import { usedComponents, withSharedParameters } from './components.ts'
import { type DescribedWebhook, webhooksOf } from './webhooks.ts'
import { type Json, refTo } from './wire-types.ts'

/** What `app/` says of the API, beyond its routes. */
export type ApiDescription = OperationNotes & {
  rooms: readonly RoomContract[]
  /** The problem codes, each with a sentence. */
  problemCodes: Readonly<Record<string, string>>
  /** The messages that the program sends to other programs. */
  webhooks: readonly DescribedWebhook[]
  /** What schemas mean, with examples, by their names in the document. */
  schemaNotes: Readonly<Record<string, SchemaNote>>
  version: string
}

type SchemaNote = { description: string; examples: readonly unknown[] }

const noDescription: ApiDescription = {
  rooms: [],
  problemCodes: {},
  webhooks: [],
  schemaNotes: {},
  parameters: {},
  examples: {},
  conflicts: {},
  version: '1',
}

type Options = { description?: ApiDescription | undefined; url?: string | undefined }

/**
 * Builds the OpenAPI 3.1 document of all endpoints from their validation schemas, plus the
 * endpoints for machines. `url` is the public address of the program, if it is known.
 */
export async function openApiDocument(
  routes: readonly DocumentedRoute[],
  { description = noDescription, url = '/' }: Options = {},
): Promise<Json> {
  const names = namesOf(description.rooms)
  const schemas = schemasOf(
    routes.map(({ endpoint }) => endpoint),
    names,
    description.webhooks.map(({ schema }) => schema),
  )
  await setImmediate()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const { endpoint } = route
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase() as Lowercase<Method>
    const name = names.operationOf(endpoint)
    const operation = operationOf({ route, name, schemas, notes: description })
    paths[path] = { ...paths[path], [method]: operation }
  }
  await setImmediate()
  const { parameters } = withSharedParameters(paths)
  const conflicts = [...new Set(Object.values(description.conflicts))]
  const components = {
    parameters,
    headers: sharedHeaders,
    responses: { ...sharedResponses(), ...named(conflicts, conflictName, conflictWith) },
    schemas: {
      ...withNotes(schemas.components, description.schemaNotes),
      ...problemSchemas(description.problemCodes),
      ...named(conflicts, problemName, (schema) => withCurrent(refTo(schema))),
    },
  }
  const allPaths = { ...machinePaths, ...paths }
  const webhooks = webhooksOf(description.webhooks, schemas)
  return {
    openapi: '3.1.0',
    ...headOf(description, url),
    paths: allPaths,
    webhooks,
    components: { securitySchemes, ...usedComponents({ ...allPaths, webhooks }, components) },
  }
}

/** The schemas with their notes. Throws for a note on a schema that does not exist. */
function withNotes(
  components: Readonly<Record<string, Json>>,
  notes: ApiDescription['schemaNotes'],
): Record<string, Json> {
  const noted = Object.entries(notes).map(([name, note]): [string, Json] => {
    const schema = components[name]
    if (!schema) throw new Error(`There is no schema ${name} in the OpenAPI document`)
    return [name, { ...schema, ...note }]
  })
  return { ...components, ...Object.fromEntries(noted) }
}

const problemName = (schema: string) => `${schema}Problem`

function named(
  schemas: readonly string[],
  nameOf: (schema: string) => string,
  jsonOf: (schema: string) => Json,
): Record<string, Json> {
  return Object.fromEntries(schemas.map((schema) => [nameOf(schema), jsonOf(schema)]))
}

function headOf({ rooms, version }: ApiDescription, url: string): Json {
  const tags = rooms.map(({ tag, description }) => ({ name: tag, description }))
  return {
    info: {
      title: 'Prizm Order Management',
      version,
      description: introduction,
      contact: { name: 'Your administrator of Prizm Order Management' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url, description: 'This program.' }],
    tags: [...tags, machineTag].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  }
}

const introduction = [
  'Sign in with an API key: `Authorization: Bearer …`.',
  'Amounts are decimal text, days are `YYYY-MM-DD`, and moments are ISO 8601 in UTC.',
  'A write with an `Idempotency-Key` may be repeated; it is performed only once.',
  'A record has an `ETag`. `If-Match` rejects an update if the record has changed since.',
  'A call that needs a sign-in may name its user in `X-As-User`; for another user it is refused.',
  'An upsert writes up to 1,000 records in one call and returns one result for each.',
  'A list accepts `limit` and returns a `Link` header to the next page.',
  'Errors are problem documents (RFC 9457) with a stable `code`.',
].join('\n\n')

const securitySchemes: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sid',
    description: 'The session of a browser. Behind TLS the cookie is named `__Host-sid`.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: it acts as one user within its scopes.',
  },
}
