import { type Day, formatDay, type Moment } from '#platform/kernel/days.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type { PastContractPrice, PastValues, VersionedEntity } from '../contract.ts'
import * as store from './past-values-store.ts'
import { requireRecord } from './require-record.ts'

type PastValuesRequest = {
  entity: VersionedEntity
  id: number
  /** The day that dated prices and tax rates are as of. */
  day: Day
  /** The moment at which the values were known; by default the end of the day, or now. */
  knownAt?: string | undefined
  /** True if the caller may read contract prices. */
  seesContractPrices: boolean
}

/**
 * The values of a record for a day, as they were known at a moment. Throws 422 for a moment before
 * the values were kept, or in the future, and 404 for a record that existed neither then nor now.
 * `zone` is the SQL of the business time zone.
 */
export async function readPastValues(
  ctx: Context,
  { entity, id, day, knownAt, seesContractPrices }: PastValuesRequest,
  zone: string,
): Promise<PastValues> {
  const at = await momentOf(ctx, { day, knownAt }, zone)
  const lookup = { id, day, at: at.exactly }
  const found = await readers[entity](ctx, lookup)
  if (found.versions.length === 0) await requireRecord(ctx, entity, id)
  const [latest] = found.versions.toSorted((one, other) =>
    one.knownFrom < other.knownFrom ? 1 : -1,
  )
  return {
    day,
    knownAt: at.knownAt,
    exists: found.exists,
    knownFrom: latest?.knownFrom ?? null,
    changedBy: latest && !latest.isFirst ? await readPerson(ctx, { entity, id }, latest) : null,
    values: found.values,
    ...(entity === 'customer' && seesContractPrices && (await readContractPrices(ctx, lookup))),
  }
}

const mostContractPrices = 200

/** The contract prices of a customer that were in force, and whether there are more than shown. */
async function readContractPrices(
  { db }: Context,
  { id, day, at }: Lookup,
): Promise<Pick<PastValues, 'contractPrices' | 'hasMoreContractPrices'>> {
  const values = [id, at, day, mostContractPrices + 1]
  const found = await rows<PastContractPrice>(db, store.contractPricesOfCustomer, values)
  return {
    contractPrices: found.slice(0, mostContractPrices),
    hasMoreContractPrices: found.length > mostContractPrices,
  }
}

type KnownTime = {
  /** To the microsecond. */
  exactly: string
  knownAt: Moment
  /** The first day of past values. */
  since: Day
  isBefore: boolean
  isLater: boolean
}

async function momentOf(
  ctx: Context,
  { day, knownAt }: Pick<PastValuesRequest, 'day' | 'knownAt'>,
  zone: string,
): Promise<KnownTime> {
  const [at] = await rows<KnownTime>(ctx.db, store.knownTimeIn(zone), [knownAt ?? null, day])
  if (!at) throw new Error('The known time returned no row')
  if (at.isLater) throw invalid([{ path: 'knownAt', message: 'Must not be in the future' }])
  if (!at.isBefore) return at
  const message = `Past values are not known before ${formatDay(at.since, 'en-US')}`
  throw invalid([{ path: knownAt === undefined ? 'day' : 'knownAt', message }])
}

/** When a version began, to the microsecond, and whether it is the first that was kept. */
type Version = { knownFrom: Moment; exactly: string; isFirst: boolean }

type Found = { exists: boolean; versions: readonly Version[]; values: PastValues['values'] }
type Lookup = { id: number; day: Day; at: string }

const readers: Readonly<Record<VersionedEntity, (ctx: Context, lookup: Lookup) => Promise<Found>>> =
  {
    customer: async ({ db }, { id, at }) =>
      recordOf(await rows<store.CustomerVersion & Version>(db, store.customerTerms, [id, at])),
    sku: async ({ db }, { id, at, day }) =>
      recordOf(await rows<store.ListPriceVersion & Version>(db, store.listPrices, [id, at, day])),
    contract_price: async ({ db }, { id, at }) =>
      recordOf(await rows<store.ContractPriceVersion & Version>(db, store.contractPrice, [id, at])),
    setting: readSettingsAt,
  }

/** The values of the one version that was current. */
function recordOf(found: readonly Version[]): Found {
  const [version] = found
  if (!version) return { exists: false, versions: [], values: [] }
  const { knownFrom: _, exactly: __, isFirst: ___, ...fields } = version
  const entries: [string, unknown][] = Object.entries(fields)
  const values = entries.map(([field, value]) => ({ field, value }))
  return { exists: true, versions: [version], values }
}

/** Settings without a stored value had their default, and are left out. */
async function readSettingsAt({ db }: Context, { id, day, at }: Lookup): Promise<Found> {
  if (id !== 1) return { exists: false, versions: [], values: [] }
  const [settings, taxRates] = await Promise.all([
    rows<store.SettingVersion & Version>(db, store.settings, [at]),
    rows<store.TaxRateVersion & Version>(db, store.taxRates, [at, day]),
  ])
  const values = [
    ...settings.map(({ name: field, value }) => ({ field, value })),
    ...taxRates.map(({ country, state, rate, effectiveDate }) => ({
      field: 'taxRate',
      value: { country, state, rate, effectiveDate },
    })),
  ]
  return { exists: true, versions: [...settings, ...taxRates], values }
}

/** Who made the change that a version began with: the last entry of the record by then. */
async function readPerson(
  { db }: Context,
  { entity, id }: Pick<PastValuesRequest, 'entity' | 'id'>,
  { exactly }: Version,
): Promise<string | null> {
  const values = [entity, id, exactly]
  const [entry] = await rows<{ actor: string }>(db, store.personOfVersion, values)
  return entry?.actor ?? null
}
