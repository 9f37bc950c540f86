// One file: the life of a message, from its text to its order, is read as one story.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { IntakeMessageDetails } from '../contract.ts'
import { deleteOldRawMessages } from './service.ts'
import { formOf, intakeFixture } from './testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof intakeFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await intakeFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

const text = 'From: jane@acme.example\nPO: P-1\n10 EA WID-100 $12.50\n2 cases of BP-7\n'
const plain = (po: string) => `From: jane@acme.example\nPO: ${po}\n10 EA WID-100 $12.50\n`
const steps = () =>
  prizm.rows(
    `select action, from_status as "from", to_status as "to" from audit_log
     where entity = 'intake_message' order by id`,
  )

describe('a pasted text', () => {
  test('becomes a message with its bytes, its form, its marks and its problems', async () => {
    const message = await fixture.pasted(text)
    expect(message).toMatchObject({
      channel: 'text',
      sender: expect.any(String),
      subject: 'From: jane@acme.example',
      state: 'needs attention',
      customerId: fixture.customerId,
      customerCode: 'ACME',
      customerPO: 'P-1',
      text,
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      arrivals: 1,
      orders: [],
    })
    const part = { customerId: fixture.customerId, code: 'BP-7' }
    expect(message.problems).toEqual([
      { path: 'items.1.skuId', message: 'Line 2: no SKU is known for BP-7', part },
    ])
    expect(message.items).toMatchObject([
      { source: 1, code: 'WID-100', sku: 'WID-100', quantity: 10, unit: 'EA', unitPrice: '12.50' },
      { source: 2, code: 'BP-7', sku: null, quantity: 2, unit: 'cases', unitPrice: null },
    ])
    expect(message.marks['customerPO']).toEqual({
      value: 'P-1',
      text: 'P-1',
      start: text.indexOf('P-1'),
      end: text.indexOf('P-1') + 3,
      confidence: 'sure',
      says: 'Read from a named field',
    })
    expect(await fixture.orders()).toEqual([])
    expect(await steps()).toEqual([{ action: 'create', from: null, to: 'needs attention' }])
  })

  test('is not read again while it is open, and is a duplicate once it was settled', async () => {
    const first = await fixture.pasted(plain('P-1'))
    expect(await fixture.pasted(plain('P-1'))).toMatchObject({ id: first.id, arrivals: 2 })
    await fixture.act(first.id, 'place', {})
    const again = await fixture.pasted(plain('P-1'))
    expect(again).toMatchObject({ state: 'duplicate', duplicateOf: first.id })
    expect(again.id).not.toBe(first.id)
    expect(await fixture.orders()).toHaveLength(1)
  })

  test('of two named senders is two messages, and each becomes its own order', async () => {
    const order = 'Customer: ACME\n10 EA WID-100 $12.50\n'
    const from = async (sender?: string): Promise<IntakeMessageDetails> => {
      const body = { text: order, ...(sender && { sender }) }
      return (await prizm.call('POST', '/api/intake-messages', { as: fixture.as, body })).json()
    }
    const jane = await from('jane@acme.example')
    const john = await from('John@Acme.example')
    expect(await from('john@acme.example')).toMatchObject({ id: john.id, arrivals: 2 })
    // A colleague who does not say who sent it gets the first one.
    expect(await from()).toMatchObject({ id: jane.id, arrivals: 2 })
    await fixture.act(john.id, 'place', {})
    expect(
      await prizm.rows('select sender, state, arrivals from intake_messages order by id'),
    ).toEqual([
      { sender: 'jane@acme.example', state: 'received', arrivals: 2 },
      { sender: 'John@Acme.example', state: 'placed', arrivals: 2 },
    ])
    await fixture.act(jane.id, 'reject', { reason: 'Test' })
    const third = await from('mary@acme.example')
    expect([third.state, third.duplicateOf]).toEqual(['received', null])
    expect(await from('jane@acme.example')).toMatchObject({
      state: 'duplicate',
      duplicateOf: jane.id,
    })
    expect(await fixture.orders()).toHaveLength(1)
  })

  test('is recorded once if it is pasted twice at the same time', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => plain(`P-${index}`))
    const pasted = await Promise.all([...texts, ...texts].map((text) => fixture.paste(text)))
    expect(new Set(pasted.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await prizm.rows('select state, arrivals from intake_messages')).toEqual(
      texts.map(() => ({ state: 'received', arrivals: 2 })),
    )
  })

  test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
    'is recorded once if only one of two who paste it at the same time names the sender',
    async () => {
      const waits = `select pid from pg_stat_activity
                     where datname = current_database() and wait_event_type = 'Lock'`
      const holder = await prizm.database.pool.connect()
      await holder.query('begin')
      // Messages are read and locked, but none is inserted.
      await holder.query('lock table intake_messages in share mode')
      const bodies = [{ text: plain('P-1'), sender: 'acme' }, { text: plain('P-1') }]
      const pasting = bodies.map((body) =>
        prizm.call('POST', '/api/intake-messages', { as: fixture.as, body }),
      )
      await expect.poll(async () => (await prizm.rows(waits)).length).toBe(2)
      await holder.query('commit')
      holder.release()
      const pasted = await Promise.all(pasting)
      expect(pasted.map(({ statusCode }) => statusCode)).toEqual([201, 201])
      expect(await prizm.rows('select arrivals from intake_messages')).toEqual([{ arrivals: 2 }])
    },
  )

  test.each([
    ['nothing', ' \n ', 'Paste the text of an order'],
    ['more than 256 KB', 'x'.repeat(262_145), 'The text is too long. The limit is 256 KB'],
    ['more bytes than 256 KB', 'é'.repeat(131_073), 'The text is too long. The limit is 256 KB'],
    ['a zero byte', 'PO 1\u0000', 'This text has characters that cannot be stored'],
  ])('is refused if it has %s', async (_, content, message) => {
    const answer = await fixture.paste(content)
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, message])
    expect(await prizm.rows('select id from intake_messages')).toEqual([])
  })

  test.each(['warehouse', 'viewer', 'purchasing'])('is not for the role %s', async (role) => {
    const as = await prizm.signIn(role)
    expect((await fixture.paste(plain('P-1'), as)).statusCode).toBe(403)
    expect((await prizm.call('GET', '/api/intake-messages', { as })).statusCode).toBe(403)
  })
})

describe('a correction', () => {
  test('of a part number and its unit is applied to the next message', async () => {
    const first = await fixture.pasted(text)
    const items = formOf(first).items.map((item, index) => {
      return index === 1 ? { ...item, skuId: fixture.cableId, quantity: 24, unit: 'FT' } : item
    })
    const saved = (await fixture.save(first, { items })).json()
    expect([saved.state, saved.problems]).toEqual(['received', []])
    const stored = await prizm.rows(
      'select kind, text, sku_id as sku, value, factor from intake_corrections order by id',
    )
    expect(stored).toEqual([
      { kind: 'part', text: 'BP-7', sku: fixture.cableId, value: null, factor: 1 },
      { kind: 'unit', text: 'cases', sku: fixture.cableId, value: 'FT', factor: 12 },
    ])
    const next = await fixture.pasted('From: jane@acme.example\nPO: P-2\n3 Cases of bp-7\n')
    expect([next.state, next.problems]).toEqual(['received', []])
    expect(next.items).toMatchObject([{ sku: 'CBL-300', quantity: 36, unit: 'FT' }])
    expect(next.marks['line 1 skuId']?.says).toBe('Corrected before for this customer')
  })

  test('of a unit is applied to the price too, so that it is compared with ours', async () => {
    const { customerId, cableId: skuId } = fixture
    const body = { customerId, text: 'case', skuId, factor: 12 }
    await prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })
    const order = (price: string) => `Customer: ACME\n3 cases CBL-300 @ ${price}\n`
    const even = await fixture.pasted(order('4.20'))
    expect(even.items).toMatchObject([{ quantity: 36, unitPrice: '0.35' }])
    const odd = await fixture.pasted(order('5.00'))
    expect(odd.items).toMatchObject([{ quantity: 36, unitPrice: null }])
    expect(odd.problems).toContainEqual({
      path: '',
      message: 'Line 1: the price 5.00 is not compared with ours',
    })
  })

  test('is in the history of the customer, with what the text meant before', async () => {
    const { customerId, widgetId, cableId } = fixture
    const correct = async (skuId: number) => {
      const body = { customerId, text: 'BP-7', skuId }
      return (await prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })).json()
    }
    await correct(widgetId)
    await correct(widgetId)
    const { id } = await correct(cableId)
    await prizm.call('DELETE', `/api/intake-corrections/${id}`, { as: fixture.as })
    const entries = await prizm.rows(
      `select changes->'correction' as correction from audit_log
       where entity = 'customer' and changes ? 'correction' order by id`,
    )
    expect(entries).toEqual([
      { correction: { from: null, to: 'BP-7 = WID-100' } },
      { correction: { from: 'BP-7 = WID-100', to: 'BP-7 = CBL-300' } },
      { correction: { from: 'BP-7 = CBL-300', to: null } },
    ])
  })

  test('is not stored if the person does not want it', async () => {
    const first = await fixture.pasted(text)
    const items = formOf(first).items.map((item) => ({ ...item, skuId: fixture.cableId }))
    await fixture.save(first, { items, remember: false })
    expect(await prizm.rows('select id from intake_corrections')).toEqual([])
  })

  test('of a unit is refused if it is the unit of the SKU, or of no whole number', async () => {
    const { customerId, widgetId: skuId } = fixture
    const correct = (fields: object) => {
      const body = { customerId, text: 'CS', skuId, ...fields }
      return prizm.call('POST', '/api/intake-corrections', { as: fixture.as, body })
    }
    const own = await correct({ text: 'each', factor: 2 })
    expect([own.statusCode, own.json().errors]).toMatchObject([
      422,
      [{ path: 'text', message: 'The SKU is sold in EA already' }],
    ])
    for (const factor of [0, 1.5, 10_001]) {
      expect((await correct({ factor })).statusCode).toBe(422)
    }
    expect(await prizm.rows('select id from intake_corrections')).toEqual([])
  })

  test('of a ship-to replaces the text of the customer the next time', async () => {
    const lines = (po: string) => `${plain(po)}\nShip to:\nAcme East, dock 4\n`
    const first = await fixture.pasted(lines('P-1'))
    expect(first.shippingAddress).toBe('Acme East, dock 4')
    await fixture.save(first, { shippingAddress: '1 Dock Rd\nReno, NV 89502' })
    const next = await fixture.pasted(lines('P-2'))
    expect(next.shippingAddress).toBe('1 Dock Rd\nReno, NV 89502')
  })

  test('of a ship-to is entered without a message, and replaces an earlier one', async () => {
    const { as, customerId } = fixture
    const enter = (shippingAddress: string) => {
      const body = { customerId, text: 'Acme East, dock 4', shippingAddress }
      return prizm.call('POST', '/api/intake-corrections', { as, body })
    }
    const first = await enter('1 Dock Rd\nReno, NV 89502')
    const second = await enter('2 Dock Rd\nReno, NV 89502')
    expect([first.statusCode, second.json().id]).toEqual([201, first.json().id])
    expect(second.json()).toMatchObject({ kind: 'ship-to', skuId: null, factor: 1 })
    const next = await fixture.pasted(`${plain('P-1')}\nShip to:\nAcme East, dock 4\n`)
    expect(next.shippingAddress).toBe('2 Dock Rd\nReno, NV 89502')
    const changes = await prizm.rows(
      `select changes->'correction' as correction from audit_log
       where entity = 'customer' and changes ? 'correction' order by id`,
    )
    // The address may be that of a person, so that the history does not repeat it.
    expect(changes).toEqual([
      { correction: { from: null, to: 'Ship-to' } },
      { correction: { from: 'Ship-to', to: 'Ship-to' } },
    ])
  })

  type Refused = { skuId?: true; shippingAddress?: string; factor?: number }
  const address = '1 Dock Rd'
  const one = 'Select a SKU, or enter the address of a ship-to'
  const refusals: [string, Refused, string, string][] = [
    ['neither a SKU nor an address', {}, 'skuId', one],
    ['both', { skuId: true, shippingAddress: address }, 'skuId', one],
    ['an empty address', { shippingAddress: ' ' }, 'shippingAddress', 'Required'],
    [
      'a factor of a ship-to',
      { shippingAddress: address, factor: 2 },
      'factor',
      'Only a unit of a SKU has a factor',
    ],
  ]
  test.each(refusals)('with %s is refused', async (_, { skuId, ...fields }, path, message) => {
    const { as, customerId, cableId } = fixture
    const sku = skuId ? { skuId: cableId } : {}
    const body = { customerId, text: 'dock 4', ...sku, ...fields }
    const refused = await prizm.call('POST', '/api/intake-corrections', { as, body })
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path, message }]])
    expect(await prizm.rows('select id from intake_corrections')).toEqual([])
  })

  test('can be listed and deleted', async () => {
    const { as, customerId, cableId } = fixture
    const body = { customerId, text: 'BP-7', skuId: cableId }
    const made = await prizm.call('POST', '/api/intake-corrections', { as, body })
    expect(made.json()).toMatchObject({ customerCode: 'ACME', kind: 'part', sku: 'CBL-300' })
    const { id } = made.json()
    const path = `/api/intake-corrections/${id}`
    expect((await prizm.call('DELETE', path, { as })).statusCode).toBe(204)
    expect((await prizm.call('DELETE', path, { as })).statusCode).toBe(404)
    expect((await prizm.call('GET', '/api/intake-corrections', { as })).json()).toEqual([])
  })
})

describe('placing a message', () => {
  test('creates one order by a person, with the source of the channel', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    const placed = await fixture.act(id, 'place', {})
    expect(placed.statusCode, placed.body).toBe(200)
    expect(placed.json()).toMatchObject({ state: 'placed', problems: [] })
    expect(await fixture.orders()).toEqual([
      { number: placed.json().orders[0].orderNumber, source: 'text', po: 'P-1' },
    ])
    expect(await steps()).toEqual([
      { action: 'create', from: null, to: 'received' },
      { action: 'place', from: 'received', to: 'placed' },
    ])
  })

  test('by two people at once creates one order', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    const both = await Promise.all([fixture.act(id, 'place', {}), fixture.act(id, 'place', {})])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)?.json().code).toBe(
      'illegal-transition',
    )
    expect(await fixture.orders()).toHaveLength(1)
  })

  test('two messages with one customer PO at once creates one order', async () => {
    const first = await fixture.pasted(plain('P-1'))
    const second = await fixture.pasted(`${plain('P-1')}Thank you`)
    const both = await Promise.all([first, second].map(({ id }) => fixture.act(id, 'place', {})))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await fixture.orders()).toHaveLength(1)
  })

  test('with a PO that is used already is refused until a person wants it', async () => {
    const first = await fixture.pasted(plain('P-1'))
    const placed = (await fixture.act(first.id, 'place', {})).json()
    const [{ orderNumber }] = placed.orders
    const second = await fixture.pasted(`${plain('P-1')}Thank you`)
    const step = 'Check that order, or turn on Allow repeated PO'
    const message = `PO P-1 is already used on ${orderNumber}. ${step}`
    const record = { kind: 'sales order', code: orderNumber }
    expect([second.state, second.problems]).toEqual([
      'needs attention',
      [{ path: 'customerPO', message, record }],
    ])
    const refused = await fixture.act(second.id, 'place', {})
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      409,
      'customer-po-repeated',
      message,
    ])
    const again = await fixture.act(second.id, 'place', { isRepeatAccepted: true })
    expect(again.json().state).toBe('placed')
    expect(await fixture.orders()).toHaveLength(2)
  })

  test('with other prices than ours is refused until a person accepts ours', async () => {
    const { id } = await fixture.pasted(plain('P-1').replace('12.50', '11.00'))
    const refused = await fixture.act(id, 'place', {})
    expect([refused.json().code, refused.json().errors]).toMatchObject([
      'intake-price-differs',
      [
        {
          path: 'items.0.unitPrice',
          message: 'Line 1: customer price $11.00, our price $12.50',
        },
      ],
    ])
    expect(await fixture.orders()).toEqual([])
    expect((await fixture.act(id, 'place', { isPriceAccepted: true })).statusCode).toBe(200)
  })

  test('with problems is refused, and names them', async () => {
    const { id } = await fixture.pasted(text)
    const refused = await fixture.act(id, 'place', {})
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      409,
      'intake-incomplete',
      'Line 2: no SKU is known for BP-7',
    ])
    expect(await fixture.orders()).toEqual([])
  })

  test('beyond the stock is refused by the rules of Order Entry, and it stays open', async () => {
    const { id } = await fixture.pasted(plain('P-1').replace('10 EA', '101 EA'))
    const refused = await fixture.act(id, 'place', {})
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'insufficient-stock'])
    expect((await fixture.read(id)).state).toBe('received')
  })
})

describe('settling messages', () => {
  test('a rejected message has a reason, and can be reopened', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    expect((await fixture.act(id, 'reject', { reason: '' })).statusCode).toBe(422)
    const rejected = await fixture.act(id, 'reject', { reason: 'Not an order' })
    expect(rejected.json()).toMatchObject({ state: 'rejected', reason: 'Not an order' })
    expect((await fixture.act(id, 'place', {})).statusCode).toBe(409)
    expect((await fixture.act(id, 'reopen')).json().state).toBe('needs attention')
    expect((await fixture.act(id, 'run')).json().state).toBe('received')
  })

  test('one that repeats another becomes its duplicate, and creates no order', async () => {
    const [first, second] = [await fixture.pasted(plain('P-1')), await fixture.pasted(text)]
    const itself = await fixture.act(second.id, 'match', { duplicateOf: second.id })
    expect(itself.json().errors).toMatchObject([
      { path: 'duplicateOf', message: 'Must be the number of another message' },
    ])
    const matched = await fixture.act(second.id, 'match', { duplicateOf: first.id })
    expect(matched.json()).toMatchObject({ state: 'duplicate', duplicateOf: first.id })
    expect((await fixture.act(second.id, 'place', {})).statusCode).toBe(409)
    expect((await fixture.act(second.id, 'reopen')).json()).toMatchObject({
      state: 'needs attention',
      duplicateOf: null,
    })
  })

  test('two messages do not become duplicates of each other, so that one is placed', async () => {
    const [first, second] = [await fixture.pasted(plain('P-1')), await fixture.pasted(text)]
    const both = await Promise.all([
      fixture.act(first.id, 'match', { duplicateOf: second.id }),
      fixture.act(second.id, 'match', { duplicateOf: first.id }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
    const refused = both.find(({ statusCode }) => statusCode === 422)?.json()
    const states = [(await fixture.read(first.id)).state, (await fixture.read(second.id)).state]
    const open = states.findIndex((state) => state !== 'duplicate')
    const other = open === 0 ? second.id : first.id
    expect(states.filter((state) => state === 'duplicate')).toHaveLength(1)
    expect(refused.errors).toMatchObject([
      { path: 'duplicateOf', message: `Message ${other} is a duplicate itself` },
    ])
  })

  test('only the orders of a file or an 850 are created again', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    const refused = await fixture.act(id, 'run?again=2')
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: 'again', message: 'Only a file or an 850 can be created again' }],
    ])
  })

  test('the same message is open only once', async () => {
    const first = await fixture.pasted(plain('P-1'))
    await fixture.act(first.id, 'reject', { reason: 'Not an order' })
    const second = await fixture.pasted(plain('P-1'))
    expect((await fixture.act(second.id, 'reopen')).statusCode).toBe(200)
    const refused = await fixture.act(first.id, 'reopen')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'intake-already-open'])
  })

  test('many are assigned or rejected at once, each by itself', async () => {
    const [open, settled] = [await fixture.pasted(plain('P-1')), await fixture.pasted(plain('P-2'))]
    await fixture.act(settled.id, 'place', {})
    const change = (body: object) =>
      prizm.call('POST', '/api/intake-messages/change', { as: fixture.as, body })
    const ids = [open.id, settled.id]
    const kept = [
      {
        id: settled.id,
        reason:
          `Message ${settled.id}: This message is placed, so it cannot be changed. ` +
          'Change the order instead',
      },
    ]
    expect((await change({ action: 'assign', ids })).json()).toEqual({ done: [open.id], kept })
    expect((await fixture.read(open.id)).ownerName).not.toBeNull()
    expect((await change({ action: 'reject', ids })).statusCode).toBe(422)
    const rejected = await change({ action: 'reject', ids, reason: 'Test' })
    expect(rejected.json()).toEqual({ done: [open.id], kept })
  })

  test('of many that are run again, those that still need attention are named', async () => {
    const unknown = await fixture.pasted(text)
    const settled = await fixture.pasted(plain('P-2'))
    const ready = await fixture.pasted(plain('P-3'))
    await fixture.act(settled.id, 'reject', { reason: 'Test' })
    const ids = [unknown.id, settled.id, ready.id]
    const run = await prizm.call('POST', '/api/intake-messages/run', {
      as: fixture.as,
      body: { ids },
    })
    expect(run.json()).toEqual({
      done: [ready.id],
      kept: [
        {
          id: unknown.id,
          reason: `Message ${unknown.id} still needs attention: Line 2: no SKU is known for BP-7`,
        },
        {
          id: settled.id,
          reason:
            `Message ${settled.id}: This message is rejected, so it cannot be changed. ` +
            'Reopen it first',
        },
      ],
    })
  })

  test('a message is assigned to another user who may work in the inbox', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    const colleague = await prizm.builders.user({ username: 'colleague', role: 'sales' })
    const viewer = await prizm.builders.user({ username: 'viewer', role: 'viewer' })
    const gone = await prizm.builders.user({ username: 'gone', role: 'sales', isActive: false })
    const path = '/api/intake-messages/assignees'
    const { users } = (await prizm.call('GET', path, { as: fixture.as })).json()
    expect(users).toContainEqual({ id: colleague.id, username: 'colleague' })
    const names = users.map(({ username }: { username: string }) => username)
    expect(names).not.toContain('viewer')
    expect(names).not.toContain('gone')
    const change = (body: object) =>
      prizm.call('POST', '/api/intake-messages/change', { as: fixture.as, body })
    const assigned = await change({ action: 'assign', ids: [id], ownerId: colleague.id })
    expect(assigned.json()).toEqual({ done: [id], kept: [] })
    expect(await fixture.read(id)).toMatchObject({ ownerId: colleague.id, ownerName: 'colleague' })
    const refusal = {
      path: 'ownerId',
      message: 'Must be an active user who may work in the inbox',
    }
    for (const ownerId of [viewer.id, gone.id, 999_999]) {
      const refused = await change({ action: 'assign', ids: [id], ownerId })
      expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [refusal]])
    }
    const reject = { action: 'reject', reason: 'Test', ids: [id], ownerId: colleague.id }
    expect((await change(reject)).statusCode).toBe(422)
    expect(await fixture.read(id)).toMatchObject({ ownerName: 'colleague', state: 'received' })
    const viewing = await prizm.signIn('viewer')
    expect((await prizm.call('GET', path, { as: viewing })).statusCode).toBe(403)
  })

  test('the count has the open messages, and those of the caller', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    await fixture.pasted(plain('P-2'))
    const count = async () =>
      (await prizm.call('GET', '/api/intake-messages/open-count', { as: fixture.as })).json()
    expect(await count()).toEqual({ open: 2, mine: 0 })
    const body = { action: 'assign', ids: [id] }
    await prizm.call('POST', '/api/intake-messages/change', { as: fixture.as, body })
    expect(await count()).toEqual({ open: 2, mine: 1 })
    await fixture.act(id, 'place', {})
    expect(await count()).toEqual({ open: 1, mine: 0 })
  })

  test('raw bytes of settled messages are deleted by their age; open ones stay', async () => {
    const [open, settled] = [await fixture.pasted(plain('P-1')), await fixture.pasted(plain('P-2'))]
    await fixture.act(settled.id, 'reject', { reason: 'Test' })
    await prizm.rows(`update intake_messages set received_at = now() - interval '366 days'`)
    await prizm.rows(
      `update intake_messages set problems = '[{"path": "", "message": "It says “Ring”"}]'
       where id = ${settled.id}`,
    )
    await deleteOldRawMessages(fixture.context())
    expect((await fixture.read(settled.id)).text).toBeNull()
    expect((await fixture.read(open.id)).text).toBe(plain('P-1'))
    const [kept] = await prizm.rows(
      `select raw, content, problems from intake_messages where id = ${settled.id}`,
    )
    expect(kept).toEqual({ raw: null, content: null, problems: [] })
    const path = `/api/intake-messages/${settled.id}/file`
    expect((await prizm.call('GET', path, { as: fixture.as })).statusCode).toBe(404)
    const reopened = await fixture.act(settled.id, 'reopen')
    expect([reopened.statusCode, reopened.json().code, reopened.json().detail]).toEqual([
      409,
      'intake-raw-deleted',
      'The original message was deleted after its retention period, so it cannot be reopened. ' +
        'Enter the order in Order Entry',
    ])
    expect((await fixture.read(settled.id)).state).toBe('rejected')
  })

  test('forms whose raw bytes version 0.12 deleted are deleted, too', async () => {
    const { id } = await fixture.pasted(plain('P-1'))
    await fixture.act(id, 'reject', { reason: 'Test' })
    await prizm.rows(
      `update intake_messages set raw = null, received_at = now() - interval '366 days'`,
    )
    await deleteOldRawMessages(fixture.context())
    expect(await prizm.rows('select raw, content from intake_messages')).toEqual([
      { raw: null, content: null },
    ])
  })
})
