import type { Page } from '@playwright/test'
import type { Customer } from '#features/customers/contract.ts'
import type { OrderValidation } from '#features/order-entry/contract.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import type { Sku } from '#features/skus/contract.ts'
import { startDemoProgram } from '../demo-program.ts'
import { expect, test } from '../fixtures.ts'
import { CountedUser } from './counted-user.ts'

// The phone order with the codes of the demo data, typed in short.

const maxKeys = 66
const customerPO = '4500118822'
const quantities = ['10', '11', '12', '13', '14']

async function read<Row>(page: Page, path: string): Promise<Row[]> {
  return (await (await page.request.get(path)).json()) as Row[]
}

const seriesOf = ({ sku }: Sku) => sku.slice(0, sku.indexOf('-'))
const numberOf = (code: string) => code.slice(code.indexOf('-') + 1)

/** Five SKUs of one series that can be sold now. */
async function findSkus(page: Page): Promise<Sku[]> {
  const skus = await read<Sku>(page, '/api/skus?limit=200&sort=sku')
  const salable = skus.filter(({ isActive, available }) => isActive && available >= 20)
  const [found = []] = [...new Set(salable.map(seriesOf))]
    .map((series) => salable.filter((sku) => seriesOf(sku) === series))
    .filter((ofSeries) => ofSeries.length >= quantities.length)
  return found.slice(0, quantities.length)
}

/** A customer for whom the order is approved. */
async function findCustomer(page: Page, skus: readonly Sku[]): Promise<Customer | undefined> {
  const items = skus.map(({ id: skuId }, at) => ({ skuId, quantity: Number(quantities[at]) }))
  const headers = { origin: new URL(page.url()).origin }
  for (const customer of await read<Customer>(page, '/api/customers?limit=100')) {
    const data = { customerId: customer.id, items }
    const answer = await page.request.post('/api/orders/preview', { data, headers })
    if (!answer.ok()) continue
    const { orderApproved } = (await answer.json()) as OrderValidation
    if (orderApproved) return customer
  }
  return undefined
}

test(`five lines by phone with codes of the demo data: at most ${maxKeys} keys`, async ({
  browser,
}) => {
  const { page, close } = await startDemoProgram(browser)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skus = await findSkus(page)
  expect(skus).toHaveLength(quantities.length)
  const customer = await findCustomer(page, skus)
  expect(customer).toBeDefined()

  const user = new CountedUser(page, 20)
  await user.pressSequence('g', 'e')
  await user.type(numberOf(customer?.customerCode ?? ''))
  await user.press('Enter')
  await user.type('p')
  await user.press('Enter')
  await user.type(customerPO)
  await user.press('Enter')
  for (const [at, { sku }] of skus.entries()) {
    // The first code in short; of the others the number alone, in the series of the line above.
    const number = numberOf(sku)
    await user.type(at === 0 ? sku.replace('-', '').toLowerCase() : number)
    await user.press('Enter')
    await user.type(quantities[at] ?? '')
    await user.press(at === skus.length - 1 ? 'Control+Enter' : 'Enter')
  }
  await user.press('Control+Enter')
  await expect(page.getByText(/^Last order SO-/)).toBeVisible()
  expect(user.clicks).toBe(0)
  expect(user.keys).toBeLessThanOrEqual(maxKeys)
  const orders = await read<SalesOrder>(page, `/api/sales-orders?customerPO=${customerPO}&limit=2`)
  expect(orders).toMatchObject([{ customerId: customer?.id, orderSource: 'phone' }])
  await close()
})
