import { expect, test } from 'vitest'
import { withoutSummaries } from './omit-summaries.ts'

const shortened = (code: string) =>
  withoutSummaries(code, 'contract.ts').replaceAll(/\s+/g, ' ').trim()

test('the bundle has no summaries of endpoints, and everything else', () => {
  const code = `// A customer’s prices
    export const listPrices = endpoint('GET', '/api/prices', {
      summary: 'Prices, ' + 'newest first',
      returns: z.array(price),
    })
    export const form = z.object({ summary: z.string() })
    export const readPrice = endpoint('GET', '/api/prices/:id', { returns: price, summary })
    export const price: Price = { summary: 'kept' }`
  expect(shortened(code)).toBe(
    "// A customer’s prices export const listPrices = endpoint('GET', '/api/prices', { " +
      'returns: z.array(price), }) export const form = z.object({ summary: z.string() }) ' +
      "export const readPrice = endpoint('GET', '/api/prices/:id', { returns: price, }) " +
      "export const price: Price = { summary: 'kept' }",
  )
})
