import { describe, expect, test } from 'vitest'
import type { Returnable } from '../../contract.ts'
import {
  bodyOf,
  type Draft,
  emptyDraft,
  linesOf,
  problemsOf,
  totalOf,
  unreadQuantity,
  withCondition,
  invalidFields,
} from './return-draft.ts'
import { readReturnRequest } from './new-return-param.ts'
import { mergeOrderHits } from './find-orders-and-parties.ts'

const item = {
  originalItemId: 7,
  lineNo: 1,
  skuId: 3,
  sku: 'HX-1',
  name: 'Hex bolt',
  unitOfMeasure: 'EA',
  ordered: 5,
  moved: 5,
  returned: 2,
  returnable: 3,
  unitPrice: '2.50',
}
const returnable = {
  type: 'rma',
  items: [item, { ...item, originalItemId: 8, returnable: 0 }],
} as unknown as Returnable
const order = { id: 4, code: 'SO-1', text: 'SO-1' }
const draft = (quantity: string, fields: Partial<Draft> = {}): Draft => {
  const lines = linesOf(returnable).map((line) => ({ ...line, quantity }))
  return { ...emptyDraft('rma'), order, reason: 'Too many', lines, ...fields }
}

test('the URL names the type of return, and the order if known', () => {
  expect(readReturnRequest('rma')).toEqual({ type: 'rma' })
  expect(readReturnRequest('rtv:PO-1:2')).toEqual({ type: 'rtv', orderNumber: 'PO-1:2' })
  expect(readReturnRequest('1')).toEqual({ type: 'rma' })
  expect(readReturnRequest(undefined)).toBeUndefined()
})

test('lines without a returnable quantity are omitted', () => {
  expect(linesOf(returnable).map(({ originalItemId }) => originalItemId)).toEqual([7])
})

describe('a return can be reviewed', () => {
  test('if it has a reason and at least one line', () => {
    expect(problemsOf(draft('3'))).toEqual([])
    expect(problemsOf(draft('', { reason: ' ' }))).toEqual([
      { field: 'reason', message: 'Required' },
      { field: 'lines', message: 'At least one item is required' },
    ])
  })

  test.each([
    ['4', 'At most 3 can be returned'],
    ['1.5', 'Must be a whole number'],
    ['-1', 'Must be a whole number'],
    [unreadQuantity, 'Must be a whole number'],
  ])('with %s units', (quantity, message) => {
    expect(problemsOf(draft(quantity))).toEqual([{ field: 'quantity-7', message }])
  })
})

test('the error summary links to the invalid inputs', () => {
  const wrong = (of: ReturnType<typeof draft>) => invalidFields(of, problemsOf(of))
  expect(wrong(draft('4'))).toEqual([
    { id: 'return-quantity-7', label: 'Quantity HX-1', message: 'At most 3 can be returned' },
  ])
  const nothing = { label: 'Lines', message: 'At least one item is required' }
  expect(wrong(draft('', { reason: ' ' }))).toEqual([
    { id: 'return-reason', label: 'Reason', message: 'Required' },
    { id: 'return-quantity-7', ...nothing },
  ])
  expect(wrong(draft('3', { lines: [], isWithoutOrder: true }))).toEqual([
    { id: 'return-lines', ...nothing },
  ])
})

test('the total is the sum of the lines, undefined if a price is unknown', () => {
  expect(totalOf(draft('3'))).toBe(750)
  const lines = draft('3').lines.map((line) => ({ ...line, unitPrice: null }))
  expect(totalOf(draft('3', { lines }))).toBeUndefined()
})

test('the disposition follows the condition until the user changes it', () => {
  const [line] = linesOf(returnable)
  if (!line) throw new Error('no line')
  const broken = withCondition(line, 'damaged', 'rma')
  expect(broken.disposition).toBe('scrap')
  expect(withCondition(broken, 'new', 'rma').disposition).toBe('restock')
  const chosen = { ...broken, disposition: 'vendor' as const }
  expect(withCondition(chosen, 'new', 'rma').disposition).toBe('vendor')
})

test('the request body has the order’s lines, or a customer and SKUs', () => {
  expect(bodyOf(draft('2'))).toMatchObject({
    type: 'rma',
    salesOrderId: 4,
    items: [{ originalItemId: 7, quantity: 2, condition: null, disposition: 'restock' }],
  })
  const party = { id: 9, code: 'C-9', text: 'C-9' }
  const lines = draft('2').lines.map((line) => ({ ...line, originalItemId: null }))
  expect(bodyOf(draft('2', { isWithoutOrder: true, party, lines }))).toMatchObject({
    customerId: 9,
    items: [{ skuId: 3, quantity: 2 }],
  })
})

test('orders found by name and by SKU are merged without duplicates, half of each', () => {
  const orders = (...ids: number[]) => ids.map((id) => ({ id, code: `SO-${id}`, text: `SO-${id}` }))
  const idsOf = (named: number[], carrying: number[]) =>
    mergeOrderHits(orders(...named), orders(...carrying), 4).map(({ id }) => id)
  expect(idsOf([1], [])).toEqual([1])
  expect(idsOf([], [7, 8])).toEqual([7, 8])
  expect(idsOf([1, 7], [7, 8])).toEqual([1, 7, 8])
  expect(idsOf([1, 2, 3, 4], [5, 6, 7])).toEqual([1, 2, 5, 6])
  expect(idsOf([1, 2, 3, 4], [5])).toEqual([1, 2, 3, 5])
})
