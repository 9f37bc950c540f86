import { record } from '#features/audit/server/service.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { Refusal, missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { listSpec } from '#platform/server/lists/list-sql.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import {
  taxRateList as declaredList,
  type TaxRateForm,
  type TaxRateQuery,
  type TaxRateRecord,
} from '../contract.ts'
import { normalizePlace, placeOf } from '../countries-and-states.ts'
import { formatPercent } from '../rules.ts'
import { changingRules, settingsAuditEntry } from './service.ts'

/**
 * True if orders were placed under the current version of a rate: orders of taxed customers at its
 * place, from its effective date and created since its last change, except those taxed by another
 * current row: a later rate of the same place or, for a country, one of the customer's state. An
 * order's date is the day it was placed, so orders dated after a later rate started and was known,
 * in any time zone, need not be read.
 */
const isUsed = `exists (
  select from sales_orders o join customers c on c.id = o.customer_id
  where o.order_date >= t.effective_date and o.created_at >= t.updated_at
    and o.order_date < coalesce((
      select min(greatest(n.effective_date, n.updated_at::date + 2)) from tax_rates n
      where lower(n.country) = lower(t.country) and lower(n.state) = lower(t.state)
        and n.effective_date > t.effective_date), 'infinity')
    and not o.header_only
    and not c.tax_exempt
    and lower(trim(c.country)) = lower(t.country)
    and (t.state = '' or lower(trim(c.state)) = lower(t.state))
    and not exists (
      select from tax_rates n
      where lower(n.country) = lower(t.country)
        and n.effective_date <= o.order_date and n.updated_at <= o.created_at
        and (lower(n.state) = lower(t.state) and n.effective_date > t.effective_date
          or t.state = '' and n.state <> '' and lower(n.state) = lower(trim(c.state)))))`

/** The list query for tax rates, with `isUsed`. */
export const taxRateList = listSpec(declaredList, {
  columns: `t.id, t.country, t.state, t.rate, t.effective_date as "effectiveDate",
    ${isUsed} as "isUsed", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`,
  from: 'tax_rates t',
  where: 'true',
  id: 't.id',
  fields: {
    id: 't.id',
    country: { sort: 't.country collate "und-x-icu"', filter: 't.country' },
    state: { sort: 't.state collate "und-x-icu"', filter: 't.state' },
    rate: 't.rate',
    effectiveDate: 't.effective_date',
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
  },
  search: ['t.country', 't.state'],
})

/** Lists tax rates, paged. */
export function listTaxRates(ctx: Context, query: TaxRateQuery) {
  return readList<TaxRateRecord>(ctx.db, taxRateList, query)
}

/** Reads a tax rate. Throws 404 if it does not exist. */
export function readTaxRate(ctx: Context, id: number): Promise<TaxRateRecord> {
  return find(ctx, { id })
}

const add = {
  name: 'add_tax_rate',
  text: `insert into tax_rates (country, state, rate, effective_date)
         values ($1, $2, $3, $4) returning id`,
}

/** Creates a tax rate. Throws 409 if the place has another one with the same effective date. */
export function createTaxRate(ctx: Context, form: TaxRateForm): Promise<TaxRateRecord> {
  return changingRules(ctx, async (inner) => {
    const inserted = await mapConstraintErrors({ tax_rate_taken: placeAlreadyUsed }, () =>
      rows<{ id: number }>(inner.db, add, valuesOf(form)),
    )
    const after = await find(inner, { id: inserted[0]?.id ?? 0 })
    await changed(inner, undefined, after)
    return after
  })
}

const change = {
  name: 'change_tax_rate',
  text: `update tax_rates
         set country = $2, state = $3, rate = $4, effective_date = $5,
             updated_at = now(), version = version + 1
         where id = $1`,
}

/** Updates a tax rate. Throws 409 if orders were placed under it, so that their tax holds. */
export function updateTaxRate(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: TaxRateForm; ifMatch: number | undefined },
): Promise<TaxRateRecord> {
  return changingRules(ctx, async (inner) => {
    const before = await findUnused(inner, id, ifMatch)
    await mapConstraintErrors({ tax_rate_taken: placeAlreadyUsed }, () =>
      rows(inner.db, change, [id, ...valuesOf(form)]),
    )
    const after = await find(inner, { id })
    await changed(inner, before, after)
    return after
  })
}

const remove = { name: 'delete_tax_rate', text: 'delete from tax_rates where id = $1' }

/** Deletes a tax rate. Throws 409 if orders were placed under it. */
export function deleteTaxRate(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<void> {
  return changingRules(ctx, async (inner) => {
    const before = await findUnused(inner, id, ifMatch)
    await rows(inner.db, remove, [id])
    await changed(inner, before, undefined)
  })
}

/** Country and state are normalized, like those of customers. */
function valuesOf({ country: typed, state: typedState = '', rate, effectiveDate }: TaxRateForm) {
  const { country, state } = normalizePlace({ country: typed, state: typedState })
  return [country, state, rate, effectiveDate]
}

const lock = { name: 'lock_tax_rate', text: 'select id from tax_rates where id = $1 for update' }

/**
 * Locks the rate, then checks `isUsed` in a second statement, which sees orders committed since.
 */
async function findUnused(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<TaxRateRecord> {
  await rows(ctx.db, lock, [id])
  const found = await find(ctx, { id })
  guardVersion(found, ifMatch)
  if (!found.isUsed) return found
  const sentence = 'Orders already use this rate, so it cannot change. Add a rate that begins later'
  throw new Refusal('refused', 'tax-rate-used', sentence)
}

async function find(ctx: Context, which: { id: number }): Promise<TaxRateRecord> {
  const found = await readOne<TaxRateRecord>(ctx.db, taxRateList, which)
  if (!found) throw missing('That tax rate')
  return found
}

function placeAlreadyUsed(): Refusal {
  const sentence = 'This location already has a rate from that day'
  return new Refusal('conflict', 'tax-rate-taken', sentence, [
    { path: 'effectiveDate', message: sentence },
  ])
}

/** Records the change in the history of the rules: `US, CA: 8.25% from 1/1/2026`. */
function changed(
  ctx: Context,
  before: TaxRateRecord | undefined,
  after: TaxRateRecord | undefined,
): Promise<void> {
  const [from, to] = [historyTextOf(before), historyTextOf(after)]
  if (from === to) return Promise.resolve()
  return record(ctx, [{ ...settingsAuditEntry, changes: { taxRate: { from, to } } }])
}

function historyTextOf(taxRate: TaxRateRecord | undefined): string | null {
  if (!taxRate) return null
  const since = formatDay(taxRate.effectiveDate, 'en-US')
  return `${placeOf(taxRate)}: ${formatPercent(taxRate.rate)} from ${since}`
}
