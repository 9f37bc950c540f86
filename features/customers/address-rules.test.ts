import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressesOf, addressField, formatAddress, maxAddress } from './address-rules.ts'

const parts = { city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const customer = { ...parts, address: '1 Main Street', billingAddress: null }
const read = (value: unknown) => z.parse(addressField, value)

test('foldAddress formats street, city/state/ZIP and country on separate lines', () => {
  expect(formatAddress({ ...parts, street: 'Dock 4\r\n\r\n 1 Main Street ' })).toBe(
    'Dock 4\n1 Main Street\nAustin, TX 78701\nUS',
  )
  expect(formatAddress({ ...parts, street: null, city: ' ', state: null })).toBe('78701\nUS')
  const none = { street: null, city: null, state: null, zipCode: null, country: undefined }
  expect(formatAddress(none)).toBeNull()
})

test('truncates a street that is too long, but never the city, state and country', () => {
  const long = formatAddress({ ...parts, street: 'x'.repeat(maxAddress) })
  expect(long).toHaveLength(maxAddress)
  expect(long?.endsWith('x\nAustin, TX 78701\nUS')).toBe(true)
})

test('the billing address defaults to the shipping address', () => {
  const shipping = '1 Main Street\nAustin, TX 78701\nUS'
  expect(addressesOf(customer)).toEqual({ shipping, billing: shipping })
  const boxed = { ...customer, billingAddress: 'Box 1\n' }
  expect(addressesOf(boxed)).toEqual({ shipping, billing: 'Box 1' })
})

test('normalizes an address line by line; empty becomes null, undefined stays undefined', () => {
  expect(read(' Dock 4 \r\n\n1 Main Street\n')).toBe('Dock 4\n1 Main Street')
  expect([read(''), read(' \n '), read(null), read(undefined)]).toEqual([
    null,
    null,
    null,
    undefined,
  ])
  expect(() => read('x'.repeat(maxAddress + 1))).toThrow('Must be at most 500 characters')
})
