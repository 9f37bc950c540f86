import type { Locator, Page } from '@playwright/test'
import { expect, firstPage, startProgram, test } from '../fixtures.ts'

// One order through every stage: it ships in two parts, one gets a goodwill credit, goods are
// returned, the rest is paid early and money is refunded. At the end the customer balance, aging,
// statement and account 1100 agree. All through the screens.

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const rowOf = (within: Page | Locator, text: string | RegExp) =>
  within.getByRole('row').filter({ hasText: text })

async function runMenuItem(page: Page, of: string, item: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${of}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function createRecord<Made>(page: Page, path: string, data: object): Promise<Made> {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post(path, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Ships some units of an order from its list. */
async function ship(page: Page, order: string, units: string, tracking: string): Promise<void> {
  await page.goto(`/sales-orders?q=${order}`)
  await runMenuItem(page, order, /^(Mark shipped|Ship the rest)/)
  const form = dialog(page, `Ship ${order}`)
  await form.getByLabel('Shipped BOLT').fill(units)
  await form.getByLabel('Tracking Number').fill(tracking)
  await form.getByRole('button', { name: 'Mark shipped' }).click()
  await expect(form).toBeHidden()
}

/** Applies the credit memo of an invoice to it. */
async function apply(page: Page, invoice: string, amount: string): Promise<void> {
  const record = dialog(page, new RegExp(invoice))
  await record.getByRole('tab', { name: 'Credit memos' }).click()
  await record.getByRole('link', { name: /^CM-/ }).click()
  await applyMemo(page, invoice, amount)
}

/** The number in a dialog's title, without the badge beside it. */
async function nameOf(record: Locator): Promise<string> {
  return (await record.getByRole('heading').first().innerText()).split('\n')[0] ?? ''
}

/** Applies the credit memo that is open to an invoice. */
async function applyMemo(page: Page, invoice: string, amount: string): Promise<void> {
  const number = await nameOf(dialog(page, /^CM-/))
  await runMenuItem(page, number, /^Apply/)
  const form = dialog(page, `Apply ${number}`)
  await expect(form.getByLabel(`Amount ${invoice}`)).toHaveValue(amount)
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form).toBeHidden()
}

/** The customer balance according to the statement, the aging and account 1100. */
async function readBalances(page: Page) {
  const get = async (path: string) => (await page.request.get(`/api/${path}`)).json()
  const { closing } = await get('receivables/statement?customerId=1')
  const { accounts } = await get('journal/trial-balance')
  const account = accounts.find((each: { account: string }) => each.account === '1100')
  const { agingByCustomer } = await get('reports/ar-summary')
  const [aging = { total: '0.00' }] = agingByCustomer
  return { statement: closing, aging: aging.total, account: account?.balance ?? '0.00' }
}
const all = (amount: string) => ({ statement: amount, aging: amount, account: amount })

test('ship in two parts, goodwill, return, early payment, refund: the books agree', async ({
  browser,
}) => {
  const program = await startProgram()
  const page = await firstPage(browser, program)
  await page.goto('/')
  await createRecord(page, '/api/customers', {
    customerCode: 'NW',
    name: 'Northwind Supplies',
    email: 'ap@northwind.example.com',
    creditLimit: '5000.00',
    paymentTerms: '2/10 net 30',
  })
  await createRecord(page, '/api/skus', {
    sku: 'BOLT',
    name: 'Hex bolt',
    cost: '4.00',
    price: '10.00',
    currentStock: 100,
  })

  await page.goto('/order-entry')
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('NW')
  await page.keyboard.press('Enter')
  const line = page.getByRole('combobox', { name: 'SKU, line 1', exact: true })
  await line.fill('BOLT')
  await line.press('Enter')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('10')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Create Order' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const last = page.getByText(/^Last order SO-/)
  await expect(last).toBeVisible()
  const order = /SO-\d+/.exec((await last.textContent()) ?? '')?.[0] ?? ''

  // Ten at 10.00, 8 % tax, 15.00 shipping; the first shipment carries the shipping cost.
  await page.goto(`/sales-orders?q=${order}`)
  await runMenuItem(page, order, 'Start processing')
  await expect(rowOf(page, order)).toContainText('Processing')
  await ship(page, order, '4', 'T-1')
  await ship(page, order, '6', 'T-2')
  await page.goto(`/sales-orders?open=${order}&tab=invoices`)
  const invoices = rowOf(dialog(page, /Sales Order Details/), /INV-/)
  await expect(invoices).toHaveCount(2)
  const numbers = await dialog(page, /Sales Order Details/)
    .getByRole('link', { name: /^INV-/ })
    .allTextContents()
  const [first = '', second = ''] = numbers.toSorted()
  await expect(rowOf(page, first)).toContainText('$58.20')
  await expect(rowOf(page, second)).toContainText('$64.80')
  expect(await readBalances(page)).toEqual(all('123.00'))

  // Goodwill for the first part, applied to its invoice.
  await page.goto(`/ar-reports?open=${first}`)
  await runMenuItem(page, first, /^Credit/)
  const credit = dialog(page, `Credit ${first}`)
  await credit.getByLabel('Goods').fill('5.00')
  await credit.getByLabel('Tax').fill('0.40')
  await credit.getByLabel('Reason *').fill('Late delivery')
  await credit.getByRole('button', { name: 'Create credit memo' }).click()
  await expect(page.getByText(/^CM-\d+ of \$5\.40 created$/)).toBeVisible()
  await apply(page, first, '5.40')
  expect(await readBalances(page)).toEqual(all('117.60'))

  // Three of the second part come back.
  await page.goto(`/returns?new=rma:${order}`)
  const returnDialog = dialog(page, 'Create RMA')
  await returnDialog.getByRole('button', { name: 'Next' }).click()
  await returnDialog.getByLabel('Reason *').fill('Too many')
  await returnDialog.getByLabel('Quantity BOLT').fill('3')
  await returnDialog.getByRole('button', { name: 'Next' }).click()
  await returnDialog.getByRole('button', { name: 'Create RMA' }).click()
  await expect(returnDialog).toBeHidden()
  await page.goto('/returns')
  const back = await page.getByRole('link', { name: /^RMA-/ }).innerText()
  await runMenuItem(page, back, 'Approve')
  await expect(rowOf(page, back)).toContainText('Approved')
  await runMenuItem(page, back, /^Receive/)
  await page.getByRole('button', { name: 'Record receipt' }).click()
  await expect(rowOf(page, back)).toContainText('Received')
  await runMenuItem(page, back, /^Complete/)
  await page.getByRole('button', { name: 'Complete return' }).click()
  await expect(rowOf(page, back)).toContainText('Completed')
  expect(await readBalances(page)).toEqual(all('85.20'))
  // Returned units are allocated to the first shipment, so its invoice gets the credit.
  await page.goto(`/returns?open=${back}&tab=credit`)
  await page.getByRole('link', { name: /^CM-/ }).click()
  await applyMemo(page, first, '32.40')

  // An early overpayment: 2 % discount on the remaining goods, 0.10 and 1.20.
  await page.goto('/ar-reports?tab=payments')
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const paying = dialog(page, 'Record Payment')
  await paying.getByLabel('Customer *').fill('NW')
  await page.getByRole('option', { name: /NW/ }).click()
  await paying.getByLabel('Amount *').fill('100.00')
  await expect(paying.getByRole('listitem')).toContainText([
    '$20.30 and $0.10 discount',
    '$63.60 and $1.20 discount',
  ])
  await paying.getByRole('button', { name: 'Record Payment' }).click()
  await expect(paying).toBeHidden()
  expect(await readBalances(page)).toEqual(all('-16.10'))

  // Refund the overpayment.
  await page.getByRole('link', { name: /^PAY-/ }).click()
  const payment = dialog(page, /^PAY-/)
  const number = await nameOf(payment)
  await runMenuItem(page, number, /^Refund/)
  const refund = dialog(page, `Refund from ${number}`)
  await expect(refund.getByLabel('Amount *')).toHaveValue('16.10')
  await refund.getByLabel('Reason *').fill('Paid too much')
  await refund.getByRole('button', { name: 'Request refund' }).click()
  await payment.getByRole('link', { name: /^REF-/ }).click()
  const release = dialog(page, /^REF-/)
  await release.getByRole('button', { name: 'Release refund' }).click()
  await expect(page.getByText(/^REF-\d+ released: \$16\.10 is refunded$/)).toBeVisible()
  expect(await readBalances(page)).toEqual(all('0.00'))

  // The screens agree.
  await page.goto('/ar-reports?tab=aging')
  await expect(page.getByText('NW').first()).toBeHidden()
  await page.goto('/journal?tab=balance')
  await expect(rowOf(page, '1100')).toContainText('$0.00')
  await program.stop()
})
