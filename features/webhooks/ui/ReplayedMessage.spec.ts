import { startReceiver } from '#lab/nodes/webhook-receiver.ts'
import { isSigned } from '#platform/server/outbound/webhook-signature.ts'
import {
  expect,
  expectAccessible,
  expectToast,
  firstPage,
  startProgram,
  test,
} from '#e2e/fixtures.ts'

test('a message that was refused arrives by Replay, signed by the new and the old secret', async ({
  browser,
}) => {
  let status = 500
  const receiver = await startReceiver(() => ({ status }))
  const program = await startProgram({ WEBHOOK_LOOPBACK: 'on' })
  const page = await firstPage(browser, program)
  await page.goto('/settings?tab=webhooks')
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add Webhook' })
  await form.getByLabel('Description *').fill('Shop')
  await form.getByLabel('Address *').fill(`${receiver.url}/hook`)
  await form.getByLabel('invoice.posted').check()
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Shop' })
  const oldSecret = await shown.getByText(/^whsec_/).innerText()
  await shown.getByRole('button', { name: 'Close' }).click()

  const row = page.getByRole('row', { name: /Shop/ })
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await expectToast(page, 'Success', 'New secret created')
  await expect(shown).toContainText('Messages are signed with the old secret too, until')
  const newSecret = await shown.getByText(/^whsec_/).innerText()
  expect(newSecret).not.toBe(oldSecret)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Close' }).click()

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Deliveries of Shop' })
  await deliveries.getByRole('row', { name: /ping/ }).click()
  await expect(deliveries.getByText('Given up', { exact: true })).toBeVisible()
  await expect(deliveries.getByRole('heading', { name: /: status 500, \d+ ms$/ })).toBeVisible()
  status = 200
  await deliveries.getByRole('button', { name: 'Replay' }).click()
  await expectToast(page, 'Success', 'The message will be sent again')
  await expect(deliveries.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(deliveries.getByRole('heading', { name: /: status 200, \d+ ms$/ })).toBeVisible()

  const [refused, accepted, ...more] = receiver.received
  expect(more).toEqual([])
  expect(accepted?.headers['webhook-id']).toBe(refused?.headers['webhook-id'])
  expect(accepted?.body).toBe(refused?.body)
  const signed = {
    id: String(accepted?.headers['webhook-id']),
    timestamp: String(accepted?.headers['webhook-timestamp']),
    signature: String(accepted?.headers['webhook-signature']),
    body: accepted?.body ?? '',
  }
  expect(isSigned(newSecret, signed, new Date())).toBe(true)
  expect(isSigned(oldSecret, signed, new Date())).toBe(true)
  await page.context().close()
  await program.stop()
  await receiver.close()
})
