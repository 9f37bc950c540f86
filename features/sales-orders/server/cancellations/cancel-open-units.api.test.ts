import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { salesOrderFixture } from '../testing.ts'

let prizm: TestApp
let fixture: ReturnType<typeof salesOrderFixture>
let builders: (typeof fixture)['builders']

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = salesOrderFixture(prizm, await prizm.signIn('manager'))
  builders = fixture.builders
})
afterEach(() => prizm.close())

const open = async () =>
  (await prizm.rows('select open_order_amount as open from customers order by id'))[0].open
const stock = () => prizm.rows('select current_stock as on_hand, reserved from skus order by id')
const sound = async () => expect(await brokenInvariants()).toEqual([])

describe('unshipped units', () => {
  const half = async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 3 })
    const order = await fixture.started([{ skuId, quantity: 5 }], { backorder: true })
    await fixture.step(order.id, 'ship', { items: [{ lineNo: 1, quantity: 2 }] })
    return order
  }

  test('can be cancelled: the order counts as shipped', async () => {
    const { id } = await half()
    expect((await fixture.step(id, 'cancel-rest')).statusCode).toBe(422)
    const done = await fixture.step(id, 'cancel-rest', { reason: 'Customer found another' })
    expect(done.json()).toMatchObject({
      status: 'shipped',
      shipDate: '2026-03-02',
      subtotal: '20.00',
      taxAmount: '1.60',
      totalAmount: '36.60',
      shippedAmount: '36.60',
      items: [{ quantity: 2, qtyShipped: 2, qtyCancelled: 3, qtyBackordered: 0 }],
    })
    expect(await stock()).toEqual([{ on_hand: 1, reserved: 0 }])
    expect(await open()).toBe('0.00')
    const [act] = await prizm.rows(`select to_status, reason from audit_log
                                where action = 'cancel-rest'`)
    expect(act).toEqual({ to_status: 'shipped', reason: 'Customer found another' })
    await sound()
  })

  test('can be cancelled in part: backordered units first', async () => {
    const { id } = await half()
    const items = [{ lineNo: 1, quantity: 2 }]
    const fewer = await fixture.step(id, 'cancel-rest', { items, reason: 'Fewer' })
    expect(fewer.json()).toMatchObject({
      status: 'processing',
      totalAmount: '47.40',
      items: [{ quantity: 3, qtyReserved: 1, qtyBackordered: 0, qtyCancelled: 2 }],
    })
    expect(await open()).toBe('10.80')
    await sound()
    expect((await fixture.step(id, 'ship')).json()).toMatchObject({ status: 'shipped' })
    await sound()
  })

  test('cannot be cancelled if nothing would remain', async () => {
    const { id } = await fixture.place([{ skuId: await builders.item(), quantity: 2 }])
    const all = await fixture.step(id, 'cancel-rest', { reason: 'x' })
    expect([all.statusCode, all.json().code]).toEqual([409, 'nothing-left'])
    const one = { items: [{ lineNo: 1, quantity: 1 }], reason: 'x' }
    expect((await fixture.step(id, 'cancel-rest', one)).json().items[0].quantity).toBe(1)
    await sound()
    const sales = await prizm.signIn('sales')
    expect((await fixture.step(id, 'cancel-rest', one, sales)).statusCode).toBe(403)
  })

  test('of an order on credit hold, which holds no stock, can be cancelled', async () => {
    const skuId = await builders.item({ price: '10.00', currentStock: 10 })
    await fixture.place([{ skuId, quantity: 4 }])
    const { id } = await fixture.place([{ skuId, quantity: 5 }])
    await fixture.step(id, 'hold', { reason: 'credit' })
    const items = [{ lineNo: 1, quantity: 2 }]
    const fewer = await fixture.step(id, 'cancel-rest', { items, reason: 'Fewer' })
    // 3 × 10.00, 8 % tax and 15.00 shipping.
    expect([fewer.statusCode, fewer.json()]).toMatchObject([
      200,
      {
        status: 'pending',
        holdReason: 'credit',
        totalAmount: '47.40',
        items: [{ quantity: 3, qtyReserved: 0, qtyBackordered: 0, qtyCancelled: 2 }],
      },
    ])
    expect(await stock()).toEqual([{ on_hand: 10, reserved: 4 }])
    await sound()
    await fixture.step(id, 'release')
    expect(await stock()).toEqual([{ on_hand: 10, reserved: 7 }])
    await sound()
  })
})
