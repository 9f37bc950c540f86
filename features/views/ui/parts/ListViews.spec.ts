import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToast, test } from '#e2e/fixtures.ts'

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const bar = (page: Page) => page.getByRole('group', { name: 'Unsaved changes' })

async function keep(page: Page, name: string, how: { shared?: boolean; byDefault?: boolean } = {}) {
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name *').fill(name)
  if (how.shared) await dialog.getByLabel('Shared').click()
  if (how.byDefault) await dialog.getByLabel('Default').click()
  await dialog.getByRole('button', { name: 'Create View' }).click()
  await expect(dialog).toBeHidden()
}

test('a view is saved, opened by its tab, and saved again after changes', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/customers?f.city=Reno&sort=-name')
  await page.getByRole('button', { name: 'Save view' }).click()
  await keep(page, 'Reno')
  await expectToast(page, 'Success', 'View created successfully')
  await expect(page).toHaveURL(/view=\d+/)
  await expect(views(page).getByRole('button', { name: 'Reno' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await views(page).getByRole('button', { name: 'All' }).click()
  await expect(page).not.toHaveURL(/Reno|view=|sort=/)
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/f\.city=Reno/)

  await expect(bar(page)).toBeHidden()
  await page.getByPlaceholder('Search...').last().fill('north')
  await expect(bar(page)).toContainText('Unsaved changes')
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(page).not.toHaveURL(/q=north/)
  await page.getByPlaceholder('Search...').last().fill('south')
  await bar(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Success', 'View updated successfully')
  await expect(bar(page)).toBeHidden()
  await page.reload()
  await expect(page).toHaveURL(/q=south/)
  await expect(views(page).getByRole('button', { name: 'Reno' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('a shared view is offered to other users, who save a copy', async ({
  page,
  signIn,
  testData,
}) => {
  const name = testData.code('Cold')
  await testData.made('/api/views', {
    list: 'vendors',
    name,
    search: { 'f.isActive': 'false' },
    isShared: true,
  })
  await signIn('purchasing')
  await page.goto('/vendors')
  await views(page).getByRole('button', { name }).click()
  await expect(page).toHaveURL(/f\.isActive=false/)
  await page.getByPlaceholder('Search...').last().fill('acme')
  await expect(bar(page).getByRole('button', { name: 'Save', exact: true })).toBeHidden()
  await bar(page).getByRole('button', { name: 'Save as' }).click()
  await keep(page, 'My cold ones')
  await expect(views(page).getByRole('button', { name: 'My cold ones' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a list opens with its default view, unless the address has list state', async ({
  page,
  signIn,
}) => {
  await signIn('sales')
  await page.goto('/skus?f.stock=low&sort=-name')
  await page.getByRole('button', { name: 'Save view' }).click()
  await keep(page, 'Low first', { byDefault: true })
  await page.goto('/skus')
  await expect(page).toHaveURL(/f\.stock=low.*view=\d+|view=\d+.*f\.stock=low/)
  await views(page).getByRole('button', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/skus$/)
  await page.goto('/skus?q=bolt')
  await expect(views(page).getByRole('button', { name: 'Low first' })).toBeVisible()
  await expect(page).toHaveURL(/\/skus\?q=bolt$/)
})

test('a view is renamed, shared and deleted', async ({ page, signIn }) => {
  await signIn('sales')
  await page.goto('/sales-orders?f.status=pending&sort=totalAmount')
  await page.getByRole('button', { name: 'Save view' }).click()
  await keep(page, 'Small ones')
  await page.getByRole('button', { name: 'Actions for the view Small ones' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename or share the view' })
  await dialog.getByLabel('Name *').fill('Little ones')
  await dialog.getByRole('button', { name: 'Update View' }).click()
  await expectToast(page, 'Success', 'View updated successfully')
  await page.getByRole('button', { name: 'Actions for the view Little ones' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expectToast(page, 'Success', 'View deleted successfully')
  await expect(views(page).getByRole('button', { name: 'Little ones' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', 'View restored')
  await expect(views(page).getByRole('button', { name: 'Little ones' })).toBeVisible()
})

test('a list in a tab has its own views, and keeps its tab and date', async ({ page, signIn }) => {
  await signIn('finance')
  await page.goto('/ar-reports?tab=invoices&f.asOf=2026-03-01')
  await views(page).getByRole('button', { name: 'Overdue' }).click()
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(page).toHaveURL(/f\.state=overdue/)
  await expect(page).toHaveURL(/f\.asOf=2026-03-01/)
  await page.getByPlaceholder('Search...').last().fill('north')
  await page.getByRole('button', { name: 'Save view' }).click()
  await keep(page, 'Overdue north', { byDefault: true })
  await expect(page).toHaveURL(/tab=invoices.*view=\d+|view=\d+.*tab=invoices/)

  // Another tab has its own views, and no state of this one.
  await page.getByRole('tab', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL(/tab=payments/)
  await expect(page).not.toHaveURL(/view=|north|f\.state/)
  await expect(page).toHaveURL(/f\.asOf=2026-03-01/)
  await expect(views(page).getByRole('button', { name: 'To apply' })).toBeVisible()
  await expect(views(page).getByRole('button', { name: 'Overdue north' })).toBeHidden()

  // The tab opens with its default view.
  await page.getByRole('tab', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL(/q=north/)
  const own = views(page).getByRole('button', { name: 'Overdue north' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await views(page).getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).not.toHaveURL(/view=|north|f\.state/)
  await expect(page).toHaveURL(/tab=invoices/)
})

test('the palette opens a view of a list in a tab', async ({ page, signIn, testData }) => {
  await signIn('finance')
  const name = testData.code('Blocked')
  await page.goto('/ap-reports?tab=bills&f.standing=blocked&sort=-dueDate')
  await page.getByRole('button', { name: 'Save view' }).click()
  await keep(page, name)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or command' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL(/\/ap-reports\?.*tab=bills/)
  await expect(views(page).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
})
