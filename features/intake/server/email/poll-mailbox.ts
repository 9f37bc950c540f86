import { createHash } from 'node:crypto'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { refusalOf } from '#platform/server/database/pg-errors.ts'
import {
  isBreakerOpen,
  type OutsideService,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { findOtherOfSource } from '../record-message.ts'
import { recordText } from '../record-text.ts'
import type { EmailText } from './email-thread-task.ts'
import {
  emailForm,
  readEmailText,
  sameIdEmail,
  tooLargeEmail,
  unreadableEmail,
} from './read-email-text.ts'
import { recordDeliveryReport } from './record-delivery-report.ts'
import {
  type MailboxAddress,
  mailboxName,
  type MailboxPurpose,
  maxEmailBytes,
  parseMailboxAddress,
  readMailbox,
  type ServerMessage,
} from './imap-mailbox.ts'

const pollEveryMs = 30_000
const leaseSeconds = 300

const addMailbox = {
  name: 'add_intake_mailbox',
  text: `insert into intake_mailboxes (name, reads_since)
         values ($1, date_trunc('second', $2::timestamptz)) on conflict do nothing`,
}

const claimMailbox = {
  name: 'claim_intake_mailbox',
  text: `update intake_mailboxes
         set leased_until = now() + make_interval(secs => ${leaseSeconds})
         where name = $1 and (leased_until is null or leased_until < now())
         returning id, leased_until::text as lease, uid_validity as "uidValidity",
                   last_uid as "lastUid", reads_since as "readsSince"`,
}

/** Notes how far a node has read, and renews its lease; no row if another node has it now. */
const moveMailbox = {
  name: 'move_intake_mailbox',
  text: `update intake_mailboxes
         set leased_until = now() + make_interval(secs => ${leaseSeconds}), uid_validity = $3,
             last_uid = case when uid_validity = $3 then greatest(last_uid, $4::bigint)
                        else $4::bigint end
         where id = $1 and leased_until = $2::timestamptz
         returning leased_until::text as lease`,
}

const releaseMailbox = {
  name: 'release_intake_mailbox',
  text: `update intake_mailboxes set leased_until = null
         where id = $1 and leased_until = $2::timestamptz`,
}

type MailboxRow = {
  id: number
  /** Until when this node has the mailbox, as the database writes it. */
  lease: string
  uidValidity: string | null
  lastUid: number
  readsSince: string
}

const services = {
  orders: {
    part: 'intake-mailbox',
    title: 'The order mailbox cannot be read',
    link: '/intake',
  },
  bounces: {
    part: 'bounce-mailbox',
    title: 'The bounce mailbox cannot be read',
    link: '/system-health',
  },
} as const satisfies Record<MailboxPurpose, OutsideService>

/**
 * The jobs that read the mailboxes of `IMAP_URL` and `BOUNCE_IMAP_URL`; none without these
 * settings. If both are the same mailbox, it is read for orders, which finds bounces too.
 */
export function mailboxJobs(config: Pick<Config, 'IMAP_URL' | 'BOUNCE_IMAP_URL'>): Job[] {
  const orders = parseMailboxAddress(config.IMAP_URL ?? '')
  const bounces = parseMailboxAddress(config.BOUNCE_IMAP_URL ?? '')
  const isSame = orders && bounces && mailboxName(orders) === mailboxName(bounces)
  return [
    ...(orders ? [mailboxJob('intake mailbox', { ...orders, purpose: 'orders' })] : []),
    ...(bounces && !isSame
      ? [mailboxJob('bounce mailbox', { ...bounces, purpose: 'bounces' })]
      : []),
  ]
}

type PolledMailbox = MailboxAddress & { purpose: MailboxPurpose }

function mailboxJob(name: string, mailbox: PolledMailbox): Job {
  return { name, everyMs: pollEveryMs, run: (ctx) => pollMailbox(ctx, mailbox) }
}

/**
 * Reads the messages that arrived in the mailbox since the program first knew it, each once: by the
 * number that the server gives it, and by its Message-ID if the server numbers them anew. One node
 * reads at a time. A failure is shown on the health screen, and tried again.
 */
export async function pollMailbox(ctx: Context, address: PolledMailbox): Promise<void> {
  const service = services[address.purpose]
  if (await isBreakerOpen(ctx, service)) return
  const name = mailboxName(address)
  await rows(ctx.db, addMailbox, [name, ctx.now.toISOString()])
  const [mailbox] = await rows<MailboxRow>(ctx.db, claimMailbox, [name])
  if (!mailbox) return
  try {
    await readNewMessages(ctx, address, mailbox)
    await recordSuccess(ctx, service)
  } catch (error) {
    await recordFailure(ctx, service, describeError(error))
  } finally {
    await rows(ctx.db, releaseMailbox, [mailbox.id, mailbox.lease])
  }
}

async function readNewMessages(
  ctx: Context,
  address: PolledMailbox,
  mailbox: MailboxRow,
): Promise<void> {
  const { uidValidity, lastUid, readsSince } = mailbox
  const { purpose } = address
  const position = { uidValidity, lastUid, since: new Date(readsSince), purpose }
  const page = await readMailbox(address, position)
  const arrival = { address, uidValidity: page.uidValidity }
  for (const message of page.messages) {
    // Sequential: if the database fails, the next poll begins with this one.
    // oxlint-disable-next-line no-await-in-loop
    await recordEmail({ ...ctx, channel: 'job' }, message, arrival)
    // oxlint-disable-next-line no-await-in-loop
    if (!(await moveTo(ctx, mailbox, { uidValidity: page.uidValidity, uid: message.uid }))) return
  }
  await moveTo(ctx, mailbox, { uidValidity: page.uidValidity, uid: page.lastUid })
}

/** Notes how far this node has read. False if another node has the mailbox now. */
async function moveTo(
  ctx: Context,
  mailbox: MailboxRow,
  { uidValidity, uid }: { uidValidity: string; uid: number },
): Promise<boolean> {
  const values = [mailbox.id, mailbox.lease, uidValidity, uid]
  const [moved] = await rows<{ lease: string }>(ctx.db, moveMailbox, values)
  if (moved) mailbox.lease = moved.lease
  return moved !== undefined
}

type Arrival = { address: PolledMailbox; uidValidity: string }

/**
 * Records an email as a message of the inbox; no order is placed. One that cannot be read, or whose
 * text cannot be stored, becomes a message with its raw bytes and the reason, so that the emails
 * after it are read. A delivery report becomes no message: it marks the email that it is about.
 */
async function recordEmail(
  ctx: Context,
  message: ServerMessage,
  { address, uidValidity }: Arrival,
): Promise<void> {
  // Read before the transaction: it may take seconds.
  const read = await readEmailText(message.source, undefined).catch(unreadableEmail)
  if (read.report) {
    const isWhole = message.size <= maxEmailBytes
    return recordDeliveryReport(ctx, read.report, { isWhole, mailbox: mailboxName(address) })
  }
  if (address.purpose === 'bounces') return
  try {
    await recordRead(ctx, message, { read, uidValidity })
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    // The database is away, or another transaction is in the way: this poll ends.
    if (refusal?.status === 503) throw error
    await recordRead(ctx, message, { read: unreadableEmail(error), uidValidity })
  }
}

async function recordRead(
  ctx: Context,
  { uid, size, source }: ServerMessage,
  { read, uidValidity }: { read: EmailText; uidValidity: string },
): Promise<void> {
  const { from: sender, subject, messageId } = read
  const cut = size > maxEmailBytes ? [tooLargeEmail] : []
  const sourceKey = messageId === null ? `email ${uidValidity} ${uid}` : keyOf(messageId)
  const received = { channel: 'email', raw: source, mediaType: 'message/rfc822' } as const
  await inTransaction(ctx, async (inner) => {
    const other = await findOtherOfSource(inner, sourceKey, source)
    const same = other === undefined ? [] : [sameIdEmail(other)]
    const content = await emailForm(inner, { ...read, unread: [...cut, ...same, ...read.unread] })
    return recordText(inner, { ...received, sourceKey, sender, subject, content })
  })
}

/** A key of one length, because a Message-ID may be longer than an index allows. */
function keyOf(messageId: string): string {
  return `email ${createHash('sha256').update(messageId).digest('hex')}`
}
