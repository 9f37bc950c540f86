import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warehouseOpenApi } from '../openapi-testing.ts'

const file = join(import.meta.dirname, '../../../docs/wms-openapi.json')

// To write the file anew, run this file with WRITE_OPENAPI=1:
// `npx vitest run --project rules features/wms-integration/server/openapi.test.ts`
test('docs/wms-openapi.json matches the schemas of the protocol', () => {
  const made = JSON.parse(JSON.stringify(warehouseOpenApi())) as unknown
  if (process.env['WRITE_OPENAPI']) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(made)
})
