import { beforeEach, describe, expect, test } from 'vitest'
import { moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { ApiError } from '#platform/web/api-client.ts'
import type { OrderValidation } from '../../contract.ts'
import { type OrderServer, sendUnsentOrder } from './send-unsent-order.ts'
import { validationOf, waitingOrder } from './testing.ts'
import { acceptDifferences, canEdit, mayExistSentence, type UnsentOrder } from './unsent-order.ts'

const unreachable = new ApiError(0, 'The server cannot be reached', { code: 'unreachable' })

/** A server that remembers keys as the real one does, and can lose its answers. */
function startServer() {
  const created = new Map<string, { body: string; number: string }>()
  const server = {
    validation: validationOf() as OrderValidation | ApiError,
    refusal: undefined as ApiError | undefined,
    /** The answer to a creation is lost after the order exists. */
    losesAnswers: false,
    hasDraft: true,
    time: moment('2026-11-29T10:00:00Z'),
    requests: [] as string[],
    orders: () => [...created.values()].map(({ number }) => number),
  }
  const calls = (): OrderServer => ({
    serverTime: server.time,
    validate: async () => {
      if (server.validation instanceof ApiError) throw server.validation
      return server.validation
    },
    findOrderWithPo: async () => undefined,
    hasDraft: async () => server.hasDraft,
    create: async (body, key) => {
      const text = JSON.stringify(body)
      server.requests.push(`${key} ${text}`)
      const known = created.get(key)
      if (known && known.body !== text) {
        throw new ApiError(422, 'Used for another request', { code: 'idempotency-key-reused' })
      }
      if (!known && server.refusal) throw server.refusal
      const number = known?.number ?? `SO-${created.size + 1}`
      created.set(key, { body: text, number })
      if (server.losesAnswers) throw unreachable
      return number
    },
  })
  return { server, calls }
}

let device: Map<string, UnsentOrder>
let run: ReturnType<typeof startServer>

beforeEach(() => {
  device = new Map()
  run = startServer()
})

const store = {
  write: async (order: UnsentOrder) => void device.set(order.id, order),
  delete: async ({ id }: UnsentOrder) => void device.delete(id),
}
const keep = (order: UnsentOrder) => void device.set(order.id, order)
const sendKept = () => {
  const order = device.get('key-1')
  if (!order) throw new Error('The device has no order')
  return sendUnsentOrder(order, { server: run.calls(), store })
}

test('an order is created once, and leaves the device', async () => {
  keep(waitingOrder())
  expect(await sendKept()).toBe('SO-1')
  expect(device.size).toBe(0)
  expect(run.server.orders()).toEqual(['SO-1'])
})

test('without a connection the order stays as it is', async () => {
  keep(waitingOrder())
  run.server.validation = unreachable
  await expect(sendKept()).rejects.toBe(unreachable)
  expect(device.get('key-1')).toEqual(waitingOrder())
})

test('after a lost answer the same request is repeated and creates no second order', async () => {
  keep(waitingOrder())
  run.server.losesAnswers = true
  await expect(sendKept()).rejects.toBe(unreachable)
  expect(device.get('key-1')).toMatchObject({
    state: 'sending',
    attempt: { sentAt: '2026-11-29T10:00:00.000Z', body: { expectedTotal: '21.60' } },
  })
  // By now the order would be refused; what was sent before is not checked again.
  run.server.losesAnswers = false
  run.server.validation = validationOf({ price: '9.00' })
  expect(await sendKept()).toBe('SO-1')
  expect(run.server.orders()).toEqual(['SO-1'])
  const [first, second] = run.server.requests
  expect(second).toBe(first)
  expect(device.size).toBe(0)
})

test('two devices that send the same draft at once create one order', async () => {
  const other = new Map([['key-1', waitingOrder()]])
  keep(waitingOrder())
  const ofOther = {
    write: async (order: UnsentOrder) => void other.set(order.id, order),
    delete: async ({ id }: UnsentOrder) => void other.delete(id),
  }
  const sendOther = () => sendUnsentOrder(waitingOrder(), { server: run.calls(), store: ofOther })
  expect(await Promise.all([sendKept(), sendOther()])).toEqual(['SO-1', 'SO-1'])
  expect(run.server.orders()).toEqual(['SO-1'])
  expect([device.size, other.size]).toEqual([0, 0])
})

test('a device that changed the draft which another one sent must look', async () => {
  const orderForm = { ...waitingOrder().orderForm, notes: 'Call first' }
  keep(waitingOrder({ orderForm }))
  await sendUnsentOrder(waitingOrder(), {
    server: run.calls(),
    store: { write: async () => undefined, delete: async () => undefined },
  })
  expect(await sendKept()).toBeUndefined()
  expect(device.get('key-1')).toMatchObject({ state: 'unclear', reasons: [mayExistSentence] })
  expect(run.server.orders()).toEqual(['SO-1'])
})

test('a browser that was closed before the request left sends it after a restart', async () => {
  keep(waitingOrder())
  const closing = run.calls()
  const order = waitingOrder()
  const server = { ...closing, create: () => Promise.reject(unreachable) }
  await expect(sendUnsentOrder(order, { server, store })).rejects.toBe(unreachable)
  expect(run.server.orders()).toEqual([])
  expect(await sendKept()).toBe('SO-1')
})

test.each([
  [403, 'forbidden'],
  [422, 'invalid'],
  [413, 'too-large'],
])('a %i answer (%s) to a repetition does not prove that no order exists', async (status, code) => {
  keep(waitingOrder())
  run.server.losesAnswers = true
  await expect(sendKept()).rejects.toBe(unreachable)
  const sent = device.get('key-1')
  const refused = new ApiError(status, 'Your role does not allow this', { code })
  const server = { ...run.calls(), create: () => Promise.reject(refused) }
  expect(await sendUnsentOrder(sent as UnsentOrder, { server, store })).toBeUndefined()
  const kept = device.get('key-1') as UnsentOrder
  expect(kept).toMatchObject({
    state: 'unclear',
    attempt: sent?.attempt,
    reasons: ['The server refused the order: Your role does not allow this.', mayExistSentence],
  })
  expect(canEdit(kept)).toBe(false)
})

test('a conflict with a repetition proves that no order exists', async () => {
  keep(waitingOrder())
  const closing = { ...run.calls(), create: () => Promise.reject(unreachable) }
  const parts = { server: closing, store }
  await expect(sendUnsentOrder(waitingOrder(), parts)).rejects.toBe(unreachable)
  run.server.refusal = new ApiError(409, 'The total changed', { code: 'total-changed' })
  expect(await sendKept()).toBeUndefined()
  expect(device.get('key-1')).toMatchObject({ state: 'review', attempt: undefined })
})

test('if another user signed in meanwhile, the order stays as it was sent', async () => {
  keep(waitingOrder())
  const other = new ApiError(409, 'Another user has signed in since', { code: 'other-user' })
  run.server.refusal = other
  await expect(sendKept()).rejects.toBe(other)
  expect(device.get('key-1')?.state).toBe('sending')
})

test('an attempt older than six days is not repeated: the person looks', async () => {
  keep(waitingOrder())
  run.server.losesAnswers = true
  await expect(sendKept()).rejects.toBe(unreachable)
  run.server.losesAnswers = false
  run.server.time = moment('2026-12-05T10:00:00Z')
  expect(await sendKept()).toBeUndefined()
  expect(device.get('key-1')?.state).toBe('unclear')
  expect(run.server.requests).toHaveLength(1)
})

test('a key that another request used means that the order may exist', async () => {
  keep(waitingOrder())
  const first = { ...waitingOrder().orderForm }
  await run.calls().create({ customerId: first.customer?.id ?? 0, items: [] }, 'key-1')
  expect(await sendKept()).toBeUndefined()
  expect(device.get('key-1')?.state).toBe('unclear')
  expect(run.server.orders()).toEqual(['SO-1'])
})

describe('nothing is created before the person decides', () => {
  test('on another price; accepted, the order is created at that price', async () => {
    keep(waitingOrder())
    run.server.validation = validationOf({ price: '9.00', total: '23.60' })
    expect(await sendKept()).toBeUndefined()
    const review = device.get('key-1') as UnsentOrder
    expect(review).toMatchObject({
      state: 'review',
      reasons: ['HB-10: the price is $9.00 instead of $8.00.'],
    })
    expect(run.server.requests).toEqual([])
    keep(acceptDifferences(review))
    expect(await sendKept()).toBe('SO-1')
    expect(run.server.requests[0]).toContain('"expectedTotal":"23.60"')
  })

  test('on a customer that became inactive meanwhile', async () => {
    keep(waitingOrder())
    const fields = [{ path: 'customerId', message: 'Customer C-1042 is inactive' }]
    run.server.validation = new ApiError(422, 'Please check the form', { fields })
    expect(await sendKept()).toBeUndefined()
    expect(device.get('key-1')?.reasons).toEqual([
      'The server refused the order: Please check the form.',
      'Customer C-1042 is inactive',
    ])
  })

  test('on a total that changed between the check and the creation', async () => {
    keep(waitingOrder())
    const current = validationOf({ price: '8.50', total: '22.60' })
    run.server.refusal = new ApiError(409, 'The total changed', { extras: { current } })
    expect(await sendKept()).toBeUndefined()
    expect(device.get('key-1')).toMatchObject({
      state: 'review',
      attempt: undefined,
      reasons: ['HB-10: the price is $8.50 instead of $8.00.'],
    })
  })

  test('on a draft that another device created or deleted', async () => {
    keep(waitingOrder({ draftId: 4 }))
    run.server.hasDraft = false
    expect(await sendKept()).toBeUndefined()
    expect(run.server.orders()).toEqual([])
    keep(acceptDifferences(device.get('key-1') as UnsentOrder))
    expect(await sendKept()).toBe('SO-1')
  })

  test('on credit that is used up', async () => {
    keep(waitingOrder())
    const credit = { approved: false, availableCredit: amount('0.00'), message: 'Over the limit' }
    run.server.validation = validationOf({}, { orderApproved: false, credit })
    expect(await sendKept()).toBeUndefined()
    expect(device.get('key-1')?.reasons).toEqual(['Credit is not approved. Over the limit'])
  })
})

test.each([
  [401, 'signed-out'],
  [409, 'request-in-flight'],
  [429, 'too-many-requests'],
  [503, 'overloaded'],
])('after a %i answer (%s) the same request is repeated later', async (status, code) => {
  keep(waitingOrder())
  const busy = new ApiError(status, 'Later', { code })
  run.server.refusal = busy
  await expect(sendKept()).rejects.toBe(busy)
  expect(device.get('key-1')?.state).toBe('sending')
  run.server.refusal = undefined
  expect(await sendKept()).toBe('SO-1')
  const [first, second] = run.server.requests
  expect(second).toBe(first)
})
