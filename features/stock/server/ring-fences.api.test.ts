import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { differentReplays, orderBuilders } from '#features/order-entry/server/testing.ts'
import { fillRemainingBackorders } from '#features/sales-orders/server/reservations/backorders.ts'

let prizm: TestApp
let builders: ReturnType<typeof orderBuilders>
let as: string
let skuId: number
let own: number
let other: number

beforeEach(async () => {
  prizm = await startTestApp()
  builders = orderBuilders(prizm.database.db)
  as = await prizm.signIn('manager')
  skuId = await builders.item({ currentStock: 10 })
  own = await builders.buyer()
  other = await builders.buyer()
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const call = (path: string, body: object, user = as) =>
  prizm.call('POST', `/api/${path}`, { as: user, body })
const ringFence = (quantity: number, customerId = own, reason = 'Store opening') =>
  call(`skus/${skuId}/ring-fences`, { customerId, quantity, reason })
const order = (customerId: number, quantity: number, more: object = {}) =>
  call('orders/create', { customerId, items: [{ skuId, quantity }], ...more })
const rowsInDatabase = () =>
  prizm.rows(`select sku_id as "skuId", customer_id as "customerId", quantity, reason
          from stock_ring_fences order by customer_id`)
const openUnits = () =>
  prizm.rows('select customer_id as "customerId", units from open_ring_fences order by 1')
const reservedOf = () =>
  prizm.rows(`select i.qty_reserved as reserved, i.qty_backordered as backordered
          from sales_order_items i join sales_orders o on o.id = i.sales_order_id order by o.id`)
const runJob = () => {
  const { db } = prizm.database
  const job = { user: undefined, requestId: 'job', channel: 'system' }
  return fillRemainingBackorders({ ...job, db, now: prizm.clock.now })
}

describe('a ring-fence', () => {
  test('is set, changed and removed with a reason, in both histories', async () => {
    const set = await ringFence(4)
    expect(set.statusCode, set.body).toBe(200)
    expect(set.json()).toMatchObject({ skuId, available: 10, ringFenced: 4 })
    expect(set.json().ringFences).toMatchObject([
      { customerId: own, customerCode: 'C-2', quantity: 4, reserved: 0, units: 4 },
    ])
    expect(await rowsInDatabase()).toEqual([
      { skuId, customerId: own, quantity: 4, reason: 'Store opening' },
    ])
    await ringFence(2, own, 'Smaller store')
    expect(await rowsInDatabase()).toMatchObject([{ quantity: 2, reason: 'Smaller store' }])
    expect((await ringFence(0, own, 'Closed')).json().ringFences).toEqual([])
    expect(await rowsInDatabase()).toEqual([])
    const history = await prizm.rows(`select entity, reason, changes->'ringFenced' as units
      from audit_log where action = 'ring-fence' order by id`)
    expect(history).toEqual([
      { entity: 'sku', reason: 'Store opening', units: { from: null, to: '4 for C-2' } },
      { entity: 'customer', reason: 'Store opening', units: { from: null, to: '4 × S-1' } },
      { entity: 'sku', reason: 'Smaller store', units: { from: '4 for C-2', to: '2 for C-2' } },
      { entity: 'customer', reason: 'Smaller store', units: { from: '4 × S-1', to: '2 × S-1' } },
      { entity: 'sku', reason: 'Closed', units: { from: '2 for C-2', to: '0 for C-2' } },
      { entity: 'customer', reason: 'Closed', units: { from: '2 × S-1', to: '0 × S-1' } },
    ])
  })

  test('is limited to free units and those on orders of the customer', async () => {
    await order(own, 3)
    await order(other, 2)
    await ringFence(4, other)
    // Of the 5 free units 2 are ring-fenced for the other customer, whose orders hold 2 of 4.
    expect((await ringFence(6)).statusCode).toBe(200)
    const refused = await ringFence(7)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    expect(refused.json().detail).toBe(
      'At most 6 of S-1 can be ring-fenced: 3 are free, and ' +
        '3 are on orders and approvals of this customer',
    )
    expect(await openUnits()).toEqual([
      { customerId: own, units: 3 },
      { customerId: other, units: 2 },
    ])
  })

  test('needs the permission, a customer, a SKU and a reason', async () => {
    const body = { customerId: own, quantity: 1, reason: 'Opening' }
    const statusOf = async (fields: object, user = as, id = skuId) =>
      (await call(`skus/${id}/ring-fences`, { ...body, ...fields }, user)).statusCode
    expect(await statusOf({}, await prizm.signIn('sales'))).toBe(403)
    expect(await statusOf({ customerId: 999 })).toBe(422)
    expect(await statusOf({ reason: '' })).toBe(422)
    expect(await statusOf({ quantity: -1 })).toBe(422)
    expect(await statusOf({}, as, 999)).toBe(404)
    expect(await rowsInDatabase()).toEqual([])
  })

  test('keeps its customer and its SKU from being deleted', async () => {
    await ringFence(1)
    const admin = await prizm.signIn('admin')
    const remove = async (path: string) =>
      (await prizm.call('DELETE', `/api/${path}`, { as: admin })).json().detail
    expect(await remove(`customers/${own}`)).toBe('C-2 has 1 ring-fence. Deactivate it instead.')
    expect(await remove(`skus/${skuId}`)).toBe('S-1 has 1 ring-fence. Deactivate it instead.')
  })

  test('is shown with the reservations of the SKU', async () => {
    await order(own, 3)
    await ringFence(5)
    const answer = await prizm.call('GET', `/api/skus/${skuId}/reservations`, { as })
    expect(answer.json()).toMatchObject({
      reserved: 3,
      available: 7,
      ringFenced: 2,
      ringFences: [{ quantity: 5, reserved: 3, units: 2, reason: 'Store opening' }],
    })
  })
})

describe('ring-fenced units', () => {
  test('are reserved by orders of their customer alone', async () => {
    await ringFence(4)
    const refused = await order(other, 7)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    expect(refused.json().detail).toBe(
      'Not enough stock: S-1 is 1 short (6 available, 4 ring-fenced for other customers)',
    )
    expect((await order(other, 6)).statusCode).toBe(201)
    expect((await order(own, 4)).statusCode).toBe(201)
    expect(await openUnits()).toEqual([])
    expect(await reservedOf()).toEqual([
      { reserved: 6, backordered: 0 },
      { reserved: 4, backordered: 0 },
    ])
  })

  test('stay free when an order of their customer is cancelled', async () => {
    await ringFence(4)
    const { id } = (await order(own, 4)).json().order
    await call(`sales-orders/${id}/cancel`, { reason: 'Later' })
    expect(await openUnits()).toEqual([{ customerId: own, units: 4 }])
    expect((await order(other, 7)).statusCode).toBe(409)
  })

  test('are not available in the validation of others, whose receipt says so', async () => {
    await ringFence(4)
    const body = { customerId: other, items: [{ skuId, quantity: 7 }] }
    const validation = (await call('orders/validate', body)).json()
    expect(validation.stock.stockStatus).toMatchObject([{ available: 6, shortfall: 1 }])
    const path = `/api/decisions/${validation.decisionId}`
    const { facts } = (await prizm.call('GET', path, { as })).json()
    expect(facts.stock).toMatchObject([{ available: 6, ringFenced: 4, shortfall: 1 }])
  })

  test('do not fill the backorders of others', async () => {
    await order(other, 12, { backorder: true })
    await order(own, 3, { backorder: true })
    await prizm.rows(`insert into stock_ring_fences (sku_id, customer_id, quantity, reason)
      values (${skuId}, ${own}, 2, 'Store opening')`)
    await call(`skus/${skuId}/adjust`, { currentStock: 13, stockReason: 'Found' })
    expect(await reservedOf()).toEqual([
      { reserved: 11, backordered: 1 },
      { reserved: 2, backordered: 1 },
    ])
  })

  test('fill the backorders of others once the ring-fence ends', async () => {
    await ringFence(4)
    await order(other, 8, { backorder: true })
    await runJob()
    expect(await reservedOf()).toEqual([{ reserved: 6, backordered: 2 }])
    await ringFence(1)
    await runJob()
    expect(await reservedOf()).toEqual([{ reserved: 8, backordered: 0 }])
  })

  test('are not reserved by an order of others that leaves its credit hold', async () => {
    const { id } = (await order(other, 8)).json().order
    await call(`sales-orders/${id}/hold`, { reason: 'credit' })
    await ringFence(4)
    const released = await prizm.call('POST', `/api/sales-orders/${id}/release`, { as })
    expect(released.statusCode, released.body).toBe(200)
    expect(await reservedOf()).toEqual([{ reserved: 6, backordered: 2 }])
  })

  test('do not move to an order of another customer', async () => {
    const from = (await order(own, 6)).json().order
    const to = (await order(other, 6, { backorder: true })).json().order
    await ringFence(5)
    const move = (quantity: number) =>
      call('stock-reallocations/preview', {
        fromItemId: from.items[0].id,
        toItemId: to.items[0].id,
        quantity,
      })
    const refused = await move(2)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ring-fenced'])
    expect((await move(1)).statusCode).toBe(200)
  })
})

describe('a binding approval', () => {
  const validate = async (customerId: number, quantity: number) => {
    const items = [{ skuId, quantity }]
    const answer = await call('orders/validate', { customerId, items, requestApproval: true })
    return answer.json<{ approval?: { token: string } }>().approval?.token
  }

  test('of the customer counts toward what is ring-fenced', async () => {
    await ringFence(4)
    const approvalToken = await validate(own, 4)
    expect(await openUnits()).toEqual([])
    expect((await order(other, 7)).statusCode).toBe(409)
    expect((await order(other, 6)).statusCode).toBe(201)
    const placed = await order(own, 4, { approvalToken })
    expect(placed.statusCode, placed.body).toBe(201)
    expect(await openUnits()).toEqual([])
  })

  test('of the customer is part of what can be ring-fenced', async () => {
    await validate(own, 4)
    expect((await ringFence(11)).statusCode).toBe(409)
    expect((await ringFence(10)).json()).toMatchObject({ available: 6, ringFenced: 6 })
  })

  test('keeps what it gives back ring-fenced for the orders beside it', async () => {
    await ringFence(4)
    const approvalToken = await validate(own, 4)
    const of = (customerId: number, quantity: number, more: object = {}) => {
      const items = [{ skuId, quantity }]
      return call('orders/validate', { customerId, items, requestApproval: true, ...more })
    }
    const [smaller, others] = await Promise.all([of(own, 1, { approvalToken }), of(other, 7)])
    expect(smaller.json().approval).toMatchObject({ token: approvalToken })
    expect(others.json().stock.stockStatus).toMatchObject([{ available: 6, shortfall: 1 }])
    expect(others.json().approval).toBeUndefined()
    expect(await openUnits()).toEqual([{ customerId: own, units: 3 }])
  })

  test('of another customer keeps its units from a ring-fence', async () => {
    const approvalToken = await validate(other, 8)
    expect((await ringFence(3)).statusCode).toBe(409)
    expect((await ringFence(2)).json()).toMatchObject({ available: 2, ringFenced: 2 })
    expect((await order(other, 8, { approvalToken })).statusCode).toBe(201)
    expect(await openUnits()).toEqual([{ customerId: own, units: 2 }])
  })
})

describe('at the same time', () => {
  test('ring-fences and orders never take the same unit twice', async () => {
    const customers = await Promise.all([1, 2, 3].map(() => builders.buyer()))
    const answers = await Promise.all([
      ringFence(4, own),
      ringFence(4, other),
      ...customers.map((customerId) => order(customerId, 3)),
    ])
    const [first, second, ...orders] = answers.map(({ statusCode }) => statusCode)
    const unitsOf = (status: number | undefined, units: number) => (status === 409 ? 0 : units)
    const units =
      unitsOf(first, 4) +
      unitsOf(second, 4) +
      orders.reduce((total, status) => total + unitsOf(status, 3), 0)
    expect(units).toBeLessThanOrEqual(10)
    const [kept] = await prizm.rows<{ free: number }>(
      `select s.current_stock - s.reserved
              - (select coalesce(sum(units), 0)::int from open_ring_fences) as free
       from skus s where s.id = ${skuId}`,
    )
    expect(kept?.free).toBe(10 - units)
  })

  test('orders of one batch see what the orders before them left of a ring-fence', async () => {
    await ringFence(4)
    const answers = await Promise.all([order(own, 2), order(other, 6), order(own, 2)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(await openUnits()).toEqual([])
    expect((await order(other, 1)).statusCode).toBe(409)
  })
})
