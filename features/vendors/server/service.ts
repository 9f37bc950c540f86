import { eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { requirePermission } from '#features/auth/rules.ts'
import { checkTerms } from '#features/customers/payment-terms.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { softDelete, readBin, restoreRecords } from '#platform/server/records/trash.ts'
import { type Context, inTransaction } from '#platform/server/database/db.ts'
import { rankedList } from '#platform/server/lists/list-relevance.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { refuseReferenced } from '#platform/server/records/references.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { Vendor, VendorForm, VendorQuery } from '../contract.ts'
import { isTermsTouched } from '../rules.ts'
import { ranked, references, vendorList } from './store.ts'
import { vendors } from './tables.ts'

const termsRefusal = 'Your role may not change payment terms of vendors'

/** A page of vendors, or all if no limit is given. */
export function listVendors(ctx: Context, query: VendorQuery) {
  return readList<Vendor>(ctx.db, rankedList(vendorList, ranked, query), query)
}

/** One vendor; throws if it is deleted. */
export function readVendor(ctx: Context, id: number): Promise<Vendor> {
  return find(ctx, { id })
}

/**
 * Creates a vendor. Rejects a code already in use, terms the role may not set, and terms that
 * cannot be parsed.
 */
export function createVendor(ctx: Context, form: VendorForm): Promise<Vendor> {
  return inTransaction(ctx, async (inner) => {
    if (isTermsTouched(form)) requirePermission(inner.user, 'vendors.terms', termsRefusal)
    checkTerms(form)
    const inserted = await mapConstraintErrors({ vendor_code_taken: codeAlreadyUsed }, () =>
      inner.db.insert(vendors).values(form).returning({ id: vendors.id }),
    )
    const { id } = inserted[0] as { id: number }
    await record(inner, [{ entity: 'vendor', entityId: id, action: 'create' }])
    return find(inner, { id })
  })
}

/** Updates a vendor; omitted fields are unchanged. */
export function updateVendor(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: Partial<VendorForm>; ifMatch: number | undefined },
): Promise<Vendor> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, { id, lock: true })
    guardVersion(before, ifMatch)
    if (isTermsTouched(form, before)) requirePermission(inner.user, 'vendors.terms', termsRefusal)
    checkTerms(form, before)
    await mapConstraintErrors({ vendor_code_taken: codeAlreadyUsed }, () => update(inner, id, form))
    const after = await find(inner, { id })
    const changes = changesBetween(before, after)
    const isChanged = Object.keys(changes).length > 0
    const act = { entity: 'vendor', entityId: id, action: 'update', changes } as const
    await record(inner, isChanged ? [act] : [])
    return after
  })
}

/** Changes fields of a vendor, of which none is required. */
export function patchVendor(
  ctx: Context,
  id: number,
  change: { form: Partial<VendorForm>; ifMatch: number | undefined },
): Promise<Vendor> {
  return updateVendor(ctx, id, change)
}

/** Changes a vendor's terms. A separate endpoint because it has its own permission. */
export function changeVendorTerms(
  ctx: Context,
  id: number,
  change: { form: Partial<VendorForm>; ifMatch: number | undefined },
): Promise<Vendor> {
  return updateVendor(ctx, id, change)
}

/** Soft-deletes a vendor that nothing references. It can be restored for 30 days. */
export function deleteVendor(ctx: Context, id: number, ifMatch: number | undefined): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const vendor = await find(inner, { id, lock: true })
    guardVersion(vendor, ifMatch)
    await refuseReferenced(inner.db, references, { id, code: vendor.vendorCode })
    await softDelete(inner.db, 'vendors', [id])
    await record(inner, [{ entity: 'vendor', entityId: id, action: 'delete' }])
  })
}

/** Restores a deleted vendor, unless its code was reused. */
export function restoreVendor(ctx: Context, id: number): Promise<Vendor> {
  return inTransaction(ctx, async (inner) => {
    const back = await mapConstraintErrors({ vendor_code_taken: reused }, () =>
      restoreRecords(inner.db, 'vendors', [id]),
    )
    if (back.length === 0) throw missing('That deleted vendor')
    await record(inner, [{ entity: 'vendor', entityId: id, action: 'restore' }])
    return find(inner, { id })
  })
}

/** Vendors that can still be restored, last deleted first. */
export function listDeletedVendors(ctx: Context): Promise<Vendor[]> {
  return readBin<Vendor>(ctx.db, vendorList)
}

async function find(ctx: Context, which: { id: number; lock?: boolean }): Promise<Vendor> {
  const vendor = await readOne<Vendor>(ctx.db, vendorList, which)
  if (!vendor) throw missing('That vendor')
  return vendor
}

async function update(ctx: Context, id: number, form: Partial<VendorForm>): Promise<void> {
  await ctx.db
    .update(vendors)
    .set({ ...form, updatedAt: sql`now()`, version: sql`${vendors.version} + 1` })
    .where(eq(vendors.id, id))
}

function codeAlreadyUsed(): Refusal {
  return new Refusal('conflict', 'duplicate-vendor-code', 'That vendor code is already taken', [
    { path: 'vendorCode', message: 'Already taken' },
  ])
}

function reused(): Refusal {
  const sentence = 'Another vendor now uses this vendor code. Change that vendor first'
  return new Refusal('conflict', 'duplicate-vendor-code', sentence)
}
