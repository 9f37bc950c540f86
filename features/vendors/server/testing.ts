import type { Db } from '#platform/server/database/db.ts'
import { vendors } from './tables.ts'

type Row = typeof vendors.$inferSelect

/** Test builders of vendors that insert directly into the table. */
export function vendorBuilders(db: Db) {
  let count = 0
  const vendor = async (fields: Partial<typeof vendors.$inferInsert> = {}): Promise<Row> => {
    count += 1
    const email = `v${count}@example.com`
    const basic = { vendorCode: `V-${count}`, name: `Vendor ${count}`, email }
    const made = await db
      .insert(vendors)
      .values({ ...basic, ...fields })
      .returning()
    return made[0] as Row
  }
  return { vendor }
}
