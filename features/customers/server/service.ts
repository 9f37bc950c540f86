import { and, eq, isNull } from 'drizzle-orm'
import { businessDay } from '#features/settings/server/service.ts'
import type { BulkOutcome } from '#platform/kernel/bulk.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { lettersAndDigits } from '#platform/kernel/fields.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import {
  type ExportCustomersQuery,
  type findCustomersByAddress as findByAddress,
  minAddressLength,
} from '../contract.ts'
import { customerRecords } from './customer-records.ts'
import { customers, sqlOfAddress } from './tables.ts'
import { withTermsPermission } from './terms-permission.ts'

// Also exported to other rooms:
export { blockCredit } from './change-credit-status.ts'
export { eraseCustomer, lockCustomerForErasure } from './erase.ts'
export { addBalances, addOpenOrders, addSoftReservedCredit, boundByLimit } from './credit-totals.ts'

/** Lists customers, paged; without a limit, all of them. */
export const listCustomers = customerRecords.list

/** Finds up to five customers with this address, by id; none if the text is too short. */
export async function findCustomersByAddress(
  ctx: Context,
  address: string,
): Promise<AnswerOf<typeof findByAddress>> {
  const normalizedAddress = lettersAndDigits(address)
  if (normalizedAddress.length < minAddressLength) return []
  return ctx.db
    .select({ id: customers.id, customerCode: customers.customerCode, name: customers.name })
    .from(customers)
    .where(and(isNull(customers.deletedAt), eq(sqlOfAddress, normalizedAddress)))
    .orderBy(customers.id)
    .limit(maxMatches)
}

const maxMatches = 5

/** Reads a customer. Throws 404 if it does not exist or is deleted. */
export const readCustomer = customerRecords.find

/**
 * Creates a customer. Throws 409 for a duplicate code, 403 for fields the role may not set, and 422
 * for unrecognized payment terms or an exemption without a number.
 */
export const createCustomer = customerRecords.create

/** Updates a customer; omitted fields do not change. */
export const updateCustomer = customerRecords.update

/** Changes fields of a customer, of which none is required. */
export const patchCustomer = customerRecords.update

/** Deletes a customer without references. It can be restored for 30 days. */
export const deleteCustomer = customerRecords.delete

/** Restores a deleted customer. Throws 409 if another customer has its code now. */
export const restoreCustomer = customerRecords.restore

/** Lists customers that can still be restored, the last deleted first. */
export const listDeletedCustomers = customerRecords.listDeleted

/** Applies one action to many customers; returns those not changed with the reason. */
export const changeCustomers = customerRecords.changeMany

/** Exports all customers that match the filters as a CSV file of the selected columns. */
export async function exportCustomers(
  ctx: Context,
  query: ExportCustomersQuery,
): Promise<Download> {
  return customerRecords.export(ctx, query, await businessDay(ctx))
}

/** Creates and updates customers from a CSV file: all rows, or none if one has an error. */
export const importCustomers = customerRecords.import

/** Undoes an import of customers; customers changed since or in use are skipped. */
export const undoCustomerImport = customerRecords.undoImport

/**
 * Undoes a bulk edit or an upsert of customers by its action; customers changed since are kept, and
 * those whose terms the user may not change.
 */
export async function undoCustomerBulkEdit(
  ctx: Context,
  id: number,
  action: string,
): Promise<BulkOutcome> {
  return customerRecords.undoBulkEdit(await withTermsPermission(ctx), id, action)
}
