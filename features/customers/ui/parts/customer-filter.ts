import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'

/** A list filter by one customer; the URL stores the customer code. */
export const customerFilter: Filter = {
  kind: 'record',
  id: 'customerCode',
  label: 'Customer',
  source: 'customers-to-filter',
  search: async (text, signal) => (await import('./find-customers.ts')).findCustomers(text, signal),
}
