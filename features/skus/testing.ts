import type { Db } from '#platform/server/db.ts'
import { skus, stockMoves } from './tables.ts'

type Row = typeof skus.$inferSelect

/** Builders of SKUs for tests, straight into the tables, a movement behind every counter. */
export function skuBuilders(db: Db) {
  let count = 0
  const sku = async (fields: Partial<typeof skus.$inferInsert> = {}): Promise<Row> => {
    count += 1
    const basic = { sku: `S-${count}`, name: `Thing ${count}`, cost: '4.00', price: '10.00' }
    const made = await db
      .insert(skus)
      .values({ ...basic, ...fields })
      .returning()
    const row = made[0] as Row
    const { id, currentStock, reserved, onOrder } = row
    await db.insert(stockMoves).values({
      skuId: id,
      kind: 'adjust',
      onHandDelta: currentStock,
      reservedDelta: reserved,
      onOrderDelta: onOrder,
      refType: 'sku',
      refId: id,
      dedupeKey: `given:${id}`,
    })
    return row
  }
  return { sku }
}
