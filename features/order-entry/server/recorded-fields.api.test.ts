import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { forRecordedFields, recordedFieldList } from '#features/sales-orders/recorded-fields.ts'
import { orderColumns } from '../contract.ts'
import { orderBuilders } from './testing.ts'

// Every declared recorded field, whatever its name, on each of its ways.

let prizm: TestApp
let as: string
let body: { customerId: number; items: { skuId: number; quantity: number }[] }

beforeEach(async () => {
  prizm = await startTestApp()
  const builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  const customerId = await builders.buyer({ customerCode: 'C-1' })
  body = { customerId, items: [{ skuId: await builders.item({ sku: 'BOLT' }), quantity: 1 }] }
})
afterEach(() => prizm.close())

const create = async (fields: object) =>
  (await prizm.call('POST', '/api/orders/create', { as, body: { ...body, ...fields } })).json()
const read = async (id: number) =>
  (await prizm.call('GET', `/api/sales-orders/${id}`, { as })).json()
const listed = async (query = '') =>
  (await prizm.call('GET', `/api/sales-orders${query}`, { as })).json()
const change = (id: number, fields: object) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body: fields })

const texts = forRecordedFields((name) => `Text of ${name}`)
const changedTexts = forRecordedFields((name) => `Changed ${name}`)
const unset = forRecordedFields(() => null)

test('recorded fields are saved with a new order, and read with it and in the list', async () => {
  const { order } = await create(texts)
  expect(order).toMatchObject(texts)
  expect(await read(order.id)).toMatchObject(texts)
  expect(await listed()).toMatchObject([texts])
  expect((await create({})).order).toMatchObject(unset)
})

test('recorded fields are saved with a header-only order', async () => {
  const { customerId } = body
  const fields = { orderNumber: 'SO-1', customerId, totalAmount: '5.00', ...texts }
  const made = await prizm.call('POST', '/api/sales-orders', { as, body: fields })
  expect(made.json()).toMatchObject({ headerOnly: true, ...texts })
})

test('a change of recorded fields is in the audit log; absent ones are kept', async () => {
  const { order } = await create(texts)
  expect((await change(order.id, { shipDate: '2026-04-01' })).json()).toMatchObject(texts)
  expect((await change(order.id, changedTexts)).json()).toMatchObject(changedTexts)
  const [entry] = await prizm.rows(`select changes from audit_log order by id desc limit 1`)
  expect(entry.changes).toMatchObject(
    forRecordedFields((name) => ({ from: texts[name], to: changedTexts[name] })),
  )
  const emptied = forRecordedFields(() => '')
  expect((await change(order.id, emptied)).json()).toMatchObject(unset)
})

test('a revision names changed recorded fields by their labels', async () => {
  const { order } = await create(texts)
  await prizm.call('POST', `/api/sales-orders/${order.id}/process`, { as, body: {} })
  await change(order.id, changedTexts)
  const [revision] = (
    await prizm.call('GET', `/api/sales-orders/${order.id}/revisions`, { as })
  ).json()
  expect(revision.fields).toEqual(
    recordedFieldList.map(({ name, label }) => {
      return { name: label, before: texts[name], after: changedTexts[name] }
    }),
  )
})

test('one character too many is refused for each field by its name', async () => {
  const tooLong = forRecordedFields((_name, { maxLength }) => 'x'.repeat(maxLength + 1))
  const { errors } = await create(tooLong)
  expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual(
    recordedFieldList.map(({ name }) => name).sort(),
  )
})

test('orders are filtered by recorded fields that the list filters by, in any case', async () => {
  const { order } = await create(texts)
  await create({})
  for (const { name } of recordedFieldList.filter(({ filterable }) => filterable)) {
    // Sequential, for a separate message per failing field.
    // oxlint-disable-next-line no-await-in-loop
    const found = await listed(`?${new URLSearchParams({ [name]: texts[name].toUpperCase() })}`)
    expect([name, found.map(({ id }: { id: number }) => id)]).toEqual([name, [order.id]])
  }
})

test('a file of orders has a column for each recorded field', async () => {
  const heads = recordedFieldList.map(({ label }) => label)
  expect(orderColumns.map(({ label }) => label)).toEqual(expect.arrayContaining(heads))
  const payload = [
    ['Customer Code', 'SKU Code', 'Quantity', ...heads].join(),
    ['C-1', 'BOLT', '1', ...recordedFieldList.map(({ name }) => texts[name])].join(),
  ].join('\n')
  const headers = { cookie: as, 'content-type': 'text/csv' }
  await prizm.app.inject({ method: 'POST', url: '/api/orders/import', headers, payload })
  expect(await listed()).toMatchObject([texts])
})
