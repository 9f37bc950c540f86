import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { openApiDocument } from '#platform/server/openapi/openapi.ts'
import { apiDescription } from '../../api-description/api-description.ts'
import { contracts } from '../../api-description/contracts.ts'
import { rooms } from '../../rooms.ts'

// The names and types of the OpenAPI document, from which clients are generated.

type Json = Record<string, unknown>
type Parameter = { name: string; description: string; schema: Json; $ref?: string }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Json & { $ref?: string; content?: Record<string, { schema: Json }> }>
}
type Document = {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Json & { properties: Record<string, Json> }>
    parameters: Record<string, Parameter>
    headers: Record<string, Json>
    responses: Record<string, Json & { content: Record<string, { schema: Json }> }>
  }
}

const routes = rooms({ SIGN_UP: 'open' })
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
let document: Document
let operations: Operation[]

beforeAll(async () => {
  document = (await openApiDocument(routes, { description: apiDescription })) as Document
  operations = Object.values(document.paths).flatMap((each) => Object.values(each))
})

test('an operation is called as its contract exports it', async () => {
  const exported = new Map<string, string>()
  for (const room of readdirSync('features')) {
    const contract = await import(`../../../features/${room}/contract.ts`).catch(() => ({}))
    for (const [name, value] of Object.entries(contract as Record<string, Partial<Endpoint>>)) {
      if (value.method) exported.set(`${value.method} ${value.path}`, name)
    }
  }
  expect(exported.size).toBeGreaterThan(250)
  for (const { endpoint } of routes) {
    const name = exported.get(`${endpoint.method} ${endpoint.path}`)
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    if (name) expect(operation?.operationId).toBe(name)
    else expect(operation?.operationId).toMatch(/^(?:read|send|list)\w+Of[A-Z]\w+$/)
  }
})

test.each([
  ['post', '/api/orders/create', 'createOrder', 'Order entry'],
  ['get', '/api/sales-orders', 'listSalesOrders', 'Sales orders'],
  ['get', '/api/invoices/{id}/pdf', 'readPdfOfInvoice', 'Documents'],
  ['get', '/livez', 'readLiveness', 'Machines'],
])('%s %s is %s of %s', (method, path, operationId, tag) => {
  expect(document.paths[path]?.[method]).toMatchObject({ operationId, tags: [tag] })
})

test('every operation has a name of its own, a sentence, and a room that is described', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const tags = document.tags.map(({ name }) => name)
  expect(tags).toEqual([...contracts.map(({ tag }) => tag), 'Machines'].toSorted())
  for (const { operationId, summary, description, tags: own } of operations) {
    expect(tags, operationId).toContain(own[0])
    expect(description, operationId).toContain(summary)
  }
  expect(document.servers).toEqual([{ url: '/', description: 'This program.' }])
})

test('every parameter is described, and those that calls share are there once', () => {
  const { parameters } = document.components
  const own = operations.flatMap((each) => each.parameters.filter(({ $ref }) => !$ref))
  for (const { name, description } of [...own, ...Object.values(parameters)]) {
    expect(description, name).toMatch(/^[A-Z`].*\.$/)
  }
  const texts = own.map((each) => JSON.stringify(each))
  for (const [name, shared] of Object.entries(parameters)) {
    expect(texts, name).not.toContain(JSON.stringify(shared))
  }
  expect(parameters['LimitParameter']?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 1000,
  })
})

test('bodies and answers are schemas with names', () => {
  const schemas = operations.flatMap(({ requestBody, responses }) => {
    const answers = Object.values(responses).map(({ content }) => content)
    return [requestBody?.content, ...answers].flatMap((content): Json[] => {
      const schema = content?.['application/json']?.schema
      return schema ? [schema] : []
    })
  })
  const inline = schemas.filter((schema) => !schema['$ref'])
  // This document itself, files of JSON, and lists of plain text.
  const text = { type: 'array', items: { type: 'string' } }
  const plain = [{ type: 'object' }, {}, text]
  expect(schemas.length - inline.length).toBeGreaterThan(300)
  for (const schema of inline) expect(plain).toContainEqual(schema)
  expect(document.components.schemas['SalesOrderPage']).toEqual({
    type: 'array',
    items: refTo('SalesOrder'),
  })
  expect(document.components.schemas['SalesOrder']?.properties).toMatchObject({
    status: refTo('SalesOrderStatus'),
    orderSource: refTo('OrderSource'),
    totalAmount: refTo('Amount'),
    orderDate: refTo('Day'),
    createdAt: refTo('Moment'),
    holdReason: { anyOf: [refTo('HoldReason'), { type: 'null' }] },
    shipDate: { anyOf: [refTo('Day'), { type: 'null' }] },
  })
  expect(document.components.schemas['SalesOrderStatus']).toEqual({
    type: 'string',
    enum: ['pending', 'processing', 'shipped', 'delivered', 'cancelled'],
  })
})

test('no object and no list of values is written twice', () => {
  const places = new Map<string, string[]>()
  const visit = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) return
    const { properties = {}, enum: values = [] } = value as {
      properties?: object
      enum?: unknown[]
    }
    const isTextual = values.length > 2 && values.every((each) => typeof each === 'string')
    if (Object.keys(properties).length > 1 || isTextual) {
      const text = JSON.stringify(value)
      places.set(text, [...(places.get(text) ?? []), at])
    }
    for (const [name, part] of Object.entries(value)) visit(part, `${at}/${name}`)
  }
  const { schemas, ...others } = document.components
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [part, value] of Object.entries(schema)) visit(value, `${name}/${part}`)
  }
  visit([document.paths, others], '')
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([])
})

test('amounts, days and moments have a format, a pattern or an example', () => {
  const { Amount, PriceInput, Day, Moment } = document.components.schemas
  expect(Amount).toMatchObject({ type: 'string', format: 'decimal', examples: ['1250.00'] })
  expect('1250.00').toMatch(new RegExp(String(Amount?.['pattern'])))
  expect('12.5').not.toMatch(new RegExp(String(Amount?.['pattern'])))
  expect(PriceInput?.['anyOf']).toMatchObject([{ type: 'string' }, { type: 'number' }])
  expect(Day).toMatchObject({ type: 'string', format: 'date', examples: ['2026-03-01'] })
  expect(Moment).toMatchObject({ type: 'string', format: 'date-time' })
  // The filters of bulk calls are text, as in a query.
  const records = Object.entries(document.components.schemas).filter(
    ([name]) => !name.endsWith('Query'),
  )
  const unformatted = records.flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {})
      .filter(([field]) => /(?:Amount|Price|Balance|(?:^|[a-z])At|Date|[a-z]On)$/.test(field))
      .filter(([, json]) => json['type'] === 'string')
      .map(([field]) => `${name}.${field}`),
  )
  expect(unformatted).toEqual([])
})

test('a filter of several values is a list, separated by commas', () => {
  const list = document.paths['/api/sales-orders']?.['get']?.parameters ?? []
  expect(list).toContainEqual({
    name: 'status',
    in: 'query',
    description: 'Filter by status: one value or several.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: refTo('SalesOrderStatus') },
  })
})

test('problems are shared, with a code from the list and the order as it would be', () => {
  const { schemas, responses, headers } = document.components
  const { createOrder, updateCustomer } = Object.fromEntries(
    operations.map((each) => [each.operationId, each]),
  )
  expect(updateCustomer?.responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
  expect(responses['Unauthorized']?.['headers']).toEqual({
    'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' },
  })
  expect(headers['WWW-Authenticate']).toBeDefined()
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(
      'Unauthorized Forbidden NotFound Conflict UnprocessableContent TooManyRequests'.split(' '),
    ),
  )
  expect(createOrder?.responses['409']).toEqual({
    $ref: '#/components/responses/OrderValidationConflict',
  })
  expect(schemas['OrderValidationProblem']?.['allOf']).toEqual([
    refTo('Problem'),
    { type: 'object', properties: { current: refTo('OrderValidation') } },
  ])
  expect(schemas['Problem']?.properties['code']).toEqual(refTo('ProblemCode'))
  expect(schemas['ProblemCode']?.['enum']).toEqual(
    Object.keys(apiDescription.problemCodes).toSorted(),
  )
})

test('a change by JSON Merge Patch has a media type of its own', () => {
  const patch = document.paths['/api/customers/{id}']?.['patch']
  expect(patch?.operationId).toBe('patchCustomer')
  expect(patch?.requestBody?.content).toEqual({
    'application/merge-patch+json': { schema: refTo('CustomerPatch') },
  })
  expect(document.components.schemas['CustomerPatch']?.['required']).toBeUndefined()
})

test('a record of an upsert is described with its form, and what it ignores', () => {
  const { schemas } = document.components
  const upsert = document.paths['/api/customers/upsert']?.['post']
  expect(upsert?.operationId).toBe('upsertCustomers')
  expect(upsert?.requestBody?.content['application/json']?.schema).toEqual(
    refTo('UpsertCustomersRequest'),
  )
  expect(schemas['UpsertCustomersRequest']?.properties['records']).toMatchObject({
    type: 'array',
    items: refTo('CustomerUpsert'),
    minItems: 1,
    maxItems: 1000,
  })
  expect(schemas['CustomerUpsert']).toMatchObject({
    required: ['customerCode'],
    additionalProperties: false,
  })
  expect(upsert?.requestBody).toMatchObject({
    'x-ignored': expect.arrayContaining(['records.id', 'records.availableCredit']),
  })
  expect(upsert?.responses['200']?.content?.['application/json']?.schema).toEqual(
    refTo('UpsertOutcome'),
  )
  const forms = ['skus', 'planned-prices', 'contract-pricing'].map((room) => {
    const body = document.paths[`/api/${room}/upsert`]?.['post']?.requestBody
    const name = String(body?.content['application/json']?.schema['$ref']).split('/').at(-1)
    return schemas[name ?? '']?.properties['records']?.['items']
  })
  expect(forms).toEqual(['SkuUpsert', 'PlannedPriceUpsert', 'ContractPriceUpsert'].map(refTo))
  const { problem } = schemas['UpsertResult']?.properties ?? {}
  expect(problem).toEqual({ anyOf: [refTo('RecordProblem'), { type: 'null' }] })
  expect(schemas['RecordProblem']?.properties).toMatchObject({
    code: refTo('ProblemCode'),
    errors: { type: 'array', items: refTo('FieldProblem') },
  })
})

test('the stream of changes is described with its events', () => {
  const stream = document.paths['/api/changes']?.['get']?.responses['200']?.content
  expect(stream?.['text/event-stream']?.schema).toMatchObject({
    contentMediaType: 'text/event-stream',
    contentSchema: { properties: { id: { type: 'integer' }, data: refTo('RecordChangePage') } },
  })
})

test('examples belong to calls, and words to parameters', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(apiDescription.examples)))
  expect(ids).toEqual(expect.arrayContaining(Object.keys(apiDescription.conflicts)))
  const names = new Set(
    [
      ...operations.flatMap((each) => each.parameters),
      ...Object.values(document.components.parameters),
    ].map(({ name }) => name),
  )
  const words = Object.keys(apiDescription.parameters).map((key) => key.split('.').at(-1) ?? '')
  expect(words.filter((name) => !names.has(name))).toEqual([])
})
