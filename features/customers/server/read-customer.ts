import { missing } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import type { Customer } from '../contract.ts'
import { customerList } from './store.ts'

/** Reads a customer. Throws 404 if it does not exist or is deleted. */
export function readCustomer(ctx: Context, id: number): Promise<Customer> {
  return find(ctx, { id })
}

export async function find(
  ctx: Context,
  selector: { id: number; lock?: boolean },
): Promise<Customer> {
  const customer = await readOne<Customer>(ctx.db, customerList, selector)
  if (!customer) throw missing('That customer')
  return customer
}
