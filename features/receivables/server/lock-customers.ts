import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'

const lockCustomerRow = {
  name: 'lock_customer_to_settle',
  text: 'select id from customers where id = $1 for no key update',
}

/** Locks a customer's account until the commit; read open amounts after it. 404 if missing. */
export async function lockCustomer(ctx: Context, id: number): Promise<void> {
  const [found] = await rows(ctx.db, lockCustomerRow, [id])
  if (!found) throw missing('That customer')
}

const lockCustomerRows = {
  name: 'lock_customers_to_settle',
  text: 'select id from customers where id = any($1::int[]) order by id for no key update',
}

/** Locks several customers' accounts, in id order. Throws 404 if one is missing. */
export async function lockCustomers(ctx: Context, ids: readonly number[]): Promise<void> {
  const found = await rows(ctx.db, lockCustomerRows, [ids])
  if (found.length < new Set(ids).size) throw missing('One of these customers')
}
