import { type Context, rows, send } from '#platform/server/database/db.ts'
import { postMoves } from './ledger.ts'

/** A locked SKU whose warehouse count needs a closer look. */
export type CountedSku = {
  id: number
  sku: string
  /** The counted units. */
  counted: number
  onHand: number
  reserved: number
  onOrder: number
  cost: string
  /** `isFirst`: never counted before. `isStale`: already counted at this time or later. */
  isFirst: boolean
  isStale: boolean
  /** Units that moved after the time of the count, which it cannot include. */
  movedAfter: number
  /** Units that moved within the window around it, which it may or may not include. */
  movedAround: number
}

/** Count lines under the locks of their SKUs, as array text from PostgreSQL. */
export type LockedCount = { known: number; ids: string; units: string; locations: string }

/** Counted SKUs as parallel arrays: codes in lower case, units and locations. */
export type CountLines = {
  codes: readonly string[]
  units: readonly number[]
  locations: readonly (string | null)[]
}

export type CountOf = { snapshotId: string; asOf: string; windowMinutes: number }

// The arrays are passed back as text, unparsed: parsing and formatting thousands of numbers takes
// longer than finding the lines that differ.
const lockCounted = {
  name: 'lock_counted_skus',
  text: `select count(*) as known, coalesce(array_agg(id), '{}')::text as ids,
                coalesce(array_agg(units), '{}')::text as units,
                coalesce(array_agg(location), '{}')::text as locations
         from (select s.id, g.units, g.location
               from unnest($1::text[], $2::int[], $3::text[]) as g (code, units, location)
               join skus s on lower(s.sku) = g.code and s.deleted_at is null
               order by s.id for no key update of s) as locked`,
}

/** Locks the SKUs of a count by id. Unknown codes are left out. */
export async function lockForCount(ctx: Context, lines: CountLines): Promise<LockedCount> {
  const { codes, units, locations } = lines
  const [locked] = await rows<LockedCount>(ctx.db, lockCounted, [codes, units, locations])
  return locked ?? { known: 0, ids: '{}', units: '{}', locations: '{}' }
}

// Unnamed, so that it is planned for its values: the number of movements since a given time varies.
const readMovements = {
  name: '',
  text: `select sku_id as id,
                coalesce(sum(on_hand_delta) filter (where occurred_at > $2::timestamptz), 0)::int
                  as after,
                coalesce(sum(abs(on_hand_delta)) filter (where kind <> 'wms_adjust'), 0)::int
                  as around
         from stock_moves
         where occurred_at > $2::timestamptz - make_interval(mins => $3)
           and sku_id = any($1::int[])
         group by sku_id`,
}

const readDeviations = {
  name: 'read_counts_that_need_a_look',
  text: `select s.id, s.sku, g.units as counted, s.current_stock as "onHand", s.reserved,
                s.on_order as "onOrder", s.cost, s.last_inventory_update is null as "isFirst",
                coalesce(s.last_inventory_update >= $4::timestamptz, false) as "isStale"
         from unnest($1::int[], $2::int[]) as g (id, units)
         join skus s on s.id = g.id
         where s.current_stock <> g.units or s.reserved > g.units
            or s.last_inventory_update >= $4::timestamptz
            or s.id in (select unnest($3::int[]))`,
}

type CountMovement = { id: number; after: number; around: number }

/**
 * The locked lines that need a closer look, by id: different from our stock, older than the last
 * count, below the reserved units, of SKUs that moved meanwhile, or `watched`. All other lines
 * match our books.
 */
export async function readCountDeviations(
  ctx: Context,
  { ids, units }: LockedCount,
  { count, watched }: { count: CountOf; watched: readonly number[] },
): Promise<CountedSku[]> {
  const { asOf, windowMinutes } = count
  const found = await rows<CountMovement>(ctx.db, readMovements, [ids, asOf, windowMinutes])
  const moved = new Map(found.map((each) => [each.id, each]))
  const checkedIds = [...watched, ...moved.keys()]
  type DeviationRow = Omit<CountedSku, 'movedAfter' | 'movedAround'>
  const deviations = await rows<DeviationRow>(ctx.db, readDeviations, [
    ids,
    units,
    checkedIds,
    asOf,
  ])
  return deviations
    .toSorted((a, b) => a.id - b.id)
    .map((sku) => {
      const { after = 0, around = 0 } = moved.get(sku.id) ?? {}
      return { ...sku, movedAfter: after, movedAround: around }
    })
}

const noteCount = {
  name: 'note_count_of_skus',
  text: `update skus s
         set last_inventory_update = $3::timestamptz,
             wms_location = coalesce(t.location, s.wms_location), updated_at = now()
         from unnest($1::int[], $2::text[]) as t (id, location)
         where s.id = t.id
           and (s.last_inventory_update is null or s.last_inventory_update < $3::timestamptz)`,
}

/**
 * Applies a count: on hand becomes the counted units plus later movements. The difference is one
 * movement dated as the count. `fresh` are the lines that needed a closer look and are not stale.
 */
export async function applyCounts(
  ctx: Context,
  { snapshotId, asOf }: CountOf,
  { locked, fresh }: { locked: LockedCount; fresh: readonly CountedSku[] },
): Promise<void> {
  const off = fresh
    .map((sku) => ({ id: sku.id, delta: sku.counted + sku.movedAfter - sku.onHand }))
    .filter(({ delta }) => delta !== 0)
  await postMoves(
    { ...ctx, occurredAt: asOf },
    off.map(({ id, delta }) => ({
      skuId: id,
      kind: 'wms_adjust',
      onHand: delta,
      refType: 'wms',
      refId: 0,
      reason: `Count ${snapshotId}`,
      // A warehouse may reuse a snapshot number, so the key includes the time.
      dedupeKey: `wms:${snapshotId}:${asOf}:${id}`,
      by: ctx.user?.id ?? null,
    })),
  )
  await send(ctx, noteCount, [locked.ids, locked.locations, asOf])
}

/** Posts a gain or loss reported by the warehouse, at the time it happened. */
export async function bookFound(
  ctx: Context,
  found: { skuId: number; delta: number; movementId: string; reason: string | undefined },
): Promise<void> {
  await postMoves(ctx, [
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
