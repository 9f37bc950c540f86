import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'

/** The filter of a list by one customer, whose code the address keeps. */
export const customerFilter: Filter = {
  kind: 'record',
  id: 'customerCode',
  label: 'Customer',
  source: 'customers-to-filter',
  search: async (text, signal) => (await import('./find-customers.ts')).findCustomers(text, signal),
}
