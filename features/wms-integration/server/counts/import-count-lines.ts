// One file: how the lines of a count are checked and applied is read from top to bottom.
import {
  type LockedOrder,
  freeShortUnits,
  lockPendingOf,
} from '#features/sales-orders/server/service.ts'
import {
  applyCounts,
  type CountedSku,
  type CountOf,
  lockForCount,
  type LockedCount,
  readCountDeviations,
  lockAdjustmentMonth,
} from '#features/skus/server/service.ts'
import { isUnitOfAnswer } from '#features/skus/units-of-measure.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { classesBefore, recordDrift } from './record-drift.ts'
import { isFromTheFuture as isFuture } from '../store.ts'
import { openKeys, raiseProblem, resolveProblems, type ProblemReport } from '../problems.ts'
import { countedSku, type SnapshotLine, snapshotLine } from '../../protocol.ts'
import { onHandOf } from '../../rules.ts'

const batch = 2500

/** True if a count is dated in the future: it would block all counts until then. */
export async function isFromTheFuture(ctx: Context, asOf: string): Promise<boolean> {
  const [found] = await rows<{ isFuture: boolean }>(ctx.db, isFuture, [asOf])
  return found?.isFuture ?? false
}

/** The result of importing the lines of a count. */
export type CountResult = {
  processed: number
  changed: number
  stale: number
  failed: number
  /** Lowercase codes of invalid, contradictory and other-unit lines; empty without a SKU. */
  unapplied: string[]
}

/** What a line without a SKU is called. */
const unnamedLine = 'a line'

/**
 * Applies lines of a count, up to 2,500 per transaction. Each line is validated separately: an
 * unknown SKU or an invalid line becomes a problem, and the other lines are applied.
 */
export async function importLines(
  ctx: Context,
  count: CountOf,
  lines: readonly unknown[],
): Promise<CountResult> {
  const total: CountResult = { processed: 0, changed: 0, stale: 0, failed: 0, unapplied: [] }
  for (let start = 0; start < lines.length; start += batch) {
    const part = lines.slice(start, start + batch)
    const done = await inTransaction(ctx, (inner) => importBatch(inner, count, part))
    total.processed += done.processed
    total.changed += done.changed
    total.stale += done.stale
    total.failed += done.failed
    total.unapplied.push(...done.unapplied)
  }
  return total
}

async function importBatch(
  ctx: Context,
  count: CountOf,
  rawLines: readonly unknown[],
): Promise<CountResult> {
  const { good, bad } = parsedOf(rawLines)
  bad.push(...(await dropOtherUnits(ctx, good)))
  const open = await openKeys(ctx)
  await lockAdjustmentMonth(ctx)
  const { orders, locked } = await lockShortFirst(ctx, count, good)
  const deviations = await readCountDeviations(ctx, locked, { count, watched: watchedOf(open) })
  const fresh = deviations.filter(({ isStale }) => !isStale)
  const off = fresh.filter(({ counted, movedAfter, onHand }) => counted + movedAfter !== onHand)
  const before = await classesBefore(ctx, off)
  await applyCounts(ctx, count, { locked, fresh })
  await free(ctx, orders, fresh)
  await recordDrift(ctx, count, { fresh, validLines: good, before })
  const unknown = await unknownOf(ctx, good, locked)
  for (const problem of [...bad, ...unknown.map((code) => unknownSku(good.get(code)?.sku ?? code))])
    await raiseProblem(ctx, problem)
  const isKnown = (code: string) => good.has(code) && !unknown.includes(code)
  await resolveProblems(
    ctx,
    open.filter((key) => key.startsWith('line:') && isKnown(key.slice('line:'.length))),
  )
  const failed = bad.length + unknown.length
  return {
    processed: rawLines.length,
    changed: off.length,
    stale: deviations.length - fresh.length,
    failed,
    unapplied: unappliedOf(rawLines, good),
  }
}

/** The codes of the lines that are not among the valid ones. */
function unappliedOf(
  rawLines: readonly unknown[],
  validLines: ReadonlyMap<string, ValidLine>,
): string[] {
  if (rawLines.length === validLines.size) return []
  const codes = rawLines.map((line) => {
    const parsed = countedSku.safeParse(line)
    return parsed.success ? parsed.data.sku.toLowerCase() : ''
  })
  return [...new Set(codes)].filter((code) => !validLines.has(code))
}

/** The SKUs with an open drift problem: they are re-read, because the count may solve it. */
function watchedOf(open: readonly string[]): number[] {
  return open
    .filter((key) => key.startsWith('drift:'))
    .map((key) => Number(key.slice('drift:'.length)))
}

const readUnits = {
  name: 'read_units_of_counted_skus',
  text: `select lower(sku) as code, unit_of_measure as unit from skus
         where lower(sku) = any($1::text[]) and deleted_at is null`,
}

/** Removes lines counted in a unit other than the SKU's, and returns them as problems. */
async function dropOtherUnits(
  ctx: Context,
  validLines: Map<string, ValidLine>,
): Promise<ProblemReport[]> {
  const codes = [...validLines].flatMap(([code, { unit }]) => (unit === undefined ? [] : [code]))
  if (codes.length === 0) return []
  const found = await rows<{ code: string; unit: string }>(ctx.db, readUnits, [codes])
  return found.flatMap(({ code, unit: ours }) => {
    const line = validLines.get(code)
    if (!line?.unit || isUnitOfAnswer(line.unit, ours)) return []
    validLines.delete(code)
    return [otherUnit({ ...line, unit: line.unit, ours })]
  })
}

const readUnknown = {
  name: 'read_counted_codes_of_no_sku',
  text: `select code from unnest($1::text[]) as g (code)
         where not exists (select from skus s
                           where lower(s.sku) = g.code and s.deleted_at is null)`,
}

/** Returns the counted codes that are not SKUs. */
async function unknownOf(
  ctx: Context,
  validLines: ReadonlyMap<string, ValidLine>,
  { known }: LockedCount,
): Promise<string[]> {
  if (known === validLines.size) return []
  const found = await rows<{ code: string }>(ctx.db, readUnknown, [[...validLines.keys()]])
  return found.map(({ code }) => code)
}

type ValidLine = SnapshotLine & { units: number }

/**
 * Splits lines into valid ones, by lowercase SKU, and problems. Lines of one SKU that contradict
 * each other are a problem: one of them is no more likely to be its stock than their sum.
 */
function parsedOf(rawLines: readonly unknown[]) {
  const valid = new Map<string, ValidLine>()
  const problems: ProblemReport[] = []
  const contradicted = new Map<string, ValidLine[]>()
  for (const line of rawLines) {
    const parsed = snapshotLine.safeParse(line)
    const units = parsed.success ? onHandOf(parsed.data) : undefined
    if (parsed.success && units !== undefined) {
      const code = parsed.data.sku.toLowerCase()
      const read = { ...parsed.data, units }
      const lines = contradicted.get(code)
      const earlier = valid.get(code)
      if (lines) lines.push(read)
      else if (earlier && !isSameCount(earlier, read)) contradicted.set(code, [earlier, read])
      valid.set(code, read)
    } else {
      problems.push(invalidLineProblem(line, parsed.success ? 'onHand' : pathOf(parsed.error)))
    }
  }
  for (const [code, lines] of contradicted) {
    valid.delete(code)
    problems.push(countedTwice(lines))
  }
  return { good: valid, bad: problems }
}

function isSameCount(one: ValidLine, other: ValidLine): boolean {
  return one.units === other.units && one.unit === other.unit
}

function pathOf(error: { issues: readonly { path: PropertyKey[] }[] }): string {
  return error.issues[0]?.path.map(String).join('.') || 'the line'
}

function invalidLineProblem(line: unknown, where: string): ProblemReport {
  const rawSku = (line as { sku?: unknown } | null)?.sku
  const sku = typeof rawSku === 'string' && rawSku !== '' ? rawSku.slice(0, 100) : unnamedLine
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The count of ${sku} is not valid`,
    reason: `The warehouse sent no valid quantity at ${where}`,
    proposal: 'Ask the warehouse. The next valid count resolves this',
  }
}

function otherUnit({
  sku,
  units,
  unit,
  ours,
}: ValidLine & { unit: string; ours: string }): ProblemReport {
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The warehouse counts ${sku} in ${unit}`,
    reason:
      `It counts ${units} ${unit}, but ${sku} is stocked in ${ours}. ` + 'The stock did not change',
    proposal: `Ask the warehouse to count ${sku} in ${ours}, or correct the unit of the SKU`,
  }
}

function countedTwice(lines: readonly ValidLine[]): ProblemReport {
  const sku = lines[0]?.sku ?? unnamedLine
  const counts = lines
    .slice(0, 5)
    .map(({ units }) => units)
    .join(', ')
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The warehouse counts ${sku} more than once`,
    reason: `Its lines have ${counts}. The stock did not change`,
    proposal: 'Ask the warehouse to count each SKU in one line. The next valid count resolves this',
  }
}

function unknownSku(sku: string): ProblemReport {
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The warehouse count includes the unknown SKU ${sku}`,
    reason: 'No SKU has that code. The other lines were applied',
    proposal: 'Create the SKU, or ask the warehouse what it is',
  }
}

const readShort = {
  name: 'read_skus_a_count_leaves_short',
  text: `select s.id
         from unnest($1::text[], $2::int[]) as g (code, units)
         join skus s on lower(s.sku) = g.code and s.deleted_at is null
         where s.reserved > 0
           and s.reserved > g.units + coalesce((
             select sum(m.on_hand_delta) from stock_moves m
             where m.sku_id = s.id and m.occurred_at > $3::timestamptz), 0)`,
}

/**
 * Locks the orders before the SKUs. The orders that may lose units are estimated without a lock;
 * the decision is made under the locks.
 */
async function lockShortFirst(
  ctx: Context,
  { asOf }: CountOf,
  validLines: ReadonlyMap<string, ValidLine>,
): Promise<{ orders: LockedOrder[]; locked: LockedCount }> {
  const codes = [...validLines.keys()]
  const lines = [...validLines.values()]
  const units = lines.map((line) => line.units)
  const locations = lines.map((line) => line.location ?? null)
  const { stockOnShort } = await readSettings(ctx)
  const short =
    stockOnShort === 'free'
      ? await rows<{ id: number }>(ctx.db, readShort, [codes, units, asOf])
      : []
  const orders = await lockPendingOf(
    ctx,
    short.map(({ id }) => id),
  )
  return { orders, locked: await lockForCount(ctx, { codes, units, locations }) }
}

/** Releases reserved units that are not in stock, from the newest pending orders. */
async function free(
  ctx: Context,
  orders: readonly LockedOrder[],
  fresh: readonly CountedSku[],
): Promise<void> {
  const short = fresh
    .map(({ id, reserved, counted, movedAfter }) => {
      return { skuId: id, units: reserved - (counted + movedAfter) }
    })
    .filter(({ units }) => units > 0)
  if (short.length === 0 || orders.length === 0) return
  await freeShortUnits(ctx, orders, short)
}
