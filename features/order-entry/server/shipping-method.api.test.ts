import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { textIn } from '#features/documents/server/testing.ts'
import { shippingMethods } from '#features/sales-orders/rules.ts'
import { differentReplays, orderBuilders } from './testing.ts'

// Two units at 10.00 are 20.00 plus 1.60 tax; with shipping the total is 36.60.

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string
let skuId: number
let customerId: number

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  skuId = await builders.item()
  customerId = await builders.buyer()
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const post = (path: string, body: object) => prizm.call('POST', `/api/${path}`, { as, body })
const orderRequestOf = (fields: object = {}) => ({
  customerId,
  items: [{ skuId, quantity: 2 }],
  ...fields,
})
const create = async (fields: object = {}) => {
  const answer = await post('orders/create', orderRequestOf(fields))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().order
}
const change = (id: number, body: object) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
const open = async () =>
  (await prizm.rows(`select open_order_amount as open from customers where id = ${customerId}`))[0]
    .open
const sound = async () => expect(await brokenInvariants()).toEqual([])
const refusal = 'Shipping method must be standard, express, overnight, freight or pickup'

test('the database allows exactly the shipping methods of the rules', async () => {
  const [check] = await prizm.rows(`select pg_get_constraintdef(oid) as text from pg_constraint
    where conname = 'sales_order_shipping_method_known'`)
  const named = [...check.text.matchAll(/'(\w+)'/g)].map(([, method]) => method)
  expect(named).toEqual([...shippingMethods])
})

describe('in Order Entry', () => {
  test.each([
    [undefined, '15.00', '36.60'],
    ['standard', '15.00', '36.60'],
    ['express', '15.00', '36.60'],
    ['pickup', '0.00', '21.60'],
  ])(
    'an order with the shipping method %s pays %s for shipping',
    async (shippingMethod, amount, total) => {
      for (const call of ['validate', 'preview']) {
        const { pricing } = (
          await post(`orders/${call}`, orderRequestOf({ shippingMethod }))
        ).json()
        expect(pricing).toMatchObject({ shippingAmount: amount, total })
      }
      const order = await create({ shippingMethod })
      const made = { shippingMethod: shippingMethod ?? null, shippingAmount: amount }
      expect(order).toMatchObject({ ...made, totalAmount: total })
      const read = await prizm.call('GET', `/api/sales-orders/${order.id}`, { as })
      expect(read.json()).toEqual(order)
      const list = await prizm.call('GET', '/api/sales-orders', { as })
      expect(list.json()).toMatchObject([made])
      expect(await open()).toBe(total)
      await sound()
    },
  )

  test('an order within credit only without shipping is approved for pickup', async () => {
    customerId = await builders.buyer({ creditLimit: '22.00' })
    const shipped = await post('orders/create', orderRequestOf())
    expect([shipped.statusCode, shipped.json().code]).toEqual([409, 'credit-limit-exceeded'])
    const creditRequest = await post(
      'orders/ask-credit',
      orderRequestOf({ shippingMethod: 'pickup' }),
    )
    expect([creditRequest.statusCode, creditRequest.json().code]).toEqual([409, 'credit-approved'])
    expect(await create({ shippingMethod: 'pickup' })).toMatchObject({ totalAmount: '21.60' })
  })

  test('every endpoint rejects an unknown shipping method', async () => {
    const { id } = await create()
    const wrong = { shippingMethod: 'drone' }
    const recorded = { ...orderRequestOf(wrong), orderNumber: 'SO-9' }
    for (const answer of [
      await post('orders/validate', orderRequestOf(wrong)),
      await post('orders/create', orderRequestOf(wrong)),
      await post('sales-orders', recorded),
      await change(id, wrong),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([
        { path: 'shippingMethod', code: 'invalid', message: refusal },
      ])
    }
    expect(await prizm.rows('select shipping_method as method from sales_orders')).toEqual([
      { method: null },
    ])
  })

  test('the documents show the method, and omit it if none was chosen', async () => {
    const textOf = async (id: number, paper: string) => {
      const pdf = await prizm.call('GET', `/api/sales-orders/${id}/${paper}/pdf`, { as })
      expect(pdf.statusCode, pdf.body.slice(0, 200)).toBe(200)
      return textIn(pdf.rawPayload)
    }
    const [said, unsaid] = [await create({ shippingMethod: 'pickup' }), await create()]
    for (const paper of ['confirmation', 'packing-slip']) {
      expect(await textOf(said.id, paper)).toMatch(/Shipping method\s+Customer pickup/)
      expect(await textOf(unsaid.id, paper)).not.toContain('Shipping method')
    }
  })
})

describe('the sales order form', () => {
  test('uses it to price an order with lines, and saves it on a header-only order', async () => {
    const way = { shippingMethod: 'pickup' }
    const lines = await post('sales-orders', { ...orderRequestOf(way), orderNumber: 'SO-1' })
    expect(lines.json()).toMatchObject({ ...way, shippingAmount: '0.00', totalAmount: '21.60' })
    const total = { customerId, orderNumber: 'SO-2', totalAmount: '50', ...way }
    const made = (await post('sales-orders', total)).json()
    expect(made).toMatchObject({ ...way, headerOnly: true, totalAmount: '50.00' })
    const other = await change(made.id, { shippingMethod: 'freight' })
    expect(other.json()).toMatchObject({ shippingMethod: 'freight', totalAmount: '50.00' })
    await sound()
  })

  test('changing it changes the shipping amount, and no line', async () => {
    const order = await create()
    await prizm.database.pool.query('update skus set price = 99, is_active = false')
    const fetched = (await change(order.id, { shippingMethod: 'pickup' })).json()
    expect(fetched).toMatchObject({
      shippingMethod: 'pickup',
      subtotal: '20.00',
      taxAmount: '1.60',
      shippingAmount: '0.00',
      totalAmount: '21.60',
      items: [{ quantity: 2, unitPrice: '10.00', qtyReserved: 2 }],
    })
    expect(await open()).toBe('21.60')
    const items = [{ skuId, quantity: 2 }]
    const sent = (await change(order.id, { shippingMethod: 'express', items })).json()
    expect(sent).toMatchObject({ shippingMethod: 'express', totalAmount: '36.60' })
    expect((await change(order.id, { notes: 'x' })).json()).toMatchObject({
      shippingMethod: 'express',
      totalAmount: '36.60',
    })
    expect((await change(order.id, { shippingMethod: null })).json()).toMatchObject({
      shippingMethod: null,
      totalAmount: '36.60',
    })
    const acts = await prizm.rows(`select changes->'shippingMethod' as method from audit_log
      where action = 'update' and changes ? 'shippingMethod' order by id`)
    expect(acts.map(({ method }) => [method.from, method.to])).toEqual([
      [null, 'pickup'],
      ['pickup', 'express'],
      ['express', null],
    ])
    await sound()
  })

  test('lines changed with it, or after it, are priced with it', async () => {
    const order = await create()
    const items = [{ skuId, quantity: 3 }]
    const both = (await change(order.id, { shippingMethod: 'pickup', items })).json()
    expect(both).toMatchObject({ shippingAmount: '0.00', totalAmount: '32.40' })
    const less = (await change(order.id, { items: [{ skuId, quantity: 1 }] })).json()
    expect(less).toMatchObject({ shippingMethod: 'pickup', totalAmount: '10.80' })
    await sound()
  })

  test('rejects shipping that exceeds the credit', async () => {
    customerId = await builders.buyer({ creditLimit: '22.00' })
    const { id } = await create({ shippingMethod: 'pickup' })
    const refused = await change(id, { shippingMethod: 'standard' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'credit-limit-exceeded'])
    expect(refused.json().detail).toContain('Order is $14.60 over the available $22.00')
    expect(await open()).toBe('21.60')
    await sound()
  })

  test('an order in processing gets a revision; a part shipment fixes shipping', async () => {
    const { id } = await create()
    await post(`sales-orders/${id}/process`, {})
    const fetched = (await change(id, { shippingMethod: 'pickup' })).json()
    expect(fetched).toMatchObject({ revision: 1, shippingAmount: '0.00', totalAmount: '21.60' })
    const revisions = await prizm.call('GET', `/api/sales-orders/${id}/revisions`, { as })
    expect(revisions.json()).toMatchObject([
      {
        totalBefore: '36.60',
        totalAfter: '21.60',
        fields: [{ name: 'Shipping Method', before: null, after: 'Customer pickup' }],
        lines: [],
      },
    ])
    await post(`sales-orders/${id}/ship`, { items: [{ lineNo: 1, quantity: 1 }] })
    const sent = (await change(id, { shippingMethod: 'express' })).json()
    expect(sent).toMatchObject({ revision: 2, shippingAmount: '0.00', totalAmount: '21.60' })
    await sound()
  })
})

test('an import file may have a column for it; an unknown method is a cell error', async () => {
  const [{ code }] = await prizm.rows(
    `select customer_code as code from customers where id = ${customerId}`,
  )
  const [{ sku }] = await prizm.rows(`select sku from skus where id = ${skuId}`)
  const file = [
    'Customer Code,Customer PO,SKU Code,Quantity,Shipping Method',
    `${code},P-1,${sku},1,`,
    `${code},P-1,${sku},1,Pickup`,
    `${code},P-2,${sku},2,`,
    `${code},P-3,${sku},2,drone`,
  ].join('\n')
  const answer = await prizm.app.inject({
    method: 'POST',
    url: '/api/orders/import',
    headers: { cookie: as, 'content-type': 'text/csv' },
    payload: file,
  })
  expect(answer.json().orders).toMatchObject([
    { customerPO: 'P-1', fate: 'create', total: '21.60' },
    { customerPO: 'P-2', fate: 'create', total: '36.60' },
    { fate: 'wrong', errors: [{ row: 5, field: 'shippingMethod', message: refusal }] },
  ])
  const methods = await prizm.rows('select shipping_method as method from sales_orders order by id')
  expect(methods).toEqual([{ method: 'pickup' }, { method: null }])
  await sound()
})
