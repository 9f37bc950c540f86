import { type AuditEntry, changesBetween, record } from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import type { BulkOutcome, ImportOutcome, ImportQuery } from '#platform/kernel/bulk.ts'
import { decimal, cents } from '#platform/kernel/money.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readFileOf } from '#platform/server/imports/file-thread.ts'
import type { FileRow, RowError } from '#platform/server/imports/import-file.ts'
import { rememberImport } from '#platform/server/imports/import-sql.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { refuseErrors } from '#platform/server/imports/import.ts'
import { plannedPriceColumns, type PlannedPriceRow, plannedPriceRow } from '../../contract.ts'
import { skuPrices } from '../tables.ts'
import { applyPlannedPrices, type PriceTexts, recordFirstPrices } from './price-rows.ts'

type Row = FileRow<PlannedPriceRow>
/** A locked SKU with today's prices, by the index of its row in the file. */
type Locked = PriceTexts & { at: number; id: number }
/** Prices from a day on. */
type Planned = PriceTexts & { effectiveDate: string }
type NewPlan = Planned & { skuId: number; reason: string | null; before: PriceTexts }
type Plan = { created: NewPlan[]; unchanged: number; errors: RowError[] }

const ladder = `price, tier1_price as "tier1Price", tier2_price as "tier2Price",
  tier3_price as "tier3Price"`

const lockSkusOfRows = {
  name: 'lock_skus_of_planned_prices',
  text: `select (t.at - 1)::int as at, s.id, ${ladder}
         from unnest($1::text[]) with ordinality as t (code, at)
         join skus s on lower(s.sku) = lower(t.code) and s.deleted_at is null
         order by s.id, t.at for no key update of s`,
}
const readComing = {
  name: 'read_coming_prices',
  text: `select sku_id as "skuId", effective_date as "effectiveDate", ${ladder} from sku_prices
         where sku_id = any($1::int[]) and applied_at is null and effective_date > $2::date
         order by sku_id, effective_date`,
}
const insertRows = {
  name: 'insert_imported_prices',
  text: `insert into sku_prices (sku_id, effective_date, price, tier1_price, tier2_price,
           tier3_price, reason, created_by)
         select t.id, t.d, t.p, t.p1, t.p2, t.p3, t.r, $8
         from unnest($1::int[], $2::date[], $3::numeric[], $4::numeric[], $5::numeric[],
                     $6::numeric[], $7::text[]) as t (id, d, p, p1, p2, p3, r)
         order by t.id, t.d
         returning id`,
}

/**
 * Plans prices of SKUs from a CSV file: all rows, or none if one has an error. Each row has its own
 * future day. An empty tier price stays as it is by that day. A row that equals a plan, or the
 * prices by then, plans nothing; another price for a day that has a plan is an error.
 */
export async function importPlannedPrices(
  ctx: Context,
  query: ImportQuery,
  text: string,
): Promise<ImportOutcome> {
  const file = { name: 'planned-prices', columns: plannedPriceColumns, form: plannedPriceRow }
  const { rows: fileRows, ignored } = await readFileOf(ctx, file, { text, reading: query })
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await applyPlannedPrices(inner)
    const codes = fileRows.map(({ form }) => form.sku ?? '')
    const locked = await rows<Locked>(inner.db, lockSkusOfRows, [codes])
    const ids = [...new Set(locked.map(({ id }) => id))]
    const today = await businessDay(inner)
    const coming = await rows<Planned & { skuId: number }>(inner.db, readComing, [ids, today])
    const { created, unchanged, errors } = planOf(fileRows, { locked, coming, today })
    const counts = { rows: fileRows.length, created: created.length, updated: 0, skipped: 0 }
    const outcome = { ...counts, unchanged, ignored, errors, importId: null }
    if (query.dryRun === 'true') return outcome
    refuseErrors(errors)
    if (created.length === 0) return outcome
    await recordFirstPrices(inner, ids)
    const made = await insertPlans(inner, created)
    const of = { table: skuPrices, fileName: query.fileName }
    const importId = await rememberImport(inner, of, made)
    return { ...outcome, importId }
  })
}

type Known = { locked: Locked[]; coming: (Planned & { skuId: number })[]; today: string }

/** Decides each row, earlier days first, because a plan is based on the prices before it. */
function planOf(fileRows: readonly Row[], { locked, coming, today }: Known): Plan {
  const skuAt = new Map(locked.map((sku) => [sku.at, sku]))
  const plans = new Map<number, (Planned & { row?: number })[]>()
  for (const { skuId, ...plan } of coming) plans.set(skuId, [...(plans.get(skuId) ?? []), plan])
  const errors = fileRows.flatMap((row, at) => errorsOf(row, skuAt.get(at), today))
  const bad = new Set(errors.map(({ row }) => row))
  const created: NewPlan[] = []
  let unchanged = 0
  const good = fileRows
    .map((row, at) => ({ ...row, sku: skuAt.get(at) as Locked }))
    .filter(({ number }) => !bad.has(number))
    .toSorted((one, other) => (one.form.effectiveDate < other.form.effectiveDate ? -1 : 1))
  for (const { number, form, sku } of good) {
    const own = plans.get(sku.id) ?? []
    const before = plain(own.findLast((each) => each.effectiveDate < form.effectiveDate) ?? sku)
    const prices = { ...before, ...definedPrices(form) }
    const same = own.find((each) => each.effectiveDate === form.effectiveDate)
    if (same?.row !== undefined) {
      const message = `Already in row ${same.row}`
      errors.push({ row: number, field: 'effectiveDate', message })
    } else if (isEqual(prices, same ?? before)) unchanged += 1
    else if (same) {
      const message = `${plain(same).price} is planned for that day already. Cancel it first`
      errors.push({ row: number, field: 'price', message })
    } else {
      const { effectiveDate, reason = null } = form
      created.push({ ...prices, skuId: sku.id, effectiveDate, reason, before })
      const after = [...own, { ...prices, effectiveDate, row: number }]
      const byDay = (one: Planned, other: Planned) =>
        one.effectiveDate < other.effectiveDate ? -1 : 1
      plans.set(sku.id, after.toSorted(byDay))
    }
  }
  return { created, unchanged, errors: errors.toSorted((one, other) => one.row - other.row) }
}

function errorsOf({ number: row, form, errors }: Row, sku: Locked | undefined, today: string) {
  const has = (field: string) => errors.some((error) => error.field === field)
  const found = [...errors]
  if (!sku && !has('sku')) found.push({ row, field: 'sku', message: 'This SKU does not exist' })
  if (!has('effectiveDate') && form.effectiveDate <= today) {
    found.push({ row, field: 'effectiveDate', message: 'Must be after today' })
  }
  return found
}

/** The prices that a row has; the others stay. */
function definedPrices({ price, tier1Price, tier2Price, tier3Price }: PlannedPriceRow) {
  const given = { price, tier1Price, tier2Price, tier3Price }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, decimal(cents(value))]],
    ),
  )
}

function plain({ price, tier1Price, tier2Price, tier3Price }: PriceTexts): PriceTexts {
  return { price, tier1Price, tier2Price, tier3Price }
}

function isEqual(one: PriceTexts, other: PriceTexts): boolean {
  return Object.keys(changesBetween(plain(one), plain(other))).length === 0
}

async function insertPlans(ctx: Context, created: readonly NewPlan[]) {
  const made = await rows<{ id: number }>(ctx.db, insertRows, [
    created.map(({ skuId }) => skuId),
    created.map(({ effectiveDate }) => effectiveDate),
    created.map(({ price }) => price),
    created.map(({ tier1Price }) => tier1Price),
    created.map(({ tier2Price }) => tier2Price),
    created.map(({ tier3Price }) => tier3Price),
    created.map(({ reason }) => reason),
    ctx.user?.id ?? null,
  ])
  const acts = created.map(({ skuId, effectiveDate, reason, before, ...prices }): AuditEntry => {
    const day = { effectiveDate: { from: null, to: effectiveDate } }
    const changes = { ...day, ...changesBetween(before, prices) }
    return { entity: 'sku', entityId: skuId, action: 'plan_prices', reason, changes }
  })
  await record(ctx, acts)
  return made.map(({ id }) => ({ id, before: null }))
}

const lockSkusOfImport = {
  name: 'lock_skus_of_price_import',
  text: `select s.id from skus s
         where s.id in (select p.sku_id from import_rows i join sku_prices p on p.id = i.record_id
                        where i.import_id = $1)
         order by s.id for no key update`,
}
const deleteComing = {
  name: 'delete_imported_prices',
  text: `delete from sku_prices p using import_rows i
         where i.import_id = $1 and p.id = i.record_id
           and p.applied_at is null and p.effective_date > $2::date
         returning p.id, p.sku_id as "skuId", p.effective_date as "effectiveDate", p.price`,
}
const readKept = {
  name: 'read_kept_prices_of_import',
  text: `select i.record_id as id, s.sku, p.effective_date as "effectiveDate"
         from import_rows i left join sku_prices p on p.id = i.record_id
         left join skus s on s.id = p.sku_id
         where i.import_id = $1 and i.record_id <> all($2::int[])
         order by i.record_id`,
}

type Gone = { id: number; skuId: number; effectiveDate: string; price: string }
type Kept = { id: number; sku: string | null; effectiveDate: string }

/** Undoes an import of planned prices: cancels them, except those that have begun. */
export function undoPlannedPriceImport(ctx: Context, id: number): Promise<BulkOutcome> {
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await claimUndo(inner.db, { table: skuPrices }, id)
    await rows(inner.db, lockSkusOfImport, [id])
    const gone = await rows<Gone>(inner.db, deleteComing, [id, await businessDay(inner)])
    const done = gone.map((each) => each.id)
    const kept = await rows<Kept>(inner.db, readKept, [id, done])
    const acts = gone.map(({ skuId, effectiveDate, price }): AuditEntry => {
      const changes = {
        effectiveDate: { from: effectiveDate, to: null },
        price: { from: price, to: null },
      }
      return { entity: 'sku', entityId: skuId, action: 'cancel_planned_prices', changes }
    })
    await record(inner, acts)
    const reasons = kept.map(({ id: priceId, sku, effectiveDate }) => ({
      id: priceId,
      reason:
        sku === null
          ? 'A planned price was cancelled since'
          : `The price of ${sku} from ${effectiveDate} is already in effect`,
    }))
    return { done, kept: reasons }
  })
}
