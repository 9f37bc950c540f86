import { expect, test } from 'vitest'
import { normalizePlace, placeFrom, placeOfAddress } from './countries-and-states.ts'

test.each([
  ['US', 'FL', 'US', 'FL'],
  ['United States', 'Florida', 'US', 'FL'],
  ['USA', 'F.L.', 'US', 'FL'],
  ['U.S.', 'fl', 'US', 'FL'],
  ['United States of America', 'District of Columbia', 'US', 'DC'],
  ['', 'Florida', 'US', 'FL'],
  [null, 'QC', 'CA', 'QC'],
  ['Canada', 'Québec', 'CA', 'QC'],
  ['Germany', 'Bayern', 'DE', 'Bayern'],
  ['UK', '', 'GB', ''],
])('%s and %s are %s and %s', (country, state, expectedCountry, expectedState) => {
  expect(placeFrom({ country, state })).toEqual({ country: expectedCountry, state: expectedState })
})

test.each([
  [null, null],
  ['', ''],
  ['US', ''],
  ['US', 'Florado'],
  ['Atlantis', 'FL'],
  [null, 'Bayern'],
])('%s and %s are not a known place', (country, state) => {
  expect(placeFrom({ country, state })).toBeUndefined()
})

test.each([`' or '1'='1`, `" or ""="`, '0R', 'OR;', 'CA 1'])('%s is not a known state', (state) => {
  expect(placeFrom({ country: 'US', state })).toBeUndefined()
})

test('stores unrecognized text as entered', () => {
  expect(normalizePlace({ country: 'Atlantis', state: 'North' })).toEqual({
    country: 'Atlantis',
    state: 'North',
  })
  expect(normalizePlace({ country: 'USA', state: 'Florado' })).toEqual({
    country: 'US',
    state: 'Florado',
  })
  expect(normalizePlace({ state: 'Florida' })).toEqual({ state: 'FL' })
})

test.each([
  ['1 Main St\nMiami, FL 33101', 'US', 'FL'],
  ['1 Main St\nMiami, FL 33101-1234\nUS', 'US', 'FL'],
  ['1 Main St\nMiami FL 33101\nUnited States', 'US', 'FL'],
  ['1 Main St, Miami, Florida 33101', 'US', 'FL'],
  ['1 Rue A\nMontreal, QC H2X 1Y4\nCanada', 'CA', 'QC'],
  ['1 High St\nLondon SW1A 1AA\nUnited Kingdom', 'GB', ''],
])('the address %j is in %s, %s', (address, country, state) => {
  expect(placeOfAddress(address)).toEqual({ country, state })
})

test.each([
  '',
  'Dock 4',
  '1 Main St\nMiami',
  '1 Main St\nWashington 20001',
  '1 Main St\nSan Jose\nCA',
  '1 Main St\nAtlanta\nGeorgia',
  '1 Main St\nMiami, FL 33101\nCanada',
  'Paris\nUS',
])('the address %j has no certain place', (address) => {
  expect(placeOfAddress(address)).toBeUndefined()
})
