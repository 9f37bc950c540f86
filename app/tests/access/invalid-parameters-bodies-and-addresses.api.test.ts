import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, isList, isSorted, hasParameter } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)

type Parameter = { name?: string; $ref?: string }

let prizm: TestApp
let as: string
/** Read once: requesting many megabytes within a second returns 429. */
let paths: Record<string, { get: { parameters: Parameter[] } }>
let shared: Record<string, Parameter>

beforeAll(async () => {
  prizm = await startTestApp()
  const document = (await prizm.call('GET', '/api/openapi.json')).json()
  paths = document.paths
  shared = document.components.parameters
})
beforeEach(async () => {
  as = await prizm.signIn('admin')
})

/** Free-text filters, which accept any text. */
const freeText = new Set(
  (
    'cursor q columns name username actor email phone address city state zipCode country ' +
    'category barcode sku unitOfMeasure wmsLocation paymentTerms taxExemptNumber customerCode ' +
    'vendorCode customerPO customerPOKey reason reference part orderNumber returnNumber ' +
    'invoiceNumber ' +
    'paymentNumber billNumber creditNumber deliveryNote letterNumber refundNumber ' +
    'creditMemoNumber requisitionNumber entryNumber'
  ).split(' '),
)
/** Kinds of messages and transaction sets named by other programs, and roles by the company. */
const namedElsewhere = [
  '/api/wms/messages kind',
  '/api/edi/documents setId',
  '/api/edi/documents/sums setId',
  '/api/users role',
]

const parametersOf = ({ query }: Endpoint): [string, { enum?: unknown[]; type?: string }][] =>
  query === undefined
    ? []
    : Object.entries(
        (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<
          string,
          { enum?: unknown[]; type?: string }
        >,
      )

const filters = endpoints
  .filter(({ method }) => method === 'GET')
  .flatMap((each) => parametersOf(each).map(([name]) => [each.path, name] as const))
  .filter(([path, name]) => !freeText.has(name) || (name === 'state' && !hasPlaces(path)))
  .filter(([path, name]) => !namedElsewhere.includes(`${path} ${name}`))

/** Lists of records with an address, where `state` is a US state. */
function hasPlaces(path: string): boolean {
  return /customers|vendors|tax-rates|sales-tax-payments/.test(path)
}

test.each(filters)('GET %s refuses an impossible value of %s', async (path, name) => {
  if (path.startsWith('/api/skus/:id')) await prizm.builders.sku()
  const url = path.replace(':id', '1')
  const answer = await prizm.call('GET', `${url}?${name}=no-such-value`, { as })
  expect(answer.statusCode, answer.body).toBe(422)
  const { errors } = answer.json<{ errors: { path: string; message: string }[] }>()
  expect(errors.map((each) => each.path)).toContain(name)
})

test.each([
  [
    '/api/sales-orders?status=shiped',
    'Must be one of pending, processing, shipped, delivered, cancelled',
  ],
  ['/api/sales-orders?status=pending,shiped', 'Must be one of pending, processing'],
  ['/api/purchase-orders?status=open', 'Must be one of draft, submitted, approved'],
  ['/api/payments?status=open', 'Must be posted or void'],
])('%s gets the list of allowed values', async (url, words) => {
  const answer = await prizm.call('GET', url, { as })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ detail: string }>().detail).toContain(words)
})

test.each(['/api/sales-orders?status=pending,shipped', '/api/returns?type=rma,rtv&status='])(
  '%s finds all of them',
  async (url) => {
    expect((await prizm.call('GET', url, { as })).statusCode).toBe(200)
  },
)

const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)
const exportPaths = reads.filter((path) => path.endsWith('/export.csv'))
const sums = reads.filter((path) => path.endsWith('/sums'))

test('there are files of whole lists and list sums', () => {
  expect([exportPaths.length, sums.length]).toEqual([4, 22])
})

/** Every call that nothing sorts, and every call without pages, with the names it refuses. */
const withoutName = endpoints
  .filter(({ method }) => method === 'GET')
  .flatMap((each) => {
    const pages = isList(each) ? [] : ['cursor', 'limit', 'offset', 'count']
    const names = [...(isSorted(each) ? [] : ['sort']), ...pages]
    return names
      .filter((name) => !hasParameter(each, name))
      .map((name) => [each.path, name] as const)
  })

test('files, sums, records and lists of words are among the calls that refuse a sort', () => {
  const refusing = withoutName.filter(([, name]) => name === 'cursor').map(([path]) => path)
  expect(refusing).toEqual(expect.arrayContaining([...exportPaths, ...sums, '/api/customers/:id']))
  expect(withoutName).toContainEqual(['/api/skus/categories', 'sort'])
})

test.each(withoutName)(
  '%s does not accept %s, and the document does not list it',
  async (path, name) => {
    const answer = await prizm.call('GET', `${path.replace(':id', '1')}?${name}=id`, { as })
    expect(answer.statusCode).toBe(422)
    const { errors } = answer.json<{ errors: object[] }>()
    expect(errors).toContainEqual(expect.objectContaining({ path: name }))
    const call = paths[path.replace(/\d+|:id/, '{id}')]?.get
    expect(call?.parameters.length).toBeGreaterThanOrEqual(0)
    const names = call?.parameters.map(
      (each) => each.name ?? shared[each.$ref?.split('/').at(-1) ?? '']?.name,
    )
    expect(names).not.toContain(undefined)
    expect(names).not.toContain(name)
  },
)

const ofRecords = endpoints.filter(({ method, path }) => method === 'GET' && path.includes(':id'))

/** Query parameters that these calls require. */
const neededQuery: Record<string, string> = {
  '/api/activity/:id': '?entity=customer',
  '/api/activity/:id/past-values': '?entity=customer&day=2099-12-31',
  '/api/wms/documents/:id': '?kind=order',
}

test.each(ofRecords.map((each) => [each.path, each] as const))(
  'GET %s of a missing record returns 404',
  async (path) => {
    const url = path.replace(':id', '2147483647') + (neededQuery[path] ?? '')
    const answer = await prizm.call('GET', url, { as })
    expect(answer.statusCode, answer.body).toBe(404)
  },
)

const updates = endpoints.filter(({ method, body }) => method === 'PUT' && body !== undefined)

test.each(updates.map((each) => [each.path, each] as const))(
  'PUT %s with an empty body is refused',
  async (path) => {
    const url = path.replace(':id', '1')
    const headers = { 'content-type': 'application/json' }
    for (const body of [undefined, '', 'null']) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await prizm.call('PUT', url, { as, headers, body })
      expect(answer.statusCode, `${JSON.stringify(body)}: ${answer.body}`).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'empty-body' })
    }
  },
)

test.each(['/api/customers/%ff', '/%ff', `/api/customers/${'1'.repeat(120)}`])(
  'the address %s is refused with a problem document',
  async (url) => {
    const answer = await prizm.call('GET', url, { as })
    expect(answer.statusCode).toBe(url.includes('%ff') ? 400 : 404)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const { requestId, status } = answer.json<{ requestId: string; status: number }>()
    expect([requestId, status]).toEqual([answer.headers['x-request-id'], answer.statusCode])
  },
)
