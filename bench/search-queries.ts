import type { Facts } from './benchmarked-lists.ts'
import type { BenchmarkQuery } from './list-queries.ts'

const searches: Record<string, (facts: Facts) => string> = {
  'order number': ({ orderNumber }) => `q=${orderNumber}`,
  'end of an order number': ({ orderNumber }) => `q=${orderNumber.slice(-5)}`,
  'customer PO': ({ customerPO }) => `q=${customerPO}`,
  'customer code': ({ customerCode }) => `q=${customerCode}`,
  'customer name': ({ customerName }) => `q=${encodeURIComponent(customerName)}`,
  'a word of every name': () => 'q=customer',
  'a misspelled word': () => 'q=cusotmer 17',
  email: () => 'q=bulk-17@bulk.example',
  'phone digits': () => 'q=(555) 010-4477',
  sku: () => 'q=BLK-00017',
  'tracking number': () => 'q=1Z999AA1',
  'return number': () => 'q=RMA-100000004321',
  amount: () => 'q=>1000',
  'a word of notes': () => 'q=gate',
  'nothing there': () => 'q=zebra',
}

/** Queries of the global search, one per searched field, while the number of orders grows. */
export function searchQueries(): BenchmarkQuery[] {
  const group = 'search of everything'
  const path = '/api/search'
  return Object.entries(searches).map(([name, query]) => ({ group, name, path, query }))
}
