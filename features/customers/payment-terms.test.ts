import { expect, test } from 'vitest'
import { isPrepaid, parseTerms, termsForms, termsProblems } from './payment-terms.ts'

const net = (days: number, more: object = {}) => ({ kind: 'net', days, isEom: false, ...more })

test.each([
  ['NET 30', net(30)],
  ['n/30', net(30)],
  ['N 45', net(45)],
  ['net 30 days', net(30)],
  ['  Net-30  EOM ', net(30, { isEom: true })],
  ['2% 10 net 30', net(30, { discount: { percent: '2', days: 10 } })],
  ['1.5/10 days, n/45', net(45, { discount: { percent: '1.5', days: 10 } })],
  ['2/10 n/30 EOM', net(30, { isEom: true, discount: { percent: '2', days: 10 } })],
  ['net eom', { kind: 'eom' }],
  ['15 MFI', { kind: 'prox', day: 15 }],
  ['Cash in Advance', { kind: 'prepaid' }],
  ['cwo', { kind: 'prepaid' }],
  ['Due-on-receipt', { kind: 'receipt' }],
  ['net-0', { kind: 'receipt' }],
  ['Net60', net(60)],
  ['N60', net(60)],
  ['60 days', net(60)],
  ['60 days net', net(60)],
  ['Net 30 days', net(30)],
  ['30 days EOM', net(30, { isEom: true })],
  ['30 days from end of month', net(30, { isEom: true })],
  ['EOM 30', net(30, { isEom: true })],
  ['EOM + 30 days', net(30, { isEom: true })],
  ['End of month', { kind: 'eom' }],
  ['net\u201330', net(30)],
  ['Due net 30', net(30)],
  ['1%10 net 45', net(45, { discount: { percent: '1', days: 10 } })],
  ['2/10,n/30', net(30, { discount: { percent: '2', days: 10 } })],
  ['2%/10net30', net(30, { discount: { percent: '2', days: 10 } })],
  ['2/10 net 30 days EOM', net(30, { isEom: true, discount: { percent: '2', days: 10 } })],
  ['10th of next month', { kind: 'prox', day: 10 }],
  ['Due upon receipt', { kind: 'receipt' }],
  ['C.O.D.', { kind: 'receipt' }],
  ['Cash on Delivery', { kind: 'receipt' }],
  ['Prepay', { kind: 'prepaid' }],
  ['Pre-paid', { kind: 'prepaid' }],
  ['C.I.A.', { kind: 'prepaid' }],
  ['Payment in advance', { kind: 'prepaid' }],
])('%s is understood', (text, terms) => {
  expect(parseTerms(text)).toEqual(terms)
})

test.each([
  '',
  'net',
  'net thirty',
  '32 prox',
  '0 prox',
  '2/10',
  'net-30 or so',
  '30',
  '2/10 eom',
  '2/1030 days',
  '30 eggs',
])('%j is not valid as payment terms', (text) => {
  expect(parseTerms(text)).toBeUndefined()
})

test.each(['net-30', 'n/30', '30 days', 'net 30 eom', '2/10 net 30', 'eom', '10th prox'])(
  'the format %s from the error message is understood',
  (form) => {
    expect(termsForms).toContain(form)
    expect(parseTerms(form)).toBeDefined()
  },
)

test.each(['Prepay', 'PRE-PAID', 'C.I.A.', 'cash with order'])(
  '%s requires payment in advance',
  (t) => {
    expect(isPrepaid(t)).toBe(true)
    expect(parseTerms(t)).toEqual({ kind: 'prepaid' })
  },
)

test('empty payment terms and the current value of a record are valid', () => {
  const problem = [{ path: 'paymentTerms', message: termsForms }]
  expect(termsProblems({ paymentTerms: 'when it rains' })).toEqual(problem)
  expect(termsProblems({ paymentTerms: 'when it rains' }, { paymentTerms: 'net-30' })).toEqual(
    problem,
  )
  expect(
    termsProblems({ paymentTerms: 'when it rains' }, { paymentTerms: 'when it rains' }),
  ).toEqual([])
  expect(termsProblems({ paymentTerms: null })).toEqual([])
  expect(termsProblems({})).toEqual([])
})
