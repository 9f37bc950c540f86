import { describe, expect, test } from 'vitest'
import type { SalesOrderDetails } from '../../contract.ts'
import {
  type ChangeValues,
  copiedAddressFill,
  priceRequestOf,
  newToWire,
  newValues,
  pricedChangeOf,
  type OrderValues,
} from './form-values.ts'

const today = '2026-03-02'
const blank = newValues({ now: new Date('2026-03-02T12:00:00Z'), today })
const values: OrderValues = {
  ...blank,
  customerId: { id: 7, code: 'C-7', text: 'C-7 - Northwind' },
  items: [
    { skuId: { id: 3, code: 'BOLT', text: 'BOLT' }, quantity: '2', manualPrice: ' 8.50 ' },
    { skuId: { id: 4, code: 'NUT', text: 'NUT' }, quantity: '1', manualPrice: '' },
  ],
}

describe('the lines of a new order are priced before saving', () => {
  test('by customer, shipping method and manual prices', () => {
    expect(priceRequestOf(values, today)).toEqual({
      customerId: 7,
      shippingMethod: 'standard',
      items: [
        { skuId: 3, quantity: 2, manualPrice: '8.50' },
        { skuId: 4, quantity: 1 },
      ],
    })
  })
  test.each([
    ['without a customer', { customerId: undefined }],
    ['without lines', { items: [] }],
    ['with a line without a SKU', { items: [{ skuId: undefined, quantity: '1' }] }],
    ['with a quantity that is none', { items: [{ ...values.items[0], quantity: '' }] }],
    ['for an order of another day', { orderDate: '2026-02-27' }],
  ])('not %s', (_, fields) => {
    expect(priceRequestOf({ ...values, ...fields } as OrderValues, today)).toBeUndefined()
  })
})

describe('a change of an order is priced before saving', () => {
  const changed = {
    shipDate: '',
    cancelAfter: '',
    shippingAddress: '5 Dock Rd',
    shippingMethod: 'standard',
    notes: 'Ring',
    items: [{ ...values.items[0], lineNo: 2 }],
  } as unknown as ChangeValues

  test('by its lines, address and shipping method alone', () => {
    expect(pricedChangeOf(changed)).toEqual({
      items: [{ lineNo: 2, skuId: 3, quantity: 2, manualPrice: '8.50' }],
      shippingAddress: '5 Dock Rd',
      shippingMethod: 'standard',
    })
  })
  test.each([
    ['without lines', []],
    ['with a line without a SKU', [{ skuId: undefined, quantity: '1' }]],
    ['with a quantity that is none', [{ ...values.items[0], quantity: '' }]],
  ])('not %s', (_, items) => {
    expect(pricedChangeOf({ ...changed, items } as ChangeValues)).toBeUndefined()
  })
})

test('the lines of a new order are taxed by the typed ship-to address', () => {
  const shippingAddress = '5 Dock Rd\nReno, NV 89502'
  expect(priceRequestOf({ ...values, shippingAddress }, today)).toMatchObject({ shippingAddress })
})

describe('the shipping address of a copied order', () => {
  const like = { customerId: 7, customerCode: 'C-7', shippingAddress: '1 Main Street' }
  const fillFor = (customer: { customerId: number; customerCode: string }) =>
    copiedAddressFill(customer, like as SalesOrderDetails)
  test('is filled in for the customer of that order', () => {
    expect(fillFor({ customerId: 7, customerCode: 'C-7' })).toEqual({
      from: { id: 7, code: 'C-7' },
      value: '1 Main Street',
    })
  })
  test('is empty for any other customer', () => {
    expect(fillFor({ customerId: 8, customerCode: 'C-8' }).value).toBe('')
  })
  test('is sent without its source', () => {
    const fill = fillFor({ customerId: 7, customerCode: 'C-7' })
    expect(newToWire({ ...values, addressFill: fill })).not.toHaveProperty('addressFill')
  })
})
