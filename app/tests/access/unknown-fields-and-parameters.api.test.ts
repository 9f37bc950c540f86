import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { rooms } from '../../rooms.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// No input is silently dropped: unknown names are rejected by name.

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('admin')
})

const endpoints: Endpoint[] = rooms({ SIGN_UP: 'open' }).map((each) => each.endpoint)
const byName = (method: string) =>
  endpoints.filter((each) => each.method === method).map((each) => [each.path, each] as const)
const urlOf = (path: string) => path.replaceAll(/:\w+/g, '1')

/** The warehouse signs its requests, and its protocol allows unknown fields. */
const isSigned = (path: string) => path === '/api/wms/webhook'

const everyCall = endpoints
  .filter(({ path }) => !isSigned(path))
  .map(({ method, path }) => [method, path] as const)

test.each(everyCall)('%s %s refuses an unknown parameter', async (method, path) => {
  const answer = await prizm.call(method as 'POST', `${urlOf(path)}?nosuchname=1`, { as })
  expect(answer.statusCode, answer.body).toBe(422)
  const { errors } = answer.json<{ errors: object[] }>()
  expect(errors).toContainEqual(
    expect.objectContaining({ path: 'nosuchname', code: 'unknown-parameter' }),
  )
})

const writes = [...byName('POST'), ...byName('PUT')].filter(
  ([path, { bodyMediaType }]) => !bodyMediaType && !isSigned(path),
)

test.each(writes)('%s refuses an unknown field', async (path, { method }) => {
  const body = { nosuchname: 1 }
  const answer = await prizm.call(method as 'POST', urlOf(path), { as, body })
  expect(answer.statusCode, answer.body).toBe(422)
  const { errors } = answer.json<{ errors: object[] }>()
  expect(errors[0]).toMatchObject({ path: 'nosuchname', code: 'unknown-field' })
})

test.each(byName('DELETE'))('DELETE %s refuses an unknown field', async (path) => {
  const body = { nosuchname: 1 }
  const answer = await prizm.call('DELETE', urlOf(path), { as, body })
  expect(answer.statusCode, answer.body).toBe(422)
  const { errors } = answer.json<{ errors: object[] }>()
  expect(errors[0]).toMatchObject({ path: 'nosuchname', code: 'unknown-field' })
})

/** Bodies that contain objects or lists of objects, with each such field and how it is sent. */
const nested = [...byName('POST'), ...byName('PUT')]
  .filter(([path]) => !isSigned(path))
  .flatMap(([path, { method, body }]) => {
    const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    return Object.entries((schema?.properties ?? {}) as Record<string, Shape>).flatMap(
      ([name, shape]) => {
        const isList = shape.type === 'array' && shape.items?.properties !== undefined
        return isList || shape.properties ? [{ method, path, name, isList }] : []
      },
    )
  })
type Shape = { type?: string; properties?: object; items?: { properties?: object } }

test.each(nested)('$method $path refuses an unknown field in $name', async (call) => {
  const { method, path, name, isList } = call
  const inner = { nosuchname: 1 }
  const body = { [name]: isList ? [inner] : inner }
  const answer = await prizm.call(method as 'POST', urlOf(path), { as, body })
  expect(answer.statusCode, answer.body).toBe(422)
  const { errors } = answer.json<{ errors: object[] }>()
  expect(errors).toContainEqual(
    expect.objectContaining({
      path: isList ? `${name}.0.nosuchname` : `${name}.nosuchname`,
      code: 'unknown-field',
    }),
  )
})

test.each([
  ['/api/sales-orders?updatedAt=2026-01-01', 'Unknown parameter updatedAt'],
  ['/api/sales-orders?Status=pending', 'Unknown parameter Status. Did you mean status?'],
  ['/api/customers?limits=5', 'Unknown parameter limits. Did you mean limit?'],
])('GET %s: %s', async (url, sentence) => {
  const answer = await prizm.call('GET', url, { as })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ detail: string }>().detail).toContain(sentence)
})

const order = (more: object, line: object = {}) => ({
  customerId: 1,
  items: [{ skuId: 1, quantity: 1, ...line }],
  ...more,
})

test('an order with a mistyped field is rejected and not placed', async () => {
  await prizm.builders.customer({ creditLimit: '1000.00' })
  await prizm.builders.sku({ currentStock: 10 })
  const place = (body: object) => prizm.call('POST', '/api/orders/create', { as, body })
  const misspelled = await place(order({ customerPo: 'PO-7' }))
  expect(misspelled.statusCode).toBe(422)
  expect(misspelled.json()).toMatchObject({
    detail: 'Unknown field customerPo. Did you mean customerPO?',
    errors: [{ path: 'customerPo', code: 'unknown-field' }],
  })
  const priced = await place(order({}, { unitPrice: '1.00' }))
  expect(priced.statusCode).toBe(422)
  expect(priced.json()).toMatchObject({ errors: [{ path: 'items.0.unitPrice' }] })
  const orders = await prizm.database.pool.query('select 1 from sales_orders')
  expect(orders.rows).toEqual([])

  const known = { customerPO: 'PO-7', totalAmount: '0.01', status: 'shipped', createdBy: 99 }
  const placed = await place(order(known, { totalPrice: '0.01' }))
  expect(placed.statusCode, placed.body).toBe(201)
  expect(placed.json().order).toMatchObject({ customerPO: 'PO-7', status: 'pending' })
  expect(placed.json().order.totalAmount).not.toBe('0.01')
})

test('the order form’s body is also valid for validation', async () => {
  await prizm.builders.customer()
  await prizm.builders.sku({ currentStock: 10 })
  const formFields = { customerPO: 'PO-7', orderSource: 'web', billingAddress: 'x', notes: 'n' }
  const answer = await prizm.call('POST', '/api/orders/validate', { as, body: order(formFields) })
  expect(answer.statusCode, answer.body).toBe(200)
})

const contact = { name: 'Acme', email: 'office@acme.example' }

test.each([
  ['/api/customers', { customerCode: 'A-1', ...contact }],
  ['/api/vendors', { vendorCode: 'A-1', ...contact }],
  ['/api/skus', { sku: 'A-1', name: 'Widget', cost: '4.00', price: '10.00' }],
])('a record of %s can be sent back as it was returned', async (url, form) => {
  const made = (await prizm.call('POST', url, { as, body: form })).json()
  const changed = await prizm.call('PUT', `${url}/${made.id}`, {
    as,
    body: { ...made, name: 'Another' },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(changed.json()).toMatchObject({ id: made.id, name: 'Another' })
})

test('the OpenAPI document excludes other fields and lists the ignored ones', async () => {
  const { paths, components } = (await prizm.call('GET', '/api/openapi.json')).json()
  const { requestBody } = paths['/api/orders/create'].post
  const { schema } = requestBody.content['application/json']
  expect(schema).toEqual({ $ref: '#/components/schemas/OrderDraft' })
  const { OrderDraft } = components.schemas
  expect(OrderDraft.additionalProperties).toBe(false)
  expect(Object.keys(OrderDraft.properties)).toContain('customerPO')
  expect(Object.keys(OrderDraft.properties)).not.toContain('totalAmount')
  expect(OrderDraft.properties.items.items).toEqual({
    $ref: '#/components/schemas/SalesOrderItemForm',
  })
  expect(components.schemas.SalesOrderItemForm.additionalProperties).toBe(false)
  expect(requestBody['x-ignored']).toEqual(
    expect.arrayContaining(['totalAmount', 'items.totalPrice']),
  )
  expect(requestBody['x-ignored']).not.toContain('customerPO')
})
