import { expect, test } from 'vitest'
import { selectTests } from './select-tests.ts'
import { source } from './tidy/sources.ts'

const menu = `
const menu = [
  {
    path: '/customers',
    component: lazyRouteComponent(() => import('./CustomersScreen.tsx'), 'CustomersScreen'),
  },
  {
    path: '/help',
    component: lazyRouteComponent(() => import('#features/help/HelpPage.tsx'), 'HelpPage'),
  },
]`
const sources = [
  source('app/menu.tsx', menu),
  source('app/CustomersScreen.tsx', `import { a } from '#features/customers/CustomersPage.tsx'`),
  source(
    'features/customers/CustomersPage.tsx',
    `import { b } from '#features/pricing/Prices.tsx'
     import { c } from '#platform/ui/Button.tsx'
     import type { d } from '#features/credit/contract.ts'`,
  ),
  source('features/pricing/Prices.tsx', ''),
  source('features/pricing/Prices.spec.ts', ''),
  source('features/pricing/api.test.ts', ''),
  source('features/customers/CustomersPage.spec.ts', ''),
  source('features/customers/api.test.ts', ''),
  source('features/credit/contract.ts', ''),
  source('features/help/HelpPage.tsx', ''),
  source('features/help/HelpPage.spec.ts', ''),
  source('features/help/clock.test.ts', ''),
  source('features/payables/races.api.test.ts', ''),
  source('platform/ui/Button.tsx', ''),
  source('platform/server/db.test.ts', ''),
  source('e2e/details/days.spec.ts', ''),
]
const select = (changed: string[], commit = '00000000') =>
  selectTests({ sources, changed, commit, base: 'abcdef0123456789' })

test('a screen has changed where a file that its page loads has changed', () => {
  expect(select(['features/pricing/Prices.tsx']).screens).toEqual(['/customers'])
  expect(select(['features/help/HelpPage.tsx']).screens).toEqual(['/help'])
  expect(select(['app/CustomersScreen.tsx']).screens).toEqual(['/customers'])
})

test('types, tests and shared parts change no screen', () => {
  const changed = [
    'features/credit/contract.ts',
    'features/pricing/Prices.spec.ts',
    'platform/ui/Button.tsx',
  ]
  expect(select(changed).screens).toEqual([])
})

test('specs of changed rooms, of changed screens, and specs that changed are chosen', () => {
  expect(select(['features/pricing/Prices.tsx']).specs).toEqual([
    'features/pricing/Prices.spec.ts',
    'features/customers/CustomersPage.spec.ts',
  ])
  expect(select(['e2e/details/days.spec.ts']).specs).toEqual(['e2e/details/days.spec.ts'])
  expect(select(['README.md']).specs).toEqual([])
})

test('locks, the driver and changed rooms are tried on PostgreSQL by every change', () => {
  const chosen = select(['features/pricing/store.ts']).postgres
  expect(chosen).toContain('features/pricing/api.test.ts')
  expect(chosen).toContain('features/payables/races.api.test.ts')
  expect(chosen).toContain('platform/server/db.test.ts')
  expect(chosen).not.toContain('features/help/clock.test.ts')
})

test('a third of the rest rotates with the commit, so that three turns try all', () => {
  const turns = ['00000000', '00000001', '00000002'].map((commit) => select([], commit).postgres)
  const rest = ['features/pricing/api.test.ts', 'features/customers/api.test.ts']
  for (const path of rest) {
    expect(turns.filter((files) => files.includes(path))).toHaveLength(1)
  }
})

test('a changed driver asks for every API test on PostgreSQL', () => {
  expect(select(['platform/server/db.ts']).postgres).toEqual([
    'features/pricing/api.test.ts',
    'features/customers/api.test.ts',
    'features/payables/races.api.test.ts',
    'platform/server/db.test.ts',
  ])
})

test('the sentence names the base and what was chosen', () => {
  expect(select(['features/help/HelpPage.tsx']).sentence).toMatch(
    /^1 files changed since abcdef01: .*features\/help\/HelpPage\.spec\.ts \/help$/,
  )
})
