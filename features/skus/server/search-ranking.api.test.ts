import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#app/testing.ts'
import type { Sku } from '../contract.ts'

let prizm: TestApp
let as: string

beforeEach(async () => {
  prizm = await startTestApp()
  as = await prizm.signIn('sales')
})
afterEach(() => prizm.close())

const found = async (q: string, limit = 8) => {
  const query = new URLSearchParams({ q, limit: String(limit), sort: 'relevance' })
  const answer = await prizm.call('GET', `/api/skus?${query}`, { as })
  return answer.json<Sku[]>().map(({ sku }) => sku)
}

test('an exact barcode comes first', async () => {
  await prizm.builders.sku({ sku: '4012-X', name: 'Box of 40123' })
  await prizm.builders.sku({ sku: 'Z-1', name: 'Last', barcode: '4012' })
  expect(await found('4012')).toEqual(['Z-1', '4012-X'])
})

test('an exact code is on the first page despite many other matches', async () => {
  for (const place of [1, 2, 3]) await prizm.builders.sku({ sku: `A${place}-77`, name: 'Other' })
  await prizm.builders.sku({ sku: '77', name: 'It' })
  expect(await found('77', 1)).toEqual(['77'])
})

test('a code in short comes before other matches, and with fewer letters it is found', async () => {
  for (const sku of ['ABR-1007', 'FAS-1007', 'FAS-11007', 'FAS-10070']) {
    await prizm.builders.sku({ sku, name: 'Disc' })
  }
  await prizm.builders.sku({ sku: 'A-1', name: 'Grit 1007' })
  expect(await found('1007', 2)).toEqual(['ABR-1007', 'FAS-1007'])
  expect(await found('abr1007')).toEqual(['ABR-1007'])
  expect(await found('f1007')).toEqual(['FAS-1007'])
  expect(await found('FA-1007')).toEqual(['FAS-1007'])
  expect(await found('x1007')).toEqual([])
})

test('LIKE wildcards are literal characters in a search', async () => {
  await prizm.builders.sku({ sku: '5%_OFF', name: 'Sale' })
  await prizm.builders.sku({ sku: '5XXOFF', name: 'Other' })
  expect(await found('5%_')).toEqual(['5%_OFF'])
})

test('SKUs are filtered by ids', async () => {
  const one = await prizm.builders.sku({ sku: 'ONE' })
  await prizm.builders.sku({ sku: 'TWO' })
  const three = await prizm.builders.sku({ sku: 'THREE' })
  const url = `/api/skus?id=${one.id},${three.id}&limit=10&sort=id`
  const answer = await prizm.call('GET', url, { as })
  expect(answer.json<Sku[]>().map(({ sku }) => sku)).toEqual(['ONE', 'THREE'])
  const wrong = await prizm.call('GET', '/api/skus?id=one&limit=10', { as })
  expect(wrong.statusCode).toBe(422)
})
