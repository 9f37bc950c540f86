import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { claimUndo } from '#platform/server/imports/import-undo.ts'
import { transitionEach } from '#platform/server/records/transition-many.ts'
import { stockAdjustments } from '../tables.ts'
import { adjustStock, type StockArrival } from './adjust-stock.ts'
import { rejectStockAdjustment } from './adjustment-approval.ts'
import { lockAdjustmentMonth } from './adjustment-entries.ts'

const lockCounted = {
  name: 'lock_skus_of_count_import',
  text: `select id from skus
         where id in (select record_id from import_rows where import_id = $1)
         order by id for no key update`,
}

/** A SKU of the import: its count, and what happened to its stock since. */
type Counted = {
  id: number
  sku: string
  currentStock: number
  isDeleted: boolean
  /** The units that the count added to the stock. */
  units: number
  /** The adjustment that needed a second person, if the count did. */
  adjustmentId: number | null
  status: string | null
  isCountedSince: boolean
}

// An import is one transaction, so its adjustments were requested at the moment it was recorded.
// Moves of a SKU are numbered under its lock, so their order is that of their ids: the moment of a
// transaction that waited for the lock is earlier.
const readCounted = {
  name: 'read_skus_of_count_import',
  text: `select s.id, s.sku, s.current_stock as "currentStock",
           s.deleted_at is not null as "isDeleted",
           (r.before ->> 'counted')::int - (r.before ->> 'currentStock')::int as units,
           a.id as "adjustmentId", a.status,
           exists (
             select from stock_moves m
             where m.sku_id = s.id and m.kind in ('adjust', 'wms_adjust')
               and case when own.id is null then m.created_at > i.made_at else m.id > own.id end
           ) as "isCountedSince"
         from import_rows r join imports i on i.id = r.import_id join skus s on s.id = r.record_id
         left join stock_adjustments a on a.sku_id = s.id and a.asked_at = i.made_at
         left join lateral (
           select max(o.id) as id from stock_moves o
           where o.sku_id = s.id and o.kind = 'adjust'
             and (o.created_at = i.made_at or o.dedupe_key = 'stock-adjustment:' || a.id)
         ) as own on true
         where r.import_id = $1
         order by s.id`,
}

const undoReason = 'Stock count import undone'

/**
 * Undoes an import of stock counts by counter-counts: each SKU is adjusted by what its count had
 * added or removed, so that later shipments and receipts stay. An adjustment that still awaits
 * approval is rejected instead. A SKU that was counted or adjusted since, or whose units are
 * reserved, is skipped with the reason. A counter-count of high value awaits approval itself.
 */
export function undoCountImport(
  ctx: Context,
  id: number,
  arrived: StockArrival,
): Promise<BulkOutcome> {
  return inTransaction({ ...ctx, channel: 'csv' }, async (inner) => {
    await lockAdjustmentMonth(inner)
    await claimUndo(inner, { table: stockAdjustments }, { id })
    await rows(inner.db, lockCounted, [id])
    // Read under the locks, so that adjustments of the meantime are included.
    const counted = await rows<Counted>(inner.db, readCounted, [id])
    const bySku = new Map(counted.map((each) => [each.id, each]))
    const found = counted.map((each) => ({ id: each.id, number: each.sku }))
    const ids = found.map((each) => each.id)
    return transitionEach(inner, { ids, found }, async (skuId) => {
      // The ids are those of the map.
      await undoCount(inner, bySku.get(skuId) as Counted, arrived)
      return undefined
    })
  })
}

async function undoCount(ctx: Context, counted: Counted, arrived: StockArrival): Promise<void> {
  const { id, currentStock, units, adjustmentId, status } = counted
  if (counted.isDeleted) throw refusal('It was deleted after the import')
  if (counted.isCountedSince) throw refusal('It was counted or adjusted after the import')
  if (status === 'rejected') return
  if (status === 'waiting' && adjustmentId !== null) {
    await rejectStockAdjustment(ctx, adjustmentId, { reason: undoReason, ifMatch: undefined })
    return
  }
  const stock = currentStock - units
  if (stock < 0) throw refusal(`The count added ${units}, of which only ${currentStock} are left`)
  await adjustStock(ctx, id, { currentStock: stock, stockReason: undoReason, arrived })
}

function refusal(sentence: string): Refusal {
  return new Refusal('refused', 'not-undone', sentence)
}
