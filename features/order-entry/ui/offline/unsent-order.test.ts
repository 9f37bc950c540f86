import { describe, expect, test } from 'vitest'
import { moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { formOf, validationOf, waitingOrder } from './testing.ts'
import {
  acceptDifferences,
  toNewOrder,
  bodyOf,
  canAccept,
  canCheckAgain,
  canEdit,
  canHandOver,
  differencesOf,
  isQueued,
  isRepeatable,
  queueKeyOf,
  withHandOver,
  withRefusedHandOver,
} from './unsent-order.ts'

const overCredit = {
  orderApproved: false,
  credit: {
    approved: false,
    availableCredit: amount('5.00'),
    message: 'Credit limit exceeded by $16.60',
  },
}
const onHold = { ...overCredit, credit: { ...overCredit.credit, isHeldForCredit: true } }
const { pricing } = validationOf()
const belowMargin = validationOf({}, { pricing: { ...pricing, isHeldForMargin: true } })

test('an order that is approved as the person saw it needs no decision', () => {
  expect(differencesOf(waitingOrder(), validationOf())).toEqual([])
})

test('it is sent from the mobile channel, at the total that was checked', () => {
  expect(bodyOf(waitingOrder(), validationOf())).toMatchObject({
    customerId: 7,
    orderSource: 'mobile',
    expectedTotal: '21.60',
    items: [{ skuId: 1, quantity: 2 }],
  })
})

test('its requested ship date is sent, and is none of the differences', () => {
  const order = waitingOrder()
  const dated = { ...order, orderForm: { ...order.orderForm, shipDate: '2026-03-09' } }
  expect(bodyOf(dated, validationOf())).toMatchObject({ shipDate: '2026-03-09' })
  expect(bodyOf(order, validationOf())).not.toHaveProperty('shipDate')
  expect(differencesOf(dated, validationOf())).toEqual([])
})

describe('a person decides', () => {
  test.each([
    [
      'another price',
      validationOf({ price: '9.00' }),
      ['HB-10: the price is $9.00 instead of $8.00.'],
    ],
    [
      'a lower price, too',
      validationOf({ price: '7.00' }),
      ['HB-10: the price is $7.00 instead of $8.00.'],
    ],
    [
      'credit that is no longer approved',
      validationOf({}, overCredit),
      ['Credit is not approved. Credit limit exceeded by $16.60'],
    ],
    [
      'a credit hold',
      validationOf({}, onHold),
      [
        'The order would be created on credit hold until finance releases it. ' +
          'Credit limit exceeded by $16.60.',
      ],
    ],
    [
      'a margin hold',
      belowMargin,
      ['The order would be created on hold: a price is below the minimum margin.'],
    ],
    [
      'stock that is gone, also if it would be backordered',
      validationOf({ available: 1 }),
      ['HB-10: 1 of 2 units are available.'],
    ],
    [
      'missing stock that refuses the order',
      validationOf({ available: 0 }, { orderApproved: false }),
      ['HB-10: 0 of 2 units are available.'],
    ],
  ])('on %s', (_, validation, reasons) => {
    expect(differencesOf(waitingOrder(), validation)).toEqual(reasons)
  })

  test('on an earlier order with the same PO, unless they accepted it', () => {
    const order = waitingOrder()
    const orderForm = { ...order.orderForm, customerPO: '4500118822' }
    const withPo = { ...order, orderForm }
    expect(differencesOf(withPo, validationOf(), { repeatedPo: 'SO-9' })).toEqual([
      'The customer already used PO 4500118822 on SO-9.',
    ])
    const accepted = { ...withPo, seen: { ...order.seen, repeatedPo: 'SO-9' } }
    expect(differencesOf(accepted, validationOf(), { repeatedPo: 'SO-9' })).toEqual([])
  })

  test('on a draft that another device created or deleted, unless they accepted it', () => {
    const gone = { isDraftGone: true }
    const reasons = differencesOf(waitingOrder(), validationOf(), gone)
    expect(reasons).toEqual([
      'Its draft was created or deleted on another device. Look in Sales Orders first.',
    ])
    const review = waitingOrder({ state: 'review', reasons, validation: validationOf(), ...gone })
    const accepted = acceptDifferences(review)
    expect(accepted).toMatchObject({ state: 'waiting', isDraftGone: undefined })
    expect(differencesOf(accepted, validationOf(), gone)).toEqual([])
  })

  test('on prices of lines that do not correspond to what they saw', () => {
    const order = waitingOrder()
    const [line] = order.seen.lines
    const seen = { ...order.seen, lines: line ? [{ ...line, skuId: 9 }] : [] }
    expect(differencesOf({ ...order, seen }, validationOf())).toEqual([
      'Line 1: the price is $8.00.',
    ])
  })
})

test('a shortage that the person saw is no reason while the order may be created', () => {
  const order = waitingOrder()
  const [line] = order.seen.lines
  const seen = { ...order.seen, lines: line ? [{ ...line, available: 1 }] : [] }
  expect(differencesOf({ ...order, seen }, validationOf({ available: 1 }))).toEqual([])
  expect(
    differencesOf({ ...order, seen }, validationOf({ available: 1 }, { orderApproved: false })),
  ).toEqual(['HB-10: 1 of 2 units are available.'])
})

describe('accepting', () => {
  const review = (validation: ReturnType<typeof validationOf>) =>
    waitingOrder({ state: 'review', reasons: ['changed'], validation })

  test('an order waits again, at the price, stock and total that were accepted', () => {
    const accepted = acceptDifferences(review(validationOf({ price: '9.00', available: 1 })))
    expect(accepted).toMatchObject({ state: 'waiting', reasons: undefined, validation: undefined })
    expect(accepted.seen).toMatchObject({
      total: '21.60',
      lines: [{ code: 'HB-10', unitPrice: '9.00', available: 1 }],
    })
    expect(differencesOf(accepted, validationOf({ price: '9.00', available: 1 }))).toEqual([])
  })

  test('another total after that is put before the person again', () => {
    const accepted = acceptDifferences(review(validationOf({ price: '9.00' })))
    const later = validationOf({ price: '9.00', total: '23.60' })
    expect(differencesOf(accepted, later)).toEqual(['The total is $23.60 instead of $21.60.'])
  })

  test('a margin hold can be accepted', () => {
    const accepted = acceptDifferences(review(belowMargin))
    expect(differencesOf(accepted, belowMargin)).toEqual([])
    expect(differencesOf(accepted, validationOf({}, onHold))).toHaveLength(1)
  })

  test('a credit hold can be accepted, a refusal cannot', () => {
    const held = review(validationOf({}, onHold))
    expect(canAccept(held)).toBe(true)
    expect(differencesOf(acceptDifferences(held), validationOf({}, onHold))).toEqual([])
    const refused = review(validationOf({}, overCredit))
    expect(canAccept(refused)).toBe(false)
    expect(acceptDifferences(refused)).toBe(refused)
  })
})

test('an order that the server refused can be checked again, one to be accepted cannot', () => {
  expect(canCheckAgain(waitingOrder({ state: 'review' }))).toBe(true)
  expect(canCheckAgain(waitingOrder({ state: 'review', validation: validationOf() }))).toBe(false)
  const refused = validationOf({}, overCredit)
  expect(canCheckAgain(waitingOrder({ state: 'review', validation: refused }))).toBe(true)
  expect(canCheckAgain(waitingOrder())).toBe(false)
})

test('an order that may exist already cannot be edited', () => {
  const sentAt = moment('2026-11-29T10:00:00Z')
  const attempt = { body: bodyOf(waitingOrder(), validationOf()), sentAt }
  expect(canEdit(waitingOrder())).toBe(true)
  expect(canEdit(waitingOrder({ state: 'editing' }))).toBe(true)
  expect(canEdit(waitingOrder({ state: 'sending', attempt }))).toBe(false)
  expect(canEdit(waitingOrder({ state: 'unclear' }))).toBe(false)
})

test('an order is moved to Intake neither while it may exist nor while it is a form', () => {
  const attempt = {
    body: bodyOf(waitingOrder(), validationOf()),
    sentAt: moment('2026-11-29T10:00:00Z'),
  }
  expect(canHandOver(waitingOrder())).toBe(true)
  expect(canHandOver(waitingOrder({ state: 'review' }))).toBe(true)
  expect(canHandOver(waitingOrder({ state: 'editing' }))).toBe(false)
  expect(canHandOver(waitingOrder({ state: 'sending', attempt }))).toBe(false)
  expect(canHandOver(waitingOrder({ state: 'unclear' }))).toBe(false)
})

test('an order that may be in Intake already can only be moved there again', () => {
  const order = withHandOver(waitingOrder({ state: 'review', validation: validationOf() }))
  expect(order).toMatchObject({ state: 'review', isHandedOver: true })
  expect(canHandOver(order)).toBe(true)
  expect([canAccept(order), canCheckAgain(order), canEdit(order)]).toEqual([false, false, false])
  expect(acceptDifferences(order)).toBe(order)
  const refused = waitingOrder({ state: 'review', isHandedOver: true })
  expect(canCheckAgain(refused)).toBe(false)
})

test('an order that waited is not sent once it may be in Intake', () => {
  const order = withHandOver(waitingOrder())
  expect(isQueued(order)).toBe(false)
  expect([canCheckAgain(order), canEdit(order), canHandOver(order)]).toEqual([false, false, true])
})

test('an order that Intake refuses can be changed', () => {
  const order = withHandOver(waitingOrder({ state: 'review', reasons: ['changed'] }))
  const refused = withRefusedHandOver(order, { code: 'invalid', sentence: 'Too large' })
  expect(refused).toEqual({
    ...order,
    isHandedOver: undefined,
    reasons: ['The server refused the order: Too large.'],
  })
  expect([canEdit(refused), canHandOver(refused)]).toEqual([true, true])
})

test.each([
  ['draft-created', 'Order SO-1 was already created from this draft'],
  ['draft-moved', 'This draft was already moved to Intake as message 7'],
  ['idempotency-key-reused', 'This Idempotency-Key was used for another request'],
])('an order that Intake refuses as %s may exist, so that a person looks', (code, sentence) => {
  const order = withHandOver(waitingOrder({ state: 'review', reasons: ['changed'] }))
  const refused = withRefusedHandOver(order, { code, sentence })
  expect(refused).toEqual({
    ...order,
    isHandedOver: undefined,
    state: 'unclear',
    reasons: [`${sentence}.`],
  })
  expect([canEdit(refused), canHandOver(refused)]).toEqual([false, false])
})

test('accepted although its draft is gone, it is another order than the draft had', () => {
  const review = { state: 'review', validation: validationOf() } as const
  expect(acceptDifferences(waitingOrder(review), 'key-2').id).toBe('key-1')
  expect(acceptDifferences(waitingOrder({ ...review, isDraftGone: true }), 'key-2')).toMatchObject({
    id: 'key-2',
    state: 'waiting',
    seen: { isDraftGoneAccepted: true },
  })
})

test('as a new order it has another key, and nothing of the lost attempt', () => {
  const sentAt = moment('2026-11-29T10:00:00Z')
  const attempt = { body: bodyOf(waitingOrder(), validationOf()), sentAt }
  const lost = waitingOrder({ state: 'unclear', attempt, reasons: ['lost'] })
  expect(toNewOrder(lost, 'key-2')).toEqual({
    ...waitingOrder({ id: 'key-2' }),
    attempt: undefined,
    reasons: undefined,
    validation: undefined,
  })
})

test('another order in a duplicated tab gets a key of its own; the same order does not', () => {
  const keyFor = (units: number, existing?: ReturnType<typeof waitingOrder>) =>
    queueKeyOf({ orderForm: formOf(units), idempotencyKey: 'key-1' }, existing, 'key-2')
  expect(keyFor(2)).toBe('key-1')
  expect(keyFor(2, waitingOrder())).toBe('key-1')
  expect(keyFor(3, waitingOrder())).toBe('key-2')
  expect(keyFor(3, waitingOrder({ state: 'editing' }))).toBe('key-1')
})

test('an attempt is repeated for six days: a later order may be obsolete', () => {
  const sentAt = moment('2026-11-20T10:00:00Z')
  expect(isRepeatable(sentAt, moment('2026-11-26T09:59:59Z'))).toBe(true)
  expect(isRepeatable(sentAt, moment('2026-11-26T10:00:00Z'))).toBe(false)
})
