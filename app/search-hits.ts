import { queryOptions } from '@tanstack/react-query'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { send } from '#platform/web/send.ts'
import { type Hit as Found, type HitKind, searchAll } from '#features/search/contract.ts'

/** One record found: what it is, and where it opens. */
export type Hit = { kind: string; href: string; code: string; detail: string }

/** What each is called, and the address its code or number is added to; some take its id. */
const kinds: Record<HitKind, { kind: string; path: string; by?: 'id' }> = {
  'sales-order': { kind: 'Order', path: '/sales-orders?open=' },
  'purchase-order': { kind: 'PO', path: '/purchase-orders?open=' },
  requisition: { kind: 'Requisition', path: '/requisitions?open=' },
  return: { kind: 'Return', path: '/returns?open=' },
  invoice: { kind: 'Invoice', path: '/ar-reports?tab=invoices&open=' },
  payment: { kind: 'Payment', path: '/ar-reports?tab=payments&open=' },
  bill: { kind: 'Bill', path: '/ap-reports?tab=bills&open=', by: 'id' },
  'vendor-payment': { kind: 'Payment', path: '/ap-reports?tab=payments&open=', by: 'id' },
  customer: { kind: 'Customer', path: '/customers?open=' },
  vendor: { kind: 'Vendor', path: '/vendors?open=' },
  sku: { kind: 'SKU', path: '/skus?open=' },
}

/** Records that match a text, of some kinds or of all, the best first. */
export function hitsFor(text: string, of?: readonly HitKind[]) {
  const query = { q: text, limit: 12, ...(of && { kinds: of.join() }) }
  return queryOptions({
    queryKey: ['hits', text, of?.join()],
    queryFn: async ({ signal }) => (await send(searchAll, { query, signal })).map(shown),
    staleTime: 10_000,
    enabled: text !== '',
  })
}

function shown(found: Found): Hit {
  const { kind, code, title, status, amount, date, why } = found
  const isStatusTold = status !== null && status !== 'active'
  const facts = [
    title,
    isStatusTold && capitalised(status),
    amount && formatDecimal(amount),
    // The wire's days are checked by the server; the kernel prints them.
    date && formatDay(date as Day),
    why?.replace(/^PO (?=PO\b)/i, ''),
  ]
  const { kind: called, path, by } = kinds[kind]
  const href = path + encodeURIComponent(by === 'id' ? found.id : code)
  return { kind: called, href, code, detail: facts.filter(Boolean).join(' · ') }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
