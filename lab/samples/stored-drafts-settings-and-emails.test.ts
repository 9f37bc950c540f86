import { moment, day } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { readStoredPreferences } from '#features/auth/server/parse-stored-preferences.ts'
import type { Customer } from '#features/customers/contract.ts'
import { storedPaper } from '#features/documents/printed-document-schema.ts'
import { readStoredDocument, storedCompany } from '#features/documents/server/stored-document.ts'
import { type OrderForm, emptyForm, lineOf } from '#features/order-entry/ui/order-form.ts'
import {
  parseStoredForm,
  textValuesOf,
} from '#features/order-entry/ui/drafts/parse-stored-draft.ts'
import { filledValuesOf } from '#features/order-entry/ui/customer/filled-fields.ts'
import {
  readStoredChoice,
  readStoredReport,
} from '#features/reports/server/read-stored-report-settings.ts'
import { settings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import * as documents from '#features/wms-integration/document-payloads.ts'
import { type MissingField, changedLeaves, sampleOf, withoutEach } from './schema-samples.ts'
import { readStoredFields } from '#platform/kernel/stored-json.ts'

// Stored JSON may come from an older version, so each field is removed in turn, as if that version
// lacked it, and the value is read again.

const customer: Customer = {
  id: 7,
  customerCode: 'C-1042',
  name: 'Northwind Supplies',
  email: 'n@example.com',
  phone: '555 0100',
  address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  billingAddress: '2 Bank Street',
  website: 'example.com',
  notes: 'Rings first',
  contactName: 'Ann',
  contactRole: 'Buyer',
  contactEmail: 'a@example.com',
  contactPhone: '555 0101',
  creditLimit: amount('100.00'),
  currentBalance: amount('1.00'),
  openOrderAmount: amount('2.00'),
  softReservedAmount: amount('0.00'),
  availableCredit: amount('97.00'),
  creditStatus: 'blocked',
  lastOrderDate: day('2026-03-01'),
  paymentTerms: 'Net 30',
  priceLevel: 'tier2',
  taxExempt: true,
  taxExemptNumber: 'TX-1',
  allowBackorder: true,
  packingSlipPrices: true,
  duplicateCheck: 'po',
  supplierNumber: 'V-77',
  documentNote: 'Dock 4',
  isActive: true,
  createdAt: moment('2026-03-01T00:00:00.000Z'),
  updatedAt: moment('2026-03-01T00:00:00.000Z'),
  version: 3,
}
const chosen = { id: 7, code: 'C-1042', text: 'C-1042 - Northwind Supplies', customer }
const sku = {
  id: 3,
  code: 'HX-1207',
  text: 'HX-1207 - Hex bolt ($4.10)',
  barcode: '0123',
  name: 'Hex bolt',
  unitOfMeasure: 'EA',
  price: '4.10',
  available: 5,
  searchResultIds: [3, 4],
}
const orderForm: OrderForm = {
  ...emptyForm(),
  customer: chosen,
  customerPO: '4500118822',
  orderSource: 'phone',
  shippingAddress: 'Dock 4',
  shippingMethod: 'freight',
  billingAddress: 'Elsewhere',
  shipDate: '2026-03-09',
  fills: filledValuesOf(chosen),
  notes: 'Ring twice',
  backorder: true,
  lines: [lineOf(1, { sku, quantity: '12', price: '4.00' }), lineOf(2, { text: 'hex' })],
  nextKey: 3,
}

describe('an order draft', () => {
  const cuts = withoutEach(orderForm)
  // The customer and the SKU are never defaulted.
  const needed = ['customer.id', 'customer.customer.id', 'lines', 'lines.0.sku.id']

  test('has more than eighty fields', () => {
    expect(cuts.length).toBeGreaterThan(80)
    expect(
      changedLeaves(orderForm, parseStoredForm(JSON.parse(JSON.stringify(orderForm))).orderForm),
    ).toEqual([])
  })
  test.each(cuts.filter(({ path }) => !needed.includes(path)))(
    'is read without $path, and all else is as it was',
    ({ remaining, path }) => {
      // The value and source of a prefilled field are read together or not at all.
      const [fill] = /^fills\.\w+/.exec(path) ?? [path]
      const lost = changedLeaves(remaining, parseStoredForm(remaining).orderForm)
      expect(lost.filter((each) => !each.startsWith(`${fill}.`))).toEqual([])
    },
  )
  test.each(cuts.filter(({ path }) => needed.includes(path)))(
    'is not read without $path, says so, and can still be told',
    ({ remaining, steps }) => {
      const names = steps.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' ')
      expect(parseStoredForm(remaining)).toEqual({
        whyNot: `Its field “${names}” cannot be read by this version of the program.`,
      })
      expect(textValuesOf(remaining)).toContain('customerPO: 4500118822')
    },
  )
})

describe('preferences', () => {
  const storedPreferences = {
    theme: 'dark',
    density: 'compact',
    singleKeys: false,
    toastMs: 0,
    sidebar: 'rail',
    orderPath: 'items',
    pageSize: 50,
    lists: { skus: { columns: ['sku'], widths: { sku: 90 } }, vendors: { columns: ['name'] } },
  }
  test.each(withoutEach(storedPreferences))(
    'are read without $path, and all else is as it was',
    (cut) => {
      expect(changedLeaves(cut.remaining, readStoredPreferences(cut.remaining))).toEqual([])
    },
  )
  test('of another version omit only the invalid fields', () => {
    const lists = { ...storedPreferences.lists, skus: { columns: 'all' } }
    const read = readStoredPreferences({ ...storedPreferences, theme: 'sepia', sound: 'on', lists })
    const { theme: _, ...rest } = storedPreferences
    expect(read).toEqual({ ...rest, lists: { vendors: { columns: ['name'] } } })
    expect(readStoredPreferences(null)).toEqual({})
  })
})

describe('the last choices of a report', () => {
  const custom = { from: '2026-01-01', to: '2026-01-31' }
  const storedChoice = { report: 'overdue-payments', by: 'vendor', format: 'csv', period: 'last30' }
  const id = 'overdue-payments'
  const days = { ...custom, asOf: '2026-01-31' }
  test.each(withoutEach({ by: '', format: 'csv', period: 'last30', custom: null }))(
    'is read without $path, and all else is as it was',
    (cut) => {
      const completeChoice = { ...(cut.remaining as object), report: 'overdue-payments' }
      expect(changedLeaves(completeChoice, readStoredChoice(completeChoice))).toEqual([])
    },
  )
  test('are ignored for a report that no longer exists, which then cannot run', () => {
    expect(readStoredChoice({ ...storedChoice, report: 'horoscope' })).toBeUndefined()
    expect(() => readStoredReport({ choice: { report: 'horoscope' }, days })).toThrow(
      'Another version of the program ran this report. Run it again',
    )
    expect(() => readStoredReport({ choice: { report: id }, days: custom })).toThrow('Run it again')
  })
})

describe('the settings', () => {
  test.each(withoutEach(defaultSettings))('are read without $path', ({ remaining, path }) => {
    const { fields, unread } = readStoredFields(settings.shape, remaining)
    expect(unread).toEqual([])
    expect({ ...defaultSettings, ...fields }).toEqual(defaultSettings)
    expect(Object.keys(fields)).not.toContain(path)
  })
  test('report an invalid value and read the others', () => {
    const changed = { ...defaultSettings, paperSize: 'a5', taxDefaultRate: '0.0700' }
    const { fields, unread } = readStoredFields(settings.shape, changed)
    expect(unread).toEqual(['paperSize'])
    expect(fields).toMatchObject({ taxDefaultRate: '0.0700' })
  })
})

describe('a queued email with its document', () => {
  const party = { title: 'Bill to', name: 'Northwind', address: '1 Main Street' }
  const paper = {
    title: 'Invoice',
    subtitle: 'Copy',
    number: 'INV-1',
    parties: [party],
    facts: [['Terms', 'Net 30']],
    words: 'Please pay',
    columns: [{ head: 'SKU', isRight: true, isWide: true, isStrong: true }],
    rows: [['HX-1207']],
    empty: 'None',
    sums: [{ name: 'Total', amount: '4.10', isStrong: true }],
    notes: 'Thanks',
    signature: 'Received',
    label: { from: party, to: party, number: '1' },
    isInternal: true,
    asksForMoney: true,
    mark: 'PAID',
    tables: [{ title: 'Tax', columns: [{ head: 'Rate', isRight: true }], rows: [['8%']] }],
    reply: { title: 'Please confirm', fields: ['Ship date'] },
    slip: { customer: 'Northwind', facts: [['Invoice', 'INV-1']] },
    filing: { name: 'Invoice INV-1', party: 'Northwind', on: '2026-03-02' },
  }
  const company = {
    companyName: 'Prizm',
    companyLegalName: 'Prizm Inc.',
    companyAddress: '3 Dock Street',
    remitToAddress: 'P.O. Box 5',
    receivingAddress: '4 Dock Street',
    companyCountry: 'Canada',
    companyPhone: '555-0100',
    companyEmail: 'ar@prizm.example',
    companyWeb: 'www.prizm.example',
    companyContact: '555',
    taxNumbers: 'EIN 1',
    bankDetails: 'IBAN',
    checksPayableTo: 'Prizm Inc.',
    invoiceFooter: 'Retain',
    accentColor: '#102030',
    paperSize: 'a4',
    dateStyle: 'iso',
    pdfFormat: 'pdf-a-3',
    companyLogo: 'a'.repeat(64),
  }
  test.each(withoutEach({ paper, company }))('is as it was but for $path, or is refused', (cut) => {
    const message = cut.remaining as { paper: unknown; company: unknown }
    const read = outcomeOf(() => readStoredDocument(message))
    if (typeof read === 'string') return expect(read).toContain(lastOf(cut))
    expect(changedLeaves(message, read)).toEqual([])
  })
  test('is never sent without totals, rows or bank details', () => {
    const { sums: _, ...noSums } = paper
    expect(() => readStoredDocument({ paper: noSums, company })).toThrow('Its field “paper sums”')
    const { bankDetails: __, ...noBank } = company
    expect(() => readStoredDocument({ paper, company: noBank })).toThrow('“company bankDetails”')
  })
  test('has an example of every field', () => {
    expect(Object.keys(paper).sort()).toEqual(Object.keys(storedPaper.shape).sort())
    expect(Object.keys(company).sort()).toEqual(Object.keys(storedCompany.shape).sort())
  })
})

describe.each(
  Object.entries(documents).flatMap(([name, schema]) =>
    schema instanceof z.ZodMiniObject ? [{ name, schema }] : [],
  ),
)('$name that waits for the warehouse', ({ schema }) => {
  const payload = sampleOf(schema) as Record<string, unknown>
  test.each(withoutEach(payload))('is as it was but for $path, or is refused', (cut) => {
    const read = outcomeOf(() => documents.readDocument(schema, { payload: cut.remaining }))
    if (typeof read === 'string') return expect(read).toContain(lastOf(cut))
    expect(changedLeaves(cut.remaining, read)).toEqual([])
  })
})

test('a stored format of a later version is not read, and reported', () => {
  const later = { $form: 2 }
  const laterVersionText = 'A later version of the program saved it.'
  expect(parseStoredForm({ ...orderForm, ...later })).toEqual({ whyNot: laterVersionText })
  expect(parseStoredForm({ ...orderForm, $form: 1 }).orderForm).toMatchObject({
    customerPO: '4500118822',
  })
  expect(parseStoredForm({ ...orderForm, $form: 'two' })).toEqual({ whyNot: laterVersionText })
  expect(readStoredPreferences({ theme: 'dark', ...later })).toEqual({})
  expect(readStoredChoice({ report: 'overdue-payments', ...later })).toBeUndefined()
  expect(outcomeOf(() => readStoredDocument({ paper: later, company: {} }))).toBe(
    `${laterVersionText} Send the document again from its record`,
  )
  const order = sampleOf(documents.orderData) as object
  const read = () =>
    documents.readDocument(documents.orderData, { payload: { ...order, ...later } })
  expect(outcomeOf(read)).toBe(`${laterVersionText} Change the record to send it again`)
})

/** The field name that the error message must contain. */
function lastOf({ steps }: MissingField): string {
  const names = steps.map((step) => (typeof step === 'number' ? step + 1 : step))
  return `“${names.join(' ')}”`
}

function outcomeOf<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
