import { createHash } from 'node:crypto'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { deliveryErrorOf, mailServer, retrySeconds } from '#platform/server/mail/delivery-errors.ts'
import { type Deliver, mailerTo } from '#platform/server/mail/mailer.ts'
import { withLogo } from './service.ts'
import { readStoredDocument } from './stored-document.ts'
import { pdfOf } from './pdf/pdf-queue.ts'
import { addressesOf, maxAttempts, unreadableDocument } from '../rules.ts'
import * as store from './store.ts'

type DueEmail = {
  id: number
  to: string
  cc: string | null
  subject: string
  message: string
  fileName: string
  paper: unknown
  company: unknown
  messageId: string
  attempts: number
  queuedAt: string
}

const everyMs = 1000

/** The job that emails documents and reminders, on worker nodes with a configured mail server. */
export function emailJobs({ SMTP_URL }: { SMTP_URL?: string | undefined }): Job[] {
  if (!SMTP_URL) return []
  const deliver = mailerTo(SMTP_URL)
  return [{ name: 'e-mail', everyMs, run: (ctx) => sendDueEmails(ctx, deliver) }]
}

/** Sends all due emails, a few at a time. */
export async function sendDueEmails(ctx: Context, deliver: Deliver): Promise<void> {
  const { mailSender } = await readSettings(ctx)
  if (mailSender === '' || (await isBreakerOpen(ctx, mailServer))) return
  for (;;) {
    const due = await rows<DueEmail>(ctx.db, store.claimDue)
    if (due.length === 0) return
    await Promise.all(due.map((each) => sendOne(ctx, { deliver, mailSender }, each)))
    if (await isBreakerOpen(ctx, mailServer)) return
  }
}

type MailSettings = { deliver: Deliver; mailSender: string }

/**
 * Delivers one email and marks it as sent at once. If the process crashes in between, the email is
 * sent again under the same Message-ID.
 */
async function sendOne(
  ctx: Context,
  { deliver, mailSender }: MailSettings,
  due: DueEmail,
): Promise<void> {
  let rejected: string[]
  let sha256: string
  try {
    const { paper: content, company } = readStoredDocument(due)
    const bytes = await pdfOf(await withLogo(ctx, { content, company }))
    sha256 = createHash('sha256').update(bytes).digest('hex')
    rejected = await deliver({
      messageId: due.messageId,
      from: { name: company.companyName, address: mailSender },
      to: addressesOf(due.to),
      cc: addressesOf(due.cc),
      subject: due.subject,
      text: due.message,
      date: due.queuedAt,
      file: { name: due.fileName, bytes },
    })
  } catch (error) {
    const { sentence, ...delivery } = deliveryErrorOf(error)
    const isUnreadable = (error as { code?: unknown } | undefined)?.code === unreadableDocument
    const isFinal = isUnreadable || delivery.isFinal
    if (!isFinal) await recordFailure(ctx, mailServer, `The mail server: ${sentence}`)
    // During an outage of the mail server no email counts as failed.
    const isOutage = !isFinal && (await isBreakerOpen(ctx, mailServer))
    const isFailed = isFinal || (!isOutage && due.attempts >= maxAttempts)
    const status = isFailed ? 'failed' : 'queued'
    const retryAfter = isOutage ? 0 : retrySeconds(due.attempts)
    await rows(ctx.db, store.markFailedAttempt, [due.id, status, sentence, retryAfter])
    return
  }
  if (await recordSuccess(ctx, mailServer)) await rows(ctx.db, store.requeueDelayed)
  const partialError = rejected.length > 0 ? `Rejected for ${rejected.join(', ')}` : null
  await rows(ctx.db, store.markSent, [due.id, partialError, sha256])
}
