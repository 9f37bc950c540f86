import { type AuditEntry, changesBetween, record } from '#features/audit/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { decimal, cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertManyReturning } from '#platform/server/records/write-many.ts'
import type { FileRow, RowError } from '#platform/server/imports/import-file.ts'
import type { PlannedPriceRow } from '../../contract.ts'
import { type PriceTexts, recordFirstPrices } from './record-prices.ts'
import { skuPrices } from '../tables.ts'
import { applyPlannedPrices } from './apply-planned-prices.ts'

// Prices planned by the rows of a file or by the records of an upsert.

type Row = FileRow<PlannedPriceRow>
/** A locked SKU with today's prices, by the index of its row in the file. */
type Locked = PriceTexts & { at: number; id: number }
/** Prices from a day on. */
type Planned = PriceTexts & { effectiveDate: string }
/** A planned price to create; `row` is the number of the row of the file that asked for it. */
type NewPlan = Planned & {
  row: number
  skuId: number
  reason: string | null
  before: PriceTexts
}

type Plan = {
  created: NewPlan[]
  /** The rows that change nothing, each with the plan that it equals, if it is one. */
  unchanged: { row: number; id: number | null }[]
  errors: RowError[]
}

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
  text: `select id, sku_id as "skuId", effective_date as "effectiveDate", ${ladder} from sku_prices
         where sku_id = any($1::int[]) and applied_at is null and effective_date > $2::date
         order by sku_id, effective_date`,
}

/** The SKUs of the rows, and what is planned for them. */
export type PlanFacts = {
  locked: Locked[]
  coming: (Planned & { id: number; skuId: number })[]
  today: string
}

/** Locks the SKUs of the rows by their codes, and reads the prices planned for them. */
export async function readPlanFacts(ctx: Context, codes: readonly string[]): Promise<PlanFacts> {
  await applyPlannedPrices(ctx)
  const locked = await rows<Locked>(ctx.db, lockSkusOfRows, [codes])
  const today = await businessDay(ctx)
  const values = [skuIdsOf({ locked }), today]
  const coming = await rows<PlanFacts['coming'][number]>(ctx.db, readComing, values)
  return { locked, coming, today }
}

function skuIdsOf({ locked }: Pick<PlanFacts, 'locked'>): number[] {
  return [...new Set(locked.map(({ id }) => id))]
}

/**
 * Decides each row, earlier days first, because a plan is based on the prices before it. An empty
 * tier price keeps its value of that day. A row that equals a plan, or the prices by then, plans
 * nothing; another price for a day that has a plan is an error. Messages call a row as `nameOf`
 * says.
 */
export function planRows(
  fileRows: readonly Row[],
  { locked, coming, today }: PlanFacts,
  nameOf = (row: number) => `row ${row}`,
): Plan {
  const skuAt = new Map(locked.map((sku) => [sku.at, sku]))
  const plans = new Map<number, (Planned & { row?: number; id?: number })[]>()
  for (const { skuId, ...plan } of coming) plans.set(skuId, [...(plans.get(skuId) ?? []), plan])
  const errors = fileRows.flatMap((row, at) => errorsOf(row, skuAt.get(at), today))
  const invalidRows = new Set(errors.map(({ row }) => row))
  const created: NewPlan[] = []
  const unchanged: Plan['unchanged'] = []
  const validRows = fileRows
    .map((row, at) => ({ ...row, sku: skuAt.get(at) as Locked }))
    .filter(({ number }) => !invalidRows.has(number))
    .toSorted((one, other) => (one.form.effectiveDate < other.form.effectiveDate ? -1 : 1))
  for (const { number, form, sku } of validRows) {
    const own = plans.get(sku.id) ?? []
    const before = plain(own.findLast((each) => each.effectiveDate < form.effectiveDate) ?? sku)
    const prices = { ...before, ...definedPrices(form) }
    const same = own.find((each) => each.effectiveDate === form.effectiveDate)
    if (same?.row !== undefined) {
      const message = `${capitalize(nameOf(same.row))} already has this SKU and date`
      errors.push({ row: number, field: 'effectiveDate', message })
    } else if (isEqual(prices, same ?? before)) {
      unchanged.push({ row: number, id: same?.id ?? null })
    } else if (same) {
      const message = `${plain(same).price} is planned for that day already. Cancel it first`
      errors.push({ row: number, field: 'price', message })
    } else {
      const { effectiveDate, reason = null } = form
      created.push({ ...prices, row: number, skuId: sku.id, effectiveDate, reason, before })
      const after = [...own, { ...prices, effectiveDate, row: number }]
      const byDay = (one: Planned, other: Planned) =>
        one.effectiveDate < other.effectiveDate ? -1 : 1
      plans.set(sku.id, after.toSorted(byDay))
    }
  }
  return { created, unchanged, errors: errors.toSorted((one, other) => one.row - other.row) }
}

function errorsOf({ number: row, form, errors }: Row, sku: Locked | undefined, today: string) {
  // An error without a field is about the whole row.
  const has = (name: string) => errors.some(({ field }) => field === name || field === '')
  const found = [...errors]
  if (!sku && !has('sku')) found.push({ row, field: 'sku', message: 'This SKU does not exist' })
  if (!has('effectiveDate') && form.effectiveDate <= today) {
    found.push({ row, field: 'effectiveDate', message: 'Must be after today' })
  }
  return found
}

/** The prices that a row has; the others stay. */
function definedPrices({ price, tier1Price, tier2Price, tier3Price }: PlannedPriceRow) {
  const prices = { price, tier1Price, tier2Price, tier3Price }
  return Object.fromEntries(
    Object.entries(prices).flatMap(([name, value]) =>
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

/** Writes new plans, and their history. Returns the id of each, in their order. */
export async function insertPlans(
  ctx: Context,
  created: readonly NewPlan[],
  facts: PlanFacts,
): Promise<number[]> {
  if (created.length === 0) return []
  await recordFirstPrices(ctx, skuIdsOf(facts))
  const priceRows = created.map(({ skuId, effectiveDate, reason, ...prices }) => {
    return { skuId, effectiveDate, reason, ...plain(prices), createdBy: ctx.user?.id ?? null }
  })
  const returned = ['id', 'skuId', 'effectiveDate'] as const
  const inserted = await insertManyReturning(ctx, skuPrices, priceRows, { returned })
  const auditEntries = created.map(
    ({ skuId, effectiveDate, reason, before, ...prices }): AuditEntry => {
      const day = { effectiveDate: { from: null, to: effectiveDate } }
      const changes = { ...day, ...changesBetween(before, plain(prices)) }
      return { entity: 'sku', entityId: skuId, action: 'plan_prices', reason, changes }
    },
  )
  await record(ctx, auditEntries)
  const ids = new Map(
    inserted.map(({ id, skuId, effectiveDate }) => [`${skuId} ${effectiveDate}`, id]),
  )
  return created.map(({ skuId, effectiveDate }) => ids.get(`${skuId} ${effectiveDate}`) as number)
}
