import { record } from '#features/audit/server/service.ts'
import { Refusal, missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { type ListSpec, readList, readOne } from '#platform/server/lists/list.ts'
import { refusing } from '#platform/server/database/pg-errors.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { TaxRateForm, TaxRateQuery, TaxRateRecord } from '../contract.ts'
import { normalizePlace, placeOf } from '../place-rules.ts'
import { formatPercent } from '../rules.ts'
import { changingRules, theRules } from './service.ts'

/**
 * Orders that were placed under a rate as it is now: of taxed customers there, from its day on and
 * since it was last changed, but those that another row as it is now taxed: a later one of the
 * place, or of a country one of the customer's state. An order is dated by the day it is placed, so
 * none is looked for that is dated after a later row began and was known, in any time zone.
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

/** The rates of places, and whether orders were placed under them as they are. */
export const taxRateList: ListSpec = {
  columns: `t.id, t.country, t.state, t.rate, t.effective_date as "effectiveDate",
    ${isUsed} as "isUsed", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`,
  from: 'tax_rates t',
  where: 'true',
  id: 't.id',
  sorts: {
    id: { sql: 't.id' },
    country: { sql: 't.country collate "und-x-icu"' },
    state: { sql: 't.state collate "und-x-icu"' },
    rate: { sql: 't.rate' },
    effectiveDate: { sql: 't.effective_date' },
    createdAt: { sql: 't.created_at' },
    updatedAt: { sql: 't.updated_at' },
  },
  defaultSort: 'country,state,-effectiveDate',
  search: ['t.country', 't.state'],
  filters: {
    country: { sql: 't.country', type: 'text' },
    state: { sql: 't.state', type: 'text' },
  },
}

/** A page of tax rates. */
export function listTaxRates(ctx: Context, query: TaxRateQuery) {
  return readList<TaxRateRecord>(ctx.db, taxRateList, query)
}

/** One tax rate. */
export function readTaxRate(ctx: Context, id: number): Promise<TaxRateRecord> {
  return find(ctx, { id })
}

const add = {
  name: 'add_tax_rate',
  text: `insert into tax_rates (country, state, rate, effective_date)
         values ($1, $2, $3, $4) returning id`,
}

/** Gives a place a rate from a day on. Refuses a second one of the same place and day. */
export function createTaxRate(ctx: Context, form: TaxRateForm): Promise<TaxRateRecord> {
  return changingRules(ctx, async (inner) => {
    const made = await refusing({ tax_rate_taken: placeTaken }, () =>
      rows<{ id: number }>(inner.db, add, valuesOf(form)),
    )
    const after = await find(inner, { id: made[0]?.id ?? 0 })
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

/** Changes a rate. Refuses one that orders were placed under: what they were taxed by stays. */
export function updateTaxRate(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: TaxRateForm; ifMatch: number | undefined },
): Promise<TaxRateRecord> {
  return changingRules(ctx, async (inner) => {
    const before = await findUnused(inner, id, ifMatch)
    await refusing({ tax_rate_taken: placeTaken }, () =>
      rows(inner.db, change, [id, ...valuesOf(form)]),
    )
    const after = await find(inner, { id })
    await changed(inner, before, after)
    return after
  })
}

const remove = { name: 'delete_tax_rate', text: 'delete from tax_rates where id = $1' }

/** Deletes a rate. Refuses one that orders were placed under. */
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

/** Country and state are stored in normal form, as those of customers are. */
function valuesOf({ country: typed, state: typedState = '', rate, effectiveDate }: TaxRateForm) {
  const { country, state } = normalizePlace({ country: typed, state: typedState })
  return [country, state, rate, effectiveDate]
}

const lock = { name: 'lock_tax_rate', text: 'select id from tax_rates where id = $1 for update' }

/** The rate under its lock; whether it is used is asked after it, in a statement of its own. */
async function findUnused(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<TaxRateRecord> {
  await rows(ctx.db, lock, [id])
  const found = await find(ctx, { id })
  guardVersion(found, ifMatch)
  if (!found.isUsed) return found
  const sentence = 'Orders were placed under this rate, so it stays. Add one that begins later'
  throw new Refusal('refused', 'tax-rate-used', sentence)
}

async function find(ctx: Context, which: { id: number }): Promise<TaxRateRecord> {
  const found = await readOne<TaxRateRecord>(ctx.db, taxRateList, which)
  if (!found) throw missing('That tax rate')
  return found
}

function placeTaken(): Refusal {
  const sentence = 'This place has a rate from that day on already'
  return new Refusal('conflict', 'tax-rate-taken', sentence, [
    { path: 'effectiveDate', message: sentence },
  ])
}

/** A line in the history of the rules: `US, CA: 8.25 % from 2026-01-01`. */
function changed(
  ctx: Context,
  before: TaxRateRecord | undefined,
  after: TaxRateRecord | undefined,
): Promise<void> {
  const [from, to] = [historyTextOf(before), historyTextOf(after)]
  if (from === to) return Promise.resolve()
  return record(ctx, [{ ...theRules, changes: { taxRate: { from, to } } }])
}

function historyTextOf(taxRate: TaxRateRecord | undefined): string | null {
  if (!taxRate) return null
  return `${placeOf(taxRate)}: ${formatPercent(taxRate.rate)} from ${taxRate.effectiveDate}`
}
