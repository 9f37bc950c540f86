import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'
import { recordText } from '../record-text.ts'
import { emailForm, readEmailText } from './read-email-text.ts'
import {
  type MailboxAddress,
  mailboxName,
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
         returning id, uid_validity as "uidValidity", last_uid as "lastUid",
                   reads_since as "readsSince"`,
}

const moveMailbox = {
  name: 'move_intake_mailbox',
  text: `update intake_mailboxes set uid_validity = $2, last_uid = $3 where id = $1`,
}

const releaseMailbox = {
  name: 'release_intake_mailbox',
  text: 'update intake_mailboxes set leased_until = null where id = $1',
}

type MailboxRow = { id: number; uidValidity: string | null; lastUid: number; readsSince: string }

const service = {
  part: 'intake-mailbox',
  title: 'The mailbox of orders cannot be read',
  link: '/intake',
}

/** The job that reads the mailbox of `IMAP_URL`; none without that setting. */
export function mailboxJobs({ IMAP_URL }: Pick<Config, 'IMAP_URL'>): Job[] {
  const address = IMAP_URL === undefined ? undefined : parseMailboxAddress(IMAP_URL)
  if (!address) return []
  return [{ name: 'intake mailbox', everyMs: pollEveryMs, run: (ctx) => pollMailbox(ctx, address) }]
}

/**
 * Reads the messages that arrived in the mailbox since the program first knew it, each once: by the
 * number that the server gives it, and by its Message-ID if the server numbers them anew. One node
 * reads at a time. A failure is shown on the health screen, and tried again.
 */
export async function pollMailbox(ctx: Context, address: MailboxAddress): Promise<void> {
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
    await rows(ctx.db, releaseMailbox, [mailbox.id])
  }
}

async function readNewMessages(
  ctx: Context,
  address: MailboxAddress,
  { id, uidValidity, lastUid, readsSince }: MailboxRow,
): Promise<void> {
  const position = { uidValidity, lastUid, since: new Date(readsSince) }
  const page = await readMailbox(address, position)
  for (const message of page.messages) {
    // Sequential: if one fails, the next poll begins with it.
    // oxlint-disable-next-line no-await-in-loop
    await recordEmail({ ...ctx, channel: 'job' }, message, page.uidValidity)
    // oxlint-disable-next-line no-await-in-loop
    await rows(ctx.db, moveMailbox, [id, page.uidValidity, message.uid])
  }
  await rows(ctx.db, moveMailbox, [id, page.uidValidity, page.lastUid])
}

/** Records an email as a message of the inbox; no order is placed. */
async function recordEmail(
  ctx: Context,
  { uid, size, source }: ServerMessage,
  uidValidity: string,
): Promise<void> {
  // Read before the transaction: it may take seconds.
  const read = await readEmailText(source)
  const isTooLarge = size > maxEmailBytes
  const whyNot = isTooLarge ? ['The email is larger than 5 MB. Only its head was read'] : []
  const unread = [...whyNot, ...read.unread]
  const sourceKey = `email ${read.messageId ?? `${uidValidity} ${uid}`}`.slice(0, 1000)
  const { from: sender, subject } = read
  const received = { channel: 'email', raw: source, mediaType: 'message/rfc822' } as const
  await inTransaction(ctx, async (inner) => {
    const content = await emailForm(inner, { ...read, unread })
    return recordText(inner, { ...received, sourceKey, sender, subject, content })
  })
}
