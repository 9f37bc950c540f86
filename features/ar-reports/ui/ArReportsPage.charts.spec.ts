import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { ArAgingTrend, ArMonth } from '../contract.ts'

// The charts with known figures, which other tests cannot change.

const months = (ids: readonly number[], received: string) =>
  ids.map((id) => {
    const month = `${Math.floor(id / 100)}-${String(id % 100).padStart(2, '0')}`
    return {
      id,
      from: `${month}-01`,
      to: `${month}-28`,
      invoiced: '1500.00',
      received,
      adjustments: '0.00',
      balance: '0.00',
      collectionPeriod: null,
      daysToPay: id === 202_602 ? null : 12,
      onTimeShare: id === 202_602 ? null : '75.00',
    }
  })

/** Answers with February and March 2026; with the two months before if those are asked for. */
async function withMonths(page: Page) {
  await page.route('**/api/reports/ar-months*', async (route) => {
    const isBefore = new URL(route.request().url()).searchParams.get('to') === '2026-01-31'
    const json = isBefore
      ? months([202_601, 202_512], '800.00')
      : months([202_603, 202_602], '900.00')
    await route.fulfill({ json: json as unknown as ArMonth[] })
  })
}

test('payment trends say their values, and a month opens its invoices or payments', async ({
  page,
  signIn,
}) => {
  await withMonths(page)
  await signIn('finance')
  await page.goto('/ar-reports?tab=trends')
  const amounts = page.getByRole('region', { name: 'Invoiced and received' })
  await expect(amounts.getByText('$2k', { exact: true })).toBeVisible()
  const march = amounts.getByRole('link', { name: '3/2026: $1,500.00 invoiced, $900.00 received' })
  await march.click()
  await expect(page).toHaveURL(
    /tab=documents.*f\.figure=invoiced.*f\.from=2026-03-01.*f\.to=2026-03-28/,
  )
  await page.goBack()
  const pace = page.getByRole('region', { name: 'Days to pay and paid on time' })
  for (const label of ['20 days', '0 days', '100%', '0%']) {
    await expect(pace.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(pace.getByRole('link', { name: '2/2026: no payments of invoices' })).toBeAttached()
  const paid = pace.getByRole('link', { name: '3/2026: 12 days to pay, 75.00% paid on time' })
  await paid.focus()
  await paid.press('Enter')
  await expect(page).toHaveURL(/tab=payments.*f\.status=posted/)
})

test('a chart is compared with the months before, also in its table', async ({ page, signIn }) => {
  await withMonths(page)
  await signIn('finance')
  await page.goto('/ar-reports?tab=trends')
  const amounts = page.getByRole('region', { name: 'Invoiced and received' })
  await amounts.getByLabel('Compare with the 2 months before').check()
  await expect(
    amounts.getByRole('link', {
      name:
        '3/2026: $1,500.00 invoiced, $900.00 received; ' +
        '1/2026: $1,500.00 invoiced, $800.00 received',
    }),
  ).toBeAttached()
  await expect(amounts.getByText('Period before', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await amounts.getByRole('button', { name: 'Show as table' }).click()
  const table = amounts.getByRole('region', { name: 'Invoiced and received as a table' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Month',
    'Invoiced',
    'Cash received',
    'Invoiced before',
    'Cash received before',
  ])
  await expect(table.getByRole('row').nth(1)).toHaveText('2/2026$1,500.00$900.00$1,500.00$800.00')
  await table.getByRole('link', { name: '2/2026' }).click()
  await expect(page).toHaveURL(/f\.from=2026-02-01/)
})

test('a month that is not over is paler where its figures add up', async ({ page, signIn }) => {
  await withMonths(page)
  await signIn('finance')
  await page.goto('/ar-reports?tab=trends&f.asOf=2026-03-02')
  const months = (name: string) => page.getByRole('region', { name }).locator('svg[role=img] g')
  const amounts = months('Invoiced and received')
  await expect(amounts).toHaveCount(2)
  await expect(amounts.first()).toHaveAttribute('opacity', '1')
  await expect(amounts.last()).toHaveAttribute('opacity', '0.55')
  await expect(months('Days to pay and paid on time').last()).toHaveAttribute('opacity', '1')
})

test('the aging by month stacks the ages, and a month opens the aging on its last day', async ({
  page,
  signIn,
}) => {
  const none = { notDue: '0.00', days0to30: '0.00', days31to60: '0.00', over90: '0.00' }
  const trend = {
    months: [
      {
        ...none,
        id: 202603,
        from: '2026-03-01',
        to: '2026-03-02',
        notDue: '40.00',
        days61to90: '100.00',
        total: '140.00',
      },
      {
        ...none,
        id: 202602,
        from: '2026-02-01',
        to: '2026-02-28',
        days61to90: '0.00',
        total: '0.00',
      },
    ],
  }
  await page.route('**/api/reports/ar-aging-trend*', (route) =>
    route.fulfill({ json: trend as unknown as ArAgingTrend }),
  )
  await signIn('finance')
  await page.goto('/ar-reports?tab=aging')
  const chart = page.getByRole('region', { name: 'Aging by month' })
  const march = chart.getByRole('link', {
    name: '3/2026: $140.00 open, Not due $40.00, 61-90 days $100.00',
  })
  await march.focus()
  await expect(chart.locator('p.popover')).toHaveText(/\$140\.00 open/)
  await page.keyboard.press('ArrowLeft')
  await expect(chart.getByRole('link', { name: '2/2026: $0.00 open' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=aging.*f\.asOf=2026-02-28/)
  await expect(page.getByLabel('As of')).toHaveValue('2026-02-28')
})
