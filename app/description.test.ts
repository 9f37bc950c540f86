import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from './rooms.ts'
import { startTestApp, type TestApp } from './testing.ts'

type Operation = {
  summary: string
  'x-permission': string
  security: object[]
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const endpoints = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)

let prizm: TestApp

beforeAll(async () => {
  prizm = await startTestApp()
})
afterAll(() => prizm.close())

async function read(): Promise<Document> {
  const answer = await prizm.call('GET', '/api/openapi.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  return answer.json<Document>()
}

test('the OpenAPI document names every call with its permission, and no other', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const told = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-permission': permission }]) =>
      [method.toUpperCase(), path, permission].join(' '),
    ),
  )
  const served = endpoints.map(({ method, path, permission }) =>
    [method, path.replace(/:(\w+)/g, '{$1}'), permission].join(' '),
  )
  expect(told.toSorted()).toEqual(served.toSorted())
})

test('a call is described with its parameters, its body, its answer and its problems', async () => {
  const { paths } = await read()
  const update = paths['/api/customers/{id}']?.['put']
  expect(update?.security).toEqual([{ session: [] }, { key: [] }])
  expect(update?.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  )
  expect(update?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    properties: { name: { type: 'string' }, creditLimit: {} },
  })
  expect(Object.keys(update?.responses ?? {})).toEqual(['200', 'default'])
  expect(paths['/api/login']?.['post']?.security).toEqual([])
})

test('the document and its page stay as they were made first', async () => {
  expect(await read()).toEqual(await read())
  const first = await prizm.call('GET', '/api/docs')
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(first.body).toContain('<code>/api/orders/create</code>')
  expect((await prizm.call('GET', '/api/docs')).body).toBe(first.body)
})
