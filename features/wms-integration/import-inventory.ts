import type { LockedOrder } from '#features/sales-orders/locks.ts'
import { freeShortUnits, lockPendingOf } from '#features/sales-orders/shortage.ts'
import { applyCounts, type Count, type CountedSku, lockForCount } from '#features/skus/counts.ts'
import { currentSettings } from '#features/settings/service.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/db.ts'
import { isFromTheFuture as isFuture } from './store.ts'
import { raise, solveOpen, type Trouble } from './problems.ts'
import { type SnapshotLine, snapshotLine } from './protocol.ts'
import { type DriftClass, driftOf, isProblem, onHandOf } from './rules.ts'

const batch = 2500

/** Whether a count is of a moment that has not come: it would shut out all counts until then. */
export async function isFromTheFuture(ctx: Context, asOf: string): Promise<boolean> {
  const [found] = await rows<{ isFuture: boolean }>(ctx.db, isFuture, [asOf])
  return found?.isFuture ?? false
}

export type CountOf = { snapshotId: string; asOf: string; windowMinutes: number }

/** What became of the lines of a count. */
export type Counted = { processed: number; changed: number; stale: number; failed: number }

/**
 * Applies lines of a count, some hundred in one transaction. Each line is judged by itself: what
 * is no SKU of ours or makes no sense is a problem, and the others go on.
 */
export async function importLines(
  ctx: Context,
  count: CountOf,
  lines: readonly unknown[],
): Promise<Counted> {
  const total: Counted = { processed: 0, changed: 0, stale: 0, failed: 0 }
  for (let start = 0; start < lines.length; start += batch) {
    const part = lines.slice(start, start + batch)
    const done = await inTransaction(ctx, (inner) => importBatch(inner, count, part))
    total.processed += done.processed
    total.changed += done.changed
    total.stale += done.stale
    total.failed += done.failed
  }
  return total
}

async function importBatch(
  ctx: Context,
  count: CountOf,
  given: readonly unknown[],
): Promise<Counted> {
  const { good, bad } = parsedOf(given)
  const codes = [...good.keys()]
  const { orders, skus } = await lockShortFirst(ctx, count, good)
  const known = new Set(skus.map(({ sku }) => sku.toLowerCase()))
  const unknown = codes.filter((code) => !known.has(code))
  const isNewer = ({ lastInventoryUpdate: last }: CountedSku) =>
    last === null || Date.parse(last) < Date.parse(count.asOf)
  const fresh = skus.filter(isNewer)
  const counts = fresh.map((sku): Count => {
    const line = good.get(sku.sku.toLowerCase()) as GoodLine
    return { sku, onHand: line.units, location: line.location }
  })
  const off = counts.filter(({ sku, onHand }) => onHand + sku.movedAfter !== sku.onHand)
  const before = await classesBefore(
    ctx,
    off.map(({ sku }) => sku),
  )
  await applyCounts(ctx, count, counts)
  await free(ctx, orders, counts)
  await keepDrift(ctx, count, { counts, good, before })
  for (const trouble of [...bad, ...unknown.map((code) => unknownSku(good.get(code)?.sku ?? code))])
    await raise(ctx, trouble)
  await solveOpen(
    ctx,
    skus.map(({ sku }) => `line:${sku.toLowerCase()}`),
  )
  const failed = bad.length + unknown.length
  return { processed: given.length, changed: off.length, stale: skus.length - fresh.length, failed }
}

type GoodLine = SnapshotLine & { units: number }

/** The lines that make sense, by their SKU in lower case; of two for one SKU the last counts. */
function parsedOf(given: readonly unknown[]) {
  const good = new Map<string, GoodLine>()
  const bad: Trouble[] = []
  for (const line of given) {
    const parsed = snapshotLine.safeParse(line)
    const units = parsed.success ? onHandOf(parsed.data) : undefined
    if (parsed.success && units !== undefined) {
      good.set(parsed.data.sku.toLowerCase(), { ...parsed.data, units })
    } else {
      bad.push(badLine(line, parsed.success ? 'onHand' : pathOf(parsed.error)))
    }
  }
  return { good, bad }
}

function pathOf(error: { issues: readonly { path: PropertyKey[] }[] }): string {
  return error.issues[0]?.path.map(String).join('.') || 'the line'
}

function badLine(line: unknown, where: string): Trouble {
  const given = (line as { sku?: unknown } | null)?.sku
  const sku = typeof given === 'string' && given !== '' ? given.slice(0, 100) : 'a line'
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The count of ${sku} makes no sense`,
    reason: `The warehouse sent something at ${where} that is no quantity of a SKU`,
    proposal: 'Ask the warehouse; the next count that makes sense ends this',
  }
}

function unknownSku(sku: string): Trouble {
  return {
    kind: 'import',
    dataType: 'inventory',
    direction: 'import',
    key: `line:${sku.toLowerCase()}`,
    record: sku,
    title: `The warehouse counts ${sku}, which is no SKU of ours`,
    reason: 'There is no SKU of that code; the other lines were taken',
    proposal: 'Create the SKU, or ask the warehouse what it is',
  }
}

const readLevels = {
  name: 'read_levels_before_count',
  text: `select s.id, s.sku, s.reserved,
                coalesce((select sum(m.on_hand_delta) from stock_moves m
                          where m.sku_id = s.id and m.occurred_at > $2::timestamptz), 0)::int
                  as "movedAfter"
         from skus s
         where lower(s.sku) = any($1::text[]) and s.deleted_at is null and s.reserved > 0`,
}

/**
 * Orders are locked before SKUs. Which orders must give units up is guessed from what the SKUs
 * are like without a lock; what is decided is decided after it.
 */
async function lockShortFirst(
  ctx: Context,
  { asOf, windowMinutes }: CountOf,
  good: ReadonlyMap<string, GoodLine>,
): Promise<{ orders: LockedOrder[]; skus: CountedSku[] }> {
  const codes = [...good.keys()]
  type Level = { id: number; sku: string; reserved: number; movedAfter: number }
  const levels = await rows<Level>(ctx.db, readLevels, [codes, asOf])
  const short = levels.filter(({ sku, reserved, movedAfter }) => {
    const units = good.get(sku.toLowerCase())?.units ?? 0
    return units + movedAfter < reserved
  })
  const shortIds = short.map(({ id }) => id)
  const { stockOnShort } = await currentSettings(ctx)
  const orders = stockOnShort === 'free' ? await lockPendingOf(ctx, shortIds) : []
  return { orders, skus: await lockForCount(ctx, { codes, asOf, windowMinutes }) }
}

/** Takes units back that are promised and not there, from the youngest pending orders. */
async function free(
  ctx: Context,
  orders: readonly LockedOrder[],
  counts: readonly Count[],
): Promise<void> {
  const short = counts
    .map(({ sku, onHand }) => {
      return { skuId: sku.id, units: sku.reserved - (onHand + sku.movedAfter) }
    })
    .filter(({ units }) => units > 0)
  if (short.length === 0 || orders.length === 0) return
  await freeShortUnits(ctx, orders, short)
}

const readClasses = {
  name: 'read_drift_of_counts_before',
  text: `select d.sku_id as "skuId", d.class
         from wms_drift d join skus s on s.id = d.sku_id
         where d.sku_id = any($1::int[]) and d.as_of = s.last_inventory_update`,
}

/** What the count before this one was for each SKU. */
async function classesBefore(
  ctx: Context,
  skus: readonly CountedSku[],
): Promise<Map<number, DriftClass>> {
  const found = await rows<{ skuId: number; class: DriftClass }>(ctx.db, readClasses, [
    skus.map(({ id }) => id),
  ])
  return new Map(found.map((each) => [each.skuId, each.class]))
}

const readCommitted = {
  name: 'read_units_in_the_warehouse',
  text: `select i.sku_id as "skuId", sum(i.qty_reserved)::int as units
         from sales_order_items i join sales_orders o on o.id = i.sales_order_id
         where i.sku_id = any($1::int[]) and o.status = 'processing'
         group by i.sku_id`,
}

const addDrift = {
  name: 'add_wms_drift',
  text: `insert into wms_drift
           (snapshot_id, as_of, sku_id, class, expected, reported, committed_expected,
            committed_reported, on_order_expected, on_order_reported)
         select $1, $2::timestamptz, *
         from unnest($3::int[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[],
                     $10::int[])
         on conflict do nothing`,
}

type Judging = {
  counts: readonly Count[]
  good: ReadonlyMap<string, GoodLine>
  before: ReadonlyMap<number, DriftClass>
}

/** Compares what was counted with what we expected; differences are kept and judged. */
async function keepDrift(
  ctx: Context,
  { snapshotId, asOf }: CountOf,
  { counts, good, before }: Judging,
): Promise<void> {
  const judged = counts
    .filter(({ sku }) => sku.lastInventoryUpdate !== null)
    .map(({ sku, onHand }) => {
      const expected = sku.onHand - sku.movedAfter
      const costInCents: number = cents(sku.cost)
      const movedAround = sku.movedAround
      const kind = driftOf({ expected, reported: onHand, movedAround, costInCents })
      return { sku, expected, reported: onHand, kind, line: good.get(sku.sku.toLowerCase()) }
    })
  const off = judged.filter(({ kind }) => kind !== 'ok')
  await solveOpen(
    ctx,
    judged.filter(({ kind }) => kind === 'ok').map(({ sku }) => `drift:${sku.id}`),
  )
  if (off.length === 0) return
  const ids = off.map(({ sku }) => sku.id)
  const found = await rows<{ skuId: number; units: number }>(ctx.db, readCommitted, [ids])
  const committed = new Map(found.map(({ skuId, units }) => [skuId, units]))
  await send(ctx, addDrift, [
    snapshotId,
    asOf,
    ids,
    off.map(({ kind }) => kind),
    off.map(({ expected }) => expected),
    off.map(({ reported }) => reported),
    ids.map((id) => committed.get(id) ?? 0),
    off.map(({ line }) => line?.reserved ?? null),
    off.map(({ sku }) => sku.onOrder),
    off.map(({ line }) => line?.onOrder ?? null),
  ])
  for (const { sku, expected, reported, kind } of off) {
    if (isProblem(kind, before.get(sku.id))) {
      await raise(ctx, mismatch({ skuId: sku.id, sku: sku.sku, expected, reported }))
    }
  }
}

/** The problem of a SKU whose count is off. */
export function mismatch({
  skuId,
  sku,
  expected,
  reported,
}: {
  skuId: number
  sku: string
  expected: number
  reported: number
}): Trouble {
  const more = reported > expected ? 'more' : 'fewer'
  return {
    kind: 'drift',
    dataType: 'inventory',
    direction: 'import',
    key: `drift:${skuId}`,
    record: sku,
    link: `/skus?open=${encodeURIComponent(sku)}`,
    title: `Stock level mismatch for ${sku}`,
    reason:
      `The warehouse counts ${reported}, we expected ${expected}: ` +
      `${Math.abs(reported - expected)} ${more}. Its count was taken`,
    proposal: 'Look for the movement that was not told; the next count that fits ends this',
  }
}
