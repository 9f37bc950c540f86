import type { SumGroup } from '#platform/ui/table/groups/row-groups.ts'

/** Groups rows by customer; the list sorts by `customerId` and filters by `customerCode`. */
export const customerGroup: SumGroup<{ customerCode: string; customerName: string }> = {
  id: 'customer',
  label: 'Customer',
  filtersOf: (code) => ({ 'f.customerCode': code }),
  rows: {
    sort: 'customerId',
    keyOf: ({ customerCode }) => customerCode,
    headingOf: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
  },
}
