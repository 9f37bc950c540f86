import { type Context, rows, send } from '#platform/server/db.ts'
import { book } from './ledger.ts'

/** A SKU under its lock, while the count of the warehouse is compared with our books. */
export type CountedSku = {
  id: number
  sku: string
  onHand: number
  reserved: number
  onOrder: number
  cost: string
  lastInventoryUpdate: string | null
  wmsLocation: string | null
  /** Units that moved after the moment of the count: it has not seen them. */
  movedAfter: number
  /** Units that moved within the window around it: it may have seen them or not. */
  movedAround: number
}

const lockCounted = {
  name: 'lock_counted_skus',
  text: `select id from skus where lower(sku) = any($1::text[]) and deleted_at is null
         order by id for no key update`,
}

const readCounted = {
  name: 'read_counted_skus',
  text: `select s.id, s.sku, s.current_stock as "onHand", s.reserved, s.on_order as "onOrder",
                s.cost, s.last_inventory_update as "lastInventoryUpdate",
                s.wms_location as "wmsLocation",
                coalesce(m.after, 0)::int as "movedAfter",
                coalesce(m.around, 0)::int as "movedAround"
         from skus s
         left join lateral (
           select sum(on_hand_delta) filter (where occurred_at > $2::timestamptz) as after,
                  sum(abs(on_hand_delta)) filter (where kind <> 'wms_adjust') as around
           from stock_moves
           where sku_id = s.id and occurred_at > $2::timestamptz - make_interval(mins => $3)
         ) m on true
         where s.id = any($1::int[])`,
}

/**
 * Locks the SKUs of a count by id and answers how they stand. Codes that are no SKU are left out.
 * `windowMinutes` is how long before the count a movement may have been missed by it.
 */
export async function lockForCount(
  ctx: Context,
  { codes, asOf, windowMinutes }: { codes: readonly string[]; asOf: string; windowMinutes: number },
): Promise<CountedSku[]> {
  const folded = codes.map((code) => code.toLowerCase())
  const locked = await rows<{ id: number }>(ctx.db, lockCounted, [folded])
  return rows<CountedSku>(ctx.db, readCounted, [locked.map(({ id }) => id), asOf, windowMinutes])
}

export type Count = { sku: CountedSku; onHand: number; location: string | undefined }

const noteCount = {
  name: 'note_count_of_skus',
  text: `update skus s
         set last_inventory_update = $3::timestamptz,
             wms_location = coalesce(t.location, s.wms_location)
         from unnest($1::int[], $2::text[]) as t (id, location)
         where s.id = t.id`,
}

/**
 * Takes the word of a count: on hand is what was counted and what moved since. The difference is
 * one movement, dated as the count. The caller has locked the SKUs and left out stale counts.
 */
export async function applyCounts(
  ctx: Context,
  { snapshotId, asOf }: { snapshotId: string; asOf: string },
  counts: readonly Count[],
): Promise<void> {
  const off = counts
    .map(({ sku, onHand }) => ({ sku, delta: onHand + sku.movedAfter - sku.onHand }))
    .filter(({ delta }) => delta !== 0)
  await book(
    { ...ctx, occurredAt: asOf },
    off.map(({ sku, delta }) => ({
      skuId: sku.id,
      kind: 'wms_adjust',
      onHand: delta,
      refType: 'wms',
      refId: 0,
      reason: `Count ${snapshotId}`,
      dedupeKey: `wms:${snapshotId}:${sku.id}`,
      by: ctx.user?.id ?? null,
    })),
  )
  await send(ctx, noteCount, [
    counts.map(({ sku }) => sku.id),
    counts.map(({ location }) => location ?? null),
    asOf,
  ])
}

/** Books what the warehouse found or lost by itself, at the moment it did. */
export async function bookFound(
  ctx: Context,
  found: { skuId: number; delta: number; movementId: string; reason: string | undefined },
): Promise<void> {
  await book(ctx, [
    {
      skuId: found.skuId,
      kind: 'wms_adjust',
      onHand: found.delta,
      refType: 'wms',
      refId: 0,
      reason: found.reason ?? null,
      dedupeKey: `wms:move:${found.movementId}`,
      by: ctx.user?.id ?? null,
    },
  ])
}
