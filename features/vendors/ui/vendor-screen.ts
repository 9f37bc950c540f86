import { listImports } from '#features/audit/imports-contract.ts'
import { readActivity } from '#features/audit/activity-contract.ts'
import { masterScreen } from '#platform/ui/master-data/master-screen.ts'
import {
  createVendor,
  deleteVendor,
  importVendors,
  listDeletedVendors,
  listVendors,
  readVendor,
  restoreVendor,
  undoVendorImport,
  updateVendor,
  type Vendor,
  vendorColumns,
  vendorList,
} from '../contract.ts'

export const vendorReads = [listVendors, readVendor, listDeletedVendors, readActivity] as const

/** What the screens of vendors share. */
export const vendorScreen = masterScreen<Vendor, typeof listVendors, typeof updateVendor>({
  noun: 'vendor',
  nouns: 'Vendors',
  list: listVendors,
  read: readVendor,
  create: createVendor,
  update: updateVendor,
  deletion: deleteVendor,
  restoration: restoreVendor,
  deleted: listDeletedVendors,
  refreshes: vendorReads,
  declaredList: vendorList,
  codeOf: ({ vendorCode }) => vendorCode,
  lookUp: (code) => ({ vendorCode: code, limit: 100 }),
  activation: ({ vendorCode, name, email }, isActive) => ({ vendorCode, name, email, isActive }),
  file: {
    columns: vendorColumns,
    importing: importVendors,
    undoing: undoVendorImport,
    recent: { endpoint: listImports, query: { table: 'vendors' } },
    sample: '/samples/vendors.csv',
  },
})
