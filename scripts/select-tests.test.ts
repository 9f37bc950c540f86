import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longTests, onceIsEnough } from '../vitest.config.ts'
import { driverFiles, selectTests } from './select-tests.ts'
import { source } from './tidy/sources.ts'

const menu = `
const menu = [
  {
    path: '/customers',
    component: lazyRouteComponent(() => import('./screens/CustomersScreen.tsx'), 'CustomersScreen'),
  },
  {
    path: '/help',
    component: lazyRouteComponent(() => import('#features/help/ui/HelpPage.tsx'), 'HelpPage'),
  },
]`
const sources = [
  source('app/menu.tsx', menu),
  source(
    'app/screens/CustomersScreen.tsx',
    `import { a } from '#features/customers/ui/CustomersPage.tsx'`,
  ),
  source(
    'features/customers/ui/CustomersPage.tsx',
    `import { b } from '#features/pricing/ui/Prices.tsx'
     import { c } from '#platform/ui/buttons/Button.tsx'
     import type { d } from '#features/credit/contract.ts'`,
  ),
  source('features/pricing/ui/Prices.tsx', ''),
  source('features/pricing/ui/Prices.spec.ts', ''),
  source('features/pricing/server/api.test.ts', ''),
  source('features/customers/ui/CustomersPage.spec.ts', ''),
  source('features/customers/server/api.test.ts', ''),
  source('features/credit/contract.ts', ''),
  source('features/help/ui/HelpPage.tsx', ''),
  source('features/help/ui/HelpPage.spec.ts', ''),
  source('features/help/clock.test.ts', ''),
  source('features/payables/server/races.api.test.ts', ''),
  source('platform/ui/buttons/Button.tsx', ''),
  source('platform/server/db.test.ts', ''),
  source('e2e/details/date-fields.spec.ts', ''),
]
const select = (changed: string[], commit = '00000000') =>
  selectTests({ sources, changed, commit, base: 'abcdef0123456789' })

test('a screen changes if a file that its page loads has changed', () => {
  expect(select(['features/pricing/ui/Prices.tsx']).screens).toEqual(['/customers'])
  expect(select(['features/help/ui/HelpPage.tsx']).screens).toEqual(['/help'])
  expect(select(['app/screens/CustomersScreen.tsx']).screens).toEqual(['/customers'])
})

test('types, tests and shared parts change no screen', () => {
  const changed = [
    'features/credit/contract.ts',
    'features/pricing/ui/Prices.spec.ts',
    'platform/ui/buttons/Button.tsx',
  ]
  expect(select(changed).screens).toEqual([])
})

test('selects specs of changed features and screens, and changed specs', () => {
  expect(select(['features/pricing/ui/Prices.tsx']).specs).toEqual([
    'features/pricing/ui/Prices.spec.ts',
    'features/customers/ui/CustomersPage.spec.ts',
  ])
  expect(select(['e2e/details/date-fields.spec.ts']).specs).toEqual([
    'e2e/details/date-fields.spec.ts',
  ])
  expect(select(['README.md']).specs).toEqual([])
})

test('every change tests locks, the driver and changed features on PostgreSQL', () => {
  const chosen = select(['features/pricing/server/store.ts']).postgres
  expect(chosen).toContain('features/pricing/server/api.test.ts')
  expect(chosen).toContain('features/payables/server/races.api.test.ts')
  expect(chosen).toContain('platform/server/db.test.ts')
  expect(chosen).not.toContain('features/help/clock.test.ts')
})

test('a third of the rest rotates with the commit, so three runs cover all', () => {
  const turns = ['00000000', '00000001', '00000002'].map((commit) => select([], commit).postgres)
  const remainingTests = [
    'features/pricing/server/api.test.ts',
    'features/customers/server/api.test.ts',
  ]
  for (const path of remainingTests) {
    expect(turns.filter((files) => files.includes(path))).toHaveLength(1)
  }
})

test('a changed driver selects every API test on PostgreSQL', () => {
  expect(select(['platform/server/database/db.ts']).postgres).toEqual([
    'features/pricing/server/api.test.ts',
    'features/customers/server/api.test.ts',
    'features/payables/server/races.api.test.ts',
    'platform/server/db.test.ts',
  ])
})

test('the sentence names the base commit and the selection', () => {
  expect(select(['features/help/ui/HelpPage.tsx']).sentence).toMatch(
    /^1 files changed since abcdef01: .*features\/help\/ui\/HelpPage\.spec\.ts \/help$/,
  )
})

test('the files of the driver and those that run once exist', () => {
  const folder = 'app/tests/clients'
  const pattern = `${folder}/*.test.ts`
  const files = [...onceIsEnough, ...longTests].filter((path) => path !== pattern)
  expect(files.length).toBe(onceIsEnough.length + longTests.length - 2)
  expect([...driverFiles, ...files].filter((path) => !existsSync(path))).toEqual([])
  expect(readdirSync(folder).some((name) => name.endsWith('.test.ts'))).toBe(true)
})
