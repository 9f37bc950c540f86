import { expect, test } from 'vitest'
import { misnamedRoutes, strayEndpoints } from './routes.ts'
import { source } from './sources.ts'

const declared = `export const listSkus = endpoint('GET', '/api/skus', { returns: skus })`

test('rejects an endpoint outside a contract', () => {
  expect(strayEndpoints([source('features/skus/prices.ts', declared)])).toEqual([
    'features/skus/prices.ts:1 an endpoint is declared in contract.ts',
  ])
  expect(strayEndpoints([source('features/skus/contract.ts', declared)])).toEqual([])
})

test('accepts endpoints of a file that the contract of its room exports', () => {
  const list = source('features/skus/list-contract.ts', declared)
  const contract = (text: string) => source('features/skus/contract.ts', text)
  expect(strayEndpoints([list, contract(`export { listSkus } from './list-contract.ts'`)])).toEqual(
    [],
  )
  expect(strayEndpoints([list, contract('')])).toEqual([
    'features/skus/list-contract.ts:1 an endpoint is declared in contract.ts',
  ])
})

test.each([
  ['route(contract.listSkus, (ctx) => skuPage(ctx))', 1],
  ['route(contract.listSkus, (ctx) => service.skuPage(ctx))', 1],
  ['route(listSkus, skuPage)', 1],
  ['route(contract.listSkus, (ctx) => service.listSkus(ctx))', 0],
  ['route(contract.listSkus, (ctx) => logged(() => listSkus(ctx)))', 0],
  ['route(contract.readPdf[name], (ctx) => service.readPdf(ctx))', 0],
  ['route(contract.readPdf[name], (ctx) => service.asPdf(ctx))', 1],
])('a route calls the function of its endpoint: %s', (text, violations) => {
  expect(misnamedRoutes([source('features/skus/server/routes.ts', text)])).toHaveLength(violations)
})
