import { readSettings } from '#features/settings/server/service.ts'
import { type Moment, today } from '#platform/kernel/days.ts'
import { cutText } from '#platform/kernel/fields.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import { daysAgo, type RetentionRule } from '#platform/server/jobs/retention-rules.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import {
  deliveryErrorOf,
  mailServerFor,
  retrySeconds,
} from '#platform/server/mail/delivery-errors.ts'
import { type Deliver, mailerTo } from '#platform/server/mail/mailer.ts'
import type { NotificationEmails, NotificationEmailsForm } from '../contract.ts'
import * as emailRules from '../email-rules.ts'
import { type NotificationKind, notificationKinds, stateKeys } from '../rules.ts'
import * as store from './email-store.ts'

/** Attempts before an email about notifications is given up; the bell has them anyway. */
const maxAttempts = 10

/** Failures of these emails; those of documents and links are counted apart. */
const notificationMail = mailServerFor('notification', 'Notifications cannot be emailed')

type StoredChoice = { kind: NotificationKind; mode: 'now' | 'digest' }
type LastEmail = { state: string; reason: string; at: Moment }

/** What the signed-in user gets by email, and where. */
export async function readNotificationEmails(
  ctx: Context,
  hasServer: boolean,
): Promise<NotificationEmails> {
  const userId = userIdOf(ctx)
  const stored = await rows<StoredChoice>(ctx.db, store.readChoices, [userId])
  const modeOf = (kind: NotificationKind) =>
    stored.find((choice) => choice.kind === kind)?.mode ?? 'off'
  const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, modeOf(kind)]))
  const [user] = await rows<{ email: string }>(ctx.db, store.readAddress, [userId])
  const [last] = await rows<LastEmail>(ctx.db, store.readLastEmail, [userId])
  const { mailSender, digestHour } = await readSettings(ctx)
  const isReady = hasServer && mailSender !== ''
  return {
    choices: choices as NotificationEmails['choices'],
    address: user?.email ?? '',
    digestHour,
    whyNot: isReady ? null : 'Email is not set up, so nothing is sent yet',
    lastFailure: last?.state === 'failed' ? { reason: last.reason, at: last.at } : null,
  }
}

/** Changes how the user gets some kinds by email. Earlier notifications are not emailed. */
export function changeNotificationEmails(
  ctx: Context,
  changes: NotificationEmailsForm,
  hasServer: boolean,
): Promise<NotificationEmails> {
  return inTransaction(ctx, async (inner) => {
    const userId = userIdOf(inner)
    const changed = notificationKinds.filter((kind) => changes[kind] !== undefined)
    const off = changed.filter((kind) => changes[kind] === 'off')
    const on = changed.filter((kind) => changes[kind] !== 'off')
    await rows(inner.db, store.deleteChoices, [userId, off])
    const modes = on.map((kind) => changes[kind] ?? 'off')
    await rows(inner.db, store.saveChoices, [userId, on, modes, inner.now.toISOString()])
    return readNotificationEmails(inner, hasServer)
  })
}

type MailConfig = { SMTP_URL?: string | undefined; linkBase: string | undefined }

/** The job that emails notifications, on worker nodes with a configured mail server. */
export function notificationEmailJobs({ SMTP_URL, linkBase }: MailConfig): Job[] {
  if (!SMTP_URL) return []
  const deliver = mailerTo(SMTP_URL)
  const run = (ctx: Context) => sendNotificationEmails(ctx, { deliver, linkBase })
  return [{ name: 'notification e-mail', everyMs: 5000, run }]
}

type Sender = { deliver: Deliver; linkBase: string | undefined }

/** Queues what users chose to get by email, and sends all that is due. */
export async function sendNotificationEmails(ctx: Context, sender: Sender): Promise<void> {
  const { mailSender, companyName, businessTimeZone, digestHour } = await readSettings(ctx)
  if (mailSender === '') return
  const now = ctx.now.toISOString()
  await rows(ctx.db, store.queueNow, [now])
  if (hourIn(businessTimeZone, ctx.now) >= digestHour) {
    await rows(ctx.db, store.queueDigests, [today(ctx.now, businessTimeZone), now])
  }
  await rows(ctx.db, store.markUncertain)
  const from = { name: companyName || 'Prizm', address: mailSender }
  while (!(await isBreakerOpen(ctx, notificationMail))) {
    const due = await rows<DueEmail>(ctx.db, store.claimDue)
    if (due.length === 0) return
    // One after another: they are few, and documents go first.
    // oxlint-disable-next-line no-await-in-loop
    for (const each of due) await sendOne(ctx, { ...sender, from }, each)
  }
}

/** The hour of a moment in a time zone, from 0 to 23. */
function hourIn(timeZone: string, now: Date): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(format.format(now))
}

type DueEmail = {
  id: number
  userId: number
  key: string
  notificationId: number | null
  since: string | null
  attempts: number
  messageId: string
  createdAt: string
}

type Recipient = { email: string; role: string; grants: string[] | null }

type Sending = Sender & { from: { name: string; address: string } }

/**
 * Sends one email with what the user may see at this moment. What was read, muted or is no longer
 * allowed is left out; if nothing is left, nothing is sent.
 */
async function sendOne(ctx: Context, sending: Sending, due: DueEmail): Promise<void> {
  const [recipient] = await rows<Recipient>(ctx.db, store.readRecipient, [due.userId])
  const letter = recipient && (await letterOf(ctx, { due, recipient, sending }))
  const { id, attempts } = due
  if (!recipient || !letter) {
    await rows(ctx.db, store.settle, [id, 'skipped', null, 0, attempts])
    await forgetFailures(ctx)
    return
  }
  const handed = await rows(ctx.db, store.markHandedOver, [id, attempts])
  if (handed.length === 0) return
  try {
    const { messageId, createdAt: date } = due
    const to = [recipient.email]
    await sending.deliver({ messageId, from: sending.from, to, cc: [], date, ...letter })
  } catch (error) {
    const { sentence, isFinal, isUncertain } = deliveryErrorOf(error)
    if (!isFinal) await recordFailure(ctx, notificationMail, `The mail server: ${sentence}`)
    const isFailed = isFinal || attempts >= maxAttempts
    const state = isUncertain ? 'uncertain' : isFailed ? 'failed' : 'waiting'
    await rows(ctx.db, store.settle, [id, state, sentence, retrySeconds(attempts), attempts])
    if (state !== 'waiting') await forgetFailures(ctx)
    return
  }
  await rows(ctx.db, store.settle, [id, 'sent', null, 0, attempts])
  if (await recordSuccess(ctx, notificationMail)) await rows(ctx.db, store.releaseDelayed)
}

/**
 * Marks an email about notifications as failed, because a delivery report says that it bounced. The
 * next digest has what a bounced one had. The same report again changes nothing. Returns false if
 * no such email was sent under that Message-ID.
 */
export async function recordNotificationBounce(
  ctx: Context,
  { messageId, reason }: { messageId: string; reason: string },
): Promise<boolean> {
  const lastError = cutText(`Bounced: ${reason}`, 500)
  return (await rows(ctx.db, store.markBounced, [messageId, lastError])).length > 0
}

/** Ends the trouble if no email waits any more: then nothing tells whether mail works. */
async function forgetFailures(ctx: Context): Promise<void> {
  const waiting = await rows(ctx.db, store.findWaiting)
  if (waiting.length === 0) await recordSuccess(ctx, notificationMail)
}

type Letter = { due: DueEmail; recipient: Recipient; sending: Sending }

async function letterOf(ctx: Context, { due, recipient, sending }: Letter) {
  const { userId, notificationId, since, key } = due
  const kinds = emailRules.emailKindsFor(recipient)
  const mode = notificationId === null ? 'digest' : 'now'
  const until = notificationId === null ? due.createdAt : null
  const values = [userId, notificationId, since, kinds, mode, until]
  const items = await rows<emailRules.EmailedNotification>(ctx.db, store.readItems, values)
  const [first] = items
  if (!first) return undefined
  const { linkBase } = sending
  if (notificationId !== null) return emailRules.notificationLetter(first, linkBase)
  return emailRules.digestLetter(items, { day: key.replace('digest ', ''), linkBase })
}

const retentionDays = 90

/** Deletes emails about notifications of more than 90 days ago. */
export async function deleteOldNotificationEmails(ctx: Context): Promise<void> {
  const [before] = daysAgo(ctx, retentionDays)
  await rows(ctx.db, store.deleteOldEmails, [before])
}

/** An email is also deleted with its notification. */
export const notificationEmailRetention: RetentionRule = {
  deleteDue: deleteOldNotificationEmails,
  tables: [
    {
      table: 'notification_emails',
      keptDays: retentionDays,
      countDue: store.countDueEmails,
      valuesOf: (ctx, days) => [Object.values(stateKeys), ...daysAgo(ctx, days)],
    },
  ],
}

/** Deletes what a user chose, and the emails that were not sent yet, when their data are erased. */
export async function eraseEmailsOfUser(ctx: Context, userId: number): Promise<void> {
  await rows(ctx.db, store.eraseChoices, [userId])
  await rows(ctx.db, store.eraseWaiting, [userId])
}

function userIdOf({ user }: Context): number {
  if (!user) throw new Refusal('signedOut', 'unauthenticated', 'Please sign in')
  return user.id
}
