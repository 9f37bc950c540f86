import { eq, sql } from 'drizzle-orm'
import { day } from '#platform/kernel/days.ts'
import { cents, decimal, multiply, zero } from '#platform/kernel/money.ts'
import type { Db } from '#platform/server/database/db.ts'
import { skus, stockMoves, stockValues } from './tables.ts'

type Row = typeof skus.$inferSelect

/** The posting date of the builders' stock. */
const openedOn = day('2026-03-01')

/**
 * Test builders of SKUs that insert directly: with a movement for every counter, and the stock
 * posted as opening equity if the SKU has a cost.
 */
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
    await openStock(db, id)
    return row
  }
  return { sku }
}

/**
 * Values the whole stock of a directly inserted SKU at its cost, and posts it as opening equity.
 */
export async function openStock(db: Db, id: number): Promise<void> {
  const [row] = await db.select().from(skus).where(eq(skus.id, id))
  if (!row || row.currentStock === 0) return
  const amount = decimal(multiply(cents(row.cost), row.currentStock) ?? zero)
  const event = `given:${id}`
  const entry = { source: 'stock_adjustment', sourceId: id, event, postedOn: openedOn }
  await db.update(skus).set({ stockValue: amount, averageCost: row.cost }).where(eq(skus.id, id))
  await db.insert(stockValues).values({ skuId: id, ...entry, units: row.currentStock, amount })
  if (cents(amount) === 0) return
  await db.execute(sql`
    with entry as (
      insert into journal_entries (source, source_id, event, posted_on, period_id, memo)
      values ('stock_adjustment', ${id}, ${event}, ${openedOn}, 0, 'Opening stock')
      returning id
    )
    insert into journal_lines (entry_id, account, debit, credit)
    select e.id, l.account, greatest(l.amount, 0), greatest(-l.amount, 0)
    from entry e
    cross join (values ('1200', ${amount}::numeric), ('3000', -(${amount}::numeric)))
      as l (account, amount)`)
}
