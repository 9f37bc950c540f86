import * as z from 'zod/mini'
import { bulkForm, bulkOutcome } from '#platform/kernel/bulk.ts'
import {
  changesQuery,
  endpoint,
  exportQuery,
  paging,
  pagingAndOrder,
} from '#platform/kernel/endpoint.ts'
import { defineList, field } from '#platform/kernel/list.ts'
import { code, email, momentText, optionalText, text, units } from '#platform/kernel/fields.ts'
import { csvBody, type ImportColumn, importOutcome, importQuery } from '#platform/kernel/import.ts'

export const vendorForm = z.object({
  vendorCode: code(50),
  name: text(200),
  email: email(),
  phone: optionalText(50),
  address: optionalText(500),
  city: optionalText(100),
  state: optionalText(100),
  zipCode: optionalText(20),
  country: optionalText(100),
  website: optionalText(200),
  contactName: optionalText(200),
  notes: optionalText(5000),
  paymentTerms: optionalText(50),
  taxId: optionalText(50),
  leadTimeDays: z.optional(z.nullable(units(0))),
  minimumOrderQuantity: z.optional(z.nullable(units(0))),
  preferredRank: z.optional(z.nullable(units(1))),
  isActive: z.optional(z.boolean()),
})

/** Changes by JSON Merge Patch (RFC 7396): absent fields stay, null clears a field. */
export const vendorPatch = z.partial(vendorForm)

const nullableText = z.nullable(z.string())
const nullableCount = z.nullable(z.int())

/** A vendor as returned by the API. */
export const vendor = z.object({
  id: z.int(),
  vendorCode: z.string(),
  name: z.string(),
  email: z.string(),
  phone: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  country: nullableText,
  website: nullableText,
  contactName: nullableText,
  notes: nullableText,
  paymentTerms: nullableText,
  taxId: nullableText,
  leadTimeDays: nullableCount,
  minimumOrderQuantity: nullableCount,
  preferredRank: nullableCount,
  isActive: z.boolean(),
  /** Number of submitted or approved purchase orders. */
  openOrders: z.int(),
  /** Percent on time, of orders received in the last year with an expected date. */
  onTimePercent: z.nullable(z.string()),
  createdAt: momentText,
  updatedAt: momentText,
  version: z.int(),
})
export type Vendor = z.infer<typeof vendor>
export type VendorForm = z.output<typeof vendorForm>

/** The list of vendors. */
export const vendorList = defineList({
  name: 'vendors',
  row: vendor,
  defaultSort: 'vendorCode',
  fields: {
    vendorCode: field.text({
      label: 'Vendor Code',
      sortable: true,
      filterable: true,
      column: { width: 116 },
    }),
    name: field.text({
      label: 'Name',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 175, phone: 'line' },
    }),
    email: field.text({
      label: 'Email',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 200 },
    }),
    phone: field.text({
      label: 'Phone',
      sortable: true,
      filterable: true,
      column: { width: 118 },
    }),
    city: field.text({
      label: 'City',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 100, phone: 'date' },
    }),
    paymentTerms: field.text({
      label: 'Payment Terms',
      filterLabel: 'Payment terms',
      sortable: true,
      filterable: true,
      column: { width: 130, phone: 'amount' },
    }),
    isActive: field.active(),
    openOrders: field.units({
      label: 'Open POs',
      sortable: true,
      column: { width: 110, isOptional: true },
    }),
    onTimePercent: field.units({
      label: 'On-time %',
      sortable: true,
      column: { width: 110, isOptional: true },
    }),
    leadTimeDays: field.units({
      label: 'Lead Time',
      sortable: true,
      filterable: true,
      column: { width: 110, isOptional: true },
    }),
    preferredRank: field.units({
      label: 'Preferred Ranking',
      sortable: true,
      filterable: true,
      column: { width: 150, isOptional: true },
    }),
    minimumOrderQuantity: field.units({
      label: 'Minimum Order',
      column: { width: 130, isOptional: true },
    }),
    contactName: field.text({
      label: 'Contact',
      column: { isLong: true, width: 140, isOptional: true },
    }),
    state: field.text({
      label: 'State',
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 110, isOptional: true },
    }),
    id: field.references({ sortable: true, filterable: true }),
    createdAt: field.moment({ sortable: true, filterable: true }),
    updatedAt: field.moment({ sortable: true, filterable: true }),
    address: field.text({ filterable: true }),
    zipCode: field.text({ filterable: true }),
    country: field.text({ label: 'Country', filterable: true }),
  },
  chips: ['isActive', 'city', 'state', 'country', 'paymentTerms'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Inactive', filters: { isActive: 'false' } },
  ],
})

export const vendorQuery = vendorList.query
export type VendorQuery = z.output<typeof vendorQuery>

export const listVendors = endpoint('GET', '/api/vendors', {
  permission: 'vendors.read',
  query: z.extend(vendorQuery, changesQuery),
  returns: z.array(vendor),
  summary: 'Vendors',
})
export const readVendor = endpoint('GET', '/api/vendors/:id', {
  permission: 'vendors.read',
  returns: vendor,
  summary: 'One vendor',
})
/** Computed fields: accepted in a body but ignored. */
const computed = ['id', 'createdAt', 'updatedAt', 'version']

export const createVendor = endpoint('POST', '/api/vendors', {
  permission: 'vendors.edit',
  body: vendorForm,
  ignores: computed,
  returns: vendor,
  status: 201,
  summary: 'Creates a vendor',
})
export const updateVendor = endpoint('PUT', '/api/vendors/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  body: vendorForm,
  returns: vendor,
  summary: 'Changes a vendor; omitted fields do not change',
})
export const patchVendor = endpoint('PATCH', '/api/vendors/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  body: vendorPatch,
  returns: vendor,
  summary: 'Changes fields of a vendor by JSON Merge Patch; null clears a field',
})
export const changeVendorTerms = endpoint('PUT', '/api/vendors/:id/terms', {
  permission: 'vendors.terms',
  checksVersion: true,
  body: z.pick(vendorForm, { paymentTerms: true }),
  returns: vendor,
  summary: 'Changes payment terms, for roles that cannot edit other vendor data',
})
export const deleteVendor = endpoint('DELETE', '/api/vendors/:id', {
  permission: 'vendors.delete',
  checksVersion: true,
  summary: 'Deletes a vendor that nothing refers to; restorable for 30 days',
})
export const restoreVendor = endpoint('POST', '/api/vendors/:id/restore', {
  permission: 'vendors.delete',
  returns: vendor,
  summary: 'Restores a deleted vendor',
})
export const listDeletedVendors = endpoint('GET', '/api/vendors/deleted', {
  permission: 'vendors.delete',
  returns: z.array(vendor),
  summary: 'Vendors deleted in the last 30 days, newest first',
})

const exportVendorQuery = z.extend(z.omit(vendorQuery, paging), exportQuery)
export type ExportVendorsQuery = z.output<typeof exportVendorQuery>

export const exportVendors = endpoint('GET', '/api/vendors/export.csv', {
  permission: 'vendors.read',
  query: exportVendorQuery,
  file: 'text/csv',
  summary: 'Exports all vendors that match the filters as CSV, in list order',
})

const changeVendorsForm = bulkForm(z.omit(vendorQuery, pagingAndOrder))
export type ChangeVendors = z.output<typeof changeVendorsForm>

export const changeVendors = endpoint('POST', '/api/vendors/bulk', {
  permission: 'vendors.edit',
  body: changeVendorsForm,
  returns: bulkOutcome,
  summary: 'Activates, deactivates, deletes or restores many vendors',
})

/** The columns of a vendor import file. */
export const vendorColumns = [
  { name: 'vendorCode', label: 'Vendor Code', isRequired: true },
  { name: 'name', label: 'Company Name', isRequired: true },
  { name: 'email', label: 'Email', isRequired: true },
  { name: 'phone', label: 'Phone' },
  { name: 'address', label: 'Address' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zipCode', label: 'ZIP Code' },
  { name: 'country', label: 'Country' },
  { name: 'website', label: 'Website' },
  { name: 'contactName', label: 'Contact Name' },
  { name: 'notes', label: 'Notes' },
  { name: 'paymentTerms', label: 'Payment Terms' },
  { name: 'taxId', label: 'Tax ID' },
  { name: 'leadTimeDays', label: 'Lead Time Days', kind: 'count' },
  { name: 'minimumOrderQuantity', label: 'Minimum Order Quantity', kind: 'count' },
  { name: 'preferredRank', label: 'Preferred Rank', kind: 'count' },
  { name: 'isActive', label: 'Active', kind: 'flag' },
] as const satisfies readonly ImportColumn[]

export const importVendors = endpoint('POST', '/api/vendors/import', {
  permission: 'vendors.import',
  query: importQuery,
  body: csvBody,
  bodyMediaType: 'text/csv',
  returns: importOutcome,
  summary: 'Imports vendors from a CSV file, all rows or none. `dryRun` only checks the file',
})
export const undoVendorImport = endpoint('POST', '/api/vendors/import/:id/undo', {
  permission: 'vendors.import',
  returns: bulkOutcome,
  summary: 'Undoes an import of vendors, except for vendors changed after it',
})
