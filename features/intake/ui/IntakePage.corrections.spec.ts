import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, type TestData } from '#e2e/fixtures.ts'
import { importFile } from '#e2e/journeys/import-file.ts'

// A file whose units and wrong values are corrected in its message, and who may correct them.

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Message #\d+$/ })

/** Imports a file with an order of two cases for each customer; returns the id of its message. */
async function importCases(
  page: Page,
  testData: TestData,
  { sku, customers }: { sku: string; customers: readonly string[] },
): Promise<number> {
  const item = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  await testData.made('/api/skus', { ...item, sku, unitOfMeasure: 'EA' })
  const fileName = `${testData.code('cases')}.csv`
  const head = 'Customer Code,Customer PO,SKU Code,Quantity,Unit of Measure'
  const lines = customers.map((code, index) => `${code},P-${index},${sku},2,CS`)
  const headers = { 'content-type': 'text/csv' }
  const data = [head, ...lines].join('\n')
  const path = `/api/orders/import?fileName=${fileName}`
  expect((await page.request.post(path, { headers, data })).ok()).toBe(true)
  const found = await page.request.get(`/api/intake-messages?q=${fileName}`)
  const [waiting] = (await found.json()) as { id: number }[]
  return waiting?.id ?? 0
}

test('the unit of one customer is not shown as saved for another customer', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const first = await testData.customer({ creditLimit: '1000.00' })
  const second = await testData.customer({ creditLimit: '1000.00' })
  const customers = [first.customerCode, second.customerCode]
  const sku = testData.code('BOLT')
  const id = await importCases(page, testData, { sku, customers })
  await page.goto(`/intake?open=${id}`)
  const message = dialogOf(page)
  const factorOf = (code: string) => message.getByLabel(`EA in one CS of ${sku} for ${code}`)
  await factorOf(first.customerCode).fill('12')
  await expect(factorOf(second.customerCode)).toHaveValue('')
  await expectAccessible(page)
  await message.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(message.getByRole('button', { name: 'Saved' })).toHaveCount(1)
  await message.getByRole('button', { name: 'Run again' }).click()
  await expect(factorOf(first.customerCode)).toHaveCount(0)
  await expect(factorOf(second.customerCode)).toHaveValue('')
  await expect(message.getByRole('button', { name: 'Saved' })).toHaveCount(0)
  await expect(message.getByRole('button', { name: 'Save', exact: true })).toHaveCount(1)
})

test('a wrong customer and a wrong quantity of a file are corrected in place', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const { id: customerId, customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const item = { name: 'Bolt', cost: '1.00', price: '10.00', currentStock: 50 }
  const sku = testData.code('BOLT')
  await testData.made('/api/skus', { ...item, sku })
  const fileName = `${testData.code('typo')}.csv`
  const head = 'Customer Code,Customer PO,SKU Code,Quantity'
  const lines = [`${customerCode}X,P-1,${sku},2`, `${customerCode},P-2,${sku},two`]
  const data = [head, ...lines].join('\n')
  await importFile(page, { path: `/api/orders/import?fileName=${fileName}`, data })

  await page.goto(`/intake?q=${fileName}`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const message = dialogOf(page)
  const wrong = message.getByRole('region', { name: 'Values to correct' })
  const correct = wrong.getByRole('button', { name: 'Correct and Run Again' })
  await expect(message.getByText('Row 2: This customer does not exist')).toBeVisible()
  await expect(message.getByText('Row 3: Must be a whole number')).toBeVisible()
  await expect(correct).toHaveAccessibleDescription('Enter a value')
  await expectAccessible(page)
  await wrong.getByLabel('Customer Code in row 2').fill(customerCode)
  await correct.click()
  await expect(page.getByText('Still needs attention', { exact: true })).toBeVisible()
  await expect(wrong.getByRole('textbox')).toHaveCount(1)
  await wrong.getByLabel('Quantity in row 3').fill('4')
  await correct.click()
  await expect(page.getByText('Order created', { exact: true })).toBeVisible()
  await expect(wrong).toHaveCount(0)
  const corrected = `Customer Code in row 2: ${customerCode}, Quantity in row 3: 4`
  await expect(message.getByText(corrected, { exact: true })).toBeVisible()
  await expect(message.getByRole('region', { name: 'Message as received' })).toContainText(
    `${customerCode},P-2,${sku},two`,
  )
  const list = await page.request.get(`/api/sales-orders?customerId=${customerId}&sort=id`)
  expect(await list.json()).toMatchObject([
    { customerPO: 'P-1', subtotal: '20.00' },
    { customerPO: 'P-2', subtotal: '40.00' },
  ])
})

test('a role that reads the inbox only saves no unit', async ({
  page,
  signIn,
  testData,
  program,
}) => {
  await signIn('manager')
  const { customerCode } = await testData.customer({ creditLimit: '1000.00' })
  const sku = testData.code('BOLT')
  const id = await importCases(page, testData, { sku, customers: [customerCode] })
  const name = testData.code('reader')
  const username = name.toLowerCase()
  await testData.made('/api/roles', { name, permissions: ['intake.read'] })
  const account = { username, email: `${username}@example.com`, password: 'the first password' }
  await testData.made('/api/users', { ...account, role: name })
  const headers = { origin: program.url }
  const data = { username, password: account.password }
  const answer = await page.request.post('/api/login', { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`/intake?open=${id}`)
  const message = dialogOf(page)
  await message.getByLabel(`EA in one CS of ${sku}`).fill('12')
  const save = message.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toHaveAttribute('title', /permission|role/)
})

test('the list of users to assign to can be read again after a failure', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { user } = await testData.account('sales')
  const code = testData.code('ASSIGN')
  await testData.made('/api/intake-messages', { text: `${code} one` })
  let isBroken = true
  await page.route('**/api/intake-messages/assignees', async (route) => {
    if (isBroken) return route.fulfill({ status: 500, body: '' })
    return route.continue()
  })
  await page.goto(`/intake?q=${code}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await page.getByRole('button', { name: 'Assign…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 1 message' })
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('User *').selectOption(user.username)
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
