import { type Context, rows } from '#platform/server/database/db.ts'
import {
  isBreakerOpen,
  recordFailure,
  recordSuccess,
} from '#platform/server/jobs/outside-service-failures.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import {
  deliveryErrorOf,
  mailServerFor,
  retrySeconds,
} from '#platform/server/mail/delivery-errors.ts'
import { type Deliver, mailerTo } from '#platform/server/mail/mailer.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { type LinkKind, linkAddress, linkMinutes } from '../../account-link-rules.ts'
import { createLink } from './account-links.ts'
import { linkBaseOf, mailSender } from './queue-account-emails.ts'

/** Failures of these emails; those of documents and notifications are counted apart. */
const accountMail = mailServerFor('account', 'Links to accounts cannot be emailed')

type DueEmail = {
  id: number
  kind: LinkKind
  emailFolded: string
  attempts: number
  messageId: string
  createdAt: string
}

type Recipient = { userId: number; username: string; email: string }

/** Claims up to three due emails for longer than they take, so that other nodes skip them. */
const claimDue = {
  name: 'claim_account_emails',
  text: `update account_emails
         set attempts = attempts + 1, next_attempt_at = now() + interval '180 seconds'
         where id = any (array(
           select id from account_emails where next_attempt_at <= now()
           order by id limit 3 for update skip locked))
         returning id, kind, email_folded as "emailFolded", attempts, message_id as "messageId",
                   created_at as "createdAt"`,
}
const findRecipient = {
  name: 'find_recipient_of_account_email',
  text: `select u.id as "userId", u.username, u.email
         from users u, account_emails e
         where e.id = $1 and u.email_folded = e.email_folded
           and case e.kind when 'reset' then u.is_active
                 else u.pending = 'invitation' and not u.is_active end
           and e.created_at > now() - interval '${linkMinutes} minutes'`,
}
const deleteEmail = {
  name: 'delete_account_email',
  text: 'delete from account_emails where id = $1',
}
/** Does nothing if another node claimed the email meanwhile, which may be sending it. */
const delay = {
  name: 'delay_account_email',
  text: `update account_emails set next_attempt_at = now() + make_interval(secs => $2)
         where id = $1 and attempts = $3`,
}
/** What waits longer than a claim lasts is delayed, not being sent by another node. */
const releaseDelayed = {
  name: 'release_delayed_account_emails',
  text: `update account_emails set next_attempt_at = now()
         where next_attempt_at > now() + interval '180 seconds'`,
}
const findWaiting = {
  name: 'find_waiting_account_email',
  text: 'select id from account_emails limit 1',
}
const readCompany = {
  name: 'read_company_of_account_emails',
  text: `select value #>> '{}' as name from settings where name = 'companyName'`,
}

type LinkMail = { deliver: Deliver; linkBase: string }

/** The job that emails links, on worker nodes with a mail server and an address for links. */
export function accountEmailJobs(config: Config): Job[] {
  const linkBase = linkBaseOf(config)
  if (!config.SMTP_URL || !linkBase) return []
  const deliver = mailerTo(config.SMTP_URL)
  const run = (ctx: Context) => sendAccountEmails(ctx, { deliver, linkBase })
  return [{ name: 'account e-mail', everyMs: 1000, run }]
}

/** Sends all due emails with links. Those for no account are deleted and send nothing. */
export async function sendAccountEmails(ctx: Context, mail: LinkMail): Promise<void> {
  const sender = await mailSender(ctx)
  if (sender === '' || (await isBreakerOpen(ctx, accountMail))) return
  for (;;) {
    const due = await rows<DueEmail>(ctx.db, claimDue)
    if (due.length === 0) return
    for (const each of due) {
      // One after another: a link is urgent, but there are few.
      // oxlint-disable-next-line no-await-in-loop
      await sendOne(ctx, { ...mail, sender }, each)
    }
  }
}

async function sendOne(
  ctx: Context,
  { deliver, linkBase, sender }: LinkMail & { sender: string },
  due: DueEmail,
): Promise<void> {
  const [recipient] = await rows<Recipient>(ctx.db, findRecipient, [due.id])
  if (!recipient) return dropEmail(ctx, due)
  const [company] = await rows<{ name: string }>(ctx.db, readCompany)
  const token = await createLink(ctx, due.kind, recipient.userId)
  try {
    await deliver({
      messageId: due.messageId,
      from: { name: company?.name ?? '', address: sender },
      to: [recipient.email],
      cc: [],
      date: due.createdAt,
      ...letterOf(due.kind, recipient, linkAddress(linkBase, due.kind, token)),
    })
  } catch (error) {
    const { sentence, isFinal } = deliveryErrorOf(error)
    if (isFinal) return dropEmail(ctx, due)
    await recordFailure(ctx, accountMail, `The mail server: ${sentence}`)
    await rows(ctx.db, delay, [due.id, retrySeconds(due.attempts), due.attempts])
    return
  }
  await rows(ctx.db, deleteEmail, [due.id])
  if (await recordSuccess(ctx, accountMail)) await rows(ctx.db, releaseDelayed)
}

/** Deletes an email that is not sent. If none waits any more, nothing tells whether mail works. */
async function dropEmail(ctx: Context, { id }: DueEmail): Promise<void> {
  await rows(ctx.db, deleteEmail, [id])
  const waiting = await rows(ctx.db, findWaiting)
  if (waiting.length === 0) await recordSuccess(ctx, accountMail)
}

function letterOf(
  kind: LinkKind,
  { username }: Recipient,
  link: string,
): { subject: string; text: string } {
  const validity = `The link works once, for ${linkMinutes} minutes.`
  if (kind === 'reset') {
    const text = [
      `Someone asked for a new password for your account ${username}.`,
      `Choose it here: ${link}`,
      `${validity} If it was not you, do nothing: your password stays as it is.`,
    ]
    return { subject: 'Reset your password for Prizm', text: text.join('\n\n') }
  }
  const text = [
    'You are invited to Prizm Order Management.',
    `Choose your username and password here: ${link}`,
    `${validity} If it has expired, ask the person who invited you to send it again.`,
  ]
  return { subject: 'Your invitation to Prizm', text: text.join('\n\n') }
}
