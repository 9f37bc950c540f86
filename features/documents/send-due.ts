import { currentSettings } from '#features/settings/service.ts'
import { type Context, rows } from '#platform/server/db.ts'
import type { Job } from '#platform/server/worker.ts'
import { type Deliver, mailerTo } from './mailer.ts'
import type { Company, Paper } from './paper.ts'
import { pdfOf } from './pdf.ts'
import { maxAttempts, troubleOf, waitSeconds } from './rules.ts'
import * as store from './store.ts'

type Due = {
  id: number
  to: string
  cc: string | null
  subject: string
  message: string
  fileName: string
  paper: Paper
  company: Company
  messageId: string
  attempts: number
  queuedAt: string
}

const everyMs = 1000

/** Sends e-mail, on nodes that work and know a mail server. */
export function mailJobs({ SMTP_URL }: { SMTP_URL?: string | undefined }): Job[] {
  if (!SMTP_URL) return []
  const deliver = mailerTo(SMTP_URL)
  return [{ name: 'e-mail', everyMs, run: (ctx) => sendDue(ctx, deliver) }]
}

/** Sends what is due, a few at a time, until nothing is. */
export async function sendDue(ctx: Context, deliver: Deliver): Promise<void> {
  const { mailSender } = await currentSettings(ctx)
  if (mailSender === '') return
  for (;;) {
    const due = await rows<Due>(ctx.db, store.claimDue)
    if (due.length === 0) return
    await Promise.all(due.map((each) => sendOne(ctx, { deliver, mailSender }, each)))
  }
}

type Way = { deliver: Deliver; mailSender: string }

/**
 * Hands one message over and writes down at once that it has left. Where the program is killed
 * between the two, the message leaves a second time, under the same Message-ID.
 */
async function sendOne(ctx: Context, { deliver, mailSender }: Way, due: Due): Promise<void> {
  let rejected: string[]
  try {
    const bytes = await pdfOf(due.paper, due.company)
    rejected = await deliver({
      messageId: due.messageId,
      from: { name: due.company.companyName, address: mailSender },
      to: due.to,
      cc: due.cc,
      subject: due.subject,
      text: due.message,
      date: due.queuedAt,
      file: { name: due.fileName, bytes },
    })
  } catch (error) {
    const { sentence, isFinal } = troubleOf(error)
    const isOver = isFinal || due.attempts >= maxAttempts
    const status = isOver ? 'failed' : 'queued'
    const wait = waitSeconds(due.attempts)
    await rows(ctx.db, store.markTrouble, [due.id, status, sentence, wait])
    return
  }
  const left = rejected.length > 0 ? `Not taken for ${rejected.join(', ')}` : null
  await rows(ctx.db, store.markSent, [due.id, left])
}
