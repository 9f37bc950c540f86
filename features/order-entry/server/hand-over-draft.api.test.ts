import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { formOf as intakeFormOf } from '#features/intake/server/testing.ts'

let prizm: TestApp
let as: string
let customerId: number
let skuId: number

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
  customerId = (await prizm.builders.customer({ creditLimit: '1000.00' })).id
  skuId = (await prizm.builders.sku({ price: '10.00', currentStock: 50 })).id
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const formOf = (orderSource: string) => ({
  customer: { id: customerId, code: 'C', text: 'C' },
  orderSource,
  customerPO: 'P-1',
  shippingAddress: '',
  shipDate: '',
  notes: 'They call again',
  lines: [
    { sku: { id: skuId, code: 'S', text: 'S' }, text: '', quantity: '3' },
    { text: '', quantity: '1' },
  ],
})
async function draft(orderSource = 'phone'): Promise<number> {
  const body = { title: 'Phone order', form: formOf(orderSource) }
  return (await prizm.call('POST', '/api/order-drafts', { as, body })).json().id
}
const handOver = (id: number, by = as) =>
  prizm.call('POST', `/api/order-drafts/${id}/hand-over`, { as: by })

test('a draft becomes a message of its channel, and is placed by somebody else', async () => {
  const answer = await handOver(await draft())
  expect(answer.statusCode, answer.body).toBe(200)
  const path = `/api/intake-messages/${answer.json().messageId}`
  const other = await prizm.signIn('manager')
  expect((await prizm.call('GET', path, { as: other })).json()).toMatchObject({
    channel: 'phone',
    subject: 'Phone order',
    state: 'received',
    customerId,
    customerPO: 'P-1',
    notes: 'They call again',
    items: [{ skuId, quantity: 3 }],
  })
  expect(await prizm.rows('select id from order_drafts')).toEqual([])
  const placed = await prizm.call('POST', `${path}/place`, { as: other, body: {} })
  expect(placed.json().state).toBe('placed')
  expect(await prizm.rows('select order_source as source from sales_orders')).toEqual([
    { source: 'phone' },
  ])
})

/** Hands over a draft with other fields, and reads its message. */
async function handedOver(fields: object) {
  const body = { title: 'Phone order', form: { ...formOf('phone'), ...fields } }
  const { id } = (await prizm.call('POST', '/api/order-drafts', { as, body })).json()
  const path = `/api/intake-messages/${(await handOver(id)).json().messageId}`
  const read = async () => (await prizm.call('GET', path, { as })).json()
  return { path, message: await read() }
}
const says = (text: string) => {
  const message = `It also says “${text}”, which this form has no place for. Check it and save`
  return { path: '', message }
}

test('what the form of the inbox has no place for is a problem until a person saves', async () => {
  const { path, message } = await handedOver({
    shippingMethod: 'pickup',
    billingAddress: '500 Dock Rd\nReno',
    fills: { billingAddress: { from: { id: customerId, code: 'C' }, value: '1 Quay' } },
    backorder: true,
    shipDate: 'tomorrow',
    customerPO: 'P'.repeat(51),
    lines: [
      { text: '', quantity: '1', price: '' },
      { sku: { id: skuId }, text: '', quantity: '3', price: '10%' },
    ],
  })
  expect([message.state, message.customerPO, message.problems]).toEqual([
    'needs attention',
    'P'.repeat(50),
    [
      says('Shipping method: Customer pickup'),
      says('Billing address: 500 Dock Rd, Reno'),
      says('Backorder: yes'),
      { path: '', message: 'Customer PO: this form has only the first 50 characters' },
      says('Ship date: tomorrow'),
      says('Line 1, price: 10%'),
    ],
  ])
  const place = () => prizm.call('POST', `${path}/place`, { as, body: {} })
  expect((await place()).json().code).toBe('intake-incomplete')
  const saved = await prizm.call('PUT', path, { as, body: intakeFormOf(message) })
  expect([saved.json().state, saved.json().problems]).toEqual(['received', []])
  expect((await place()).json().state).toBe('placed')
})

test('a typed price is compared with ours before the order is placed', async () => {
  const lines = [{ sku: { id: skuId }, text: '', quantity: '3', price: '$8.50' }]
  const { path, message } = await handedOver({ lines, cancelAfter: '2026-12-31' })
  expect(message).toMatchObject({
    state: 'received',
    problems: [],
    cancelAfter: '2026-12-31',
    items: [{ skuId, quantity: 3, unitPrice: '8.50' }],
  })
  const refused = await prizm.call('POST', `${path}/place`, { as, body: {} })
  expect([refused.json().code, refused.json().detail]).toEqual([
    'intake-price-differs',
    'Line 1: customer price $8.50, our price $10.00. Turn on Use our prices, or ask the customer',
  ])
  expect(await prizm.rows('select id from sales_orders')).toEqual([])
})

test('the usual shipping method and the address of the customer ask for nothing', async () => {
  const billingAddress = '1 Quay'
  const fills = { billingAddress: { from: { id: customerId, code: 'C' }, value: billingAddress } }
  const { message } = await handedOver({ shippingMethod: 'standard', billingAddress, fills })
  expect([message.state, message.problems]).toEqual(['received', []])
})

test('handed over twice at once it is one message', async () => {
  const id = await draft('web')
  const both = await Promise.all([handOver(id), handOver(id)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await prizm.rows('select channel from intake_messages')).toEqual([{ channel: 'web' }])
})

test("another user's draft is not there", async () => {
  const id = await draft()
  expect((await handOver(id, await prizm.signIn('manager'))).statusCode).toBe(404)
  expect(await prizm.rows('select id from order_drafts')).toEqual([{ id }])
})

const keyedForm = () => ({ ...formOf('web'), idempotencyKey: 'key-1' })
const saveKeyed = async (fields: object = {}): Promise<number> => {
  const body = { title: 'Web order', form: { ...keyedForm(), ...fields } }
  return (await prizm.call('POST', '/api/order-drafts', { as, body })).json().id
}
/** Creates the order of the form under its key, as another tab or device does. */
const createUnderKey = (key = 'key-1') =>
  prizm.call('POST', '/api/orders/create', {
    as,
    headers: { 'idempotency-key': key },
    body: { customerId, customerPO: 'P-1', items: [{ skuId, quantity: 3 }] },
  })
const draftIds = async () => {
  const found = await prizm.rows<{ id: number }>('select id from order_drafts')
  return found.map(({ id }) => id)
}
const messages = () =>
  prizm.rows(
    `select m.id, m.channel, m.subject, m.state, m.problems, u.username = m.sender as "isOwn"
     from intake_messages m join users u on u.id = m.created_by order by m.id`,
  )
const orderPos = async () => {
  const found = await prizm.rows<{ po: string }>('select customer_po as po from sales_orders')
  return found.map(({ po }) => po)
}
/** The refusals of a draft whose order exists, and of one that became the message. */
const draftCreated = (created: Awaited<ReturnType<typeof createUnderKey>>) => {
  const detail = `Order ${created.json().order.orderNumber} was already created from this draft`
  return { code: 'draft-created', detail }
}
const draftMoved = (messageId: number) => ({
  code: 'draft-moved',
  detail: `This draft was already moved to Intake as message ${messageId}`,
})

test('a draft whose order exists is refused, and stays a draft', async () => {
  const id = await saveKeyed()
  // The answer of this creation is lost, or another device had the draft open.
  const created = await createUnderKey()
  expect(created.statusCode, created.body).toBe(201)
  const refused = await handOver(id)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, draftCreated(created)])
  expect(await draftIds()).toEqual([id])
  expect(await messages()).toEqual([])
})

test('a draft without a key of its own is refused under the key of its id', async () => {
  const id = await draft()
  const created = await createUnderKey(`order-draft-${id}`)
  expect(created.statusCode, created.body).toBe(201)
  const refused = await handOver(id)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, draftCreated(created)])
  expect(await draftIds()).toEqual([id])
})

test('a draft that is saved again after a lost answer is handed over once', async () => {
  const first = await handOver(await saveKeyed())
  const second = await handOver(await saveKeyed())
  expect([second.statusCode, second.json()]).toEqual([200, first.json()])
  expect((await messages()).map(({ id }) => id)).toEqual([first.json().messageId])
  expect(await draftIds()).toEqual([])
})

test('a draft that was moved and then changed stays a draft, so that nothing is lost', async () => {
  const { messageId } = (await handOver(await saveKeyed())).json()
  const id = await saveKeyed({ notes: 'Other' })
  const refused = await handOver(id)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, draftMoved(messageId)])
  expect(await draftIds()).toEqual([id])
  expect(await messages()).toHaveLength(1)
})

test('an order that was handed over is not created under its key in another tab', async () => {
  await handOver(await saveKeyed())
  const created = await createUnderKey()
  expect([created.statusCode, created.json().code]).toEqual([422, 'idempotency-key-reused'])
  expect(await orderPos()).toEqual([])
})

describe('an order that a device has not sent', () => {
  const reason = 'The server refused the order: This customer is inactive.'
  const send = (fields: object = {}) =>
    prizm.call('POST', '/api/order-drafts/hand-over', {
      as,
      body: { key: 'key-1', title: 'Unsent', form: keyedForm(), reason, ...fields },
    })

  test('becomes one message of the mobile app with its reason, and its draft is gone', async () => {
    const draftId = await saveKeyed()
    const both = await Promise.all([send({ draftId }), send({ draftId })])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const again = await send({ draftId })
    const ids = [...both, again].map((answer) => answer.json().messageId)
    expect(new Set(ids).size).toBe(1)
    expect(await messages()).toEqual([
      {
        id: ids[0],
        channel: 'mobile',
        subject: 'Unsent',
        state: 'needs attention',
        problems: [{ path: '', message: reason }],
        isOwn: true,
      },
    ])
    expect(await draftIds()).toEqual([])
    const place = `/api/intake-messages/${ids[0]}/place`
    expect((await prizm.call('POST', place, { as, body: {} })).json().state).toBe('placed')
    // The lost answer may arrive much later, when the message is settled.
    expect((await send({ draftId })).json()).toEqual({ messageId: ids[0] })
    expect(await messages()).toMatchObject([{ state: 'placed' }])
    expect(await orderPos()).toEqual(['P-1'])
  })

  test('is not handed over if it was created under its key', async () => {
    const draftId = await saveKeyed()
    const created = await createUnderKey()
    expect(created.statusCode, created.body).toBe(201)
    const refused = await send({ draftId })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, draftCreated(created)])
    expect([await messages(), await draftIds()]).toEqual([[], [draftId]])
  })

  test('with other entries than before is refused, so that none are lost unseen', async () => {
    const { messageId } = (await send()).json()
    const refused = await send({ form: { ...keyedForm(), notes: 'Other' } })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, draftMoved(messageId)])
    expect(await messages()).toHaveLength(1)
  })

  test('whose draft is gone has that as a problem until a person saves', async () => {
    const draftId = await saveKeyed()
    await prizm.call('DELETE', `/api/order-drafts/${draftId}`, { as })
    const { messageId } = (await send({ draftId, reason: '' })).json()
    const message =
      'Its draft was created, moved to Intake or deleted meanwhile. ' +
      'Check Sales Orders and Intake, then save'
    expect(await messages()).toMatchObject([{ id: messageId, problems: [{ path: '', message }] }])
    const place = `/api/intake-messages/${messageId}/place`
    const refused = await prizm.call('POST', place, { as, body: {} })
    expect(refused.json().code).toBe('intake-incomplete')
  })

  test('is refused if its key is none, or if it is from a later version', async () => {
    expect((await send({ key: 'with space' })).statusCode).toBe(422)
    const later = await send({ form: { $form: 99, lines: [] } })
    expect([later.statusCode, later.json().code]).toEqual([409, 'stored-form-unreadable'])
    expect(await messages()).toEqual([])
  })

  test('whose key another request used is refused, because it may exist', async () => {
    const headers = { 'idempotency-key': 'key-1' }
    await prizm.call('POST', '/api/order-drafts', { as, headers, body: { form: keyedForm() } })
    const refused = await send()
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'idempotency-key-reused'])
    expect(await messages()).toEqual([])
  })
})
