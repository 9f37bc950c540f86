import { type Context, send } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { postAdjustments } from './adjustment-entries.ts'
import type { MoveKind } from '../../rules.ts'
import { stockMoves } from '../tables.ts'

/** One change of a SKU's counters, with its source document. */
export type Move = {
  skuId: number
  kind: MoveKind
  onHand?: number
  reserved?: number
  onOrder?: number
  refType: string
  refId: number
  refLine?: number
  reason?: string | null | undefined
  /** Permanent key of the move: the same move cannot be posted twice. */
  dedupeKey: string
  by: number | null
}

/**
 * The version changes with the stock on hand, so that a form opened earlier cannot write back an
 * old count. It does not change for reservations: that would reject every form on a busy day.
 */
const changeCounters = {
  name: 'change_sku_counters',
  text: `update skus as s
         set current_stock = s.current_stock + t.on_hand, reserved = s.reserved + t.reserved,
             on_order = s.on_order + t.on_order,
             updated_at = now(),
             version = s.version + case when t.on_hand = 0 then 0 else 1 end
         from (select id, sum(h)::int as on_hand, sum(r)::int as reserved, sum(o)::int as on_order
               from unnest($1::int[], $2::int[], $3::int[], $4::int[]) as u (id, h, r, o)
               group by id) as t
         where s.id = t.id`,
}

// For events reported late by an external system. A later count has already included them, so the
// stock on hand does not change (docs/rules.md, Stock).
const changeCountersThen = {
  name: 'change_sku_counters_then',
  text: `update skus as s
         set current_stock = s.current_stock + t.on_hand, reserved = s.reserved + t.reserved,
             on_order = s.on_order + t.on_order,
             updated_at = now(),
             version = s.version + case when t.on_hand = 0 then 0 else 1 end
         from (select k.id,
                      sum(case when $5::timestamptz <= k.last_inventory_update then 0 else h end
                      )::int as on_hand,
                      sum(r)::int as reserved, sum(o)::int as on_order
               from unnest($1::int[], $2::int[], $3::int[], $4::int[]) as u (id, h, r, o)
               join skus k on k.id = u.id
               group by k.id) as t
         where s.id = t.id`,
}

const addMovesThen = {
  name: 'add_stock_moves_then',
  text: `insert into stock_moves
           (sku_id, kind, on_hand_delta, reserved_delta, on_order_delta, ref_type, ref_id,
            ref_line, reason, dedupe_key, created_by, occurred_at)
         select s, k, case when $12::timestamptz <= sku.last_inventory_update then 0 else h end,
                r, o, t, i, l, w, d, b, $12::timestamptz
         from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[],
                     $7::int[], $8::int[], $9::text[], $10::text[], $11::int[])
           as x (s, k, h, r, o, t, i, l, w, d, b)
         join skus sku on sku.id = x.s`,
}

/**
 * Posts movements. SKU counters change only here, so each counter equals the sum of its movements
 * at every commit. The caller holds the SKU locks and has checked under them. If the context has a
 * past event time, a later warehouse count prevails for on hand. Adjustments are also posted to the
 * journal, whose month the caller locks before the SKUs (`lockAdjustmentMonth`).
 */
export async function postMoves(ctx: Context, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  const skuIds = moves.map((move) => move.skuId)
  const onHand = moves.map((move) => move.onHand ?? 0)
  const reserved = moves.map((move) => move.reserved ?? 0)
  const onOrder = moves.map((move) => move.onOrder ?? 0)
  const counters = [skuIds, onHand, reserved, onOrder]
  const { occurredAt } = ctx
  if (occurredAt === undefined) {
    await send(ctx, changeCounters, counters)
    await insertMany(ctx, stockMoves, moves.map(moveRow))
  } else {
    await send(ctx, changeCountersThen, [...counters, occurredAt])
    await send(ctx, addMovesThen, [
      skuIds,
      moves.map((move) => move.kind),
      onHand,
      reserved,
      onOrder,
      moves.map((move) => move.refType),
      moves.map((move) => move.refId),
      moves.map((move) => move.refLine ?? 0),
      moves.map((move) => move.reason ?? null),
      moves.map((move) => move.dedupeKey),
      moves.map((move) => move.by),
      occurredAt,
    ])
  }
  const adjusting = moves.filter(({ kind }) => kind === 'adjust' || kind === 'wms_adjust')
  if (adjusting.length > 0) {
    const keys = adjusting.map(({ dedupeKey }) => dedupeKey)
    await postAdjustments(ctx, keys)
  }
}

function moveRow(move: Move) {
  return {
    skuId: move.skuId,
    kind: move.kind,
    onHandDelta: move.onHand ?? 0,
    reservedDelta: move.reserved ?? 0,
    onOrderDelta: move.onOrder ?? 0,
    refType: move.refType,
    refId: move.refId,
    refLine: move.refLine ?? 0,
    reason: move.reason ?? null,
    dedupeKey: move.dedupeKey,
    createdBy: move.by,
  }
}
