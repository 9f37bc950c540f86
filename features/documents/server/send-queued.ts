import { readSettings } from '#features/settings/server/service.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isResting, noteTrouble, noteWell } from '#platform/server/jobs/outside-services.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { type Deliver, mailerTo } from './mailer.ts'
import { readStoredPaper } from './stored-paper.ts'
import { pdfOf } from './pdf.ts'
import { maxAttempts, troubleOf, waitSeconds } from '../rules.ts'
import * as store from './store.ts'

type Due = {
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
const outside = {
  part: 'e-mail',
  title: 'Email cannot be sent',
  link: '/settings',
} as const

/** The email job, on worker nodes with a configured mail server. */
export function mailJobs({ SMTP_URL }: { SMTP_URL?: string | undefined }): Job[] {
  if (!SMTP_URL) return []
  const deliver = mailerTo(SMTP_URL)
  return [{ name: 'e-mail', everyMs, run: (ctx) => sendDue(ctx, deliver) }]
}

/** Sends all due emails, a few at a time. */
export async function sendDue(ctx: Context, deliver: Deliver): Promise<void> {
  const { mailSender } = await readSettings(ctx)
  if (mailSender === '' || (await isResting(ctx, outside))) return
  for (;;) {
    const due = await rows<Due>(ctx.db, store.claimDue)
    if (due.length === 0) return
    await Promise.all(due.map((each) => sendOne(ctx, { deliver, mailSender }, each)))
    if (await isResting(ctx, outside)) return
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
  due: Due,
): Promise<void> {
  let rejected: string[]
  try {
    const { paper, company } = readStoredPaper(due)
    const bytes = await pdfOf(paper, company)
    rejected = await deliver({
      messageId: due.messageId,
      from: { name: company.companyName, address: mailSender },
      to: due.to,
      cc: due.cc,
      subject: due.subject,
      text: due.message,
      date: due.queuedAt,
      file: { name: due.fileName, bytes },
    })
  } catch (error) {
    const { sentence, isFinal } = troubleOf(error)
    if (!isFinal) await noteTrouble(ctx, outside, `The mail server: ${sentence}`)
    // During an outage of the mail server no email counts as failed.
    const isBroken = !isFinal && (await isResting(ctx, outside))
    const isOver = isFinal || (!isBroken && due.attempts >= maxAttempts)
    const status = isOver ? 'failed' : 'queued'
    const wait = isBroken ? 0 : waitSeconds(due.attempts)
    await rows(ctx.db, store.markTrouble, [due.id, status, sentence, wait])
    return
  }
  if (await noteWell(ctx, outside)) await rows(ctx.db, store.releaseWaiting)
  const left = rejected.length > 0 ? `Rejected for ${rejected.join(', ')}` : null
  await rows(ctx.db, store.markSent, [due.id, left])
}
