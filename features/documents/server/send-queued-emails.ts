import { createHash } from 'node:crypto'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import {
  deliveryErrorOf,
  mailServer,
  type RejectedRecipient,
  retrySeconds,
} from '#platform/server/mail/delivery-errors.ts'
import { type Deliver, type Mail, mailerTo } from '#platform/server/mail/mailer.ts'
import { withLogo } from './service.ts'
import { readStoredDocument } from './stored-document.ts'
import { pdfOf } from './pdf/pdf-queue.ts'
import {
  addressesOf,
  emailHtml,
  logoCid,
  maxAttempts,
  unansweredSentence,
  uncertainSentence,
  unreadableDocument,
} from '../rules.ts'
import * as bounceStore from './automatic/email-rules-store.ts'
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
  await rows(ctx.db, store.markUncertain, [uncertainSentence])
  for (;;) {
    const due = await rows<DueEmail>(ctx.db, store.claimDue)
    if (due.length === 0) return
    await Promise.all(due.map((each) => sendOne(ctx, { deliver, mailSender }, each)))
    if (await isBreakerOpen(ctx, mailServer)) return
  }
}

type MailSettings = { deliver: Deliver; mailSender: string }

/**
 * Delivers one email and records the answer. It notes before that it hands the email over: if the
 * process ends in between, the email becomes uncertain and is not sent again without a person.
 */
async function sendOne(
  ctx: Context,
  { deliver, mailSender }: MailSettings,
  due: DueEmail,
): Promise<void> {
  let rejected: RejectedRecipient[]
  let drawn: DrawnEmail
  let handedOverAt: string | null = null
  try {
    drawn = await draw(ctx, due, mailSender)
    const mark = [due.id, due.attempts]
    const [handed] = await rows<{ handedOverAt: string }>(ctx.db, store.markHandedOver, mark)
    if (!handed) return
    handedOverAt = handed.handedOverAt
    rejected = await deliver(drawn.mail)
  } catch (error) {
    await recordFailedAttempt(ctx, { due, handedOverAt }, error)
    return
  }
  await rows(ctx.db, store.markSent, [due.id, partialErrorOf(rejected), drawn.sha256])
  if (await recordSuccess(ctx, mailServer)) await rows(ctx.db, store.requeueDelayed)
  await recordBounces(ctx, due, rejected)
  const isRejected = (address: string) => rejected.some((each) => each.address === address)
  const accepted = [...drawn.mail.to, ...drawn.mail.cc].filter((each) => !isRejected(each))
  const addresses = accepted.map((each) => each.toLowerCase())
  await rows(ctx.db, bounceStore.deleteAcceptedBounces, [addresses])
}

type DrawnEmail = { mail: Mail; sha256: string }

/** The message with its attachment, and with the logo inside if the company has one. */
async function draw(ctx: Context, due: DueEmail, mailSender: string): Promise<DrawnEmail> {
  const { paper: content, company } = readStoredDocument(due)
  const request = await withLogo(ctx, { content, company })
  const bytes = await pdfOf(request)
  const { logo } = request
  const mail = {
    messageId: due.messageId,
    from: { name: company.companyName, address: mailSender },
    to: addressesOf(due.to),
    cc: addressesOf(due.cc),
    subject: due.subject,
    text: due.message,
    ...(logo && {
      html: emailHtml(due.message, company.companyName),
      pictures: [{ cid: logoCid, png: logo }],
    }),
    date: due.queuedAt,
    file: { name: due.fileName, bytes },
  }
  return { mail, sha256: createHash('sha256').update(bytes).digest('hex') }
}

type Attempt = { due: DueEmail; handedOverAt: string | null }

async function recordFailedAttempt(
  ctx: Context,
  { due, handedOverAt }: Attempt,
  error: unknown,
): Promise<void> {
  const { sentence, rejected, ...delivery } = deliveryErrorOf(error)
  const isUnreadable = (error as { code?: unknown } | undefined)?.code === unreadableDocument
  const isFinal = isUnreadable || delivery.isFinal
  if (!isFinal) await recordFailure(ctx, mailServer, `The mail server: ${sentence}`)
  // During an outage of the mail server no email counts as failed.
  const isOutage = !isFinal && (await isBreakerOpen(ctx, mailServer))
  const isFailed = isFinal || (!isOutage && due.attempts >= maxAttempts)
  const { isUncertain } = delivery
  const status = isUncertain ? 'uncertain' : isFailed ? 'failed' : 'queued'
  const reason = isUncertain ? `${unansweredSentence} (${sentence})` : sentence
  const retryAfter = isOutage ? 0 : retrySeconds(due.attempts)
  const failed = [due.id, status, reason, retryAfter, due.attempts, handedOverAt]
  await rows(ctx.db, store.markFailedAttempt, failed)
  await recordBounces(ctx, due, rejected)
}

function partialErrorOf(rejected: readonly RejectedRecipient[]): string | null {
  if (rejected.length === 0) return null
  const parts = rejected.map(({ address, sentence }) => `${address}: ${sentence || 'no reason'}`)
  return `Rejected for ${parts.join('; ')}`.slice(0, 1000)
}

/** Records the addresses that the server will never accept. They are tried again all the same. */
async function recordBounces(
  ctx: Context,
  { id }: DueEmail,
  rejected: readonly RejectedRecipient[],
): Promise<void> {
  const final = rejected.filter(({ isFinal }) => isFinal)
  if (final.length === 0) return
  await rows(ctx.db, bounceStore.saveBounces, [
    final.map(({ address }) => address.toLowerCase()),
    final.map(({ sentence }) => sentence),
    id,
    false,
  ])
}
