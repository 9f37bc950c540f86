import type { TestApp } from '#app/testing.ts'
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

const acme = { customerCode: 'C-1', name: 'Acme', email: 'office@acme.example' }

/** Creates customer C-1 by a call, with these fields. */
export const createAcme = (prizm: TestApp, as: string, fields: object) =>
  prizm.call('POST', '/api/customers', { as, body: { ...acme, ...fields } })

/** Replaces a customer by C-1 with these fields, by a call. */
export const updateAcme = (prizm: TestApp, as: string, id: number, fields: object) =>
  prizm.call('PUT', `/api/customers/${id}`, { as, body: { ...acme, ...fields } })
