import { historyPermissions } from '#features/auth/history-permissions.ts'
import { may } from '#features/auth/rules.ts'
import { unreadablePreferences } from '#features/auth/server/service.ts'
import { parseTerms } from '#features/customers/payment-terms.ts'
import { settings } from '#features/settings/contract.ts'
import { placeFrom } from '#features/settings/countries-and-states.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { viewedLists } from '#features/views/rules.ts'
import { readStoredView } from '#features/views/server/service.ts'
import { type Actor, type Context, type Db, rows } from '#platform/server/database/db.ts'
import type { UnreadableField } from '../contract.ts'
import { isOfLaterForm, laterForm, readStoredFields } from '#platform/kernel/stored-json.ts'

/** The maximum number of records to list. */
const maxListed = 100

const readTerms = {
  name: 'health_payment_terms',
  text: `select payment_terms as value from customers where deleted_at is null
         union
         select payment_terms from vendors where deleted_at is null and payment_terms is not null`,
}

const findByTerms = {
  name: 'health_find_by_terms',
  text: `select * from (
           select 'customer' as entity, id, customer_code as code, 'paymentTerms' as field,
             payment_terms as value
           from customers where deleted_at is null and payment_terms = any($1::text[])
           union all
           select 'vendor', id, vendor_code, 'paymentTerms', payment_terms
           from vendors where deleted_at is null and payment_terms = any($1::text[])) as found
         where entity = any($3::text[])
         order by entity, code, id
         limit $2`,
}

const readAddresses = {
  name: 'health_places',
  text: `select distinct country, state from customers
         where deleted_at is null and not tax_exempt and exists (select from tax_rates)
           and coalesce(nullif(btrim(country), ''), nullif(btrim(state), '')) is not null`,
}

const findByPlace = {
  name: 'health_find_by_place',
  text: `select 'customer' as entity, c.id, c.customer_code as code, 'country' as field,
           concat_ws(', ', nullif(btrim(c.state), ''), nullif(btrim(c.country), '')) as value
         from customers c
         join unnest($1::text[], $2::text[]) as p (country, state)
           on c.country is not distinct from p.country and c.state is not distinct from p.state
         where c.deleted_at is null and not c.tax_exempt
         order by code, id
         limit $3`,
}

/**
 * Lists stored fields that cannot be parsed, with the default used instead: payment terms count as
 * net 30, and a customer without a known country and state is taxed by the address of each order,
 * or at the default rate. Includes settings, and the signed-in user's preferences and views, stored
 * by another version. At most 100 of each, of customers and vendors only those that the user may
 * read.
 */
export async function listUnreadableFields({ db, user }: Context): Promise<UnreadableField[]> {
  const kinds = (['customer', 'vendor'] as const).filter(
    (entity) => !user || may(user, historyPermissions[entity]),
  )
  return [
    ...(await unreadableSettings(db)),
    ...(user ? await preferencesOf(db, user) : []),
    ...(user ? await viewsOf(db, user) : []),
    ...(await unreadableTerms(db, kinds)),
    ...(kinds.includes('customer') ? await unreadablePlaces(db) : []),
  ]
}

const readSettings = {
  name: 'health_settings',
  text: 'select name, value, value::text as text from settings order by name',
}

/** Settings stored by an earlier version that this version cannot parse; their defaults apply. */
async function unreadableSettings(db: Db): Promise<UnreadableField[]> {
  const stored = await rows<{ name: string; value: unknown; text: string }>(db, readSettings)
  const all = Object.fromEntries(stored.map(({ name, value }) => [name, value]))
  const { unread } = readStoredFields(settings.shape, all)
  return stored
    .filter(({ name }) => unread.includes(name))
    .map(({ name, text, value }) => {
      const usedInstead = JSON.stringify(defaultSettings[name as keyof typeof defaultSettings])
      const why = isOfLaterForm(value) && { reason: laterForm }
      const entity = 'setting'
      return { entity, id: 0, code: name, field: 'value', value: text, usedInstead, ...why }
    })
}

const findPreferences = {
  name: 'health_preferences',
  text: 'select preferences from users where id = $1',
}

/** Preferences are private: each user sees only their own. */
async function preferencesOf(db: Db, { id, username }: Actor): Promise<UnreadableField[]> {
  const [found] = await rows<{ preferences: unknown }>(db, findPreferences, [id])
  return unreadablePreferences(found?.preferences).map(({ name, value }) => ({
    entity: 'preference',
    id,
    code: username,
    field: name === '' ? 'preferences' : name,
    value: JSON.stringify(value),
    usedInstead: 'the default',
    ...(isOfLaterForm(value) && { reason: laterForm }),
  }))
}

const findViews = {
  name: 'health_views',
  text: `select id, list, name, search from saved_views where owner_id = $1
         order by lower(name), id`,
}

type StoredView = { id: number; list: string; name: string; search: unknown }

/** Views are private as well: each user sees only their own. */
async function viewsOf(db: Db, user: Actor): Promise<UnreadableField[]> {
  const stored = await rows<StoredView>(db, findViews, [user.id])
  const unread = stored.flatMap(({ id, list, name, search }): UnreadableField[] => {
    const view = { entity: 'view', id, code: name, usedInstead: 'the whole list' } as const
    if (!viewedLists.some((known) => known === list)) {
      const reason = 'This version of the program has no such list.'
      return [{ ...view, field: 'list', value: list, usedInstead: 'no view', reason }]
    }
    const { whyNot } = readStoredView(search)
    if (whyNot === undefined) return []
    return [{ ...view, field: 'search', value: JSON.stringify(search), reason: whyNot }]
  })
  return unread.slice(0, maxListed)
}

type FoundField = Omit<UnreadableField, 'usedInstead'>

async function unreadableTerms(db: Db, kinds: readonly string[]): Promise<UnreadableField[]> {
  const terms = await rows<{ value: string }>(db, readTerms)
  const unknown = terms.map(({ value }) => value).filter((value) => !parseTerms(value))
  if (unknown.length === 0) return []
  const found = await rows<FoundField>(db, findByTerms, [unknown, maxListed, kinds])
  return found.map((each) => ({ ...each, usedInstead: 'net-30' }))
}

type Place = { country: string | null; state: string | null }

async function unreadablePlaces(db: Db): Promise<UnreadableField[]> {
  const places = await rows<Place>(db, readAddresses)
  const unknown = places.filter((place) => !placeFrom(place))
  if (unknown.length === 0) return []
  const countries = unknown.map(({ country }) => country)
  const states = unknown.map(({ state }) => state)
  const found = await rows<FoundField>(db, findByPlace, [countries, states, maxListed])
  return found.map((each) => ({ ...each, usedInstead: 'the default tax rate' }))
}
