import { type Context, rows } from '#platform/server/database/db.ts'
import { escaped } from '#platform/server/lists/list-search.ts'
import type { Hit, HitKind } from '../contract.ts'
import type { SearchRequest } from './search-orders-and-returns.ts'
import { type Master, masters, matchingPartyIds } from './search-master-records.ts'
import {
  type AmountRange,
  type RankedHit,
  parseNumberQueries,
  withoutDuplicates,
  matchRanks,
} from '../rules.ts'
import * as store from './store.ts'

// Financial documents: searched by number, by party and by amount.

/** Financial documents other than orders, invoices, bills and payments. */
type CreditKind = 'credit-memo' | 'refund' | 'letter' | 'vendor-credit'

type Credit = {
  /** The query of their hits, without a condition. */
  hits: string
  id: string
  number: string
  /**
   * Number prefixes, for documents we number ourselves. Vendors' own numbers are matched in lower
   * case.
   */
  series: readonly string[]
  party: string
  master: Master
}

const credits: Record<CreditKind, Credit> = {
  'credit-memo': {
    hits: store.creditMemoHits,
    id: 'k.id',
    number: 'k.credit_memo_number',
    series: ['CM'],
    party: 'k.customer_id',
    master: masters.customer,
  },
  refund: {
    hits: store.refundHits,
    id: 'k.id',
    number: 'k.refund_number',
    series: ['REF'],
    party: 'k.customer_id',
    master: masters.customer,
  },
  letter: {
    hits: store.letterHits,
    id: 'k.id',
    number: 'k.letter_number',
    series: ['DUN'],
    party: 'k.customer_id',
    master: masters.customer,
  },
  'vendor-credit': {
    hits: store.vendorCreditHits,
    id: 'k.id',
    number: 'lower(k.credit_number)',
    series: [],
    party: 'k.vendor_id',
    master: masters.vendor,
  },
}

/** Ids of the customers or vendors that a text names. */
export type Parties = (master: Master) => Promise<readonly number[]>

/** Looks up the parties of a text once, for all kinds of documents. */
export function partiesOf(ctx: Context, q: string): Parties {
  const known = new Map<Master, Promise<readonly number[]>>()
  return (master) => {
    const found =
      known.get(master) ?? (mayBePartyName(q) ? matchingPartyIds(ctx, master, q) : noCustomers)
    known.set(master, found)
    return found
  }
}

const noCustomers: Promise<readonly number[]> = Promise.resolve([])

/**
 * Documents of one kind: first those whose number matches, then the latest ones of customers or
 * vendors whose name matches.
 */
export async function findCredits(
  ctx: Context,
  kind: CreditKind,
  { q, limit, parties }: SearchRequest & { parties: Parties },
): Promise<RankedHit[]> {
  const { hits, id, number, series, party, master } = credits[kind]
  const numbers = series.length > 0 ? parseNumberQueries(series, q) : [q.toLowerCase()]
  const starts = numbers.map((each) => `${escaped(each)}%`)
  const text = store.numbered(hits, number, id)(starts.length)
  const byNumbers = await rows<RankedHit>(ctx.db, { name: '', text }, [numbers, limit, ...starts])
  if (byNumbers.length >= limit) return byNumbers.slice(0, limit)
  const whose = await parties(master)
  if (whose.length === 0) return byNumbers
  const listed = `${hits} where ${party} = any($1::int[]) order by ${id} desc limit $2`
  const listedHits = await rows<Hit>(ctx.db, { name: '', text: listed }, [whose, limit])
  const partyHits = listedHits.map((hit): RankedHit => ({ ...hit, rank: matchRanks.rest }))
  return withoutDuplicates([...byNumbers, ...partyHits]).slice(0, limit)
}

/** Whether a text may be a name or a code: digits alone are a document number. */
function mayBePartyName(q: string): boolean {
  return /\p{L}{2}/u.test(q)
}

type Priced = { hits: string; amount: string; id: string }

const amountSqlByKind: Partial<Record<HitKind, Priced>> = {
  'sales-order': { hits: store.salesOrderHits, amount: 'o.total_amount', id: 'o.id' },
  'purchase-order': { hits: store.purchaseOrderHits, amount: 'o.total_amount', id: 'o.id' },
  invoice: { hits: store.invoiceHits, amount: 'i.total', id: 'i.id' },
  payment: { hits: store.paymentHits, amount: 'p.amount', id: 'p.id' },
  bill: { hits: store.billHits, amount: 'b.total_amount', id: 'b.id' },
  'vendor-payment': { hits: store.vendorPaymentHits, amount: 'p.amount', id: 'p.id' },
  return: { hits: store.returnHits, amount: 'r.total_amount', id: 'r.id' },
  'credit-memo': { hits: store.creditMemoHits, amount: 'k.total', id: 'k.id' },
  refund: { hits: store.refundHits, amount: 'k.amount', id: 'k.id' },
  letter: { hits: store.letterHits, amount: 'k.total', id: 'k.id' },
  'vendor-credit': { hits: store.vendorCreditHits, amount: 'k.amount', id: 'k.id' },
  'manual-entry': { hits: store.manualEntryHits, amount: 'm.amount', id: 'm.id' },
  'tax-payment': { hits: store.taxPaymentHits, amount: 't.amount', id: 't.id' },
}

/**
 * Documents with an amount in the range, of the given kinds, sorted from the requested end. With
 * `hidesCosts`, purchase orders and vendor returns are left out because their amounts reveal costs.
 */
export async function findByAmount(
  ctx: Context,
  { from, to, isAtLeast }: AmountRange,
  query: { kinds: readonly HitKind[]; limit: number; hidesCosts: boolean },
): Promise<Hit[]> {
  const { kinds, limit, hidesCosts } = query
  const direction = isAtLeast ? 'asc' : 'desc'
  const each = kinds.flatMap((kind) => {
    const found = amountSqlByKind[kind]
    if (!found || (hidesCosts && kind === 'purchase-order')) return []
    const { hits, amount, id } = found
    const sold = hidesCosts && kind === 'return' ? "r.type = 'rma' and " : ''
    return `(${hits} where ${sold}${amount} between $1::numeric and $2::numeric
      order by ${amount} ${direction}, ${id} ${direction} limit $3)`
  })
  if (each.length === 0) return []
  const all = each.join(' union all ')
  const order = `order by amount ${direction}, id ${direction}`
  const text = `${store.hitsIn}(${all}) as found ${order} limit $3`
  return rows<Hit>(ctx.db, { name: '', text }, [from, to, limit])
}
