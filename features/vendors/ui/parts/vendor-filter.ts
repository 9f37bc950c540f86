import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'

/** The list filter by vendor; the address holds the vendor's code. */
export const vendorFilter: Filter = {
  kind: 'record',
  id: 'vendorCode',
  label: 'Vendor',
  source: 'vendors-to-filter',
  search: async (text, signal) => (await import('./find-vendors.ts')).findVendors(text, signal),
}
