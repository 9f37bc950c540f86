import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import { whyNotInspect, whyNotSend } from '../../receipt-and-inspection-rules.ts'
import type { ReturnDetails } from '../../contract.ts'
import { returnStatuses, type ReturnVerb, whyNotStep } from '../../rules.ts'
import { returnsFixture } from '../testing.ts'

// Walks through every reachable state of a return. In each state, every action the screens offer
// must succeed, every other action must fail, and an end state must be reachable.

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

type Transition = {
  name: string
  verb: string
  by: string
  body?: (goods: ReturnDetails) => object
  /** The receipt that the action is on; without one it is not offered. */
  receipt?: (goods: ReturnDetails) => { id: number } | undefined
  whyNot: (goods: ReturnDetails) => string | undefined
}

const reason = () => ({ reason: 'Walked' })
const stepOf = (verb: ReturnVerb, by: string, body?: Transition['body']): Transition => ({
  name: verb,
  verb,
  by,
  ...(body && { body }),
  whyNot: (goods) => whyNotStep(goods, verb),
})
const arriving = (disposition: string, quantity?: number) => (goods: ReturnDetails) => ({
  items: goods.items.map(({ id }) => ({ itemId: id, disposition, ...(quantity && { quantity }) })),
})
const waiting = (goods: ReturnDetails) =>
  goods.receipts
    .flatMap(({ items }) => items)
    .find(({ disposition }) =>
      goods.toInspect > 0 ? disposition === 'inspect' : disposition === 'vendor',
    )
const deciding = (disposition: string) => (goods: ReturnDetails) => ({
  items: [{ receiptItemId: waiting(goods)?.id ?? 1, disposition }],
})

function latestReceipt({ receipts }: ReturnDetails) {
  return receipts.find(({ reversedOn }) => reversedOn === null)
}
function whyNotReverse(goods: ReturnDetails): string | undefined {
  if (goods.status === 'completed') return 'It is credited'
  if (goods.holdReason !== null) return 'It is on hold'
  const isMeant = latestReceipt(goods)?.items.some(({ disposition }) => disposition === 'vendor')
  return isMeant && goods.vendorReturns.length > 0 ? 'Its goods are sent to a vendor' : undefined
}

const decisions: Transition[] = [
  stepOf('approve', 'manager'),
  stepOf('reject', 'manager', reason),
  stepOf('cancel', 'manager', reason),
  stepOf('complete', 'finance'),
  stepOf('hold', 'manager', reason),
  stepOf('release', 'manager', reason),
]
const ofCustomers: Transition[] = [
  ...decisions,
  stepOf('ship', 'warehouse'),
  { ...stepOf('receive', 'warehouse', arriving('restock', 1)), name: 'receive one' },
  { ...stepOf('receive', 'warehouse', arriving('inspect')), name: 'receive to inspect' },
  { ...stepOf('receive', 'warehouse', arriving('vendor')), name: 'receive for a vendor' },
  stepOf('close', 'warehouse', reason),
  {
    name: 'inspect',
    verb: 'inspect',
    by: 'warehouse',
    body: deciding('scrap'),
    whyNot: whyNotInspect,
  },
  {
    name: 'send to vendor',
    verb: 'send-to-vendor',
    by: 'manager',
    body: () => ({ vendorId: 1 }),
    whyNot: whyNotSend,
  },
  {
    name: 'reverse a receipt',
    verb: 'reverse',
    by: 'warehouse',
    body: reason,
    receipt: latestReceipt,
    whyNot: whyNotReverse,
  },
]
const toVendors: Transition[] = [
  ...decisions,
  stepOf('ship', 'warehouse'),
  stepOf('receive', 'warehouse', arriving('restock')),
  stepOf('close', 'warehouse', reason),
  {
    name: 'inspect',
    verb: 'inspect',
    by: 'warehouse',
    body: () => ({ items: [{ receiptItemId: 1, disposition: 'scrap' }] }),
    whyNot: whyNotInspect,
  },
]

/** Everything that determines the possible actions of a return. */
const stateOf = (goods: ReturnDetails) => {
  const { status, holdReason, qtyReceived, toInspect, toVendor, items, vendorReturns } = goods
  const open = items.reduce((units, { qtyOpen }) => units + qtyOpen, 0)
  const held = holdReason === null ? '' : ' on hold'
  const waits = `${toInspect} to inspect, ${toVendor} to send`
  const sent = vendorReturns.length > 0 ? ', some sent' : ''
  return `${status}${held}: ${qtyReceived} in, ${open} open, ${waits}${sent}`
}

type Walked = Map<string, { status: string; next: Map<string, string> }>

/** Explores every state reachable from a new return, using a new return for each path. */
async function walk(
  acts: readonly Transition[],
  make: () => Promise<ReturnDetails>,
): Promise<Walked> {
  const read = async (id: number): Promise<ReturnDetails> => {
    const as = fixture.people['manager'] ?? ''
    return (await prizm.call('GET', `/api/returns/${id}`, { as })).json()
  }
  const perform = (goods: ReturnDetails, { verb, by, body = () => ({}), receipt }: Transition) => {
    if (!receipt) return fixture.act(goods.id, verb, by, body(goods))
    const url = `/api/return-receipts/${receipt(goods)?.id}/${verb}`
    return prizm.call('POST', url, { as: fixture.people[by] ?? '', body: body(goods) })
  }
  const arrive = async (way: readonly Transition[]) => {
    let goods = await make()
    for (const act of way) {
      // Sequential, because each step starts from the state before it.
      // oxlint-disable-next-line no-await-in-loop
      await perform(goods, act)
      // oxlint-disable-next-line no-await-in-loop
      goods = await read(goods.id)
    }
    return goods
  }
  const walked: Walked = new Map()
  const explore = async (way: readonly Transition[]): Promise<string> => {
    const goods = await arrive(way)
    const state = stateOf(goods)
    if (walked.has(state)) return state
    const offered = acts.filter(({ receipt }) => !receipt || receipt(goods) !== undefined)
    const next = new Map<string, string>()
    walked.set(state, { status: goods.status, next })
    for (const act of offered.filter(({ whyNot }) => whyNot(goods) !== undefined)) {
      // oxlint-disable-next-line no-await-in-loop
      const { statusCode } = await perform(goods, act)
      expect([state, act.name, statusCode]).toEqual([state, act.name, 409])
    }
    expect((await read(goods.id)).version).toBe(goods.version)
    for (const act of offered.filter(({ whyNot }) => whyNot(goods) === undefined)) {
      // oxlint-disable-next-line no-await-in-loop
      const { statusCode } = await perform(await arrive(way), act)
      expect([state, act.name, Math.floor(statusCode / 100)]).toEqual([state, act.name, 2])
      // oxlint-disable-next-line no-await-in-loop
      next.set(act.name, await explore([...way, act]))
    }
    return state
  }
  await explore([])
  return walked
}

const ends = ['completed', 'rejected', 'cancelled']

/** Returns the states from which no end state is reachable. */
function deadEnds(walked: Walked): string[] {
  const good = new Set(
    [...walked].flatMap(([state, { status }]) => (ends.includes(status) ? [state] : [])),
  )
  for (let grows = true; grows;) {
    const more = [...walked].filter(
      ([state, { next }]) => !good.has(state) && [...next.values()].some((to) => good.has(to)),
    )
    for (const [state] of more) good.add(state)
    grows = more.length > 0
  }
  return [...walked.keys()].filter((state) => !good.has(state))
}

const statusesOf = (walked: Walked) =>
  returnStatuses.filter((status) => [...walked.values()].some((each) => each.status === status))

test('every state of a customer’s return accepts what it offers and can reach an end', async () => {
  await prizm.builders.vendor()
  const customerId = await fixture.given.buyer()
  const skuId = await fixture.given.item({ cost: '4.00' })
  const make = () => fixture.made({ customerId, items: [{ skuId, quantity: 2 }] })
  const walked = await walk(ofCustomers, make)
  expect(deadEnds(walked)).toEqual([])
  expect(statusesOf(walked)).toEqual([
    'pending',
    'approved',
    'received',
    'completed',
    'rejected',
    'cancelled',
  ])
  const states = [...walked.keys()]
  expect(states).toEqual(
    expect.arrayContaining([
      'approved: 1 in, 1 open, 0 to inspect, 0 to send',
      'received: 1 in, 0 open, 0 to inspect, 0 to send',
      'received: 2 in, 0 open, 1 to inspect, 0 to send',
      'received: 2 in, 0 open, 0 to inspect, 1 to send',
      'completed: 2 in, 0 open, 0 to inspect, 2 to send',
    ]),
  )
})

test('every state of an RTV, from stock or from a customer, can reach an end state', async () => {
  const vendorId = (await prizm.builders.vendor()).id
  const skuId = await fixture.given.item({ cost: '4.00', currentStock: 500 })
  const customerId = await fixture.given.buyer()
  const manager = fixture.people['manager'] ?? ''
  const ofStock = () =>
    fixture.made({ type: 'rtv', vendorId, items: [{ skuId, quantity: 2 }] }, manager)
  const ofCustomer = async () => {
    const { id, items } = await fixture.made({ customerId, items: [{ skuId, quantity: 2 }] })
    await fixture.act(id, 'approve')
    const part = { itemId: items[0]?.id, disposition: 'vendor' }
    await fixture.act(id, 'receive', 'warehouse', { items: [part] })
    return (await fixture.act(id, 'send-to-vendor', 'manager', { vendorId })).json<ReturnDetails>()
  }
  for (const make of [ofStock, ofCustomer]) {
    // Sequential, because the walks share one stock.
    // oxlint-disable-next-line no-await-in-loop
    const walked = await walk(toVendors, make)
    expect(deadEnds(walked)).toEqual([])
    expect(statusesOf(walked)).toEqual([
      'pending',
      'approved',
      'shipped',
      'completed',
      'rejected',
      'cancelled',
    ])
  }
})
