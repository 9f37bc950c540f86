import { expect, test } from 'vitest'
import { estimateOrder, searchCustomers, searchSkus, skusWithCodes } from './cached-records.ts'
import { cachedRecords, formOf, northwind, skuOf, testDay } from './testing.ts'

const pricesOf = (...quantities: number[]) =>
  estimateOrder(cachedRecords, formOf(...quantities), testDay).lines.map((line) => {
    return `${line.unitPrice} ${line.priceSource}`
  })

test('a line has the price of the customer level, or the contract price of its quantity', () => {
  expect(pricesOf(4)).toEqual(['8.00 tier2'])
  expect(pricesOf(5)).toEqual(['7.50 contract'])
})

test('the quantity of a SKU counts in the whole order', () => {
  expect(pricesOf(3, 2)).toEqual(['7.50 contract', '7.50 contract'])
})

test('the subtotal is the sum of the lines', () => {
  expect(estimateOrder(cachedRecords, formOf(2, 1), testDay).subtotal).toBe('24.00')
})

test('a typed price replaces the cached one', () => {
  const form = formOf(2)
  const lines = form.lines.map((line) => ({ ...line, price: line.sku ? '9.25' : '' }))
  const { lines: priced, subtotal } = estimateOrder(cachedRecords, { ...form, lines }, testDay)
  expect(priced[0]).toEqual({
    skuId: 1,
    code: 'HB-10',
    quantity: 2,
    unitPrice: '9.25',
    priceSource: 'manual',
    available: 10,
  })
  expect(subtotal).toBe('18.50')
})

test('a contract price of another customer, or an inactive one, is not used', () => {
  const [price] = cachedRecords.contractPrices
  const others = [
    { ...price, customerId: 8 },
    { ...price, isActive: false },
  ] as typeof cachedRecords.contractPrices
  const estimate = estimateOrder({ ...cachedRecords, contractPrices: others }, formOf(5), testDay)
  expect(estimate.lines[0]?.unitPrice).toBe('8.00')
})

test('without cached records a line has the price and stock that the form shows', () => {
  const estimate = estimateOrder(undefined, formOf(2), testDay)
  expect(estimate.lines[0]).toMatchObject({ unitPrice: '10.00', available: 10 })
})

test('a code that equals the text comes first, then codes that begin with it', () => {
  const skus = [
    skuOf(1, 'AB-100', { name: 'Holder for B-1' }),
    skuOf(2, 'B-10'),
    skuOf(3, 'B-1'),
    skuOf(4, 'C-9', { barcode: '4006381333931' }),
  ]
  const records = { ...cachedRecords, skus }
  const codesFor = (text: string) => searchSkus(records, text).map(({ sku }) => sku)
  expect(codesFor('b-1')).toEqual(['B-1', 'B-10', 'AB-100'])
  expect(codesFor('4006381333931')).toEqual(['C-9'])
  expect(codesFor(' ')).toEqual([])
})

test('a code typed in short is found, before the codes that it begins', () => {
  const skus = [skuOf(1, 'ABR-10071'), skuOf(2, 'ABR-1007'), skuOf(3, 'FAS-1007')]
  const records = { ...cachedRecords, skus }
  const codesFor = (text: string) => searchSkus(records, text).map(({ sku }) => sku)
  expect(codesFor('abr1007')).toEqual(['ABR-1007'])
  expect(codesFor('1007')).toEqual(['ABR-1007', 'FAS-1007', 'ABR-10071'])
})

test('pasted codes find exactly their SKUs, in upper or lower case', () => {
  const skus = [skuOf(1, 'B-1'), skuOf(2, 'B-10'), skuOf(3, 'c-9')]
  const found = skusWithCodes({ ...cachedRecords, skus }, ['b-1', 'C-9', 'none'])
  expect(found.map(({ sku }) => sku)).toEqual(['B-1', 'c-9'])
})

test('every word of a text must be found', () => {
  expect(searchCustomers(cachedRecords, 'north austin')).toEqual([northwind])
  expect(searchCustomers(cachedRecords, 'north dallas')).toEqual([])
})
