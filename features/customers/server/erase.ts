import { erasedFields, pseudonymOf, pseudonymousEmail } from '#features/audit/erased-fields.ts'
import { record } from '#features/audit/server/service.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { guardVersion } from '#platform/server/records/versions.ts'

const lock = {
  name: 'lock_customer_for_erasure',
  text: `select id, customer_code as "customerCode", version from customers
         where id = $1 for update`,
}

type LockedCustomer = { id: number; customerCode: string; version: number }

/**
 * Locks a customer in the open transaction, deleted or not, so that nobody adds a document to it.
 * Throws 404 if it does not exist, and 412 if it has another version.
 */
export async function lockCustomerForErasure(
  { db }: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<LockedCustomer> {
  const [found] = await rows<LockedCustomer>(db, lock, [id])
  if (!found) throw missing('That customer')
  guardVersion(found, ifMatch)
  return found
}

// State and country stay: the sales tax of past periods depends on them.
const erase = {
  name: 'erase_customer',
  text: `update customers
         set name = $2, email = $3, phone = null, address = null, city = null, zip_code = null,
           billing_address = null, website = null, notes = null, contact_name = null,
           contact_role = null, contact_email = null, contact_phone = null, document_note = null,
           is_active = false, updated_at = now(), version = version + 1
         where id = $1`,
}

/**
 * Replaces the name and the contacts of a locked customer by a pseudonym and deactivates it. The
 * history has which fields were erased, without their values. Returns the pseudonym.
 */
export async function eraseCustomer(ctx: Context, id: number, reason: string): Promise<string> {
  const pseudonym = pseudonymOf('customer', id)
  await rows(ctx.db, erase, [id, pseudonym, pseudonymousEmail('customer', id)])
  const changes = { erasedFields: { from: null, to: erasedFields.customer.join(', ') } }
  await record(ctx, [{ entity: 'customer', entityId: id, action: 'erase', changes, reason }])
  return pseudonym
}
