import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import {
  type AllocatedLine,
  allocationOf,
  expectedDateOf,
  linesAfterReallocation,
  prioritiesOf,
  whyNotReallocate,
} from './reallocation-rules.ts'

const line = (itemId: number, fields: Partial<AllocatedLine> = {}): AllocatedLine => ({
  itemId,
  lineNo: 1,
  skuId: 1,
  orderId: itemId,
  orderNumber: `SO-${itemId}`,
  customerId: itemId,
  customerCode: `C-${itemId}`,
  mayBackorder: true,
  status: 'pending',
  holdReason: null,
  cancelRequest: null,
  promisedDate: null,
  reserved: 0,
  backordered: 0,
  otherReserved: 0,
  otherBackordered: 0,
  ...fields,
})

const units = (quantity: number) => ({ quantity, ringFences: [] })
const has = line(1, { reserved: 5 })
const waits = line(2, { reserved: 1, backordered: 3 })
const date = day('2026-03-02')
const arrivals = [
  { expectedDate: day('2026-03-10'), isLate: false, quantity: 2 },
  { expectedDate: day('2026-03-20'), isLate: false, quantity: 4 },
]

test('units move from reserved to backordered lines of two orders', () => {
  expect(whyNotReallocate(has, waits, units(3))).toBeUndefined()
})

test.each([
  ['same-order', { ...waits, orderId: 1 }, 1, has],
  ['illegal-transition', waits, 1, { ...has, status: 'processing' }],
  ['nothing-reserved', waits, 1, { ...has, reserved: 0 }],
  ['illegal-transition', { ...waits, cancelRequest: 'cancel' }, 1, has],
  ['nothing-backordered', { ...waits, backordered: 0 }, 1, has],
  ['too-many-units', waits, 4, has],
  ['too-many-units', waits, 2, { ...has, reserved: 1 }],
] as const)('%s is refused', (code, to, quantity, from) => {
  expect(whyNotReallocate(from, to, units(quantity))?.code).toBe(code)
})

test('what is ring-fenced for a customer stays with the orders of that customer', () => {
  const codeOf = (reserved: number, to = waits) => {
    const ringFences = [{ customerId: 1, quantity: 4, reserved }]
    return whyNotReallocate(has, to, { quantity: 2, ringFences })?.code
  }
  expect(codeOf(5)).toBe('ring-fenced')
  expect(codeOf(6)).toBeUndefined()
  expect(codeOf(5, { ...waits, customerId: 1 })).toBeUndefined()
})

test('the order that loses units goes on hold only if its customer accepts no backorders', () => {
  const moved = { fromItemId: 1, toItemId: 2, quantity: 2 }
  const holdOf = (fields: Partial<AllocatedLine>) =>
    linesAfterReallocation([{ ...has, ...fields }, waits], moved).map((each) => [
      each.reserved,
      each.backordered,
      each.holdReason,
    ])
  const received = [3, 1, null]
  expect(holdOf({})).toEqual([[3, 2, null], received])
  expect(holdOf({ mayBackorder: false })).toEqual([[3, 2, 'stock'], received])
  expect(holdOf({ mayBackorder: false, holdReason: 'price' })).toEqual([[3, 2, 'price'], received])
})

test('backordered units are expected after those of the orders before them', () => {
  const lines = [line(1, { backordered: 2 }), line(2, { backordered: 3 }), line(3, { reserved: 1 })]
  const expectedOf = (itemId: number, available: number) =>
    expectedDateOf(lines, itemId, { available, ringFences: [], arrivals, date })
  expect(expectedOf(1, 0)).toBe('2026-03-10')
  expect(expectedOf(2, 0)).toBe('2026-03-20')
  expect(expectedOf(1, 2)).toBe(date)
  expect(expectedOf(2, -2)).toBeNull()
  expect(expectedOf(3, 0)).toBeNull()
  const ringFences = [{ skuId: 1, customerId: 2, units: 2 }]
  const keptOf = (itemId: number) =>
    expectedDateOf(lines, itemId, { available: 2, ringFences, arrivals, date })
  expect([keptOf(1), keptOf(2)]).toEqual(['2026-03-10', '2026-03-20'])
})

test('a state tells completeness, start and promise', () => {
  const lines = [line(1, { reserved: 1, backordered: 2, promisedDate: day('2026-03-09') })]
  const supply = { available: 0, ringFences: [], arrivals, date }
  expect(allocationOf(lines, 1, supply)).toEqual({
    reserved: 1,
    backordered: 2,
    holdReason: null,
    isComplete: false,
    canStart: true,
    expectedDate: '2026-03-10',
    meetsPromise: false,
  })
  const promisedDate = day('2026-03-02')
  const full = [line(1, { reserved: 3, promisedDate, holdReason: 'credit' })]
  expect(allocationOf(full, 1, supply)).toMatchObject({
    isComplete: true,
    canStart: false,
    expectedDate: null,
    meetsPromise: true,
  })
  expect(allocationOf(full, 9, supply)).toBeUndefined()
})

test('priorities count orders, not lines', () => {
  const lines = [{ orderId: 7 }, { orderId: 7 }, { orderId: 3 }]
  expect([...prioritiesOf(lines)]).toEqual([
    [7, 1],
    [3, 2],
  ])
})
