import { readActivity } from '#features/audit/contract.ts'
import { useRemoval } from '#platform/ui/records/use-removal.ts'
import { useWrite } from '#platform/web/api.ts'
import {
  type Vendor,
  deleteVendor,
  listDeletedVendors,
  listVendors,
  readVendor,
  restoreVendor,
  updateVendor,
} from '../contract.ts'

export const vendorReads = [listVendors, readVendor, listDeletedVendors, readActivity] as const

/** Writes from the list or the details dialog, each with a toast and an undo. */
export function useVendorWrites() {
  const change = useWrite(updateVendor, {
    refreshes: vendorReads,
    success: 'Vendor updated successfully',
    failure: 'Failed to update vendor',
  })
  const setActive = ({ id, vendorCode, name, email, version }: Vendor, isActive: boolean) =>
    change.tryRun({
      params: { id },
      body: { vendorCode, name, email, isActive },
      ifMatch: version,
    })
  const removal = useRemoval<Vendor>({
    noun: 'vendor',
    codeOf: ({ vendorCode }) => vendorCode,
    deletion: deleteVendor,
    restoration: restoreVendor,
    refreshes: vendorReads,
    deactivate: (vendor) => void setActive(vendor, false),
  })
  return { ...removal, setActive }
}
