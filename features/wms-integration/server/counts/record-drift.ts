import type { CountedSku, CountOf } from '#features/skus/server/service.ts'
import { cents } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { raiseProblem, resolveProblems, type ProblemReport } from '../problems.ts'
import type { SnapshotLine } from '../../protocol.ts'
import { type DriftClass, driftOf, isProblem } from '../../rules.ts'
import { wmsDrift } from '../stock-count-tables.ts'

// Stores and classifies count differences, and raises a problem for those that matter.

const readClasses = {
  name: 'read_drift_of_counts_before',
  text: `select d.sku_id as "skuId", d.class
         from wms_drift d join skus s on s.id = d.sku_id
         where d.sku_id = any($1::int[]) and d.as_of = s.last_inventory_update`,
}

/** Returns the class of each SKU's difference in its previous count. */
export async function classesBefore(
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

type DriftInput = {
  fresh: readonly CountedSku[]
  validLines: ReadonlyMap<string, SnapshotLine>
  before: ReadonlyMap<number, DriftClass>
}

/** Compares counted with expected units; stores the differences and raises problems. */
export async function recordDrift(
  ctx: Context,
  { snapshotId, asOf }: CountOf,
  { fresh, validLines, before }: DriftInput,
): Promise<void> {
  const judged = fresh
    .filter(({ isFirst }) => !isFirst)
    .map((sku) => {
      const { counted: reported, movedAround } = sku
      const expected = sku.onHand - sku.movedAfter
      const costInCents: number = cents(sku.cost)
      const kind = driftOf({ expected, reported, movedAround, costInCents })
      return { sku, expected, reported, kind, line: validLines.get(sku.sku.toLowerCase()) }
    })
  const off = judged.filter(({ kind }) => kind !== 'ok')
  await resolveProblems(
    ctx,
    judged.filter(({ kind }) => kind === 'ok').map(({ sku }) => `drift:${sku.id}`),
  )
  if (off.length === 0) return
  const ids = off.map(({ sku }) => sku.id)
  const found = await rows<{ skuId: number; units: number }>(ctx.db, readCommitted, [ids])
  const committed = new Map(found.map(({ skuId, units }) => [skuId, units]))
  const drift = off.map(({ sku, kind, expected, reported, line }) => ({
    snapshotId,
    asOf,
    skuId: sku.id,
    class: kind,
    expected,
    reported,
    committedExpected: committed.get(sku.id) ?? 0,
    committedReported: line?.reserved ?? null,
    onOrderExpected: sku.onOrder,
    onOrderReported: line?.onOrder ?? null,
  }))
  await insertMany(ctx, wmsDrift, drift, { skipsConflicts: true })
  for (const { sku, expected, reported, kind } of off) {
    if (isProblem(kind, before.get(sku.id))) {
      await raiseProblem(ctx, mismatch({ skuId: sku.id, sku: sku.sku, expected, reported }))
    }
  }
}

/** Builds the problem for a SKU with a count difference. */
function mismatch({
  skuId,
  sku,
  expected,
  reported,
}: {
  skuId: number
  sku: string
  expected: number
  reported: number
}): ProblemReport {
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
      `The warehouse counted ${reported}; ${expected} were expected: ` +
      `${Math.abs(reported - expected)} ${more}. The count was applied`,
    proposal: 'Find the unreported movement. The next matching count resolves this',
  }
}
