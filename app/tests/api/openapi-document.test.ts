// One file: each test reads the same document, which is requested once.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPaged, isSorted } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema> }
type Parameter = { name: string; in: string; description: string }
type Answer = {
  headers?: Record<string, object>
  content?: Record<string, { schema: Schema }>
}
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-permission': string
  security: object[]
  parameters: Parameter[]
  requestBody?: { 'x-ignored'?: string[]; content: Record<string, { schema: Schema }> }
  responses: Record<string, Answer>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}

const routes = rooms({ SIGN_UP: 'open' })
const endpoints = routes.map((each) => each.endpoint)

const forMachines = ['/livez', '/readyz', '/metrics', '/api/openapi.json', '/api/docs']

let prizm: TestApp

beforeAll(async () => {
  prizm = await startTestApp()
})
afterAll(() => prizm.close())

/** Reads the document, with shared parameters and responses in their places. */
async function read(): Promise<Document> {
  const answer = await prizm.call('GET', '/api/openapi.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const document = answer.json<Document>()
  const { parameters, responses } = document.components
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    operation.parameters = operation.parameters.map((each) => resolved(each, parameters))
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = resolved(response, responses)
    }
  }
  return document
}

function resolved<Part extends object>(part: Part & Schema, shared: Record<string, Part>): Part {
  if (part.$ref === undefined) return part
  const found = shared[part.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${part.$ref} is missing`)
  return found
}

test('the OpenAPI document lists exactly the calls, each with its permission', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const calls = Object.entries(document.paths).filter(([path]) => !forMachines.includes(path))
  const documented = calls.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-permission': permission }]) =>
      [method.toUpperCase(), path, permission].join(' '),
    ),
  )
  const served = endpoints.map(({ method, path, permission }) =>
    [method, path.replace(/:(\w+)/g, '{$1}'), permission].join(' '),
  )
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is sent compressed, and not sent again to a client that has it',
  async (path) => {
    const get = (headers: Record<string, string>) => prizm.app.inject({ url: path, headers })
    const plain = await get({})
    const br = await get({ 'accept-encoding': 'gzip, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(String(brotliDecompressSync(br.rawPayload))).toBe(plain.body)
    const gzip = await get({ 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(gzip.rawPayload))).toBe(plain.body)
    const again = await get({ 'if-none-match': String(br.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await get({ 'if-none-match': '"of-another-version"' })
    expect([other.statusCode, other.body]).toEqual([200, plain.body])
  },
)

test('machine endpoints are described with their responses', async () => {
  const { paths } = await read()
  for (const path of forMachines) {
    const answer = await prizm.call('GET', path)
    const response = paths[path]?.['get']?.responses[answer.statusCode]
    const mediaType = String(answer.headers['content-type']).split(';', 1)
    expect(Object.keys(response?.content ?? {}), path).toEqual(mediaType)
  }
  expect(Object.keys(paths['/readyz']?.['get']?.responses ?? {})).toEqual(['200', '403', '503'])
  const metrics = paths['/metrics']?.['get']
  expect(metrics?.security).toEqual([{}, { key: [] }])
  expect(Object.keys(metrics?.responses ?? {})).toEqual(['200', '403'])
})

test('a call is described with its parameters, body, response and errors', async () => {
  const { paths, components } = await read()
  const update = paths['/api/customers/{id}']?.['put']
  expect(update?.security).toEqual([{ session: [] }, { key: [] }])
  expect(update?.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  )
  expect(update?.requestBody?.content['application/json']?.schema).toEqual(refTo('CustomerForm'))
  expect(components.schemas['CustomerForm']).toMatchObject({
    type: 'object',
    properties: { name: { type: 'string' }, creditLimit: { anyOf: [refTo('PriceInput'), {}] } },
    additionalProperties: false,
  })
  expect(update?.responses['200']?.content).toEqual({
    'application/json': { schema: refTo('Customer') },
  })
  const answers = [200, 400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429, 503, 'default']
  expect(Object.keys(update?.responses ?? {})).toEqual(answers.map(String))
  expect(paths['/api/login']?.['post']?.security).toEqual([])
})

test('the document and its page are built once', async () => {
  expect(await read()).toEqual(await read())
  const first = await prizm.call('GET', '/api/docs')
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(first.body).toContain('<code>/api/orders/create</code>')
  expect((await prizm.call('GET', '/api/docs')).body).toBe(first.body)
})

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const operationOf = ({ paths }: Document, { method, path }: { method: string; path: string }) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
const fieldsOf = (body: z.ZodMiniType) =>
  Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}).join(
    ' ',
  )
const headersOf = (operation: Operation) =>
  operation.parameters.filter((each) => each.in === 'header').map(({ name }) => name)

/** Writes that need no version check: resume, send, read, discard or undo. */
const unversioned = [
  'DELETE /api/api-keys/:id',
  'DELETE /api/comments/:id',
  'DELETE /api/delegations/:id',
  'DELETE /api/intake-corrections/:id',
  'DELETE /api/order-drafts/:id',
  'DELETE /api/planned-prices/:id',
  'DELETE /api/roles/:id',
  'DELETE /api/user/sessions/:id',
  'DELETE /api/users/:id/second-factor',
  'DELETE /api/users/:id/sessions',
  'DELETE /api/users/:id/single-sign-on',
  'DELETE /api/webhooks/:id',
  'POST /api/api-keys/:id/rotate',
  'POST /api/automatic-emails/:id/retry',
  'POST /api/automatic-emails/:id/set-aside',
  'POST /api/backtests/:id/cancel',
  'POST /api/bulk-changes/:id/undo',
  'POST /api/comments/:id/restore',
  'POST /api/contract-pricing/import/:id/undo',
  'POST /api/credit-memos/:id/sendings',
  'POST /api/customers/:id/restore',
  'POST /api/customers/:id/statement/sendings',
  'POST /api/customers/import/:id/undo',
  'POST /api/decisions/:id/replay',
  'POST /api/dunning/letters/:id/sendings',
  'POST /api/edi/documents/:id/settle',
  'POST /api/health/dead-messages/:id/retry',
  'POST /api/invoices/:id/sendings',
  'POST /api/notifications/:id/read',
  'POST /api/order-drafts/:id/hand-over',
  'POST /api/orders/import/:id/undo',
  'POST /api/planned-prices/import/:id/undo',
  'POST /api/purchase-orders/:id/sendings',
  'POST /api/purchase-orders/import/:id/undo',
  'POST /api/receipts/:id/reverse',
  'POST /api/receivable-applications/:id/reverse',
  'POST /api/return-receipts/:id/reverse',
  'POST /api/returns/:id/sendings',
  'POST /api/sales-orders/:id/confirmation/sendings',
  'POST /api/sales-orders/:id/preview',
  'POST /api/sendings/:id/retry',
  'POST /api/sendings/:id/set-aside',
  'POST /api/shipments/:id/notice/sendings',
  'POST /api/skus/:id/restore',
  'POST /api/skus/:id/ring-fences',
  'POST /api/skus/import/:id/undo',
  'POST /api/user/passkeys/:id/remove',
  'POST /api/users/:id/decline',
  'POST /api/users/:id/invitation',
  'POST /api/users/:id/reset-link',
  'POST /api/users/:id/unlock',
  'POST /api/vendors/:id/restore',
  'POST /api/vendors/import/:id/undo',
  'POST /api/webhook-deliveries/:id/replay',
  'POST /api/webhooks/:id/replay',
  'POST /api/webhooks/:id/secret',
  'POST /api/webhooks/:id/test',
  'POST /api/wms/problems/:id/confirm',
  'POST /api/wms/problems/:id/dismiss',
  'POST /api/wms/problems/:id/reopen',
  'POST /api/wms/problems/:id/retry',
  'POST /api/wms/runs/:id/cancel',
  // They change only what they name.
  'PUT /api/customers/:id/emails',
  'PUT /api/user/passkeys/:id',
  'PUT /api/vendors/:id/emails',
]
const versioned = [
  'POST /api/health/incidents/note',
  'PUT /api/single-sign-on',
  'PUT /api/wms/connection',
]

test('each write on a record is described with If-Match if it supports it', async () => {
  const document = await read()
  const without: string[] = []
  const besides: string[] = []
  for (const { method, path } of endpoints) {
    const name = `${method} ${path}`
    const operation = operationOf(document, { method, path })
    const hasIfMatch = headersOf(operation).includes('If-Match')
    expect(Object.hasOwn(operation.responses, '412'), name).toBe(hasIfMatch)
    const isOnRecord = method !== 'GET' && path.includes(':id')
    if (isOnRecord && !hasIfMatch) without.push(name)
    if (!isOnRecord && hasIfMatch) besides.push(name)
  }
  expect(without.toSorted()).toEqual(unversioned)
  expect(besides.toSorted()).toEqual(versioned)
})

test('each write is described with Idempotency-Key, except those without', async () => {
  const document = await read()
  const without = endpoints
    .filter(({ method }) => method !== 'GET')
    .filter((each) => !headersOf(operationOf(document, each)).includes('Idempotency-Key'))
  expect(without.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'POST /api/api-keys',
    'POST /api/api-keys/:id/rotate',
    'POST /api/edi/interchanges',
    'POST /api/health/data-checks',
    'POST /api/intake-messages/:id/run',
    'POST /api/intake-messages/run',
    'POST /api/invitation/accept',
    'POST /api/login',
    'POST /api/login/passkey',
    'POST /api/login/passkey/options',
    'POST /api/login/second-factor',
    'POST /api/login/single-sign-on',
    'POST /api/login/single-sign-on/complete',
    'POST /api/logout',
    'POST /api/orders/import',
    'POST /api/password-reset',
    'POST /api/password-reset/complete',
    'POST /api/register',
    'POST /api/user/passkeys',
    'POST /api/user/passkeys/:id/remove',
    'POST /api/user/passkeys/options',
    'POST /api/user/password',
    'POST /api/user/second-factor',
    'POST /api/user/second-factor/confirm',
    'POST /api/user/second-factor/recovery-codes',
    'POST /api/user/second-factor/turn-off',
    'POST /api/users',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/secret',
    'POST /api/wms/connection/test',
    'POST /api/wms/webhook',
    'PUT /api/single-sign-on',
    'PUT /api/users/:id',
    'PUT /api/webhooks/:id',
    'PUT /api/wms/connection',
  ])
  // The token of an approval names a draft of the caller, and opens nothing.
  const secrets = /password|secret|(?<!approval)token/i
  const ofSecrets = endpoints.filter(({ body }) => body && secrets.test(fieldsOf(body)))
  expect(ofSecrets.length).toBeGreaterThan(5)
  for (const each of ofSecrets) expect(without, each.path).toContain(each)
  for (const each of endpoints.filter(({ method }) => method === 'GET')) {
    expect(headersOf(operationOf(document, each)), each.path).toEqual([])
  }
})

test('each write that needs a sign-in is described with X-As-User, which is optional', async () => {
  const document = await read()
  for (const each of endpoints) {
    const { parameters, responses } = operationOf(document, each)
    const found = parameters.filter(({ name }) => name === 'X-As-User')
    const isExpected = each.method !== 'GET' && each.permission !== 'open'
    expect(found.length, `${each.method} ${each.path}`).toBe(isExpected ? 1 : 0)
    if (!isExpected) continue
    expect(found[0]).toMatchObject({ in: 'header', schema: { type: 'integer', minimum: 1 } })
    expect(found[0]).not.toHaveProperty('required')
    expect(responses['409'], each.path).toBeDefined()
  }
})

test('each list is described with its parameters and response headers', async () => {
  const document = await read()
  const lists = endpoints.filter(({ method, returns }) => {
    return method === 'GET' && returns?._zod.def.type === 'array'
  })
  expect(lists.length).toBeGreaterThan(30)
  for (const list of lists) {
    const { parameters, responses } = operationOf(document, list)
    const names = parameters.map(({ name }) => name)
    const headers = Object.keys(responses[200]?.headers ?? {})
    const sort = isSorted(list) ? ['sort'] : []
    // The events have one order and no total.
    const own = isPaged(list) ? ['q', ...sort, 'limit', 'offset'] : ['after', 'limit']
    const totals = isPaged(list) ? ['X-Total-Count', 'X-Total-Count-Is'] : []
    expect(names, list.path).toEqual(expect.arrayContaining(own))
    expect(names.includes('offset'), list.path).toBe(isPaged(list))
    expect(names.includes('sort'), list.path).toBe(isSorted(list))
    const changes = names.includes('updatedSince') ? ['X-Updated-Since', 'X-Deleted-Ids'] : []
    expect(headers, list.path).toEqual([...totals, 'Link', ...changes])
  }
})

test('each possible refusal of a call is described as a problem', async () => {
  const document = await read()
  for (const endpoint of endpoints) {
    const { responses } = operationOf(document, endpoint)
    const name = `${endpoint.method} ${endpoint.path}`
    const { [endpoint.status]: success, ...refusals } = responses
    expect(success, name).toBeDefined()
    for (const [status, refusal] of Object.entries(refusals)) {
      const problem = refusal.content?.['application/problem+json']?.schema.$ref
      expect(problem, `${name} ${status}`).toMatch(/^#\/components\/schemas\/\w*Problem$/)
    }
    const needed = endpoint.permission === 'open' ? [400, 429, 503] : [400, 401, 403, 429, 503]
    const writes = endpoint.method === 'GET' ? [] : [409, 413, 415, 422]
    const documentedStatuses = Object.keys(refusals)
    expect(documentedStatuses, name).toEqual(
      expect.arrayContaining([...needed, ...writes].map(String)),
    )
  }
  const read429 = operationOf(document, { method: 'POST', path: '/api/login' }).responses['429']
  expect(Object.keys(read429?.headers ?? {})).toEqual(['Retry-After'])
})
