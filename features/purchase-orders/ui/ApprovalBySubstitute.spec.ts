import type { Browser, Page } from '@playwright/test'
import { expect, expectToast, firstPage, startProgram, test } from '#e2e/fixtures.ts'
import { detailsOf, rowOf, stepOf } from '#e2e/journeys/create-purchase-order.ts'

const password = 'nine blue kettles'

/** A page on which this person has signed in. */
async function pageOf(browser: Browser, baseURL: string, username: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  return page
}

/** Chooses Approve in the menu of the order. */
async function approve(page: Page) {
  await page.goto('/purchase-orders?q=PO-1')
  await page.getByRole('button', { name: 'Actions for PO-1' }).click()
  await stepOf(page, 'Approve').click()
}

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a substitute approves the level of an absent person, then the second level follows', async ({
  browser,
}) => {
  // A program of its own, because the levels are those of every purchase order.
  const program = await startProgram()
  const first = await firstPage(browser, program)
  const calls = first.context().request
  const headers = { origin: program.url }
  const made = async (path: string, data: object): Promise<number> => {
    const answer = await calls.post(path, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { id: number }).id
  }
  const person = (username: string, role: string) =>
    made('/api/users', { username, email: `${username}@example.com`, password, role })
  const absentId = await person('morgan', 'manager')
  await person('robin', 'manager')
  await person('quinn', 'admin')
  const levels = [{ upTo: '100.00', userId: absentId }, { role: 'admin' }]
  const set = await calls.put('/api/purchase-approval-levels', { data: { levels }, headers })
  expect(set.ok(), await set.text()).toBe(true)
  const vendor = { vendorCode: 'V-1', name: 'Acme', email: 'office@acme.example' }
  const vendorId = await made('/api/vendors', vendor)
  const sku = { sku: 'BOLT', name: 'Hex bolt', cost: '4.00', price: '10.00' }
  const items = [{ skuId: await made('/api/skus', sku), quantity: 50 }]
  const order = { orderNumber: 'PO-1', vendorId, items, status: 'submitted' }
  await made('/api/purchase-orders', order)

  const robin = await pageOf(browser, program.url, 'robin')
  await approve(robin)
  await expectToast(robin, 'Error', 'Failed to approve purchase order')
  await expect(robin.getByRole('region', { name: /^Notifications/ })).toContainText(
    'This purchase order awaits the approval of morgan (level 1)',
  )

  const morgan = await pageOf(browser, program.url, 'morgan')
  await morgan.goto('/customers')
  await morgan.getByRole('button', { name: 'morgan' }).click()
  await morgan.getByRole('menuitem', { name: 'Delegated approvals' }).click()
  await morgan.getByRole('button', { name: 'Delegate Approvals' }).click()
  const form = morgan.getByRole('dialog', { name: 'Delegate Approvals' })
  await form.getByLabel('Decided by *').selectOption('robin')
  await form.getByLabel('First day *').fill(dayFromNow(-1))
  await form.getByLabel('Last day *').fill(dayFromNow(3))
  await form.getByRole('button', { name: 'Delegate', exact: true }).click()
  await expectToast(morgan, 'Success', 'robin can approve in your name on these days')

  await approve(robin)
  await expectToast(robin, 'Success', 'Purchase order approved successfully')
  await expect(rowOf(robin, 'PO-1')).toContainText('Submitted')
  await robin.goto('/purchase-orders?open=PO-1')
  await detailsOf(robin).getByRole('tab', { name: 'Timeline' }).click()
  await expect(detailsOf(robin)).toContainText('Level 1: robin on behalf of morgan')
  await expect(detailsOf(robin)).toContainText('Level 2 of 2: awaits the approval of')

  const quinn = await pageOf(browser, program.url, 'quinn')
  await approve(quinn)
  await expectToast(quinn, 'Success', 'Purchase order approved successfully')
  await expect(rowOf(quinn, 'PO-1')).toContainText('Approved')
  for (const page of [first, robin, morgan, quinn]) await page.context().close()
  await program.stop()
})
