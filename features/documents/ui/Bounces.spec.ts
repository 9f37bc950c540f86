import { mergeTests } from '@playwright/test'
import { expect, expectAccessible, startProgram } from '#e2e/fixtures.ts'
import { test as imapTest } from '#e2e/imap-server-fixture.ts'
import { configureCompany, test as smtpTest } from '#e2e/mail-server-fixture.ts'
import { bounceReport } from '#features/intake/server/email/testing.ts'
import type { Sending } from '../contract.ts'

// The program sends through a mail server, and reads the mailbox in which the bounces arrive.

const test = mergeTests(smtpTest, imapTest).extend({
  program: [
    async ({ post, mailbox }, give) => {
      const program = await startProgram({ SMTP_URL: post.url, BOUNCE_IMAP_URL: mailbox.url })
      await give(program)
      await program.stop()
    },
    { scope: 'worker' },
  ],
})

test('an email that comes back is shown as bounced, with the reason and the day', async ({
  page,
  testData,
  signIn,
  post,
  mailbox,
}) => {
  await signIn('admin')
  await configureCompany(testData)
  const email = `${testData.code('gone').toLowerCase()}@northwind.example`
  const customer = await testData.customer({ email, creditLimit: '1000.00' })
  const orderNumber = testData.code('BO')
  const order = { orderNumber, customerId: customer.id, status: 'pending', totalAmount: '60.00' }
  const { id } = await testData.made<{ id: number }>('/api/sales-orders', order)
  const path = `/api/sales-orders/${id}/confirmation/sendings`
  await testData.made(path, { to: email, subject: 'Your order', message: 'Please find it.' })
  const messageId = () => {
    const received = post.receivedEmails.find(({ to }) => to.includes(email))
    return /^Message-ID: (<.+>)\r$/m.exec(received?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(messageId).not.toBe('')
  const answer = '550 5.1.1 No such mailbox'
  mailbox.receive(bounceReport({ messageId: messageId(), to: email, answer }))
  const states = async () => {
    const sendings = (await (await page.request.get(path)).json()) as Sending[]
    return sendings.map(({ status, bouncedAt }) => [status, bouncedAt !== null])
  }
  // The program reads its mailbox every 30 seconds.
  await expect.poll(states, { timeout: 120_000 }).toEqual([['failed', true]])

  await page.goto(`/sales-orders?open=${orderNumber}`)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page.getByText('Bounced', { exact: true })).toBeVisible()
  await expect(page.getByText(`Bounced for ${email}: ${answer}`)).toBeVisible()
  await expect(page.getByText(/, bounced \d+\/\d+\/\d{4}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/customers?open=${customer.customerCode}&tab=emails`)
  await expect(page.getByText(`Email to ${email} bounced`)).toBeVisible()
  await page.goto('/system-health')
  const card = page.getByRole('region', { name: 'Emails Not Delivered' })
  await expect(card.getByRole('listitem').filter({ hasText: email })).toContainText(answer)
})
