import { expect, test } from 'vitest'
import { day } from '#platform/kernel/days.ts'
import { emptyForm, type IntakeForm, type StoredForm } from './intake-form.ts'
import { blockingProblems, firstProblems, type FormFacts, problemsOf } from './problems.ts'

const facts: FormFacts = {
  customer: { id: 1, customerCode: 'ACME', isActive: true },
  skus: new Map([
    [7, { sku: 'WID-100', unitOfMeasure: 'EA', isActive: true }],
    [8, { sku: 'OLD-1', unitOfMeasure: 'EA', isActive: false }],
  ]),
  orderWithPo: undefined,
  today: day('2026-03-02'),
}
const line = { source: 1, code: 'WID-100', skuId: 7, quantity: 2, unit: 'EA', unitPrice: null }
const form: IntakeForm = { ...emptyForm, customerId: 1, customerPO: 'P-1', items: [line] }
const stored = (changes: Partial<IntakeForm> = {}, own: Partial<StoredForm> = {}): StoredForm => ({
  $form: 1,
  form: { ...form, ...changes },
  marks: {},
  ...own,
})
const found = (changes: Partial<IntakeForm>, others: Partial<FormFacts> = {}) =>
  problemsOf(stored(changes), { ...facts, ...others }).map(({ path, message }) => [path, message])

test('a form with everything in order has no problems', () => {
  expect(problemsOf(stored(), facts)).toEqual([])
})

test.each<[string, Partial<IntakeForm>, Partial<FormFacts>, string, string]>([
  ['no customer', { customerId: null }, {}, 'customerId', 'No customer was recognized. Select one'],
  [
    'a deleted one',
    {},
    { customer: undefined },
    'customerId',
    'This customer does not exist any more. Select another customer',
  ],
  [
    'an inactive one',
    {},
    { customer: { id: 1, customerCode: 'ACME', isActive: false } },
    'customerId',
    'Customer ACME is inactive. Select another customer or activate it',
  ],
  ['no lines', { items: [] }, {}, 'items', 'No lines were recognized. Add them'],
  [
    'an inactive SKU',
    { items: [{ ...line, skuId: 8 }] },
    {},
    'items.0.skuId',
    'Line 1: SKU OLD-1 is inactive. Select another SKU or activate it',
  ],
  [
    'a deleted SKU',
    { items: [{ ...line, skuId: 9 }] },
    {},
    'items.0.skuId',
    'Line 1: this SKU does not exist any more. Select another SKU',
  ],
  [
    'no quantity',
    { items: [{ ...line, quantity: null }] },
    {},
    'items.0.quantity',
    'Line 1: the quantity is not a whole number. Enter it',
  ],
  [
    'another unit',
    { items: [{ ...line, unit: 'CS' }] },
    {},
    'items.0.unit',
    'Line 1: ordered in CS, sold in EA. Enter the quantity in EA',
  ],
  [
    'a PO that is used',
    {},
    { orderWithPo: 'SO-1' },
    'customerPO',
    'PO P-1 is already used on SO-1. Check that order, or turn on Allow repeated PO',
  ],
])('%s is a problem at its place', (_, changes, others, path, message) => {
  expect(found(changes, others)).toEqual([[path, message]])
})

test('what an inactive record stops names it, so that the screen links to it', () => {
  const items = [{ ...line, skuId: 8 }]
  const customer = { id: 1, customerCode: 'ACME', isActive: false }
  const records = problemsOf(stored({ items }), { ...facts, customer }).map(({ record }) => record)
  expect(records).toEqual([
    { kind: 'customer', code: 'ACME' },
    { kind: 'sku', code: 'OLD-1' },
  ])
})

test('a past ship date, and a cancel-after day before it, are problems', () => {
  const days = { shipDate: day('2026-03-01'), cancelAfter: day('2026-03-01') }
  expect(found(days).map(([path]) => path)).toEqual(['shipDate', 'cancelAfter'])
  const later = { shipDate: day('2026-03-10'), cancelAfter: day('2026-03-09') }
  expect(found(later).map(([path]) => path)).toEqual(['cancelAfter'])
  expect(found({ shipDate: day('2026-03-02'), cancelAfter: day('2026-03-02') })).toEqual([])
})

test('a part number without a SKU names its customer, so that it can be corrected', () => {
  const items = [{ ...line, code: 'BP-7', skuId: null }]
  expect(problemsOf(stored({ items }), facts)).toEqual([
    {
      path: 'items.0.skuId',
      message: 'Line 1: no SKU is known for BP-7',
      part: { customerId: 1, code: 'BP-7' },
    },
  ])
})

test('guesses and unread parts are problems until a person has saved the form', () => {
  const mark = { value: '2', text: '2', start: 0, end: 1, confidence: 'guess' as const, says: '' }
  const own = { marks: { 'line 1 quantity': mark }, unread: ['a.png was not read'] }
  expect(problemsOf(stored({}, own), facts)).toEqual([
    { path: '', message: 'a.png was not read' },
    { path: 'items.0.quantity', message: '“2”: not certain. Check the value, then save' },
  ])
  expect(problemsOf(stored({}, { ...own, isChecked: true }), facts)).toEqual([])
})

test('a SKU on two lines of a text is a problem until a person has saved the form', () => {
  const mark = { value: '7', text: 'WID-100', start: 0, end: 7, says: '' }
  const marks = { 'line 1 skuId': { ...mark, confidence: 'sure' as const } }
  const items = [line, { ...line, skuId: null }, { ...line, source: 3, skuId: 7 }]
  const repeated = {
    path: 'items.2.skuId',
    message: 'Line 3: WID-100 is also on line 1. Remove one if it is the same line, then save',
  }
  expect(problemsOf(stored({ items }, { marks }), facts)).toContainEqual(repeated)
  const checked = problemsOf(stored({ items }, { marks, isChecked: true }), facts)
  expect(checked.map(({ path }) => path)).toEqual(['items.1.skuId'])
  // The lines of a program or a draft were not read from a text.
  expect(problemsOf(stored({ items }), facts)).not.toContainEqual(repeated)
})

test('only a repeated customer PO does not stop the order', () => {
  const problems = problemsOf(stored({ items: [] }), { ...facts, orderWithPo: 'SO-1' })
  expect(blockingProblems(problems).map(({ path }) => path)).toEqual(['items'])
})

test('of many problems the first 500 are stored, with the number of the others', () => {
  const problems = Array.from({ length: 502 }, (_, row) => ({ path: '', message: `Row ${row}` }))
  const first = firstProblems(problems)
  expect(first).toHaveLength(501)
  expect(first.at(-1)).toEqual({ path: '', message: '2 more problems are not listed' })
  expect(firstProblems(problems.slice(0, 500))).toHaveLength(500)
})
