import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { createSku } from '#e2e/journeys/fill-order-entry.ts'
import type { Sku } from '#features/skus/contract.ts'

test('a clerk reads which credit limit a customer had on a day, and since when', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('manager')
  const customer = await testData.customer({ creditLimit: '1000.00', paymentTerms: 'net-30' })
  const { id, customerCode, name, email } = customer
  const form = { customerCode, name, email, creditLimit: '250.00', paymentTerms: 'net-30' }
  await testData.changed(`/api/customers/${id}`, form)
  await page.goto(`/customers?open=${customerCode}&tab=activity`)
  await page.getByText('Show values as of a date').click()
  const day = page.getByLabel('As of', { exact: true })
  await day.fill('t')
  await day.blur()
  const status = page.getByRole('status').filter({ hasText: 'Credit limit' })
  await expect(status).toContainText('Credit limit250.00')
  await expect(status).toContainText('Payment termsNet 30')
  await expect(status).toContainText(/Unchanged since .+, when \S+ changed it/)
  await expectAccessible(page)
  await day.fill('2020-01-01')
  await day.blur()
  await expect(page.getByText(/Past values are not known before /)).toBeVisible()
})

test('a clerk reads which list prices a SKU had on a day, and has on a planned one', async ({
  page,
  signIn,
  testData,
}) => {
  await signIn('sales')
  const { id, sku, name } = await createSku(testData, { price: '10.00', tier1Price: '9.00' })
  const prices = { price: '12.00', tier1Price: '11.00' }
  await testData.changed(`/api/skus/${id}`, { sku, name, cost: '1.00', ...prices })
  await page.goto(`/skus?open=${sku}&tab=activity`)
  await page.getByText('Show values as of a date').focus()
  await page.keyboard.press('Enter')
  const day = page.getByLabel('As of', { exact: true })
  await day.focus()
  await page.keyboard.type('t')
  await page.keyboard.press('Tab')
  const values = page.getByRole('status').filter({ hasText: 'Effective date' })
  await expect(values.getByRole('term')).toHaveText([
    'Price',
    'Tier 1 price',
    'Tier 2 price',
    'Tier 3 price',
    'Effective date',
  ])
  await expect(values.getByRole('definition')).toHaveText([
    '12.00',
    '11.00',
    '(empty)',
    '(empty)',
    /^\d{1,2}\/\d{1,2}\/\d{4}$/,
  ])
  await expect(values).toContainText(/Unchanged since .+, when root changed it/)
  await expectAccessible(page)

  const { version } = (await (await page.request.get(`/api/skus/${id}`)).json()) as Sku
  const planned = { price: '15.00', tier1Price: '14.00', tier2Price: null, tier3Price: null }
  const plan = { effectiveDate: '2031-01-01', prices: [{ id, version, ...planned }] }
  await testData.made('/api/planned-prices', plan)
  await day.fill('2031-06-01')
  await day.press('Tab')
  await expect(values.getByRole('definition')).toHaveText([
    '15.00',
    '14.00',
    '(empty)',
    '(empty)',
    '1/1/2031',
  ])
})
