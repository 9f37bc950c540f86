import type { Db } from '#platform/server/database/db.ts'
import { customers } from './tables.ts'

type Row = typeof customers.$inferSelect

/** Test builders that insert customers directly into the table. */
export function customerBuilders(db: Db) {
  let count = 0
  const customer = async (fields: Partial<typeof customers.$inferInsert> = {}): Promise<Row> => {
    count += 1
    const email = `c${count}@example.com`
    const basic = { customerCode: `C-${count}`, name: `Customer ${count}`, email }
    const made = await db
      .insert(customers)
      .values({ ...basic, ...fields })
      .returning()
    return made[0] as Row
  }
  return { customer }
}
