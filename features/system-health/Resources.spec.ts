import { expect, expectAccessible, test } from '#e2e/app.ts'
import type { DetailedHealth } from './contract.ts'

test('the chart of the memory shows its limit and the room below it, and is a table too', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const mb = 1024 * 1024
  await page.route('**/api/health/detailed', async (route) => {
    const response = await route.fetch()
    const json = {
      ...((await response.json()) as DetailedHealth),
      heapLimit: 1000 * mb,
      memoryHistory: [
        { at: '2026-03-02T14:00:00.000Z', rss: 200 * mb, heapUsed: 50 * mb },
        { at: '2026-03-02T14:00:30.000Z', rss: 220 * mb, heapUsed: 110 * mb },
      ],
    }
    await route.fulfill({ response, json })
  })
  await page.goto('/system-health')
  const memory = page.getByRole('region', { name: 'Memory Usage' })
  const chart = memory.getByRole('img')
  await expect(chart).toHaveAccessibleName(
    'Heap used from 50.0 MB to 110.0 MB, 890.0 MB below its limit',
  )
  // The top is a tenth above the limit.
  const limit = Number(await chart.locator('line').getAttribute('y1'))
  expect(limit).toBeCloseTo(96 - 96 / 1.1, 6)
  await expect(chart.locator('path').first()).toHaveAttribute('d', /^M0,96 L0,91\.6/)
  await memory.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(memory.getByRole('row').nth(2)).toHaveText('2:00:30 PM220.0 MB110.0 MB')
  await expectAccessible(page)
})
