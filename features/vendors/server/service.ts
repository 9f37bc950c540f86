import { businessDay } from '#features/settings/server/service.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { Download } from '#platform/server/http/route.ts'
import type { ExportVendorsQuery } from '../contract.ts'
import { vendorRecords } from './vendor-records.ts'

/** A page of vendors, or all if no limit is given. */
export const listVendors = vendorRecords.list

/** One vendor; throws if it is deleted. */
export const readVendor = vendorRecords.find

/**
 * Creates a vendor. Rejects a code already in use, terms the role may not set, and terms that
 * cannot be parsed.
 */
export const createVendor = vendorRecords.create

/** Updates a vendor; omitted fields are unchanged. */
export const updateVendor = vendorRecords.update

/** Changes fields of a vendor, of which none is required. */
export const patchVendor = vendorRecords.update

/** Changes a vendor's terms. A separate endpoint because it has its own permission. */
export const changeVendorTerms = vendorRecords.update

/** Soft-deletes a vendor that nothing references. It can be restored for 30 days. */
export const deleteVendor = vendorRecords.delete

/** Restores a deleted vendor, unless its code was reused. */
export const restoreVendor = vendorRecords.restore

/** Vendors that can still be restored, last deleted first. */
export const listDeletedVendors = vendorRecords.listDeleted

/** Applies one action to many vendors; returns those it could not change, with the reason. */
export const changeVendors = vendorRecords.changeMany

/** All vendors that match the filters, as a CSV file of the chosen columns. */
export async function exportVendors(ctx: Context, query: ExportVendorsQuery): Promise<Download> {
  return vendorRecords.export(ctx, query, await businessDay(ctx))
}

/** Creates and updates vendors from a CSV file: all rows, or none if one has an error. */
export const importVendors = vendorRecords.import

/** Undoes an import of vendors; vendors changed since or in use are kept. */
export const undoVendorImport = vendorRecords.undoImport

/** Undoes a bulk edit of vendors by its action; vendors changed since are kept. */
export const undoVendorBulkEdit = vendorRecords.undoBulkEdit
