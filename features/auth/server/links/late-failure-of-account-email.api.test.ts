import { expect, test } from 'vitest'
import { startTestApp } from '#app/testing.ts'
import { sendAccountEmails } from './send-account-emails.ts'

test('a late failure does not free an email that another node has claimed since', async () => {
  const prizm = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' })
  const as = await prizm.signIn('admin')
  await prizm.call('PUT', '/api/settings', { as, body: { mailSender: 'office@example.com' } })
  await prizm.builders.user({ username: 'bo', email: 'bo@example.com', role: 'sales' })
  const body = { email: 'bo@example.com' }
  expect((await prizm.call('POST', '/api/password-reset', { body })).statusCode).toBe(204)
  const { db } = prizm.database
  const now = prizm.clock.now
  const ctx = { db, user: undefined, now, requestId: 'w', channel: 'worker' }
  const deliver = async () => {
    // The claim of another node, three minutes after the one of this delivery.
    await prizm.rows(`update account_emails
                      set attempts = 2, next_attempt_at = now() + interval '180 seconds'`)
    throw new Error('Too late')
  }
  await sendAccountEmails(ctx, { deliver, linkBase: 'https://orders.example.com' })
  const claim = `select attempts, next_attempt_at > now() + interval '150 seconds' as "isClaimed"
                 from account_emails`
  expect(await prizm.rows(claim)).toEqual([{ attempts: 2, isClaimed: true }])
  await prizm.close()
})
