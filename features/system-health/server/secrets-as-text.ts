import { may } from '#features/auth/rules.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { type Context, type Db, rows } from '#platform/server/database/db.ts'
import { currentPrefix, encryptedPrefix } from '#platform/server/runtime/stored-secrets.ts'

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const countAsText = {
  name: 'count_secrets_stored_as_text',
  text: `select
      (select count(*)::int from webhooks
       where not starts_with(secret, $1) or not starts_with(previous_secret, $1)) as webhooks,
      (select count(*)::int from wms_connection
       where not starts_with(token, $1) or not starts_with(webhook_secret, $1)) as warehouses,
      (select count(*)::int from second_factors where not starts_with(secret, $1)) as factors,
      (select count(*)::int from single_sign_on
       where not starts_with(client_secret, $1)) as "signOns"`,
}

/**
 * What administrators should know if secrets are stored as text because `SECRETS_KEY` is not set;
 * undefined if none are. With the setting a job encrypts them.
 */
export async function describeSecretsAsText(db: Db): Promise<string | undefined> {
  if (currentPrefix() !== undefined) return undefined
  type Counts = { webhooks: number; warehouses: number; factors: number; signOns: number }
  const [found] = await rows<Counts>(db, countAsText, [encryptedPrefix])
  const owners = [
    ...(found?.webhooks ? [counted(found.webhooks, 'webhook')] : []),
    ...(found?.warehouses ? ['the warehouse connection'] : []),
    ...(found?.factors ? [counted(found.factors, 'second factor')] : []),
    ...(found?.signOns ? ['single sign-on'] : []),
  ]
  if (owners.length === 0) return undefined
  return (
    `SECRETS_KEY is not set, so the secrets of ${all.format(owners)} are stored as text. ` +
    'Whoever reads the database or a backup can use them. Set it to encrypt them'
  )
}

/** What administrators should set; nothing for others, because it helps who attacks. */
export async function noticesFor({ db, user }: Context): Promise<{ notices?: string[] }> {
  if (!user || !may(user, 'health.check')) return {}
  const sentence = await describeSecretsAsText(db)
  return sentence === undefined ? {} : { notices: [sentence] }
}
