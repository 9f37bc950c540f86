import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ReturnDetails } from '../contract.ts'
import { returnsFixture } from './testing.ts'
import { differentReplays } from '#features/order-entry/server/testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  expect(await differentReplays(prizm)).toEqual([])
  await prizm.close()
})

const codesOf = (all: { statusCode: number }[]) =>
  all.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

/** Creates an approved return of this many units of one SKU at 10.00. */
async function approved(quantity = 3): Promise<ReturnDetails> {
  const order = await fixture.shipped(quantity, {
    skuId: await fixture.given.item({ cost: '4.00' }),
  })
  const items = [{ originalItemId: order.items[0]?.id, quantity }]
  const made = await fixture.made({ originalOrderId: order.id, items })
  return (await fixture.act(made.id, 'approve')).json()
}
const orders = () =>
  fixture.query(`select o.order_number as number, o.status, o.total_amount as total, o.notes,
                     i.quantity, i.unit_price as price, i.price_source as source
              from sales_orders o join sales_order_items i on i.sales_order_id = o.id
              order by o.id`)

describe('the replacement of a customer’s goods', () => {
  test('is one free order, linked both ways', async () => {
    const { id, returnNumber } = await approved(3)
    const answer = await fixture.act(id, 'replace', 'sales', { price: 'free' })
    const { replacementOrderId, replacementOrderNumber } = answer.json<ReturnDetails>()
    expect(answer.json()).toMatchObject({ status: 'approved', replacementPrice: 'free' })
    const [, order] = await orders()
    expect(order).toEqual({
      number: replacementOrderNumber,
      status: 'pending',
      total: '0.00',
      notes: `Replacement for ${returnNumber}, free of charge`,
      quantity: 3,
      price: '0.00',
      source: 'replacement',
    })
    const url = `/api/returns?replacementOrderId=${replacementOrderId}`
    const back = await prizm.call('GET', url, { as: fixture.people['sales'] ?? '' })
    expect(back.json()).toMatchObject([{ id, replacementOrderNumber }])
    expect(await fixture.stock()).toEqual([{ onHand: 97, reserved: 3 }])
    expect(
      await fixture.query("select changes from audit_log where action = 'replace'"),
    ).toMatchObject([{ changes: { replacementOrder: { to: replacementOrderNumber } } }])
  })

  test('is charged at the original price, not the current one, and without freight', async () => {
    const { id } = await approved(3)
    await fixture.query("update skus set price = '99.00'")
    await fixture.act(id, 'replace', 'manager', { price: 'original' })
    const [, order] = await orders()
    // Three at 10.00 with 8% tax.
    expect(order).toMatchObject({ price: '10.00', source: 'replacement', total: '32.40' })
  })

  test('is created once, even by concurrent requests', async () => {
    const { id } = await approved(3)
    const ask = () => fixture.act(id, 'replace', 'manager', { price: 'free' })
    const all = await Promise.all([ask(), ask(), ask()])
    expect(codesOf(all)).toEqual([200, 409, 409])
    const refused = all.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'already-replaced' })
    expect(await orders()).toHaveLength(2)
  })

  test('is free only if nothing is credited, and then excludes a credit', async () => {
    const credits = () => fixture.query('select count(*)::int as n from credit_memos')
    const replaced = await approved(1)
    await fixture.act(replaced.id, 'replace', 'manager', { price: 'free' })
    await fixture.act(replaced.id, 'receive', 'warehouse')
    const fee = await fixture.act(replaced.id, 'complete', 'finance', { restockingFee: '1.00' })
    expect(fee.json().errors).toMatchObject([{ path: 'restockingFee' }])
    expect((await fixture.act(replaced.id, 'complete', 'finance')).statusCode).toBe(200)
    expect(await credits()).toEqual([{ n: 0 }])
    const credited = await approved(1)
    await fixture.act(credited.id, 'receive', 'warehouse')
    const late = () => fixture.act(credited.id, 'replace', 'manager', { price: 'free' })
    const both = await Promise.all([fixture.act(credited.id, 'complete', 'finance'), late()])
    expect(both[0]?.statusCode).toBe(200)
    const isCredited = (await credits())[0].n === 1
    expect(isCredited).toBe(both[1]?.statusCode === 409)
    const again = await late()
    expect(again.json().code).toBe(isCredited ? 'already-credited' : 'already-replaced')
  })

  test('does not prevent the credit once it is cancelled', async () => {
    const { id } = await approved(1)
    const replaced = await fixture.act(id, 'replace', 'manager', { price: 'free' })
    const url = `/api/sales-orders/${replaced.json().replacementOrderId}/cancel`
    const as = fixture.people['manager'] ?? ''
    const body = { reason: 'They want the money' }
    expect((await prizm.call('POST', url, { as, body })).statusCode).toBe(200)
    await fixture.act(id, 'receive', 'warehouse')
    await fixture.act(id, 'complete', 'finance')
    expect(await fixture.query('select total from credit_memos')).toEqual([{ total: '10.80' }])
  })

  test('is refused before approval, above the limit of sales, and without stock', async () => {
    const order = await fixture.shipped(60)
    const items = [{ originalItemId: order.items[0]?.id, quantity: 60 }]
    const { id } = await fixture.made({ originalOrderId: order.id, items })
    const free = (who: string) => fixture.act(id, 'replace', who, { price: 'free' })
    expect((await free('manager')).json().code).toBe('illegal-transition')
    await fixture.act(id, 'approve')
    expect((await free('sales')).json().code).toBe('over-limit')
    expect((await free('warehouse')).statusCode).toBe(403)
    expect((await free('manager')).json().code).toBe('insufficient-stock')
    const wrong = await fixture.act(id, 'replace', 'manager', { price: 'half' })
    expect(wrong.statusCode).toBe(422)
    expect(await orders()).toHaveLength(1)
    const later = { price: 'free', backorder: true }
    expect((await fixture.act(id, 'replace', 'manager', later)).statusCode).toBe(200)
  })
})

describe('a customer’s goods sent on to a vendor', () => {
  const meant = async (quantity = 4) => {
    const { id, items } = await approved(quantity)
    const itemId = items[0]?.id ?? 0
    const parts = [{ itemId, disposition: 'vendor', condition: 'defective' }]
    const received = await fixture.act(id, 'receive', 'warehouse', { items: parts })
    const vendorId = (await prizm.builders.vendor()).id
    const buyer = await prizm.signIn('purchasing')
    const send = (fields: object = {}) =>
      fixture.act(id, 'send-to-vendor', buyer, { vendorId, ...fields })
    return { id, itemId, vendorId, buyer, send, received: received.json<ReturnDetails>() }
  }

  test('become a return to the vendor, linked both ways, at cost', async () => {
    const { id, vendorId, itemId, send, received } = await meant(4)
    expect(received).toMatchObject({ toVendor: 4, items: [{ id: itemId, toVendor: 4 }] })
    const made = await send()
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      type: 'rtv',
      status: 'pending',
      vendorId,
      sourceReturnId: id,
      sourceReturnNumber: received.returnNumber,
      reason: 'Too many',
      totalAmount: '16.00',
      items: [{ quantity: 4, condition: 'defective', disposition: 'vendor' }],
    })
    const as = fixture.people['sales'] ?? ''
    const read = await prizm.call('GET', `/api/returns/${id}`, { as })
    expect(read.json()).toMatchObject({
      toVendor: 0,
      vendorReturns: [{ id: made.json().id, status: 'pending' }],
    })
    expect(
      await fixture.query("select count(*)::int as n from outbox where topic = 'return.created'"),
    ).toEqual([{ n: 2 }])
  })

  test('do not change the stock, and the vendor owes for them', async () => {
    const { vendorId, send } = await meant(4)
    const { id } = (await send()).json()
    await fixture.act(id, 'approve')
    expect(await fixture.broken()).toEqual([])
    await fixture.act(id, 'ship', 'warehouse')
    expect(await fixture.stock()).toEqual([{ onHand: 96, reserved: 0 }])
    expect(await fixture.broken()).toEqual([])
    expect((await fixture.act(id, 'complete', 'finance')).statusCode).toBe(200)
    expect(
      await fixture.query(`select l.account, l.vendor_id as vendor, l.debit, l.credit
                        from journal_lines l join journal_entries e on e.id = l.entry_id
                        where e.source in ('return', 'vendor_credit') order by l.id`),
    ).toEqual([
      { account: '2050', vendor: vendorId, debit: '16.00', credit: '0.00' },
      { account: '5000', vendor: null, debit: '0.00', credit: '16.00' },
      { account: '2000', vendor: vendorId, debit: '16.00', credit: '0.00' },
      { account: '2050', vendor: vendorId, debit: '0.00', credit: '16.00' },
    ])
  })

  test('are assigned to their purchase order if the vendor has not billed it yet', async () => {
    const { vendorId, buyer, send } = await meant(4)
    const manager = fixture.people['manager'] ?? ''
    const [{ skuId }] = await fixture.query('select sku_id as "skuId" from return_items')
    const body = {
      orderNumber: 'PO-1',
      vendorId,
      status: 'submitted',
      items: [{ skuId, quantity: 5, unitPrice: '3.00' }],
    }
    const order = (await prizm.call('POST', '/api/purchase-orders', { as: buyer, body })).json()
    const step = (verb: string) =>
      prizm.call('POST', `/api/purchase-orders/${order.id}/${verb}`, { as: manager, body: {} })
    expect([(await step('approve')).statusCode, (await step('receive')).statusCode]).toEqual([
      200, 200,
    ])
    const sent = (await send()).json()
    expect(sent).toMatchObject({ originalOrderNumber: 'PO-1', totalAmount: '12.00' })
    await fixture.act(sent.id, 'approve')
    await fixture.act(sent.id, 'ship', 'warehouse')
    await fixture.act(sent.id, 'complete', 'finance')
    expect(await fixture.query('select count(*)::int as n from vendor_credits')).toEqual([{ n: 0 }])
    expect(
      await fixture.query(
        `select sum(credit - debit) as "notBilled" from journal_lines where account = '2050'`,
      ),
    ).toEqual([{ notBilled: '3.00' }])
  })

  test('are sent once, never more than marked, even by concurrent requests', async () => {
    const { itemId, send } = await meant(4)
    const three = { items: [{ itemId, quantity: 3 }] }
    expect(codesOf(await Promise.all([send(three), send(three)]))).toEqual([201, 409])
    const more = await send({ items: [{ itemId, quantity: 2 }] })
    expect(more.json()).toMatchObject({
      code: 'over-return',
      errors: [{ path: 'items.0.quantity', message: 'At most 1' }],
    })
    expect((await send()).json().items).toMatchObject([{ quantity: 1 }])
    expect((await send()).json().code).toBe('nothing-to-send')
  })

  test('can be inspected again if the return to the vendor is rejected', async () => {
    const { id, send, received } = await meant(4)
    const first = (await send()).json()
    const receiptItemId = received.receipts[0]?.items[0]?.id
    const scrap = { items: [{ receiptItemId, disposition: 'scrap' }] }
    expect((await fixture.act(id, 'inspect', 'warehouse', scrap)).json().code).toBe(
      'over-inspected',
    )
    await fixture.act(first.id, 'reject', 'manager', { reason: 'They do not take it' })
    const decided = await fixture.act(id, 'inspect', 'warehouse', scrap)
    expect(decided.json()).toMatchObject({ toVendor: 0 })
    expect((await send()).json().code).toBe('nothing-to-send')
  })

  test('are sent by buyers only, to an existing vendor, and only if marked', async () => {
    const { id, itemId, send } = await meant(2)
    const as = fixture.people['sales'] ?? ''
    expect((await fixture.act(id, 'send-to-vendor', as, { vendorId: 1 })).statusCode).toBe(403)
    expect((await send({ vendorId: 77 })).json().errors[0].path).toBe('vendorId')
    const wrong = await send({ items: [{ itemId: itemId + 9, quantity: 1 }] })
    expect(wrong.json().errors[0].path).toBe('items.0.itemId')
    const restocked = await approved(1)
    await fixture.act(restocked.id, 'receive', 'warehouse')
    const none = await fixture.act(restocked.id, 'send-to-vendor', 'manager', { vendorId: 1 })
    expect(none.json().code).toBe('nothing-to-send')
  })
})
