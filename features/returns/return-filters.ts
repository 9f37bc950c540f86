import type { Filter } from '#platform/ui/table/FilterChip.tsx'
import { returnStatuses, type ReturnType } from './rules.ts'
import { typeNames, usualReasons } from './words.ts'

const reasons = [...new Set([...usualReasons.rma, ...usualReasons.rtv])]

/** What the list of returns is filtered by. */
export const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'type',
    label: 'Type',
    options: Object.entries(typeNames).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: returnStatuses.map((value) => ({ value, label: capitalised(value) })),
  },
  { kind: 'flag', id: 'held', label: 'Held', value: 'true' },
  {
    kind: 'choice',
    id: 'reason',
    label: 'Reason',
    several: true,
    options: reasons.map((reason) => ({ value: reason, label: reason })),
  },
  party('rma', { id: 'customerId', label: 'Customer' }),
  party('rtv', { id: 'vendorId', label: 'Vendor' }),
  order('rma', { id: 'salesOrderId', label: 'Sales order' }),
  order('rtv', { id: 'purchaseOrderId', label: 'Purchase order' }),
  {
    kind: 'record',
    by: 'id',
    id: 'skuId',
    label: 'SKU',
    source: 'return-skus',
    search: async (text, signal) => (await finders()).findSkus(text, signal),
  },
]

type Named = { id: string; label: string }

/** Whom goods come from or go to. */
function party(type: ReturnType, named: Named): Filter {
  return {
    ...named,
    kind: 'record',
    by: 'id',
    source: `return-parties-${type}`,
    search: async (text, signal) => (await finders()).findParties(type, text, signal),
  }
}

/** The order that goods were on. */
function order(type: ReturnType, named: Named): Filter {
  return {
    ...named,
    kind: 'record',
    by: 'id',
    source: `return-orders-${type}`,
    search: async (text, signal) => (await finders()).findOrders(type, text, signal),
  }
}

// Loaded when somebody looks for one.
function finders() {
  return import('./find-origins.ts')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
