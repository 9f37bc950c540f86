import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import type { DataCheckRun } from '../contract.ts'

test('an administrator runs the data checks and sees the violated rules', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Data Checks', exact: true })
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText(/^(All \d+ checks pass|\d+ of \d+ checks failed)$/)).toBeVisible()
  await expect(card.getByText(/^checked .+ in [0-9,]+ ms$/)).toBeVisible()
  const broken = {
    name: 'inv_02_stock_counters',
    says: 'Stock counters are the open lines and the movements.',
    count: 1200,
  }
  await page.route('**/api/health/data-checks', async (route) => {
    const response = await route.fetch()
    const [latest] = (await response.json()) as DataCheckRun[]
    const rules = [broken, { ...broken, name: 'inv_03', says: 'Another one.', count: null }]
    await route.fulfill({ response, json: [{ ...latest, ruleCount: 37, broken: rules }] })
  })
  await page.reload()
  const sentence = '1 of 37 checks failed, 1 could not run'
  await expect(card.getByText(sentence)).toBeVisible()
  await expect(card.getByRole('list', { name: 'Failed checks' }).getByRole('listitem')).toHaveText([
    'Stock counters are the open lines and the movements. Wrong 1,200 times ' +
      '(inv_02_stock_counters)',
    'Another one. It could not run (inv_03)',
  ])
  await expectAccessible(page)
})

test('other roles do not see the data checks', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/system-health')
  await expect(page.getByRole('region', { name: 'History of Changes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Data Checks' })).toHaveCount(0)
})
