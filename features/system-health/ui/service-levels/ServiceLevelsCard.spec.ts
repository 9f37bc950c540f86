import { moment } from '#platform/kernel/days.ts'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { ServiceLevelReport, ServiceLevelsReport } from '../../contract.ts'

const burnRates = { hour: 0, sixHours: 0 }
const levels: ServiceLevelReport[] = [
  {
    level: 'validation_success',
    says: 'Orders can be validated',
    state: 'healthy',
    targetPercent: 99.5,
    measured: 40_320,
    bad: 100,
    budgetLeft: 1 - 100 / 201.6,
    burnRates,
  },
  {
    level: 'creation_success',
    says: 'Orders can be created',
    state: 'unhealthy',
    targetPercent: 99.5,
    measured: 40_320,
    bad: 1210,
    budgetLeft: 1 - 1210 / 201.6,
    burnRates,
  },
  {
    level: 'warehouse_success',
    says: 'The warehouse responds',
    state: 'unknown',
    targetPercent: 99,
    measured: 0,
    bad: 0,
    budgetLeft: 1,
    burnRates,
  },
]
const report: ServiceLevelsReport = {
  canary: {
    at: moment('2026-03-01T08:00:00.000Z'),
    state: 'passed',
    reason: null,
    code: null,
    validationMs: 12,
    creationMs: 25,
  },
  measuredMinutes: 40_320,
  unmeasuredMinutes: 0,
  levels,
}

test('everyone sees the test order and what is left of each error budget', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  // Mocks the measurements of 28 days; what is measured is tested on the API.
  let answer = report
  await page.route('**/api/health/service-levels', (route) => route.fulfill({ json: answer }))
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Service Levels', exact: true })
  const passed = 'The test order passed: validated in 12 ms, created in 25 ms'
  await expect(card.getByText(passed)).toBeVisible()
  const cellsOf = (name: string) => card.getByRole('row', { name }).getByRole('cell')
  await expect(cellsOf('Orders can be validated')).toHaveText([
    /healthy/i,
    '99.5%',
    '99.75%',
    '100',
    '50%',
  ])
  await expect(cellsOf('Orders can be created')).toHaveText([
    /unhealthy/i,
    '99.5%',
    '96.99%',
    '1,210',
    'Exceeded',
  ])
  await expect(cellsOf('The warehouse responds')).toHaveText([/unknown/i, '99%', '—', '—', '—'])
  await expect(card.getByText(/not measured/)).toHaveCount(0)
  await expectAccessible(page)
  const canary = { ...report.canary, state: 'not run', reason: 'no customer' } as const
  answer = { ...report, canary, measuredMinutes: 40_317, unmeasuredMinutes: 3 }
  await page.reload()
  const notRun = 'The test order was not run: there is no active customer'
  await expect(card.getByText(notRun)).toBeVisible()
  await expect(card.getByText('3 minutes were not measured')).toBeVisible()
  await expectAccessible(page)
})

test('the levels of the running program are shown as they are measured', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Service Levels', exact: true })
  const sentence = /^(The test order (passed|failed|was not run): |No test order yet)/
  await expect(card.getByText(sentence)).toBeVisible()
  await expect(card.getByRole('row')).toHaveCount(1 + 8)
})
