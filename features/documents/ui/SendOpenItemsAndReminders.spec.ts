import { expect, expectAccessible, expectToast } from '#e2e/fixtures.ts'
import {
  configureCompany,
  createOverdueCustomer,
  createReminder,
  test,
} from '#e2e/mail-server-fixture.ts'

test('emails the open items of a customer with their date', async ({
  page,
  testData,
  signIn,
  post,
}) => {
  await configureCompany(testData)
  const email = `${testData.code('open').toLowerCase()}@northwind.example`
  const { customerCode } = await createOverdueCustomer(testData, email)
  await signIn('finance')
  await page.goto(`/customers?open=${customerCode}&tab=receivables`)
  await page.getByLabel('Type').selectOption({ label: 'Open items' })
  await page.getByLabel('As of', { exact: true }).fill('2026-02-28')
  await page.getByRole('button', { name: 'Send statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send statement of account' })
  const attached = `Open items ${customerCode} 2026-02-28`
  await expect(dialog.getByText(`Attached: ${attached}.pdf`)).toBeVisible()
  await expect(dialog.getByLabel('Message *')).toHaveValue(/The balance is \$60\.00\./)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, 'Success', `The message to ${email} is queued`)
  const mail = () => post.receivedEmails.find(({ to }) => to.includes(email))?.text
  await expect.poll(mail).toContain(`${attached}.pdf`)
  const sent = page.getByRole('region', { name: 'Sent statements' })
  await expect(sent.getByText('Sent', { exact: true })).toBeVisible()
})

test('emails the selected reminders together', async ({ page, testData, signIn, post }) => {
  await configureCompany(testData)
  await signIn('finance')
  const write = async (name: string) => {
    const address = `${testData.code(name).toLowerCase()}@northwind.example`
    const { letterNumber: number } = await createReminder(testData, address, page.request)
    return { address, number }
  }
  const first = await write('one')
  const second = await write('two')
  const unsent = await write('left')
  await page.goto('/ar-reports?tab=reminders')
  for (const { number } of [first, second]) {
    await page.getByRole('checkbox', { name: `Select ${number}` }).check()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send by email' }).click()
  await expectToast(page, 'Success', '2 reminders are queued')
  const arrived = ({ address }: { address: string }) =>
    post.receivedEmails.filter(({ to }) => to.includes(address)).length
  await expect.poll(() => [first, second].map(arrived)).toEqual([1, 1])
  expect(arrived(unsent)).toBe(0)
  await page.getByRole('link', { name: second.number }).click()
  const letter = page.getByRole('dialog', { name: second.number })
  await letter.getByRole('tab', { name: 'Sent' }).click()
  await expect(letter.getByText(second.address)).toBeVisible()
})
