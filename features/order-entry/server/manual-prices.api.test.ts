import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from './testing.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let manager: string
let sales: string

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  manager = await prizm.signIn('manager')
  sales = await prizm.signIn('sales')
})
afterEach(async () => {
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const post = (path: string, body: unknown, as = manager) => prizm.call('POST', path, { as, body })
const validate = (body: unknown, as = manager) => post('/api/orders/validate', body, as)
const create = (body: unknown, as = manager) => post('/api/orders/create', body, as)
const change = (id: number, body: unknown, as = manager) =>
  prizm.call('PUT', `/api/sales-orders/${id}`, { as, body })
const sound = async () => expect(await brokenInvariants()).toEqual([])
const forbidden = 'Your role cannot change prices. Ask a manager'

describe('a manual price', () => {
  test('is used by validation and creation, and the audit log has both prices', async () => {
    const customerId = await builders.buyer({ priceLevel: 'tier1' })
    const skuId = await builders.item({ sku: 'W-1', tier1Price: '9.00', cost: '6.00' })
    const items = [
      { skuId, quantity: 2, manualPrice: '8.5' },
      { skuId, quantity: 1 },
    ]
    const lines = [
      {
        skuId,
        quantity: 2,
        unitPrice: '8.50',
        priceSource: 'manual',
        totalPrice: '17.00',
        listedPrice: '9.00',
      },
      { skuId, quantity: 1, unitPrice: '9.00', priceSource: 'tier1', totalPrice: '9.00' },
    ]
    const { pricing } = (await validate({ customerId, items })).json()
    expect(pricing).toEqual({
      subtotal: '26.00',
      taxAmount: '2.08',
      shippingAmount: '15.00',
      total: '43.08',
      lineItems: lines,
    })
    const made = await create({ customerId, items })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json().order).toMatchObject({
      totalAmount: '43.08',
      items: [
        { unitPrice: '8.50', priceSource: 'manual', totalPrice: '17.00', taxAmount: '1.36' },
        { unitPrice: '9.00', priceSource: 'tier1', totalPrice: '9.00', taxAmount: '0.72' },
      ],
    })
    expect(
      await prizm.rows(`select changes -> 'manualPrices' as prices from audit_log
                        where entity = 'sales_order'`),
    ).toEqual([{ prices: { from: 'Line 1, W-1: 9.00', to: 'Line 1, W-1: 8.50' } }])
    await sound()
  })

  test('is previewed beside the standard price, which discounts are off', async () => {
    const customerId = await builders.buyer({ priceLevel: 'tier1' })
    const skuId = await builders.item({ tier1Price: '9.00' })
    const items = [
      { skuId, quantity: 2, manualPrice: '8.50' },
      { skuId, quantity: 1 },
    ]
    const answer = await post('/api/orders/preview', { customerId, items })
    expect(answer.json().pricing.lineItems).toMatchObject([
      { unitPrice: '8.50', listedPrice: '9.00', standardPrice: '10.00' },
      { unitPrice: '9.00', priceSource: 'tier1', standardPrice: '10.00' },
    ])
    const validated = (await validate({ customerId, items })).json()
    expect(validated.pricing.lineItems[0]).not.toHaveProperty('standardPrice')
  })

  test('is rejected without the permission, and nothing is written', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const body = { customerId, items: [{ skuId, quantity: 1, manualPrice: '10.00' }] }
    const fields = [{ path: 'items.0.manualPrice', message: forbidden }]
    const clerk = await prizm.signIn('user')
    const preview = (as: string) => post('/api/orders/preview', body, as)
    for (const as of [sales, clerk]) {
      for (const call of [create(body, as), validate(body, as), preview(as)]) {
        const answer = await call
        expect(answer.statusCode).toBe(403)
        expect(answer.json()).toMatchObject({
          code: 'forbidden',
          detail: forbidden,
          errors: fields,
        })
      }
    }
    const recorded = await post('/api/sales-orders', { orderNumber: 'SO-1', ...body }, sales)
    expect([recorded.statusCode, recorded.json().detail]).toEqual([403, forbidden])
    expect(
      await prizm.rows(`select (select count(*)::int from sales_orders) as orders,
        (select count(*)::int from outbox) as messages, (select sum(reserved)::int from skus)
        as reserved, (select sum(open_order_amount) from customers) as open`),
    ).toEqual([{ orders: 0, messages: 0, reserved: 0, open: '0.00' }])
  })

  test('may be below cost for a manager, with a warning', async () => {
    const customerId = await builders.buyer()
    const skuId = await builders.item({ cost: '6.00' })
    const body = { customerId, items: [{ skuId, quantity: 1, manualPrice: '5.99' }] }
    const [line] = (await validate(body)).json().pricing.lineItems
    expect(line).toMatchObject({ unitPrice: '5.99', listedPrice: '10.00', isBelowCost: true })
    const at = await validate({ ...body, items: [{ skuId, quantity: 1, manualPrice: '6.00' }] })
    expect(at.json().pricing.lineItems[0]).not.toHaveProperty('isBelowCost')
    expect((await create(body)).json().order.items[0].unitPrice).toBe('5.99')
  })

  test.each([
    ['-0.01', 'Must not be negative'],
    ['1.005', 'Must have at most 2 decimals'],
    ['ten', 'Must be an amount such as 1234.50'],
  ])('must be an amount: %s is refused', async (manualPrice) => {
    const customerId = await builders.buyer()
    const skuId = await builders.item()
    const answer = await create({ customerId, items: [{ skuId, quantity: 1, manualPrice }] })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'items.0.manualPrice'])
  })
})

describe('the price of a changed order', () => {
  const placed = async (manualPrice?: string) => {
    const customerId = await builders.buyer()
    const skuId = await builders.item({ sku: 'W-1' })
    const items = [{ skuId, quantity: 4, ...(manualPrice && { manualPrice }) }]
    return { skuId, order: (await create({ customerId, items })).json().order }
  }
  const line = (answer: { json: () => { items: object[] } }) => answer.json().items[0]

  test('can be set, remains while its quantity does, and can revert to the list', async () => {
    const { skuId, order } = await placed()
    const typed = await change(order.id, { items: [{ skuId, quantity: 4, manualPrice: '7.25' }] })
    expect(line(typed)).toMatchObject({ unitPrice: '7.25', priceSource: 'manual' })
    expect(typed.json().totalAmount).toBe('46.32')
    const [told] = await prizm.rows(`select changes->'items' as items from audit_log
      where entity = 'sales_order' and action = 'update'`)
    expect(told).toEqual({ items: { from: '4 × W-1 at 10.00', to: '4 × W-1 at 7.25 (manual)' } })

    const more = await builders.item({ price: '1.00' })
    const two = [
      { skuId, quantity: 4 },
      { skuId: more, quantity: 1 },
    ]
    const withSecondLine = await change(order.id, { items: two }, await sellerOf(order.id))
    expect(line(withSecondLine)).toMatchObject({ unitPrice: '7.25', priceSource: 'manual' })

    const back = await change(order.id, { items: [{ skuId, quantity: 4, manualPrice: null }] })
    expect(line(back)).toMatchObject({ unitPrice: '10.00', priceSource: 'standard' })
    await sound()
  })

  /** Makes the sales user the creator of the order, so that they may change it. */
  const sellerOf = async (id: number) => {
    await prizm.rows(`update sales_orders set created_by =
      (select id from users where role = 'sales' limit 1) where id = ${id}`)
    return sales
  }

  test('reverts to the price list if the quantity changes', async () => {
    const { skuId, order } = await placed('7.25')
    const as = await sellerOf(order.id)
    const fewer = await change(order.id, { items: [{ skuId, quantity: 3 }] }, as)
    expect(line(fewer)).toMatchObject({ unitPrice: '10.00', priceSource: 'standard' })
    const again = [{ skuId, quantity: 2, manualPrice: '7.25' }]
    expect(line(await change(order.id, { items: again }))).toMatchObject({ unitPrice: '7.25' })
  })

  test('can be neither set nor removed without the permission', async () => {
    const { skuId, order } = await placed('7.25')
    const as = await sellerOf(order.id)
    for (const manualPrice of ['7.24', null]) {
      const answer = await change(order.id, { items: [{ skuId, quantity: 4, manualPrice }] }, as)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    }
    const same = await change(
      order.id,
      { items: [{ skuId, quantity: 4, manualPrice: '7.25' }] },
      as,
    )
    expect(same.statusCode).toBe(200)
    expect(line(same)).toMatchObject({ unitPrice: '7.25', priceSource: 'manual' })
  })

  test('of an order in processing makes a revision; shipped units retain their price', async () => {
    const { skuId, order } = await placed()
    await post(`/api/sales-orders/${order.id}/process`, {})
    const items = [{ skuId, quantity: 4, lineNo: 1, manualPrice: '9.00' }]
    const revised = await change(order.id, { items, reason: 'Agreed on the phone' })
    expect(revised.json()).toMatchObject({ revision: 1, totalAmount: '53.88' })
    const read = await prizm.call('GET', `/api/sales-orders/${order.id}/revisions`, {
      as: manager,
    })
    expect(read.json()[0].lines).toMatchObject([
      { priceBefore: '10.00', priceAfter: '9.00', sourceAfter: 'manual' },
    ])
    const part = { items: [{ lineNo: 1, quantity: 1 }] }
    expect((await post(`/api/sales-orders/${order.id}/ship`, part)).statusCode).toBe(200)
    for (const manualPrice of ['8.00', null]) {
      const answer = await change(order.id, {
        items: [{ skuId, quantity: 4, lineNo: 1, manualPrice }],
      })
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        '1 of W-1 on line 1 have shipped, so its price is fixed',
      ])
    }
    const fewer = await change(order.id, { items: [{ skuId, quantity: 2, lineNo: 1 }] })
    expect(line(fewer)).toMatchObject({ unitPrice: '9.00', priceSource: 'manual', quantity: 2 })
    await sound()
  })

  test('that rises is checked against the credit limit', async () => {
    const customerId = await builders.buyer({ creditLimit: '60.00' })
    const skuId = await builders.item()
    const { order } = (await create({ customerId, items: [{ skuId, quantity: 1 }] })).json()
    const items = [{ skuId, quantity: 1, manualPrice: '50.00' }]
    const answer = await change(order.id, { items })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'credit-limit-exceeded'])
    expect(await prizm.rows('select unit_price as price from sales_order_items')).toEqual([
      { price: '10.00' },
    ])
  })
})
