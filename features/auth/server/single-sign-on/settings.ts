import { changesBetween, record } from '#features/audit/server/service.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { SingleSignOn, SingleSignOnForm } from '../../contract.ts'
import { type GroupRole, returnPath } from '../../single-sign-on-rules.ts'
import { isBuiltIn } from '../../rules.ts'
import { ownRoleIdsOf } from '../roles/role-of-account.ts'
import { singleSignOnGroups } from '../tables.ts'
import { secretAfter } from './client-secret.ts'
import { discover, isOfThisMachine, type SignOnConfig } from './provider.ts'
import { administratorsOnly, signOnOff } from './refusals.ts'

type StoredRow = {
  issuer: string
  clientId: string
  clientSecret: string | null
  groupClaim: string
  createsAccounts: boolean
  defaultRole: string | null
  buttonText: string
  isOnly: boolean
  breakGlassId: number | null
  version: number
}

/** What the history says of an account that a first sign-in at the provider created. */
export const createdReason = 'First sign-in at the provider'

/** The settings with the client secret as it is stored, which never leaves the server. */
export type SignOnSettings = StoredRow & { groupRoles: GroupRole[] }

const columns = `issuer, client_id as "clientId", client_secret as "clientSecret",
  group_claim as "groupClaim", creates_accounts as "createsAccounts",
  default_role as "defaultRole", button_text as "buttonText", is_only as "isOnly",
  break_glass_id as "breakGlassId", version`

const read = {
  name: 'read_single_sign_on',
  text: `select ${columns} from single_sign_on where id = 1`,
}
const insertRow = {
  name: 'make_single_sign_on',
  text: 'insert into single_sign_on (id) values (1) on conflict do nothing',
}
const lockRow = {
  name: 'lock_single_sign_on',
  text: `select ${columns} from single_sign_on where id = 1 for update`,
}
const readGroups = {
  name: 'read_single_sign_on_groups',
  text: `select mapped_group as "group", role from single_sign_on_groups order by place`,
}

const untouched: SignOnSettings = {
  issuer: '',
  clientId: '',
  clientSecret: null,
  groupClaim: 'groups',
  createsAccounts: false,
  defaultRole: null,
  buttonText: 'Single sign-on',
  isOnly: false,
  breakGlassId: null,
  version: 1,
  groupRoles: [],
}

/** Reads the settings; those of a new system, if nobody changed any. */
export async function readSignOnSettings(db: Db): Promise<SignOnSettings> {
  const [row] = await rows<StoredRow>(db, read)
  return row ? { ...row, groupRoles: await groupRolesOf(db) } : untouched
}

/** Reads the settings. Throws 409 if single sign-on is off. */
export async function requireSignOn(db: Db): Promise<SignOnSettings> {
  const settings = await readSignOnSettings(db)
  if (settings.issuer === '') throw signOnOff()
  return settings
}

function groupRolesOf(db: Db): Promise<GroupRole[]> {
  return rows<GroupRole>(db, readGroups)
}

/** Reads the settings for an administrator, who uses the program under this origin. */
export async function readSingleSignOn(ctx: Context, origin: string): Promise<SingleSignOn> {
  const { clientSecret, ...shown } = await readSignOnSettings(ctx.db)
  const hasClientSecret = clientSecret !== null
  return { ...shown, hasClientSecret, returnAddress: `${origin}${returnPath}` }
}

const lockAdministrator = {
  name: 'lock_break_glass_administrator',
  text: `select id from users where id = $1 and role = 'admin' and is_active for no key update`,
}
/**
 * Nobody knows the password of an administrator who was made, or linked anew, at the provider,
 * until one is set.
 */
const hasKnownPassword = {
  name: 'has_known_password',
  text: `select coalesce((
           select a.action in ('set-password', 'change-password', 'reset-password')
           from audit_log a
           where a.entity = 'user' and a.entity_id = u.id
             and (a.action in ('set-password', 'change-password', 'reset-password')
                  or a.action = 'create' and a.reason = '${createdReason}'
                  or a.action = 'link-single-sign-on' and a.reason is not null)
           order by a.id desc limit 1), true) as "isKnown"
         from users u where u.id = $1`,
}
const update = {
  name: 'change_single_sign_on',
  text: `update single_sign_on
         set issuer = $1, client_id = $2, client_secret = $3, group_claim = $4,
             creates_accounts = $5, default_role = $6, button_text = $7, is_only = $8,
             break_glass_id = $9, default_own_role_id = $10, updated_at = now(),
             version = version + 1
         where id = 1`,
}
const deleteGroups = {
  name: 'delete_single_sign_on_groups',
  text: 'delete from single_sign_on_groups',
}

type ChangeRequest = {
  form: SingleSignOnForm
  ifMatch: number | undefined
  origin: string
  config: SignOnConfig
}

/**
 * Changes the settings of single sign-on. A new issuer is read first, so that nobody is sent to a
 * provider that does not answer; the present one may be down. Throws 403 for everybody but
 * administrators, because the provider decides who signs in as whom; 412 for a stale version; and
 * 422 for an issuer that cannot be read, a missing client id, an unknown role, or a break-glass
 * administrator who is none or has no password.
 */
export async function changeSingleSignOn(
  ctx: Context,
  { form, ifMatch, origin, config }: ChangeRequest,
): Promise<SingleSignOn> {
  if (ctx.user && ctx.user.role !== 'admin') throw administratorsOnly()
  const { issuer: before } = await readSignOnSettings(ctx.db)
  await checkProvider(form, { before, config })
  return inTransaction(ctx, async (inner) => {
    const ownRoles = await lockRoles(inner, form)
    await requireBreakGlass(inner, form)
    await rows(inner.db, insertRow)
    const [locked] = await rows<StoredRow>(inner.db, lockRow)
    const before = { ...(locked ?? untouched), groupRoles: await groupRolesOf(inner.db) }
    // Not the locked row: a refusal answers the current record, which must not have the secret.
    guardVersion(await readSingleSignOn(inner, origin), ifMatch)
    const clientSecret = secretAfter(before, form)
    const after = { ...form, clientSecret, version: before.version }
    const isNewSecret = clientSecret !== null && clientSecret !== before.clientSecret
    const changes = changesBetween(recordedOf(before), recordedOf(after, isNewSecret))
    if (Object.keys(changes).length > 0) {
      await write(inner, after, ownRoles)
      const entry = { entity: 'setting', entityId: 1, action: 'change-single-sign-on' } as const
      await record(inner, [{ ...entry, changes }])
    }
    return readSingleSignOn(inner, origin)
  })
}

/** Locks the own roles that the settings give, by name. Throws 422 for a role that is unknown. */
async function lockRoles(
  ctx: Context,
  { groupRoles, defaultRole }: Pick<SingleSignOnForm, 'groupRoles' | 'defaultRole'>,
): Promise<ReadonlyMap<string, number>> {
  const given = groupRoles.map(({ role }, index) => ({ role, path: `groupRoles.${index}.role` }))
  if (defaultRole !== null) given.push({ role: defaultRole, path: 'defaultRole' })
  const ids = await ownRoleIdsOf(
    ctx,
    given.map(({ role }) => role),
  )
  const unknown = given.find(({ role }) => !isBuiltIn(role) && !ids.has(role))
  const message = 'There is no such role. Choose another'
  if (unknown) throw invalid([{ path: unknown.path, message }])
  return ids
}

async function write(
  ctx: Context,
  after: Omit<SignOnSettings, 'version'>,
  ownRoles: ReadonlyMap<string, number>,
): Promise<void> {
  await rows(ctx.db, update, [
    after.issuer,
    after.clientId,
    after.clientSecret,
    after.groupClaim,
    after.createsAccounts,
    after.defaultRole,
    after.buttonText,
    after.isOnly,
    after.breakGlassId,
    ownRoles.get(after.defaultRole ?? '') ?? null,
  ])
  await rows(ctx.db, deleteGroups)
  const groups = after.groupRoles.map(({ group, role }, place) => {
    return { place, mappedGroup: group, role, ownRoleId: ownRoles.get(role) ?? null }
  })
  if (groups.length > 0) await insertMany(ctx, singleSignOnGroups, groups)
}

/** The issuer before a change, and the configuration of the server. */
type ProviderCheck = { before: string; config: SignOnConfig }

/**
 * Throws 422 if a new provider cannot be read. It resolves names, so it runs in no transaction. The
 * present provider is not read again: on the day that it is down, an administrator must be able to
 * turn off “Single sign-on only”.
 */
async function checkProvider(
  form: SingleSignOnForm,
  { before, config }: ProviderCheck,
): Promise<void> {
  const { issuer, clientId } = form
  if (issuer === '') return
  const wrong = (message: string) => invalid([{ path: 'issuer', message }])
  if (!URL.canParse(issuer)) throw wrong('This is not an address such as https://id.example.com')
  const url = new URL(issuer)
  if (url.protocol !== 'https:' && !isOfThisMachine(url, config)) {
    throw wrong('The address must begin with https://')
  }
  if (issuer.includes('/.well-known/')) throw wrong('Enter the issuer, without /.well-known')
  if (clientId === '') throw invalid([{ path: 'clientId', message: 'Required' }])
  if (issuer === before) return
  try {
    await discover({ issuer, clientId, clientSecret: null }, config)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw wrong(error.code === 'sign-on-unreachable' ? reasonOf(error) : notTheProvider)
  }
}

const notTheProvider = 'No OpenID Connect provider with this issuer answers there'

function reasonOf({ cause, message }: Refusal): string {
  const innermost = cause instanceof Error && cause.cause instanceof Error ? cause.cause : undefined
  return innermost?.message ?? message
}

/**
 * Throws 422 unless the break-glass administrator is named, and is an active administrator with a
 * password that somebody knows.
 */
async function requireBreakGlass(ctx: Context, form: SingleSignOnForm): Promise<void> {
  const { isOnly, breakGlassId, issuer } = form
  if (isOnly && issuer === '') {
    throw invalid([{ path: 'issuer', message: 'Enter the provider that everyone signs in with' }])
  }
  if (breakGlassId === null) {
    const message = 'Choose who can sign in with a password if the provider is down'
    if (isOnly) throw invalid([{ path: 'breakGlassId', message }])
    return
  }
  const wrong = (message: string) => invalid([{ path: 'breakGlassId', message }])
  const locked = await rows(ctx.db, lockAdministrator, [breakGlassId])
  if (locked.length === 0) throw wrong('Choose an active administrator')
  // A second statement: it sees what was written while the first one waited for the lock.
  const [password] = await rows<{ isKnown: boolean }>(ctx.db, hasKnownPassword, [breakGlassId])
  if (password?.isKnown) return
  throw wrong('This administrator has no password yet. Set one under Users first')
}

/** The settings as the history has them: of the secret only whether there is one, or a new one. */
function recordedOf(
  { clientSecret, groupRoles, ...others }: Omit<SignOnSettings, 'version'>,
  isNewSecret = false,
) {
  return {
    ...others,
    clientSecret: clientSecret === null ? 'none' : isNewSecret ? 'new' : 'set',
    groupRoles: groupRoles.map(({ group, role }) => `${group}: ${role}`).join(', '),
  }
}
