import { describe, expect, test } from 'vitest'
import {
  readStoredPreferences,
  unreadablePreferences,
} from '#features/auth/server/parse-stored-preferences.ts'
import {
  readStoredQuery,
  readStoredReport,
} from '#features/reports/server/read-stored-report-settings.ts'
import { settings } from '#features/settings/contract.ts'
import { readStoredView } from '#features/views/server/parse-saved-view.ts'
import * as protocol from '#features/wms-integration/protocol.ts'
import { readStoredEvent } from '#features/wms-integration/server/inbound/read-stored-event.ts'
import { readStoredFields } from '#platform/kernel/stored-json.ts'
import { changedLeaves, withoutEach } from './schema-samples.ts'

// Views, warehouse events and reports that another version stored as JSON.

const later = 'A later version of the program saved it.'

describe('a view', () => {
  const search = { q: 'bolt', sort: '-id', cols: 'sku,name', size: '25', 'f.status': 'open' }
  test.each(withoutEach(search))(
    'is read without $path, and all else is as it was',
    ({ remaining }) => {
      expect(readStoredView(remaining)).toEqual({ search: remaining })
    },
  )
  test('is read without the report date that an earlier version stored', () => {
    expect(readStoredView({ ...search, 'f.asOf': '2026-03-01', $form: 1 })).toEqual({ search })
  })
  test.each([
    [{ ...search, $form: 2 }, later],
    [{ ...search, size: 25 }, 'Its field “size” cannot be read by this version of the program.'],
    [{ ...search, f: {} }, 'Its field “f” cannot be read by this version of the program.'],
    [['q'], 'It does not contain a view.'],
    [null, 'It does not contain a view.'],
  ])('as %j shows nothing and says why', (stored, whyNot) => {
    expect(readStoredView(stored)).toEqual({ search: {}, whyNot })
  })
})

const line = { sku: 'A', quantity: 2, lineNo: 1, unit: 'EA' }
const order = { orderNumber: 'SO-1' }
const at = '2026-03-01T09:30:00Z'
const events = [
  {
    schema: protocol.shipment,
    name: 'shipment',
    data: {
      ...order,
      shipmentId: 'SHP-1',
      reference: 'BOL-1',
      shippedAt: at,
      carrier: 'UPS',
      trackingNumber: '1Z',
      estimatedDelivery: '2026-03-04',
      lines: [line],
      rest: [{ sku: 'B', lineNo: 2, way: 'wait' }],
    },
    needed: [
      'orderNumber',
      'shipmentId',
      'shippedAt',
      'lines',
      'lines.0.sku',
      'lines.0.quantity',
      'rest.0.sku',
      'rest.0.way',
    ],
  },
  {
    schema: protocol.receipt,
    name: 'receipt',
    data: {
      ...order,
      receiptId: 'R-1',
      reference: 'R-1',
      receivedAt: at,
      lines: [line],
      remarks: 'Wet',
    },
    needed: ['orderNumber', 'receiptId', 'receivedAt', 'lines'],
  },
  {
    schema: protocol.delivery,
    name: 'delivery',
    data: { ...order, shipmentId: 'SHP-1', deliveredAt: at },
    needed: ['orderNumber', 'shipmentId', 'deliveredAt'],
  },
  {
    schema: protocol.deliveryException,
    name: 'exception',
    data: { ...order, shipmentId: 'SHP-1', happenedAt: at, reason: 'Lost' },
    needed: ['orderNumber', 'shipmentId', 'happenedAt', 'reason'],
  },
  {
    schema: protocol.refusal,
    name: 'refusal',
    data: { ...order, documentId: 'D-1', reason: 'No such SKU' },
    needed: ['orderNumber', 'documentId', 'reason'],
  },
  {
    schema: protocol.cancelAnswer,
    name: 'answer',
    data: { ...order, documentId: 'D-1', status: 'accepted', reason: 'In time' },
    needed: ['orderNumber', 'documentId', 'status'],
  },
  {
    schema: protocol.movement,
    name: 'movement',
    data: { movementId: 'M-1', sku: 'A', delta: -2, occurredAt: at, reason: 'Broken' },
    needed: ['movementId', 'sku', 'delta', 'occurredAt'],
  },
]

describe.each(events)('a $name that the warehouse told of', ({ schema, data, needed }) => {
  const cuts = withoutEach(data)
  test('is read as it was stored', () => {
    expect(readStoredEvent(schema as never, { ...data, $form: 1 })).toEqual({ data })
  })
  test.each(cuts.filter(({ path }) => !needed.includes(path)))(
    'is read without $path, and all else is as it was',
    ({ remaining }) => {
      const read = readStoredEvent(schema as never, remaining)
      expect(changedLeaves(remaining, read.data)).toEqual([])
    },
  )
  test.each(cuts.filter(({ path }) => needed.includes(path)))(
    'is not read without $path, and says so',
    ({ remaining, steps }) => {
      const names = steps.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' ')
      const whyNot = `cannot read the field “${names}” of the stored message`
      const { refusal } = readStoredEvent(schema as never, remaining)
      expect(refusal?.message).toBe(`This version of the program ${whyNot}`)
    },
  )
  test('of a later format is not read, and reported', () => {
    expect(readStoredEvent(schema as never, { ...data, $form: 2 }).refusal?.message).toBe(later)
  })
})

test('an event of an unknown kind is not read, and reported', () => {
  expect(readStoredEvent(undefined, {}).refusal?.message).toBe(
    'This version of the program does not support this event',
  )
})

test('the query of a report is read in the current format only', () => {
  const query = { from: '2026-01-01', to: '2026-01-31' }
  for (const { remaining } of withoutEach(query))
    expect(readStoredQuery(remaining)).toEqual(remaining)
  expect(readStoredQuery({ ...query, $form: 1 })).toEqual(query)
  expect(readStoredQuery({ ...query, $form: 2 })).toBeUndefined()
  expect(readStoredQuery({ ...query, from: 1 })).toBeUndefined()
})

describe('the dates of a report', () => {
  const choice = { report: 'overdue-payments' }
  const days = { from: '2026-01-01', to: '2026-01-31', asOf: '2026-01-31' }
  const refused = [...withoutEach(days).map(({ remaining }) => remaining), { ...days, $form: 2 }]
  test.each(refused)('as %j are not made up', (storedDays) => {
    expect(() => readStoredReport({ choice, days: storedDays })).toThrow(
      'Another version of the program ran this report. Run it again',
    )
  })
})

test('a setting of a later format is not read', () => {
  const value = { $form: 2, value: 'a4' }
  expect(readStoredFields(settings.shape, { paperSize: value, companyName: 'Prizm' })).toEqual({
    fields: { companyName: 'Prizm' },
    unread: ['paperSize'],
  })
})

test('unreadable preferences are listed with their values', () => {
  const lists = { skus: { columns: 'all' }, vendors: { columns: ['name'], $form: 2 } }
  const storedPreferences = { theme: 'sepia', density: 'compact', lists }
  expect(readStoredPreferences(storedPreferences)).toEqual({ density: 'compact', lists: {} })
  expect(unreadablePreferences(storedPreferences)).toEqual([
    { name: 'theme', value: 'sepia' },
    { name: 'lists skus', value: lists.skus },
    { name: 'lists vendors', value: lists.vendors },
  ])
  expect(unreadablePreferences({ density: 'compact' })).toEqual([])
  expect(unreadablePreferences({ lists: 5 })).toEqual([{ name: 'lists', value: 5 }])
  expect(unreadablePreferences({ $form: 2 })).toEqual([{ name: '', value: { $form: 2 } }])
})
