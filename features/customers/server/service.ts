import { and, eq, isNull, sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import type { AnswerOf } from '#platform/kernel/endpoint.ts'
import { squeezed } from '#platform/kernel/fields.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { softDelete, readBin, restoreRecords } from '#platform/server/records/trash.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { rankedList } from '#platform/server/lists/list-relevance.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { refuseReferenced } from '#platform/server/records/references.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import {
  type Customer,
  type CustomerForm,
  type CustomerPatch,
  type CustomerQuery,
  type findCustomersByAddress as findByAddress,
  minAddressLength,
} from '../contract.ts'
import { checkTerms } from '../payment-terms.ts'
import { checkExemption, changesTerms, withNormalizedPlace } from '../rules.ts'
import { customerList, ranked, references } from './store.ts'
import { customers, sqlOfAddress } from './tables.ts'
import { find } from './read-customer.ts'
import { canEditTerms } from './terms.ts'

// For other rooms, besides the functions of this file.
export { blockCredit } from './credit-status.ts'
export { addBalances, addOpenOrders, boundByLimit } from './exposure.ts'
export { readCustomer } from './read-customer.ts'

/** Lists customers, paged; without a limit, all of them. */
export function listCustomers(ctx: Context, query: CustomerQuery) {
  return readList<Customer>(ctx.db, rankedList(customerList, ranked, query), query)
}

/** Finds up to five customers with this address, by id; none if the text is too short. */
export async function findCustomersByAddress(
  ctx: Context,
  address: string,
): Promise<AnswerOf<typeof findByAddress>> {
  const normalizedAddress = squeezed(address)
  if (normalizedAddress.length < minAddressLength) return []
  return ctx.db
    .select({ id: customers.id, customerCode: customers.customerCode, name: customers.name })
    .from(customers)
    .where(and(isNull(customers.deletedAt), eq(sqlOfAddress, normalizedAddress)))
    .orderBy(customers.id)
    .limit(maxMatches)
}

const maxMatches = 5

/**
 * Creates a customer. Throws 409 for a duplicate code, 403 for fields the role may not set, and 422
 * for unrecognized payment terms or an exemption without a number.
 */
export function createCustomer(ctx: Context, form: CustomerForm): Promise<Customer> {
  return inTransaction(ctx, async (inner) => {
    if (changesTerms(form)) await guardTerms(inner)
    checkTerms(form)
    checkExemption(form)
    const id = await mapConstraintErrors({ customer_code_taken: codeTaken }, () =>
      insert(inner, withNormalizedPlace(form)),
    )
    await record(inner, [{ entity: 'customer', entityId: id, action: 'create' }])
    return find(inner, { id })
  })
}

type CustomerChange = { form: CustomerPatch; ifMatch: number | undefined }

/** Updates a customer; omitted fields do not change. */
export function updateCustomer(
  ctx: Context,
  id: number,
  { form, ifMatch }: CustomerChange,
): Promise<Customer> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    if (changesTerms(form, before)) await guardTerms(inner)
    checkTerms(form, before)
    checkExemption({ ...before, ...form })
    await mapConstraintErrors({ customer_code_taken: codeTaken }, () =>
      update(inner, id, withNormalizedPlace(form, before)),
    )
    const after = await find(inner, { id })
    await record(inner, auditEntriesOf(before, after))
    return after
  })
}

/** Changes fields of a customer, of which none is required. */
export function patchCustomer(ctx: Context, id: number, change: CustomerChange): Promise<Customer> {
  return updateCustomer(ctx, id, change)
}

/** Deletes a customer without references. It can be restored for 30 days. */
export function deleteCustomer(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const customer = await find(inner, { id, lock: true })
    guardVersion(customer, ifMatch)
    await refuseReferenced(inner.db, references, { id, code: customer.customerCode })
    await softDelete(inner.db, 'customers', [id])
    await record(inner, [{ entity: 'customer', entityId: id, action: 'delete' }])
  })
}

/** Restores a deleted customer. Throws 409 if another customer has its code now. */
export function restoreCustomer(ctx: Context, id: number): Promise<Customer> {
  return inTransaction(ctx, async (inner) => {
    const restored = await mapConstraintErrors({ customer_code_taken: codeReused }, () =>
      restoreRecords(inner.db, 'customers', [id]),
    )
    if (restored.length === 0) throw missing('That deleted customer')
    await record(inner, [{ entity: 'customer', entityId: id, action: 'restore' }])
    return find(inner, { id })
  })
}

/** Lists customers that can still be restored, the last deleted first. */
export function listDeletedCustomers(ctx: Context): Promise<Customer[]> {
  return readBin<Customer>(ctx.db, customerList)
}

async function insert(ctx: Context, form: CustomerForm): Promise<number> {
  const inserted = await ctx.db
    .insert(customers)
    .values(columnsOf(form))
    .returning({ id: customers.id })
  return (inserted[0] as { id: number }).id
}

async function update(ctx: Context, id: number, form: CustomerPatch): Promise<void> {
  await ctx.db
    .update(customers)
    .set({ ...columnsOf(form), updatedAt: sql`now()`, version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id))
}

/** Throws 403 if the user may not change credit limit, terms, price level or tax exemption. */
async function guardTerms(ctx: Context): Promise<void> {
  if (await canEditTerms(ctx)) return
  const sentence = 'Your role may not change credit limit, terms, price level or tax exemption'
  throw new Refusal('forbidden', 'forbidden', sentence)
}

/** Null payment terms become the default, because the column is not nullable. */
function columnsOf<Form extends CustomerPatch>(form: Form) {
  return { ...form, paymentTerms: form.paymentTerms === null ? 'net-30' : form.paymentTerms }
}

function auditEntriesOf(before: Customer, after: Customer) {
  const changes = changesBetween(before, after)
  if (Object.keys(changes).length === 0) return []
  const isLower = cents(after.creditLimit) < cents(before.creditLimit)
  const action = isLower ? 'credit_limit_lowered' : 'update'
  return [{ entity: 'customer' as const, entityId: after.id, action, changes }]
}

function codeTaken(): Refusal {
  return new Refusal('conflict', 'duplicate-customer-code', 'That customer code is already taken', [
    { path: 'customerCode', message: 'Already taken' },
  ])
}

function codeReused(): Refusal {
  const sentence = 'Another customer now uses this customer code. Change that customer first'
  return new Refusal('conflict', 'duplicate-customer-code', sentence)
}
