import { expect, test } from 'vitest'
import { source } from './sources.ts'
import { tableViolations } from './table-owners.ts'

const skus = source('features/skus/server/tables.ts', `export const skus = pgTable('skus', {})`)
const imported = `import { skus } from '#features/skus/server/tables.ts'\n`

const foreign = [
  "const a = 'insert into skus (sku) values ($1)'",
  'const a = `update skus s set price = $1`',
  "const a = 'delete from only skus'",
  "const a = 'truncate table skus'",
  `${imported}db.insert(skus)`,
  `${imported}inner.db.update(skus).set({})`,
  `import { skus as goods } from '#features/skus/server/tables.ts'\ndb.delete(goods)`,
  `import * as tables from '#features/skus/server/tables.ts'\ndb.update(tables.skus)`,
  `${imported}insertMany(ctx, skus, [])`,
  `${imported}await insertManyReturning(ctx, skus, [], {})`,
  `${imported}updateMany(ctx, skus, [])`,
  `${imported}sql\`update \${skus} set price = 1\``,
]

test.each(foreign)('another room may not write: %s', (text) => {
  const found = tableViolations([skus, source('features/pricing/server/service.ts', text)])
  expect(found).toEqual([expect.stringContaining('writes skus, which skus owns')])
})

test.each(foreign)('the owner may write: %s', (text) => {
  expect(tableViolations([skus, source('features/skus/server/service.ts', text)])).toEqual([])
})

test('any feature may read and lock rows', () => {
  const text = `const a = 'select price from skus for update of skus'`
  expect(tableViolations([skus, source('features/pricing/server/service.ts', text)])).toEqual([])
})

test('only the owning feature writes a table', () => {
  const twin = source('features/stock/server/tables.ts', `export const stock = pgTable('skus', {})`)
  expect(tableViolations([skus, twin])).toEqual([expect.stringContaining('declared twice')])
})
