import type { SumGroup } from '#platform/ui/table/groups/row-groups.ts'

/** Groups rows by vendor; the list sorts by `vendorId` and filters by `vendorCode`. */
export const vendorGroup: SumGroup<{ vendorCode: string; vendorName: string }> = {
  id: 'vendor',
  label: 'Vendor',
  filtersOf: (code) => ({ 'f.vendorCode': code }),
  rows: {
    sort: 'vendorId',
    keyOf: ({ vendorCode }) => vendorCode,
    headingOf: ({ vendorCode, vendorName }) => `${vendorCode} · ${vendorName}`,
  },
}
