import { moment } from '#platform/kernel/days.ts'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'
import type { DeadMessage } from '../contract.ts'

const message = (id: number): DeadMessage => ({
  id,
  topic: 'payment.recorded',
  aggregate: 'customer_payment',
  aggregateId: id + 6,
  attempts: 10,
  error: 'No customer',
  createdAt: moment('2026-03-01T08:00:00.000Z'),
  deadAt: moment('2026-03-01T09:00:00.000Z'),
})

test('an administrator retries undelivered messages by keyboard', async ({ page, signIn }) => {
  await signIn('admin')
  // Mocks the messages, because the server under test delivers all of its own.
  let messages = [message(2), message(1)]
  await page.route('**/api/health/dead-messages', (route) => route.fulfill({ json: messages }))
  await page.route('**/api/health/dead-messages/*/retry', (route) => {
    messages = messages.filter(({ id }) => !route.request().url().includes(`/${id}/retry`))
    return route.fulfill({ status: 204 })
  })
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Undelivered Messages' })
  await expect(card.getByRole('listitem')).toHaveText([
    /^payment\.recorded · Customer payment #810 attempts, the last .+: No customerRetry message 2$/,
    /^payment\.recorded · Customer payment #710 attempts, the last .+: No customerRetry message 1$/,
  ])
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Retry message 2' }).press('Enter')
  await expectToast(page, 'Success', 'The message will be delivered again')
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('button', { name: 'Retry message 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByText('No undelivered messages.')).toBeVisible()
})

test('other roles do not see undelivered messages', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/system-health')
  await expect(page.getByRole('region', { name: 'History of Changes' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Undelivered Messages' })).toHaveCount(0)
})
