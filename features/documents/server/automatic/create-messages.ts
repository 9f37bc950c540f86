import { Refusal } from '#platform/kernel/refusal.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { retrySeconds } from '#platform/server/mail/delivery-errors.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { type AutomaticName, addressesOf, isAddress, maxAttempts, staleDays } from '../../rules.ts'
import type { DocumentSources } from '../document-sources.ts'
import { readLetter, readMail, sendDocument } from '../service.ts'
import { lockKind } from '../store.ts'
import { queueFromEvents, queueStatements } from './queue-automatic-emails.ts'
import * as store from './queue-store.ts'

type Due = {
  id: number
  name: AutomaticName
  recordId: number
  attempts: number
  periodFrom: Day | null
  periodTo: Day | null
}

type Parts = { sources: DocumentSources; hasServer: boolean }

/** The jobs that decide what is emailed without a person, and create the messages. */
export function automaticEmailJobs(parts: Parts): Job[] {
  return [
    { name: 'automatic e-mail events', everyMs: 2000, run: queueFromEvents },
    // Each run looks at every customer while statements are due.
    { name: 'monthly statements', everyMs: 15 * 60_000, run: queueStatements },
    {
      name: 'automatic e-mail',
      everyMs: 2000,
      run: (ctx) => createAutomaticMessages(ctx, parts),
    },
  ]
}

/** Deletes automatic emails that ended more than 400 days ago; their messages stay. */
export async function deleteOldAutomaticEmails(ctx: Context): Promise<void> {
  await rows(ctx.db, store.deleteOldEmails)
}

export const automaticEmailRetention: RetentionRule = {
  deleteDue: deleteOldAutomaticEmails,
  tables: [
    {
      table: 'automatic_emails',
      keptDays: store.emailDays,
      countDue: store.countOldEmails,
    },
  ],
}

/**
 * Creates the messages of all due automatic emails, one after another. While no email can be sent,
 * they wait; after a week they are given up, with the reason.
 */
export async function createAutomaticMessages(ctx: Context, parts: Parts): Promise<void> {
  const { whyNot } = await readMail(ctx, parts.hasServer)
  const stale = `It was not sent within ${staleDays} days${whyNot ? `: ${whyNot}` : ''}`
  await rows(ctx.db, store.refuseStale, [staleDays, stale])
  if (whyNot !== null) return
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const [due] = await rows<Due>(ctx.db, store.claimDue)
    if (!due) return
    // oxlint-disable-next-line no-await-in-loop
    await createOne(ctx, parts, due)
  }
}

/**
 * Creates the message of one automatic email and ends it in the same transaction, so that it is
 * queued once. A document that cannot be sent waits for a person; any other error is tried again.
 */
async function createOne(ctx: Context, parts: Parts, due: Due): Promise<void> {
  try {
    await inTransaction(ctx, (inner) => queueMessage(inner, parts, due))
  } catch (error) {
    if (error instanceof Refusal && !laterCodes.includes(error.code)) {
      // A document that is no longer to be sent, such as of a cancelled order, needs nobody.
      const state = error.code === 'not-to-be-sent' ? 'skipped' : 'refused'
      await rows(ctx.db, store.settle, [due.id, state, error.message, null])
      return
    }
    const reason = describeError(error).slice(0, 500)
    if (due.attempts < maxAttempts) {
      await rows(ctx.db, store.delay, [due.id, reason, retrySeconds(due.attempts)])
    } else await rows(ctx.db, store.settle, [due.id, 'refused', reason, null])
  }
}

/** Refusals that end when the company profile or the mail server is set up. */
const laterCodes = ['company-incomplete', 'mail-off']

async function queueMessage(ctx: Context, parts: Parts, due: Due): Promise<void> {
  const { sources, hasServer } = parts
  const { id: automaticId, name, recordId: id } = due
  // A bulk send of the same documents comes before or after this one, never at the same time.
  await send(ctx, lockKind, [name])
  type Locked = { documentVersion: string }
  const [locked] = await rows<Locked>(ctx.db, store.lockWaiting, [automaticId, due.attempts])
  if (!locked) return
  const skipReason = await replacementOf(ctx, automaticId)
  if (skipReason) {
    await rows(ctx.db, store.settle, [automaticId, 'skipped', skipReason, null])
    return
  }
  const { periodFrom, periodTo } = due
  const days = periodFrom && periodTo ? { from: periodFrom, to: periodTo } : {}
  const letter = await readLetter(ctx, sources, { name, id, days })
  refuseUnsendable(letter)
  const { to, subject, message } = letter
  const form = { to, subject, message }
  const sending = await sendDocument(ctx, sources, { name, id, days, form, hasServer })
  if (isChange(locked.documentVersion)) await refuseSame(ctx, sending.id)
  await rows(ctx.db, store.settle, [automaticId, 'queued', null, sending.id])
}

/** Versions after the first have a number. */
function isChange(documentVersion: string): boolean {
  return documentVersion.startsWith('v')
}

/**
 * Throws if a change left the document as it was sent before, such as a save without a change: the
 * message is rolled back, and `createOne` skips the email.
 */
async function refuseSame(ctx: Context, sendingId: number): Promise<void> {
  const same = await rows(ctx.db, store.findSameSent, [sendingId])
  if (same.length > 0) throw new Refusal('refused', 'not-to-be-sent', 'The document did not change')
}

type Replacement = { hasLater: boolean; isSentByHand: boolean }

async function replacementOf(ctx: Context, id: number): Promise<string | undefined> {
  const [found] = await rows<Replacement>(ctx.db, store.findReplacement, [id])
  if (found?.hasLater) return 'A later version is sent instead'
  return found?.isSentByHand ? 'A person sent it' : undefined
}

type Letter = Awaited<ReturnType<typeof readLetter>>

/** Throws 409 for a document that a person should look at before it is sent. */
function refuseUnsendable({ to, whyNot, unprintable }: Letter): void {
  if (whyNot !== null) throw new Refusal('refused', 'not-to-be-sent', whyNot)
  const addresses = addressesOf(to)
  if (addresses.length === 0 || !addresses.every(isAddress)) {
    throw new Refusal('refused', 'no-recipient', 'There is no email address')
  }
  if (unprintable !== null) {
    const sentence = `${unprintable}. Send this document from its record`
    throw new Refusal('refused', 'unprintable', sentence)
  }
}
