import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'

/** The filter of a list by one vendor, whose code the address keeps. */
export const vendorFilter: Filter = {
  kind: 'record',
  id: 'vendorCode',
  label: 'Vendor',
  source: 'vendors-to-filter',
  search: async (text, signal) => (await import('./find-vendors.ts')).findVendors(text, signal),
}
