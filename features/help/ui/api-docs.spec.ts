import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/fixtures.ts'

/** The section of a call on the page, opened. */
async function openCall(page: Page, path: string, method = 'GET') {
  const call = page
    .locator('details')
    .filter({ has: page.locator('b', { hasText: method }) })
    .filter({ has: page.getByText(path, { exact: true }) })
  await call.locator('summary').click()
  return call
}

test('the help links to the description of the API', async ({ page, context, signIn }) => {
  await signIn('viewer')
  await page.goto('/help?tab=administration')
  const link = page.getByRole('main').getByRole('link', { name: 'Open the description of the API' })
  const opening = context.waitForEvent('page')
  await link.click()
  const docs = await opening
  await expect(docs).toHaveURL(/\/api\/docs$/)
  await expect(docs.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
})

test('a reading call is sent with the session, and its answer is shown as text', async ({
  page,
  signIn,
  testData,
  baseURL,
}) => {
  await signIn('sales')
  const name = '<img src=x onerror=alert(1)>'
  const { customerCode } = await testData.customer({ name })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL as string)) foreign.push(request.url())
  })
  await page.goto('/api/docs')
  const call = await openCall(page, '/api/customers')
  await call.getByLabel('customerCode', { exact: true }).fill(customerCode)
  await call.getByLabel('limit', { exact: true }).fill('1')
  await call.getByRole('button', { name: 'Send' }).click()
  const status = call.getByRole('status')
  await expect(status).toHaveText(/^200 OK · \d+ ms · application\/json; charset=utf-8 · GET /)
  await expect(status).toContainText('GET /api/customers?')
  const answer = call.getByLabel('Answer of GET /api/customers', { exact: true })
  await expect(answer).toContainText(`"customerCode": "${customerCode}"`)
  await expect(answer).toContainText(`"name": "${name}"`)
  await expect(page.locator('img')).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('the topics of webhooks are shown with an example of their message', async ({ page }) => {
  await page.goto('/api/docs')
  const message = page
    .locator('details')
    .filter({ has: page.getByText('sales-order.created', { exact: true }) })
  await message.locator('summary').click()
  await expect(message.locator('pre')).toContainText('"topic": "sales-order.created"')
})

test('a call of a record needs its id, and a refusal is shown with its problem', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/api/docs')
  const call = await openCall(page, '/api/customers/{id}')
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByLabel('id *')).toBeFocused()
  await expect(call.getByRole('status')).toHaveText('')
  await call.getByLabel('id *').fill('2147483647')
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByRole('status')).toContainText('404 Not Found')
  await expect(call.getByRole('status')).toContainText('GET /api/customers/2147483647')
  await expect(call.locator('pre')).toContainText('"code": "not-found"')
})

test('a call that writes is sent once it was confirmed, and never twice by one key', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const customerCode = testData.code('DOC')
  const ofCustomer = `/api/customers?customerCode=${customerCode}`
  const found = async () => (await (await page.request.get(ofCustomer)).json()) as object[]
  await page.goto('/api/docs')
  const call = await openCall(page, '/api/customers', 'POST')
  const status = call.getByRole('status')
  const body = call.getByLabel('Body (application/json)')
  await expect(body).toHaveValue(/"customerCode": "C-1001"/)
  await body.fill(JSON.stringify({ customerCode, name: 'By hand', email: 'hand@example.com' }))
  const key = call.getByLabel('Idempotency-Key')
  await expect(key).toHaveValue(/^[\da-f-]{36}$/)
  const firstKey = await key.inputValue()
  await call.getByRole('button', { name: 'Send' }).click()
  const confirmation = call.getByLabel('This may change data: send it')
  await expect(confirmation).toBeFocused()
  await expect(status).toHaveText('')
  expect(await found()).toEqual([])

  await confirmation.check()
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(status).toContainText('201 Created')
  await expect(status).toContainText('POST /api/customers')
  await expect(call.locator('pre')).toContainText(`"customerCode": "${customerCode}"`)
  await expect(confirmation).not.toBeChecked()
  expect(await key.inputValue()).not.toBe(firstKey)
  expect(await found()).toMatchObject([{ customerCode, name: 'By hand' }])

  await key.fill(firstKey)
  await confirmation.check()
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(status).toContainText('201 Created')
  expect(await found()).toHaveLength(1)
})

test('a call that the role may not make is refused with its problem', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/api/docs')
  const call = await openCall(page, '/api/customers', 'POST')
  await call.getByLabel('This may change data: send it').check()
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByRole('status')).toContainText('403 Forbidden')
})

test('without a session a call is refused', async ({ page }) => {
  await page.goto('/api/docs')
  const call = await openCall(page, '/api/customers')
  await call.getByRole('button', { name: 'Send' }).click()
  await expect(call.getByRole('status')).toContainText('401 Unauthorized')
  await expect(call.locator('pre')).toContainText('"code": "unauthenticated"')
})
