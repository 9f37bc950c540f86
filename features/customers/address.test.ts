import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressesOf, addressField, foldAddress, maxAddress } from './rules.ts'

const parts = { city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const customer = { ...parts, address: '1 Main Street', billingAddress: null }
const read = (value: unknown) => z.parse(addressField, value)

test('an address is the street, the place and the country, a line each', () => {
  expect(foldAddress({ ...parts, street: 'Dock 4\r\n\r\n 1 Main Street ' })).toBe(
    'Dock 4\n1 Main Street\nAustin, TX 78701\nUS',
  )
  expect(foldAddress({ ...parts, street: null, city: ' ', state: null })).toBe('78701\nUS')
  const none = { street: null, city: null, state: null, zipCode: null, country: undefined }
  expect(foldAddress(none)).toBeNull()
})

test('a street that is too long is cut, and the place stays', () => {
  const long = foldAddress({ ...parts, street: 'x'.repeat(maxAddress) })
  expect(long).toHaveLength(maxAddress)
  expect(long?.endsWith('x\nAustin, TX 78701\nUS')).toBe(true)
})

test('invoices go where the goods go, unless the customer said where', () => {
  const shipping = '1 Main Street\nAustin, TX 78701\nUS'
  expect(addressesOf(customer)).toEqual({ shipping, billing: shipping })
  const boxed = { ...customer, billingAddress: 'Box 1\n' }
  expect(addressesOf(boxed)).toEqual({ shipping, billing: 'Box 1' })
})

test('a typed address is kept line by line; an empty one is none, an absent one absent', () => {
  expect(read(' Dock 4 \r\n\n1 Main Street\n')).toBe('Dock 4\n1 Main Street')
  expect([read(''), read(' \n '), read(null), read(undefined)]).toEqual([
    null,
    null,
    null,
    undefined,
  ])
  expect(() => read('x'.repeat(maxAddress + 1))).toThrow('Must be at most 500 characters')
})
