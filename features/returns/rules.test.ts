import { describe, expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import {
  holdAdviceOf,
  isPastWindow,
  linesFrom,
  type OriginalOrderLine,
  refusalOf,
  type ReturnVerb,
  selfControl,
  defaultDisposition,
  verbsOf,
  whyNotStep,
} from './rules.ts'

test('a return on hold says who ends the hold, and what is possible until then', () => {
  expect(holdAdviceOf({ holdReason: null, cancelRequest: null })).toBeUndefined()
  expect(holdAdviceOf({ holdReason: 'Photos asked for', cancelRequest: null })).toBe(
    'Release it with a reason (admin, manager and sales). Until then it can only be rejected or ' +
      'cancelled.',
  )
  expect(holdAdviceOf({ holdReason: 'Photos asked for', cancelRequest: 'cancel' })).toBe(
    'The warehouse was asked to cancel this return and has not responded yet. ' +
      'After that it can be released.',
  )
})

describe('the transitions of a return', () => {
  test('depend on the type of the return', () => {
    expect(verbsOf({ type: 'rma', status: 'approved' })).toEqual([
      'receive',
      'close',
      'cancel',
      'hold',
      'release',
    ])
    expect(verbsOf({ type: 'rtv', status: 'approved' })).toEqual([
      'ship',
      'cancel',
      'hold',
      'release',
    ])
    expect(verbsOf({ type: 'rma', status: 'completed' })).toEqual(['reopen'])
    expect(verbsOf({ type: 'rtv', status: 'completed' })).toEqual([])
  })

  test('return the reason if they are not allowed', () => {
    const none = { qtyReceived: 0, toInspect: 0 }
    const whyNot = (type: 'rma' | 'rtv', status: string, verb: ReturnVerb, arrived = none) =>
      whyNotStep({ type, status, cancelRequest: null, holdReason: null, ...arrived }, verb)
    expect(whyNot('rma', 'pending', 'approve')).toBeUndefined()
    expect(whyNot('rma', 'received', 'cancel')).toBe(
      'This return is received, so it cannot be cancelled',
    )
    expect(whyNot('rtv', 'approved', 'receive')).toMatch(/shipped/)
    expect(whyNot('rtv', 'approved', 'close')).toMatch(/shipped completely/)
    expect(whyNot('rma', 'approved', 'ship')).toMatch(/received/)
    expect(whyNot('rma', 'approved', 'close')).toMatch(/^No goods have arrived/)
    const part = { qtyReceived: 1, toInspect: 1 }
    expect(whyNot('rma', 'approved', 'close', part)).toBeUndefined()
    expect(whyNot('rma', 'approved', 'cancel', part)).toMatch(/Close the remaining units/)
    expect(whyNot('rma', 'received', 'complete', part)).toBe('1 unit waits for inspection')
    const approvedReturn = { type: 'rma', status: 'approved', holdReason: null, ...none } as const
    expect(whyNotStep({ ...approvedReturn, cancelRequest: 'Kept' }, 'receive')).toMatch(
      /^The warehouse was asked/,
    )
  })
})

describe('a return on hold', () => {
  const none = { qtyReceived: 0, toInspect: 0, cancelRequest: null }
  const held = (status: string, verb: ReturnVerb) =>
    whyNotStep({ type: 'rma', status, holdReason: 'Photos asked for.', ...none }, verb)

  test.each<[string, ReturnVerb]>([
    ['pending', 'approve'],
    ['approved', 'receive'],
    ['approved', 'close'],
    ['received', 'complete'],
  ])('with status %s cannot run the step %s', (status, verb) => {
    expect(held(status, verb)).toBe('This return is on hold: Photos asked for. Release it first')
  })

  test.each<[string, ReturnVerb]>([
    ['pending', 'release'],
    ['pending', 'reject'],
    ['pending', 'cancel'],
    ['approved', 'release'],
    ['approved', 'cancel'],
    ['received', 'release'],
  ])('with status %s can run the step %s', (status, verb) => {
    expect(held(status, verb)).toBeUndefined()
  })

  test('cannot be held again, and only a return on hold can be released', () => {
    expect(held('pending', 'hold')).toBe('This return is already on hold')
    const free = { type: 'rma', status: 'pending', holdReason: null, ...none } as const
    expect(whyNotStep(free, 'release')).toBe('This return is not on hold')
    expect(whyNotStep({ ...free, status: 'completed' }, 'hold')).toBe(
      'This return is completed, so it cannot be put on hold',
    )
  })
})

describe('approval and cancellation', () => {
  const limit = cents('500.00')
  const goods = (fields: object = {}) => {
    const total = cents('500.00')
    return { goods: { type: 'rma' as const, createdBy: 1, total, ...fields }, limit }
  }
  const asUser = (role: string, id = 2) => ({ id, role })

  test('sales approves up to the limit, managers approve any, only managers approve RTVs', () => {
    expect(refusalOf(asUser('sales'), 'approve', goods())).toBeUndefined()
    const dear = goods({ total: cents('500.01') })
    expect(refusalOf(asUser('sales'), 'approve', dear)?.code).toBe('over-limit')
    expect(refusalOf(asUser('manager'), 'approve', dear)).toBeUndefined()
    expect(refusalOf(asUser('sales'), 'reject', goods({ type: 'rtv' }))?.code).toBe('forbidden')
    expect(refusalOf(undefined, 'approve', dear)).toBeUndefined()
  })

  test('a return is cancelled by its creator or a manager', () => {
    expect(refusalOf(asUser('user'), 'cancel', goods())?.code).toBe('forbidden')
    expect(refusalOf(asUser('user', 1), 'cancel', goods())).toBeUndefined()
    expect(refusalOf(asUser('manager'), 'cancel', goods())).toBeUndefined()
  })

  test('self-approval is a control: above the limit to approve, always to complete', () => {
    const dear = goods({ total: cents('500.01') })
    expect(selfControl(asUser('manager', 1), 'approve', dear)).toBe('self-approval')
    expect(selfControl(asUser('manager', 1), 'approve', goods())).toBeUndefined()
    expect(selfControl(asUser('admin', 1), 'complete', goods())).toBe('self-approval')
    expect(selfControl(asUser('admin', 2), 'complete', goods())).toBeUndefined()
  })
})

test('the window counts from the day after shipment and never closes at 0', () => {
  const sent = day('2026-02-01')
  expect(isPastWindow(sent, day('2026-03-03'), 30)).toBe(false)
  expect(isPastWindow(sent, day('2026-03-04'), 30)).toBe(true)
  expect(isPastWindow(sent, day('2030-01-01'), 0)).toBe(false)
  expect(isPastWindow(null, day('2030-01-01'), 30)).toBe(false)
})

test('intact goods are restocked, broken goods scrapped, RTV goods go to the vendor', () => {
  expect(defaultDisposition('rma', 'new')).toBe('restock')
  expect(defaultDisposition('rma', null)).toBe('restock')
  expect(defaultDisposition('rma', 'defective')).toBe('scrap')
  expect(defaultDisposition('rtv', 'damaged')).toBe('vendor')
})

describe('lines from an order', () => {
  const line = (id: number, fields: Partial<OriginalOrderLine> = {}): OriginalOrderLine => {
    const basic = { lineNo: id, skuId: 1, sku: 'A', moved: 5, returned: 0 }
    return { id, ...basic, unitPrice: cents('2.50'), ...fields }
  }
  const lineSummaries = (
    origin: OriginalOrderLine[],
    requestedLines: Parameters<typeof linesFrom>[1],
  ) =>
    linesFrom(origin, requestedLines, 'rma').map((each) => [
      each.originalItemId,
      each.quantity,
      each.totalPrice,
    ])

  test('have the prices of the order lines', () => {
    expect(lineSummaries([line(7)], [{ originalItemId: 7, quantity: 3 }])).toEqual([[7, 3, 750]])
  })

  test('with only a SKU are spread over its order lines, earlier ones first', () => {
    const origin = [line(1, { returned: 4 }), line(2, { unitPrice: cents('3.00') })]
    expect(lineSummaries(origin, [{ skuId: 1, quantity: 3 }])).toEqual([
      [1, 1, 250],
      [2, 2, 600],
    ])
  })

  test('that repeat an order line are checked against its remaining quantity', () => {
    const twice = [
      { originalItemId: 1, quantity: 3 },
      { originalItemId: 1, quantity: 3 },
    ]
    expect(() => lineSummaries([line(1)], twice)).toThrow(
      'A: 3 requested, but only 2 can be returned',
    )
  })

  test.each([
    [{ originalItemId: 9, quantity: 1 }, 'The order has no such line'],
    [{ skuId: 2, quantity: 1 }, 'The order has no line of this SKU'],
    [{ originalItemId: 1, skuId: 2, quantity: 1 }, 'The line has a different SKU'],
    [{ quantity: 1 }, 'Please select a SKU'],
    [{ originalItemId: 1, quantity: 6 }, 'A: 6 requested, but only 5 can be returned'],
  ])('are refused for %j', (requestedLine, sentence) => {
    expect(() => lineSummaries([line(1)], [requestedLine])).toThrow(sentence)
  })
})
