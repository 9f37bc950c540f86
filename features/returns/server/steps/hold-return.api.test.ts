import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { ReturnDetails } from '../../contract.ts'
import { returnsFixture } from '../testing.ts'

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof returnsFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await returnsFixture(prizm)
})
afterEach(async () => {
  expect(await fixture.broken()).toEqual([])
  await prizm.close()
})

async function createRma(): Promise<ReturnDetails> {
  const customerId = await fixture.given.buyer()
  const skuId = await fixture.given.item({ cost: '4.00' })
  return fixture.made({ customerId, items: [{ skuId, quantity: 2 }] })
}

const why = { reason: 'Photos asked for' }
const idsOf = async (query: string) => {
  const as = fixture.people['manager'] ?? ''
  const found = await prizm.call('GET', `/api/returns?${query}`, { as })
  return found.json<ReturnDetails[]>().map(({ id }) => id)
}

test('a hold does not change the status, blocks transitions, and can be released', async () => {
  const { id, version } = await createRma()
  const held = await fixture.act(id, 'hold', 'manager', why)
  expect(held.json()).toMatchObject({
    status: 'pending',
    displayStatus: 'on hold',
    holdReason: 'Photos asked for',
    holdAdvice:
      'Release it with a reason (admin, manager and sales). Until then it can only be rejected ' +
      'or cancelled.',
    version: version + 1,
  })
  expect(await idsOf('held=true')).toEqual([id])
  const refused = await fixture.act(id, 'approve')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'illegal-transition',
    detail: 'This return is on hold: Photos asked for. Release it first',
  })
  const again = await fixture.act(id, 'hold', 'manager', why)
  expect([again.statusCode, again.json().detail]).toEqual([409, 'This return is already on hold'])
  const released = await fixture.act(id, 'release', 'manager', { reason: 'Photos came' })
  expect(released.json()).toMatchObject({ displayStatus: 'pending', holdReason: null })
  expect(released.json()).not.toHaveProperty('holdAdvice')
  expect((await fixture.act(id, 'approve')).json()).toMatchObject({ displayStatus: 'approved' })
  expect(await idsOf('held=true')).toEqual([])
  const done = await fixture.query(
    `select action, reason, changes from audit_log where entity = 'return' order by id`,
  )
  expect(done.slice(1, 3)).toEqual([
    {
      action: 'hold',
      reason: 'Photos asked for',
      changes: { holdReason: { from: null, to: 'Photos asked for' } },
    },
    {
      action: 'release',
      reason: 'Photos came',
      changes: { holdReason: { from: 'Photos asked for', to: null } },
    },
  ])
})

test('holding and releasing need a reason and the permission to approve', async () => {
  const { id } = await createRma()
  for (const verb of ['hold', 'release']) {
    // Sequential, because all requests change the same return.
    // oxlint-disable-next-line no-await-in-loop
    expect((await fixture.act(id, verb, 'manager', { reason: ' ' })).statusCode).toBe(422)
    // oxlint-disable-next-line no-await-in-loop
    expect((await fixture.act(id, verb, 'warehouse', why)).statusCode).toBe(403)
  }
  const free = await fixture.act(id, 'release', 'manager', why)
  expect([free.statusCode, free.json().detail]).toEqual([409, 'This return is not on hold'])
})

test('a return on hold can be cancelled, which ends the hold', async () => {
  const { id } = await createRma()
  await fixture.act(id, 'hold', 'manager', why)
  const ended = await fixture.act(id, 'cancel', 'manager', { reason: 'Never sent' })
  expect(ended.json()).toMatchObject({ status: 'cancelled', holdReason: null })
  expect((await fixture.act(id, 'hold', 'manager', why)).statusCode).toBe(409)
})

test('goods on hold cannot be replaced', async () => {
  const { id } = await createRma()
  await fixture.act(id, 'approve')
  await fixture.act(id, 'hold', 'manager', why)
  const refused = await fixture.act(id, 'replace', 'manager', { price: 'free' })
  expect(refused.json().detail).toMatch(/^This return is on hold/)
})

test('goods on hold are neither inspected nor sent to a vendor', async () => {
  const { id, items } = await createRma()
  await fixture.act(id, 'approve')
  const parts = ['inspect', 'vendor'].map((disposition) => {
    return { itemId: items[0]?.id, quantity: 1, disposition }
  })
  const arrived = await fixture.act(id, 'receive', 'warehouse', { items: parts })
  const received = arrived.json<ReturnDetails>().receipts[0]?.items ?? []
  const waiting = received.find(({ disposition }) => disposition === 'inspect')
  await fixture.act(id, 'hold', 'manager', why)
  const inspect = () =>
    fixture.act(id, 'inspect', 'warehouse', {
      items: [{ receiptItemId: waiting?.id, disposition: 'restock' }],
    })
  const vendorId = (await prizm.builders.vendor()).id
  const send = () => fixture.act(id, 'send-to-vendor', 'manager', { vendorId })
  for (const refused of [await inspect(), await send()]) {
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'This return is on hold: Photos asked for. Release it first',
    ])
  }
  expect(await fixture.stock()).toEqual([{ onHand: 100, reserved: 0 }])
  await fixture.act(id, 'release', 'manager', why)
  expect((await inspect()).statusCode).toBe(200)
  expect(await fixture.stock()).toEqual([{ onHand: 101, reserved: 0 }])
  expect((await send()).statusCode).toBe(201)
})

test('a database constraint rejects a hold on a rejected return', async () => {
  const { id } = await createRma()
  await fixture.act(id, 'reject', 'manager', why)
  const hold = fixture.query(
    `update returns set hold_reason = 'Late' where id = ${id} returning id`,
  )
  await expect(hold).rejects.toThrow('return_held_before_its_end')
})
