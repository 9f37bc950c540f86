import { moment } from '#platform/kernel/days.ts'
import { amount } from '#platform/kernel/money.ts'
import { describe, expect, test } from 'vitest'
import { addressesOf } from '#features/customers/address-rules.ts'
import type { Customer } from '#features/customers/contract.ts'
import {
  type ChosenSku,
  type OrderForm,
  emptyForm,
  isIncomplete,
  isValid,
  hasContent,
  orderOf,
  problemsOf,
  orderRequestOf,
  shipDateMessage,
} from './order-form.ts'
import { createOrderFormStore } from './order-form-store.ts'
import { parseStoredForm, titleOf } from './drafts/parse-stored-draft.ts'
import {
  markOf,
  otherCustomerWarnings,
  withCustomer,
  withEarlierMethod,
  withOwnAddress,
  withTypedFields,
} from './customer/filled-fields.ts'
import { withItem, withLine, withSku } from './lines/lines.ts'

const northwind: Customer = {
  id: 7,
  customerCode: 'C-1042',
  name: 'Northwind Supplies',
  email: 'n@example.com',
  phone: null,
  address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  billingAddress: null,
  website: null,
  notes: null,
  contactName: null,
  contactRole: null,
  contactEmail: null,
  contactPhone: null,
  creditLimit: amount('100.00'),
  currentBalance: amount('0.00'),
  openOrderAmount: amount('0.00'),
  softReservedAmount: amount('0.00'),
  availableCredit: amount('100.00'),
  creditStatus: 'normal',
  lastOrderDate: null,
  paymentTerms: 'Net 30',
  priceLevel: 'standard',
  taxExempt: false,
  taxExemptNumber: null,
  allowBackorder: false,
  packingSlipPrices: false,
  duplicateCheck: null,
  supplierNumber: null,
  documentNote: null,
  isActive: true,
  createdAt: moment('2026-03-01T00:00:00.000Z'),
  updatedAt: moment('2026-03-01T00:00:00.000Z'),
  version: 1,
}
const chosen = (customer: Customer) => ({
  id: customer.id,
  code: customer.customerCode,
  text: `${customer.customerCode} - ${customer.name}`,
  customer,
})
const bolt: ChosenSku = {
  id: 3,
  code: 'HX-1207',
  text: 'HX-1207 - Hex bolt ($4.10)',
  barcode: null,
  name: 'Hex bolt',
  unitOfMeasure: 'EA',
  price: '4.10',
  available: 5,
  searchResultIds: [3],
}
const filled = (): OrderForm => withSku(withCustomer(emptyForm(), chosen(northwind)), 1, bolt)

describe('a new form', () => {
  test('has one item of quantity 1, the source web, and is untouched', () => {
    const orderForm = emptyForm()
    expect(orderForm).toMatchObject({
      orderSource: 'web',
      lines: [{ quantity: '1', isAdded: true }],
    })
    expect(hasContent(orderForm)).toBe(false)
  })
  test('reports a missing customer and SKU in the specified wording', () => {
    const problems = problemsOf(emptyForm())
    expect(problems).toEqual({
      customer: 'Please select a customer',
      lines: { 1: { sku: 'Please select a SKU' } },
    })
    expect(isIncomplete(problems)).toBe(true)
  })
})

describe('the requested ship date', () => {
  const on = (shipDate: string): OrderForm => ({ ...filled(), shipDate })

  test('is sent with the order, not with its validation', () => {
    expect(orderOf(on('2026-03-09'))).toMatchObject({ shipDate: '2026-03-09' })
    expect(orderRequestOf(on('2026-03-09'))).not.toHaveProperty('shipDate')
    expect(orderOf(on(''))).not.toHaveProperty('shipDate')
  })
  test('blocks validation if it is no date, and is content of the form', () => {
    const problems = problemsOf(on('soon'))
    expect(problems).toEqual({ header: { shipDate: shipDateMessage }, lines: {} })
    expect([isValid(problems), isIncomplete(problems)]).toEqual([false, false])
    expect([isValid(problemsOf(on(''))), isValid(problemsOf(on('2026-03-09')))]).toEqual([
      true,
      true,
    ])
    expect(hasContent({ ...emptyForm(), shipDate: '2026-03-09' })).toBe(true)
  })
})

describe('selecting a customer', () => {
  test('fills in the addresses', () => {
    expect(addressesOf(northwind).shipping).toBe('1 Main Street\nAustin, TX 78701\nUS')
    const { shippingAddress, billingAddress } = withCustomer(emptyForm(), chosen(northwind))
    expect([shippingAddress, billingAddress]).toEqual([
      '1 Main Street\nAustin, TX 78701\nUS',
      '1 Main Street\nAustin, TX 78701\nUS',
    ])
  })
  const other = chosen({
    ...northwind,
    id: 8,
    customerCode: 'C-1002',
    address: '2 Oak Road',
    billingAddress: 'Box 1',
  })
  const otherAddress = '2 Oak Road\nAustin, TX 78701\nUS'

  test('replaces values of the previous customer, but not typed ones', () => {
    const typed = withTypedFields(filled(), { billingAddress: 'Elsewhere 9' })
    const { shippingAddress, billingAddress } = withCustomer(typed, other)
    expect(shippingAddress).toBe(otherAddress)
    expect(billingAddress).toBe('Elsewhere 9')
  })
  test('has the same result if the customer is cleared first', () => {
    const cleared = withCustomer(filled(), undefined)
    expect([cleared.shippingAddress, cleared.billingAddress]).toEqual(['', ''])
    const after = withCustomer(cleared, other)
    expect([after.shippingAddress, after.billingAddress]).toEqual([otherAddress, 'Box 1'])
    expect(markOf(after, 'shippingAddress')).toBeUndefined()
  })
  test('warns before Create about an address typed for another customer', () => {
    const typed = withTypedFields(filled(), { shippingAddress: '1 Main Street, dock 4' })
    expect(markOf(typed, 'shippingAddress')).toEqual({ other: undefined })
    expect(otherCustomerWarnings(typed)).toEqual([])
    const after = withCustomer(withCustomer(typed, undefined), other)
    expect(after.shippingAddress).toBe('1 Main Street, dock 4')
    expect(otherCustomerWarnings(after)).toEqual([
      'The shipping address was entered for C-1042. This order is for C-1002.',
    ])
    const own = withOwnAddress(after, 'shippingAddress')
    expect([own.shippingAddress, otherCustomerWarnings(own)]).toEqual([otherAddress, []])
  })
  test('does not replace an address typed before, and marks it', () => {
    const typed = withTypedFields(emptyForm(), { shippingAddress: 'Dock 4' })
    const after = withCustomer(typed, other)
    expect(after.shippingAddress).toBe('Dock 4')
    expect(markOf(after, 'shippingAddress')).toEqual({ other: undefined })
  })
  test('resets the shipping method copied from an earlier order of the previous customer', () => {
    const repeated = withEarlierMethod(filled(), 'freight')
    expect(withCustomer(repeated, other).shippingMethod).toBe('standard')
    const picked = withTypedFields(filled(), { shippingMethod: 'pickup' })
    const after = withCustomer(picked, other)
    expect(after.shippingMethod).toBe('pickup')
    expect(otherCustomerWarnings(after)).toEqual([
      'The shipping method was entered for C-1042. This order is for C-1002.',
    ])
  })
  test('replaces the addresses of a draft saved before `fills` existed', () => {
    const { fills: _, ...old } = filled()
    const { orderForm: restored } = parseStoredForm(JSON.parse(JSON.stringify(old)))
    expect(restored && withCustomer(restored, other).shippingAddress).toBe(otherAddress)
  })
})

describe('the request', () => {
  test('omits the ghost line and evaluates products', () => {
    expect(orderRequestOf(withLine(filled(), 1, { quantity: '12*4' }))).toEqual({
      customerId: 7,
      shippingMethod: 'standard',
      items: [{ skuId: 3, quantity: 48 }],
    })
  })
  test('has the shipping method for validation and creation', () => {
    const orderForm: OrderForm = { ...filled(), shippingMethod: 'pickup' }
    expect(orderRequestOf(orderForm).shippingMethod).toBe('pickup')
    expect(orderOf(orderForm).shippingMethod).toBe('pickup')
  })
  test('allows a backorder only if the user chose it', () => {
    expect(orderOf({ ...filled(), backorder: true })).toMatchObject({ backorder: true })
    expect(orderOf(filled())).not.toHaveProperty('backorder')
  })
})

test('reports an empty item, an invalid quantity and a missing customer separately', () => {
  const orderForm = withLine(withItem(filled()), 1, { quantity: '0' })
  expect(problemsOf(orderForm).lines).toEqual({
    1: { quantity: 'Quantity must be at least 1' },
    2: { sku: 'Please select a SKU' },
  })
})

describe('an edit', () => {
  const validation = (orderApproved: boolean) => ({
    orderApproved,
    credit: { approved: orderApproved, availableCredit: amount('1.00') },
    stock: { available: true, stockStatus: [] },
    pricing: {
      subtotal: amount('1.00'),
      taxAmount: amount('0.00'),
      shippingAmount: amount('0.00'),
      total: amount('1.00'),
      lineItems: [],
    },
  })
  test('revokes an approval', () => {
    const store = createOrderFormStore(filled())
    const { orderForm } = store.read()
    store.change({ outcome: { kind: 'current', validation: validation(true), orderForm } })
    store.edit((before) => ({ ...before, notes: 'ring twice' }))
    expect(store.read().outcome).toEqual({ kind: 'changed', refusal: undefined })
  })
  test('does not hide a rejection, and marks the form as changed', () => {
    const store = createOrderFormStore(filled())
    const { orderForm } = store.read()
    store.change({ outcome: { kind: 'current', validation: validation(false), orderForm } })
    store.edit((before) => ({ ...before, notes: 'ring twice' }))
    expect(store.read().outcome).toMatchObject({ kind: 'changed', refusal: { orderForm } })
  })
  test('is ignored while the order is being created', () => {
    const store = createOrderFormStore(filled())
    store.change({ working: 'creating' })
    store.edit(emptyForm)
    expect(store.read().orderForm.customer?.id).toBe(7)
  })
})

describe('a draft', () => {
  test('is restored as typed', () => {
    const orderForm = withLine(filled(), 2, { text: 'hex' })
    expect(parseStoredForm(JSON.parse(JSON.stringify(orderForm))).orderForm).toEqual(orderForm)
  })
  test('saved without a shipping method is standard, otherwise as selected', () => {
    const { shippingMethod: _, ...old } = filled()
    expect(parseStoredForm(old).orderForm?.shippingMethod).toBe('standard')
    expect(parseStoredForm({ ...old, shippingMethod: 'freight' }).orderForm?.shippingMethod).toBe(
      'freight',
    )
  })
  test('in an unknown format is not read', () => {
    const whyNot = 'Its field “lines” cannot be read by this version of the program.'
    expect(parseStoredForm({ lines: [] })).toEqual({ whyNot })
    expect(parseStoredForm(null)).toEqual({ whyNot: 'This is not an order draft.' })
  })
  test('is titled by its customer, PO and number of lines', () => {
    const title = titleOf({ ...filled(), customerPO: '4500118822' })
    expect(title).toBe('Northwind Supplies · PO 4500118822 · 1 line')
    expect(titleOf(emptyForm())).toBe('No customer yet · 0 lines')
  })
})
