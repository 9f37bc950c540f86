import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/app.ts'

const form = (page: Page, name: string) => page.getByRole('dialog', { name })

test('website, notes, back orders and contact are typed on the form, read on the overview', async ({
  page,
  signIn,
  given,
}) => {
  await signIn('sales')
  const { customerCode } = await given.customer()
  await page.goto(`/customers?edit=${customerCode}`)
  const edit = form(page, 'Edit Customer')
  for (const [label, text] of [
    ['Website', 'https://acme.example'],
    ['Contact', 'Ada Byron'],
    ['Contact Role', 'Buyer'],
    ['Contact E-mail', 'ada@acme.example'],
    ['Contact Number', '555-0142'],
    ['Notes', 'Rings twice'],
  ] as const) {
    await edit.getByLabel(label, { exact: true }).fill(text)
  }
  await edit.getByLabel('Accept back orders').check()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Success', 'Customer updated successfully')

  await page.goto(`/customers?open=${customerCode}`)
  const details = form(page, customerCode)
  const fact = (name: string) =>
    details.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
  await expect(fact('Website')).toContainText('https://acme.example')
  await expect(fact('Notes')).toContainText('Rings twice')
  await expect(fact('Back Orders')).toContainText('Accepted')
  await expect(fact('Contact')).toContainText('Ada Byron, Buyer')
  await expect(fact('Contact').getByRole('link')).toHaveText(['ada@acme.example', '555-0142'])
})
