import type { Db } from '#platform/server/database/db.ts'
import type { DemoUser } from '../orders.ts'
import type { Buyer } from '../purchases.ts'
import type { Returner } from '../returns.ts'
import type { Move } from '../stock-movements.ts'
import type { BuyerIds } from './purchases.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { DemoUserIds } from './orders.ts'

const insertMoves = {
  name: 'demo_stock_moves',
  text: `insert into stock_moves
           (sku_id, kind, on_hand_delta, reserved_delta, on_order_delta, ref_type, ref_id,
            ref_line, reason, dedupe_key, occurred_at, created_by, created_at)
         select *
         from unnest($1::int[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[],
                     $7::int[], $8::int[], $9::text[], $10::text[], $11::timestamptz[],
                     $12::int[], $13::timestamptz[])`,
}

/** The stock ledger in chronological order. */
export async function writeMoves(
  db: Db,
  moves: readonly Move[],
  ids: DemoUserIds & BuyerIds & Readonly<Record<Returner, number>>,
): Promise<void> {
  await insertRows(
    db,
    insertMoves,
    moves.map((move, index) => {
      const { skuId, kind, line } = move
      const { refType, refId, key } = refOf(move, index)
      const at = momentOf(move.at)
      return [
        skuId,
        kind,
        move.onHand,
        move.reserved,
        move.onOrder ?? 0,
        refType,
        refId,
        line,
        reasons[kind] ?? null,
        key,
        at,
        ids[move.by as DemoUser | Buyer | Returner],
        at,
      ]
    }),
  )
}

/** The dedupe key of a movement, by its index in the history. */
export function moveKeyOf(move: Move, index: number): string {
  return refOf(move, index).key
}

/** The source document of a movement and its permanent dedupe key. */
function refOf({ skuId, kind, orderId, purchaseId, returnId, line }: Move, index: number) {
  if (orderId > 0) {
    return { refType: 'sales_order', refId: orderId, key: `so:${orderId}:${line}:${kind}` }
  }
  if (purchaseId !== undefined) {
    const once = kind === 'receive' ? `receive:${index}` : kind
    const key = `po:${purchaseId}:${line}:${once}`
    return { refType: 'purchase_order', refId: purchaseId, key }
  }
  if (returnId !== undefined) {
    return { refType: 'return', refId: returnId, key: `return:${returnId}:${line}:${kind}` }
  }
  return { refType: 'sku', refId: skuId, key: `demo:${skuId}:${index}` }
}

const reasons: Partial<Record<Move['kind'], string>> = {
  adjust: 'First count',
  wms_adjust: 'Inventory update from the warehouse',
}
