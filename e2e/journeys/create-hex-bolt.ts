import type { TestData } from '#e2e/fixtures.ts'
import type { Sku } from '#features/skus/contract.ts'

/** A new SKU at $10.00, with a cost of $4.00; without stock unless the fields have some. */
export function createHexBolt(testData: TestData, fields: Partial<Sku> = {}): Promise<Sku> {
  const usual = { name: 'Hex bolt', cost: '4.00', price: '10.00' }
  return testData.made('/api/skus', { ...usual, sku: testData.code('S'), ...fields })
}
