import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectToast } from '#e2e/fixtures.ts'
import { configureCompany, test } from '#e2e/mail-server-fixture.ts'
import { detailsOf, createPurchaseOrder } from '#e2e/journeys/create-purchase-order.ts'
import { textIn } from '#features/documents/server/testing.ts'

/** Returns the attachment with this name from a raw email message. */
function attachedIn(message: string, name: string): Buffer {
  const head = message.indexOf(`filename="${name}"`)
  const start = message.indexOf('\r\n\r\n', head)
  const end = message.indexOf('\r\n--', start)
  if (head < 0 || start < 0 || end < 0) throw new Error(`No ${name} is attached`)
  return Buffer.from(message.slice(start, end), 'base64')
}

test('an approved order is emailed to its vendor with the PDF that tab Sent stores', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const { order, vendor, item } = await createPurchaseOrder(testData, { status: 'approved' })
  const email = `${testData.code('orders').toLowerCase()}@acme.example`
  await testData.changed(`/api/vendors/${vendor.id}`, {
    vendorCode: vendor.vendorCode,
    name: vendor.name,
    email,
  })
  const { user } = await signIn('purchasing')
  const name = `Purchase order ${order.orderNumber} ${vendor.vendorCode} ${order.orderDate}.pdf`
  await page.goto(`/purchase-orders?open=${order.orderNumber}`)
  const details = detailsOf(page)
  // The details receive focus when they open.
  await expect
    .poll(() => details.evaluate((node) => node.contains(document.activeElement)))
    .toBe(true)
  await details.getByRole('button', { name: 'Send by email' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send purchase order' })
  await expect(dialog.getByLabel('To *')).toHaveValue(email)
  await expect(dialog.getByLabel('Subject *')).toHaveValue(
    `Purchase order ${order.orderNumber} from Prizm Supplies`,
  )
  await expect(dialog.getByLabel('Message *')).toHaveValue(
    new RegExp(`please deliver our purchase order ${order.orderNumber}. It is attached`),
  )
  await expect(dialog.getByText(`Attached: ${name}`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Success', `The message to ${email} is queued`)
  await expect(dialog).toHaveCount(0)

  await details.getByRole('tab', { name: 'Documents' }).click()
  const sending = details.getByRole('listitem').filter({ hasText: email })
  await expect(sending).toHaveCount(1)
  await expect(sending.getByText('Sent', { exact: true })).toBeVisible()
  await expect(sending).toContainText(user.username)
  await expectAccessible(page)
  const mails = post.receivedEmails.filter(({ to }) => to.includes(email))
  expect(mails).toHaveLength(1)
  const text = mails[0]?.text ?? ''
  expect(text).toContain('Content-Type: application/pdf')
  const words = await textIn(attachedIn(text, name))
  for (const each of [order.orderNumber, vendor.name, item.sku, '$40.00']) {
    expect(words).toContain(each)
  }

  const coming = page.waitForEvent('download')
  await sending.getByRole('link', { name: 'Sent file' }).click()
  const downloaded = await coming
  expect(downloaded.suggestedFilename()).toBe(name)
  expect(await textIn(await readFile(await downloaded.path()))).toBe(words)
  await details.getByRole('tab', { name: 'Timeline' }).click()
  await expect(details.getByRole('tabpanel')).toContainText(
    `Purchase order ${order.orderNumber} to ${email}`,
  )
  await details.getByRole('tab', { name: 'Lines' }).click()
  await expect(details.getByRole('tabpanel')).toContainText(item.sku)
})

test('an unapproved order cannot be sent, and the menu gives the reason for it', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const { order } = await createPurchaseOrder(testData, { status: 'submitted' })
  await signIn('purchasing')
  const before = post.receivedEmails.length
  await page.goto(`/purchase-orders?open=${order.orderNumber}`)
  await detailsOf(page).getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send purchase order' })
  await expect(dialog).toContainText('This order is submitted. Only an approved order can be sent')
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await detailsOf(page).getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByText('This purchase order has not been sent by email yet.')).toBeVisible()
  expect(post.receivedEmails).toHaveLength(before)
})
