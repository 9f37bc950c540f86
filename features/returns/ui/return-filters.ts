import type { Filter, RecordFilter } from '#platform/ui/table/filters/FilterChip.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { returnList } from '../contract.ts'
import { commonReasons } from '../labels.ts'

const reasons = [...new Set([...commonReasons.rma, ...commonReasons.rtv])]

/** The filters of the list of returns. */
export const filters = filtersOf(returnList, {
  reason: {
    kind: 'choice',
    id: 'reason',
    label: 'Reason',
    several: true,
    options: reasons.map((reason) => ({ value: reason, label: reason })),
  },
  customerId: among(
    { id: 'customerId', label: 'Customer' },
    'return-parties-rma',
    async (text, signal) => (await finders()).findParties('rma', text, signal),
  ),
  vendorId: among({ id: 'vendorId', label: 'Vendor' }, 'return-parties-rtv', async (text, signal) =>
    (await finders()).findParties('rtv', text, signal),
  ),
  salesOrderId: among(
    { id: 'salesOrderId', label: 'Sales order' },
    'return-orders-rma',
    async (text, signal) => (await finders()).findOrders('rma', text, signal),
  ),
  purchaseOrderId: among(
    { id: 'purchaseOrderId', label: 'Purchase order' },
    'return-orders-rtv',
    async (text, signal) => (await finders()).findOrders('rtv', text, signal),
  ),
  skuId: among({ id: 'skuId', label: 'SKU' }, 'return-skus', async (text, signal) =>
    (await finders()).findSkus(text, signal),
  ),
})

/** Filter by a related record: customer, vendor, order or SKU. */
function among(
  named: { id: string; label: string },
  source: string,
  search: RecordFilter['search'],
): Filter {
  return { ...named, kind: 'record', by: 'id', source, search }
}

// Loaded lazily, on the first search.
function finders() {
  return import('./create/find-orders-and-parties.ts')
}
