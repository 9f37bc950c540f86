import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { isForThisMachine } from '#platform/server/http/host-and-origin-checks.ts'
import type { LinkKind } from '../../account-link-rules.ts'

type LinkConfig = Partial<
  Pick<Config, 'SMTP_URL' | 'PUBLIC_URL' | 'HOST' | 'TRUSTED_PROXY' | 'PORT'>
>

/**
 * The address that links in email begin with; undefined if no email can be sent. It never comes
 * from a request, whose host the sender chooses: it is the first of `PUBLIC_URL`, or this machine
 * in a trial.
 */
export function linkBaseOf(config: LinkConfig): string | undefined {
  const { SMTP_URL, PUBLIC_URL, PORT = 3000 } = config
  if (!SMTP_URL) return undefined
  if (PUBLIC_URL) return PUBLIC_URL.split(',')[0]?.trim()
  return isForThisMachine(config) ? `http://localhost:${PORT}` : undefined
}

const readSender = {
  name: 'read_sender_of_account_emails',
  text: `select value #>> '{}' as sender from settings where name = 'mailSender'`,
}

/** The From address of the settings; empty while no email is sent. */
export async function mailSender({ db }: Pick<Context, 'db'>): Promise<string> {
  const [found] = await rows<{ sender: string }>(db, readSender)
  return found?.sender ?? ''
}

/** True if links can be sent by email now. */
export async function canSendLinks(
  ctx: Pick<Context, 'db'>,
  linkBase: string | undefined,
): Promise<boolean> {
  return linkBase !== undefined && (await mailSender(ctx)) !== ''
}

/** Throws 409 `mail-off` if no link can be sent by email. */
export async function requireLinkMail(ctx: Context, linkBase: string | undefined): Promise<void> {
  if (await canSendLinks(ctx, linkBase)) return
  const sentence =
    'Email is not set up. Ask the operator to set SMTP_URL and PUBLIC_URL, and an administrator ' +
    'to set the From address in Settings'
  throw new Refusal('refused', 'mail-off', sentence)
}

const add = {
  name: 'add_account_email',
  text: 'insert into account_emails (kind, email_folded) values ($1, $2)',
}

/** Addresses that nobody could write to stay no longer than a day. */
const deleteOld = {
  name: 'delete_old_account_emails',
  text: `delete from account_emails where ctid = any (array(
           select ctid from account_emails where created_at < now() - interval '1 day'
           for update skip locked))`,
}

/**
 * Queues an email with a link to an address, whether or not an account has it: the job that sends
 * it looks, so that the call does the same work for every address. The token is made when the email
 * is sent, so that the queue holds none.
 */
export async function queueAccountEmail(
  ctx: Context,
  kind: LinkKind,
  emailFolded: string,
): Promise<void> {
  await rows(ctx.db, deleteOld)
  await rows(ctx.db, add, [kind, emailFolded])
}

const deleteOfUser = {
  name: 'delete_account_emails_of_user',
  text: `delete from account_emails
         where email_folded = (select email_folded from users where id = $1)`,
}

/** Deletes the waiting emails to the address of a user in the open transaction. */
export async function deleteAccountEmailsOf(ctx: Context, userId: number): Promise<void> {
  await rows(ctx.db, deleteOfUser, [userId])
}
