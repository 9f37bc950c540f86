import { expect, test } from 'vitest'
import { importViolations } from './imports.ts'
import { source } from './sources.ts'

const planted: [rule: string, path: string, text: string][] = [
  ['rule 1', 'platform/server/a.ts', `import { b } from '#features/auth/rules.ts'`],
  ['rule 1', 'features/auth/server/service.ts', `export { b } from '#app/rooms.ts'`],
  ['rule 1', 'platform/ui/A.tsx', `const b = await import('#app/menu.tsx')`],
  ['rule 2', 'platform/kernel/a.ts', `import { b } from 'drizzle-orm'`],
  ['rule 2', 'platform/kernel/a.ts', `import { b } from '../server/b.ts'`],
  ['rule 3', 'features/skus/contract.ts', `import { b } from './server/service.ts'`],
  ['rule 3', 'features/skus/labels.ts', `import { b } from './ui/SkusPage.tsx'`],
  ['rule 3', 'features/skus/rules.ts', `import type { B } from '#platform/server/database/db.ts'`],
  [
    'rule 3',
    'features/journal/sales-tax-payment-rules.ts',
    `import { b } from './server/store.ts'`,
  ],
  ['rule 4', 'features/skus/ui/SkusPage.tsx', `import { b } from '../server/service.ts'`],
  [
    'rule 4',
    'features/skus/ui/use-skus.ts',
    `import { b } from '#features/auth/server/service.ts'`,
  ],
  ['rule 4', 'features/skus/server/store.ts', `import { b } from '../ui/SkusPage.tsx'`],
  ['rule 4', 'platform/web/api-hooks.ts', `import { readFileSync } from 'node:fs'`],
  [
    'rule 5',
    'features/stock/server/service.ts',
    `import { b } from '#features/skus/server/store.ts'`,
  ],
  [
    'rule 5',
    'features/stock/server/service.ts',
    `import { b } from '#features/skus/server/stock/ledger.ts'`,
  ],
  [
    'rule 5',
    'features/stock/ui/StockPage.tsx',
    `import { b } from '#features/skus/ui/SkuForm.tsx'`,
  ],
  [
    'to the right',
    'features/skus/server/service.ts',
    `import { b } from '#features/stock/server/service.ts'`,
  ],
  [
    'a leaf',
    'features/returns/server/service.ts',
    `import { b } from '#features/search/server/service.ts'`,
  ],
  ['no place', 'features/weather/server/service.ts', ''],
]

test.each(planted)('%s is broken by %s: %s', (rule, path, text) => {
  expect(importViolations([source(path, text)])).toEqual([expect.stringContaining(rule)])
})

test('rejects a fourteenth file in the kernel', () => {
  const files = Array.from({ length: 14 }, (_, index) => source(`platform/kernel/n${index}.ts`, ''))
  expect(importViolations(files)).toEqual(['platform/kernel has 14 files, more than 13'])
})

test('rejects a screen that imports the server through another file', () => {
  const page = source('app/frame/Shell.tsx', `import { b } from '../prices.ts'`)
  const between = source('app/prices.ts', `import { c } from '#features/skus/server/store.ts'`)
  const chain = 'app/frame/Shell.tsx → app/prices.ts → features/skus/server/store.ts'
  expect(importViolations([page, between])).toContainEqual(expect.stringContaining(chain))
})

test('rejects files that import each other', () => {
  const one = source('platform/server/one.ts', `import { b } from './two.ts'`)
  const two = source('platform/server/two.ts', `import { a } from './one.ts'`)
  expect(importViolations([one, two])).toEqual([expect.stringContaining('a circle of files')])
})

test('rejects features that import each other, even types', () => {
  const auth = source('features/auth/one.ts', `import type { B } from '#features/audit/two.ts'`)
  const audit = source('features/audit/three.ts', `import type { A } from '#features/auth/four.ts'`)
  expect(importViolations([auth, audit])).toEqual([expect.stringContaining('a circle of rooms')])
})

test('accepts permitted imports', () => {
  const page = `import { may } from '#features/auth/rules.ts'
    import type { Sku } from '../contract.ts'
    import { useRead } from '#platform/web/api-hooks.ts'`
  const anything = `import { b } from '#app/testing.ts'`
  const allowed = [
    source('features/skus/ui/SkusPage.tsx', page),
    source('features/skus/server/api.test.ts', anything),
    source(
      'features/stock/server/service.ts',
      `import { b } from '#features/skus/server/service.ts'`,
    ),
  ]
  expect(importViolations(allowed)).toEqual([])
})
