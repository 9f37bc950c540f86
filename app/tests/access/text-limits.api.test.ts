import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)

let prizm: TestApp

beforeEach(async () => {
  prizm = await startTestApp()
})
afterEach(() => vi.restoreAllMocks())

type Def = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
}

/** Paths of input strings in a schema that have no maximum length. */
function boundless(schema: z.ZodMiniType, path: string): string[] {
  const def = schema._zod.def as unknown as Def
  if (def.type === 'string') return z.toJSONSchema(schema).maxLength === undefined ? [path] : []
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, part]) => boundless(part, `${path}.${name}`))
  }
  // A transform accepts any input, so the schema after it must limit the length.
  const isTransform = def.in?._zod.def.type === 'transform'
  const parts = [def.element, def.innerType, isTransform ? def.out : def.in, def.keyType]
  const inner = [...parts, def.valueType, ...(def.options ?? [])]
  return inner.flatMap((part) => (part ? boundless(part, path) : []))
}

test.each(endpoints.map((each) => [`${each.method} ${each.path}`, each] as const))(
  '%s limits the length of text',
  (_name, { query, body }) => {
    const inQuery = query ? boundless(query, 'query') : []
    expect([...inQuery, ...(body ? boundless(body, 'body') : [])]).toEqual([])
  },
)

/**
 * Combining marks in descending order of their combining class, which take quadratic time to
 * normalize.
 */
const marks = (bytes: number) => '\u0345\u0315\u0323\u0321'.repeat(Math.ceil(bytes / 8))
const huge = `a${marks(195 * 1024)}`

/** Records the longest text with such marks that is normalized on the main thread. */
function watchNormalizing(): { longest: () => number } {
  const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function normalize(
    this: string,
  ) {
    return this.toString()
  })
  const marked = () => spy.mock.contexts.map(String).filter((text) => text.includes('\u0345'))
  return { longest: () => Math.max(0, ...marked().map((text) => text.length)) }
}

test.each([
  ['/api/login', { username: huge, password: 'correct-horse-9' }],
  ['/api/login', { username: 'ada', password: huge }],
  ['/api/register', { username: huge, email: 'ada@example.com', password: 'correct-horse-9' }],
  ['/api/register', { username: 'ada', email: huge, password: 'correct-horse-9' }],
  ['/api/register', { username: 'ada', email: 'ada@example.com', password: huge }],
])('a stranger’s body of 195 KB for %s is refused before it is read', async (url, body) => {
  const normalizeSpy = watchNormalizing()
  const answer = await prizm.call('POST', url, { body })
  expect(answer.statusCode).toBe(413)
  expect(normalizeSpy.longest()).toBe(0)
})

test('a body without a session is at most 16 KiB', async () => {
  const body = (length: number) => ({ username: 'ada', password: 'x'.repeat(length) })
  const sized = (bytes: number) => body(bytes - JSON.stringify(body(0)).length)
  const atLimit = await prizm.call('POST', '/api/login', { body: sized(16 * 1024) })
  expect(atLimit.statusCode).toBe(422)
  const above = await prizm.call('POST', '/api/login', { body: sized(16 * 1024 + 1) })
  expect(above.statusCode).toBe(413)
})

const customer = { customerCode: 'C-1', name: 'Ada Ltd', email: 'ada@example.com' }
const sku = { sku: 'S-1', name: 'Bolt', cost: '1.00', price: '2.00' }

test.each([
  ['required text', '/api/customers', { ...customer, name: huge }, 'name'],
  ['a code', '/api/customers', { ...customer, customerCode: huge }, 'customerCode'],
  ['an email address', '/api/customers', { ...customer, email: huge }, 'email'],
  ['optional text', '/api/customers', { ...customer, city: huge }, 'city'],
  ['long text', '/api/skus', { ...sku, description: huge }, 'description'],
  ['an amount', '/api/skus', { ...sku, price: huge }, 'price'],
])('%s of 195 KB is refused without normalizing it', async (_kind, url, body, field) => {
  const as = await prizm.signIn('admin')
  const normalizeSpy = watchNormalizing()
  const answer = await prizm.call('POST', url, { as, body })
  expect(answer.statusCode).toBe(422)
  const { errors } = answer.json<{ errors: { path: string }[] }>()
  expect(errors.map(({ path }) => path)).toContain(field)
  expect(normalizeSpy.longest()).toBe(0)
})

test('a run of combining marks within the length is rejected without normalizing it', async () => {
  const as = await prizm.signIn('admin')
  const normalizeSpy = watchNormalizing()
  const body = { ...sku, description: `a${marks(1800)}` }
  const answer = await prizm.call('POST', '/api/skus', { as, body })
  expect(answer.statusCode).toBe(422)
  const message = 'This text has more than 30 combining marks in a row'
  expect(answer.json()).toMatchObject({ errors: [{ path: 'description', message }] })
  expect(normalizeSpy.longest()).toBe(0)
})

test('a CSV cell of combining marks is an error of its row, without normalizing it', async () => {
  const as = await prizm.signIn('admin')
  const normalizeSpy = watchNormalizing()
  const cell = `a${marks(19_000 * 2).slice(0, 19_000)}`
  const csv = `Customer Code,Name,Email\nC-1,${cell},ada@example.com\n`
  const answer = await prizm.call('POST', '/api/customers/import?dryRun=true', {
    as,
    body: csv,
    headers: { 'content-type': 'text/csv' },
  })
  expect(answer.statusCode).toBe(200)
  const { errors } = answer.json<{ errors: { row: number; field: string }[] }>()
  expect(errors).toContainEqual(expect.objectContaining({ row: 2, field: 'name' }))
  expect(normalizeSpy.longest()).toBe(0)
})

test('a search and a filter of combining marks are rejected without normalizing them', async () => {
  const as = await prizm.signIn('admin')
  const long = encodeURIComponent(`a${marks(2600)}`)
  const normalizeSpy = watchNormalizing()
  for (const query of [`customers?q=${long}`, `customers?city=${long}`, `search?q=${long}`]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await prizm.call('GET', `/api/${query}`, { as })
    expect(answer.statusCode, query.slice(0, 20)).toBe(422)
  }
  expect(normalizeSpy.longest()).toBe(0)
})
