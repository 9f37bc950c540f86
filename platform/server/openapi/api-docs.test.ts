import { expect, test } from 'vitest'
import { apiDocsPage } from './api-docs.ts'

const hostile = '<img src=x onerror="alert(1)">'
const operation = (more: object) => {
  return { operationId: 'listThings', 'x-permission': 'things.read', responses: {}, ...more }
}
/** Two reading calls and two writing ones; those without a tag come first. */
const document = {
  paths: {
    '/api/things/{id}': {
      get: operation({
        summary: hostile,
        tags: [hostile],
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'on', in: 'query' },
          { $ref: '#/components/parameters/Limit' },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
        },
      }),
      put: operation({
        parameters: [
          { name: 'id', in: 'path', required: true },
          { name: 'If-Match', in: 'header' },
        ],
        requestBody: {
          content: { 'application/json': { schema: {}, example: { name: 'A & "B"' } } },
        },
      }),
      post: operation({
        parameters: [],
        requestBody: { content: { 'text/csv': { schema: { type: 'string' } } } },
      }),
    },
    '/api/plain': { get: operation({ parameters: [] }) },
  },
  webhooks: {
    'thing.created': {
      post: {
        summary: 'A thing was created.',
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/B' },
              example: { type: 'thing.created', data: { name: '<b>' } },
            },
          },
        },
      },
    },
  },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query' } },
    schemas: {
      A: {
        type: 'object',
        description: hostile,
        properties: { b: { $ref: '#/components/schemas/B' } },
      },
      B: { type: 'string' },
    },
  },
}
const page = apiDocsPage(document)

test('the page runs its own script alone, which the policy of the program allows', () => {
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/api-docs.js" defer>'])
  expect(page).not.toMatch(/\son\w+="/)
})

test('texts of the description are no HTML, also inside of attributes and schemas', () => {
  expect(page).not.toContain('<img')
  const escaped = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'
  expect(page.split(escaped)).toHaveLength(3)
})

test('each call has a place for its form, with its parameters and an example of its body', () => {
  const body = '{\n  &quot;name&quot;: &quot;A &amp; \\&quot;B\\&quot;&quot;\n}'
  expect(page.match(/<div [^>]*>/g)).toEqual([
    '<div data-method="PUT" data-path="/api/things/{id}"' +
      ' data-parameters="path:id! header:If-Match"' +
      ` data-media="application/json" data-body="${body}">`,
    '<div data-method="POST" data-path="/api/things/{id}" data-parameters=""' +
      ' data-media="text/csv" data-body="">',
    '<div data-path="/api/plain" data-parameters="">',
    '<div data-path="/api/things/{id}" data-parameters="path:id! query:on query:limit">',
  ])
})

test('each topic of webhooks is shown with its schema and an example', () => {
  const [, messages = ''] = page.split('<h2>Messages of webhooks</h2>')
  expect(messages).toContain('<code>thing.created</code>\n<span>A thing was created.</span>')
  expect(messages).toContain('<p>Body: <a href="#B">B</a></p>')
  expect(messages).toContain('&quot;name&quot;: &quot;&lt;b&gt;&quot;')
})

test('references to schemas are links', () => {
  expect(page).toContain('Answer: <a href="#A">A</a>')
  expect(page).toContain('&quot;$ref&quot;: <a href="#B">B</a>')
})
