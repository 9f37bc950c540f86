import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

// The charts with known figures, which other tests cannot change.

test('deliveries on time: counts, percentages, late ones, and the vendors of a month', async ({
  page,
  signIn,
}) => {
  const month = (id: number, figures: object) => ({
    id,
    from: `2026-0${id % 100}-01`,
    to: `2026-0${id % 100}-28`,
    ...figures,
  })
  await page.route('**/api/reports/delivery-trend*', (route) =>
    route.fulfill({
      json: {
        months: [
          month(202_603, { onTime: 0, late: 0, other: 0, onTimePercent: null }),
          month(202_602, { onTime: 3, late: 1, other: 2, onTimePercent: '75.0' }),
        ],
      },
    }),
  )
  await signIn('purchasing')
  await page.goto('/ap-reports?tab=performance')
  const chart = page.getByRole('region', { name: 'Deliveries on time' })
  for (const label of ['6', '3', '100%', '50%']) {
    await expect(chart.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(chart.getByRole('link', { name: '3/2026: 0 on time, 0 late' })).toBeAttached()
  const february = chart.getByRole('link', {
    name: '2/2026: 3 on time (75.0%), 1 late, 2 neither',
  })
  await february.hover()
  await expect(chart.locator('p.popover')).toHaveText(/3 on time \(75\.0%\)/)
  await expectAccessible(page)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row').nth(1)).toHaveText('2/202631275.0%')
  await chart.getByRole('link', { name: '2/2026' }).click()
  await expect(page).toHaveURL(/tab=performance.*f\.from=2026-02-01.*f\.to=2026-02-28/)
  await expect(chart.getByRole('row')).toHaveCount(3)
})

test('what was billed and paid by month opens the payments of the month', async ({
  page,
  signIn,
}) => {
  const row = { month: '2026-03', discounts: '0.00', largest: '90.00' }
  await page.route('**/api/reports/ap-months*', (route) =>
    route.fulfill({
      json: [{ ...row, id: 202_603, billed: '1500.00', payments: 1, paid: '90.00' }],
    }),
  )
  await signIn('finance')
  await page.goto('/ap-reports?tab=months')
  const chart = page.getByRole('region', { name: 'Billed and paid' })
  const march = chart.getByRole('link', {
    name: '3/2026: $1,500.00 billed, $90.00 paid in 1 payment',
  })
  await expect(chart.getByText('$2k', { exact: true })).toBeVisible()
  await chart.getByLabel('Compare with the month before').check()
  await expectAccessible(page)
  await march.click()
  await expect(page).toHaveURL(/tab=payments.*f\.postedFrom=2026-03-01.*f\.postedTo=2026-03-31/)
})

test('the aging of bills by month is for roles that see what is owed', async ({ page, signIn }) => {
  await signIn('purchasing')
  await page.goto('/ap-reports?tab=aging')
  const chart = page.getByRole('region', { name: 'Aging by month' })
  await expect(chart.getByRole('link')).toHaveCount(12)
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('columnheader')).toHaveText([
    'Month',
    'Not due',
    '0-30 days',
    '31-60 days',
    '61-90 days',
    'Over 90 days',
    'Total',
  ])
})
