import { eq } from 'drizzle-orm'
import type { TestApp } from '#app/testing.ts'
import { customers } from '#features/customers/server/tables.ts'
import { contractPricing } from '#features/pricing/server/tables.ts'
import { skus, stockMoves } from '#features/skus/server/tables.ts'
import { openStock } from '#features/skus/server/testing.ts'
import type { Db } from '#platform/server/database/db.ts'
import { checkReplays } from './replay/check-replays.ts'

type Buyer = Partial<typeof customers.$inferInsert>
type Item = Partial<typeof skus.$inferInsert>
type Agreed = Partial<typeof contractPricing.$inferInsert>

/** Builders that insert the records an order needs, with a stock movement for every stock level. */
export function orderBuilders(db: Db) {
  let count = 0
  const buyer = async (fields: Buyer = {}): Promise<number> => {
    count += 1
    const basic = { customerCode: `C-${count}`, name: `Customer ${count}`, email: 'c@example.com' }
    const values = { ...basic, creditLimit: '100000.00', ...fields }
    const [made] = await db.insert(customers).values(values).returning()
    return made?.id ?? 0
  }
  const item = async (fields: Item = {}): Promise<number> => {
    count += 1
    const basic = { sku: `S-${count}`, name: `Thing ${count}`, price: '10.00', currentStock: 100 }
    const [made] = await db
      .insert(skus)
      .values({ ...basic, ...fields })
      .returning()
    const skuId = made?.id ?? 0
    await counted(skuId, made?.currentStock ?? 0, 'first')
    return skuId
  }
  const counted = async (skuId: number, onHandDelta: number, reason: string) => {
    const move = { skuId, kind: 'adjust', onHandDelta, refType: 'sku', refId: skuId } as const
    await db.insert(stockMoves).values({ ...move, dedupeKey: `given:${skuId}:${reason}` })
    await openStock(db, skuId)
  }
  /** Sets the stock of a SKU that has none. */
  const restock = async (skuId: number, currentStock: number): Promise<void> => {
    await db.update(skus).set({ currentStock }).where(eq(skus.id, skuId))
    await counted(skuId, currentStock, 'again')
  }
  const agree = async (fields: Agreed & { customerId: number; skuId: number }): Promise<void> => {
    const basic = { effectiveDate: '2026-01-01', contractPrice: '7.00' } as const
    const values = { ...basic, ...fields } as typeof contractPricing.$inferInsert
    await db.insert(contractPricing).values(values)
  }
  return { buyer, item, restock, agree }
}

/** The ids of receipts that come out otherwise when their decisions are made again, as then. */
export function differentReplays({
  database: { db },
  clock: { now },
}: Pick<TestApp, 'database' | 'clock'>): Promise<number[]> {
  return checkReplays({ db, user: undefined, now, requestId: 'replays', channel: 'worker' })
}
