import { day } from '#platform/kernel/days.ts'
import type { Db } from '#platform/server/database/db.ts'
import { contractPricing } from './tables.ts'

type Row = typeof contractPricing.$inferSelect
type Fields = Omit<typeof contractPricing.$inferInsert, 'effectiveDate' | 'expirationDate'>
type Days = { effectiveDate?: string; expirationDate?: string | null }

/** Test builders that insert contract prices directly; they start on 2026-01-01 by default. */
export function pricingBuilders(db: Db) {
  const contractPrice = async ({
    effectiveDate = '2026-01-01',
    expirationDate = null,
    ...fields
  }: Omit<Fields, 'contractPrice'> & { contractPrice?: string } & Days): Promise<Row> => {
    const days = {
      effectiveDate: day(effectiveDate),
      expirationDate: expirationDate === null ? null : day(expirationDate),
    }
    const values = { contractPrice: '9.00', ...fields, ...days }
    const made = await db.insert(contractPricing).values(values).returning()
    return made[0] as Row
  }
  return { contractPrice }
}
