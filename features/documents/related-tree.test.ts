import { expect, test } from 'vitest'
import {
  type RelatedDocument,
  type RelatedKind,
  relatedKindNames,
  relatedKinds,
} from './related-records.ts'
import { type FlowStep, relatedTree } from './related-tree.ts'

let ids = 0
const record = (
  kind: RelatedKind,
  number: string,
  follows: string | null = null,
): RelatedDocument => ({
  kind,
  id: ++ids,
  number,
  status: 'open',
  on: null,
  amount: null,
  says: null,
  follows,
})

type Outline = { [number: string]: Outline }
const outlineOf = (steps: readonly FlowStep[]): Outline =>
  Object.fromEntries(steps.map((step) => [step.record.number, outlineOf(step.next)]))

test('shipments, invoices, payments and credit memos follow one another', () => {
  const { before, after, others } = relatedTree([
    record('backorder', 'BOLT'),
    record('credit-memo', 'CM-1', 'INV-1'),
    record('invoice', 'INV-1', 'SHP-1'),
    record('invoice', 'INV-2', 'SHP-2'),
    record('payment', 'PAY-1', 'INV-1'),
    record('payment', 'PAY-1', 'INV-2'),
    record('replacement', 'SO-2', 'RMA-1'),
    record('replaces', 'RMA-0'),
    record('return', 'RMA-1'),
    record('shipment', 'SHP-1'),
    record('shipment', 'SHP-2'),
  ])
  expect(before.map(({ number }) => number)).toEqual(['RMA-0'])
  expect(outlineOf(after)).toEqual({
    'RMA-1': { 'SO-2': {} },
    'SHP-1': { 'INV-1': { 'CM-1': {}, 'PAY-1': {} } },
    'SHP-2': { 'INV-2': { 'PAY-1': {} } },
  })
  expect(Object.keys(outlineOf(after))).toEqual(['SHP-1', 'SHP-2', 'RMA-1'])
  expect(others.map(({ number }) => number)).toEqual(['BOLT'])
})

test('the credit of a vendor follows the return to the vendor', () => {
  const { after } = relatedTree([
    record('bill', 'B-1'),
    record('return', 'RTV-1'),
    record('vendor-credit', 'VC-1', 'RTV-1'),
  ])
  expect(outlineOf(after)).toEqual({ 'B-1': {}, 'RTV-1': { 'VC-1': {} } })
})

test('documents of Accounts Payable open by their id', () => {
  const opensById = relatedKindNames
    .map((name) => relatedKinds[name])
    .filter(({ to }) => to === '/ap-reports')
    .map((facts) => 'opensById' in facts)
  expect(opensById).toEqual([true, true, true])
})

test('a document whose predecessor the user may not read follows the order', () => {
  const { after } = relatedTree([record('payment', 'PAY-1', 'INV-1')])
  expect(outlineOf(after)).toEqual({ 'PAY-1': {} })
})

test('documents that name each other do not repeat without end', () => {
  const { after } = relatedTree([
    record('return', 'RMA-1'),
    record('replacement', 'SO-2', 'RMA-1'),
    record('return', 'RMA-1', 'SO-2'),
  ])
  expect(outlineOf(after)).toEqual({ 'RMA-1': { 'SO-2': {} } })
})
