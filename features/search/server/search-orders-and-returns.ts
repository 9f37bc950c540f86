import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import { listPurchaseOrders } from '#features/purchase-orders/server/service.ts'
import type { Requisition } from '#features/requisitions/contract.ts'
import { listRequisitions } from '#features/requisitions/server/service.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import { listReturns } from '#features/returns/server/service.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { listSalesOrders } from '#features/sales-orders/server/service.ts'
import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { escaped, inSeries } from '#platform/server/lists/list-search.ts'
import type { Page, Stream } from '#platform/server/http/route.ts'
import type { Hit } from '../contract.ts'
import {
  type RankedHit,
  matchesWordPrefixes,
  matchingNoteExcerpt,
  parseNumberQueries,
  withoutDuplicates,
  matchRanks,
} from '../rules.ts'
import * as store from './store.ts'

const leastPo = 4
const leastTracking = 6

/** A search text and the maximum number of hits per kind. */
export type SearchRequest = { q: string; limit: number }

/** Sales orders by number, customer PO or tracking number, then by the search of their list. */
export async function findSalesOrders(ctx: Context, request: SearchRequest): Promise<RankedHit[]> {
  const byNumbers = await Promise.all([
    byNumber(ctx, store.salesOrdersByNumber, ['SO'], request),
    findByPo(ctx, request),
    findByTracking(ctx, request),
  ])
  return withListed(byNumbers.flat(), request, async () => {
    const listed = await rowsOf<SalesOrder>(listSalesOrders(ctx, pageOf(request)))
    return listed.map((order) => ({
      kind: 'sales-order',
      id: order.id,
      code: order.orderNumber,
      title: order.customerName,
      status: order.displayStatus,
      amount: order.totalAmount,
      date: order.orderDate,
      why: orderedBy(order, request.q),
    }))
  })
}

/** Purchase orders by number, then by the search of their list. */
export async function findPurchaseOrders(
  ctx: Context,
  request: SearchRequest,
): Promise<RankedHit[]> {
  const byNumbers = await byNumber(ctx, store.purchaseOrdersByNumber, ['PO'], request)
  return withListed(byNumbers, request, async () => {
    const listed = await rowsOf<PurchaseOrder>(listPurchaseOrders(ctx, pageOf(request)))
    return listed.map((order) => ({
      kind: 'purchase-order',
      id: order.id,
      code: order.orderNumber,
      title: order.vendorName,
      status: order.status,
      amount: order.totalAmount,
      date: order.orderDate,
      why: isNamed(order.orderNumber, order.vendorName, request.q)
        ? null
        : matchingNoteExcerpt(order.notes, request.q),
    }))
  })
}

/** Returns by number, then by the search of their list. */
export async function findReturns(ctx: Context, request: SearchRequest): Promise<RankedHit[]> {
  const byNumbers = await byNumber(ctx, store.returnsByNumber, ['RMA', 'RTV'], request)
  return withListed(byNumbers, request, async () => {
    const listed = await rowsOf<GoodsReturn>(listReturns(ctx, pageOf(request)))
    return listed.map((found) => ({
      kind: 'return',
      id: found.id,
      code: found.returnNumber,
      title: found.partyName,
      status: found.status,
      amount: found.totalAmount,
      date: found.createdAt.slice(0, 10),
      why: null,
    }))
  })
}

/** Requisitions by number, then by the search of their list. */
export async function findRequisitions(ctx: Context, request: SearchRequest): Promise<RankedHit[]> {
  const byNumbers = await byNumber(ctx, store.requisitionsByNumber, ['REQ'], request)
  return withListed(byNumbers, request, async () => {
    const listed = await rowsOf<Requisition>(listRequisitions(ctx, pageOf(request)))
    return listed.map((found) => ({
      kind: 'requisition',
      id: found.id,
      code: found.requisitionNumber,
      title: found.reason,
      status: found.status,
      amount: null,
      date: found.createdAt.slice(0, 10),
      why: `by ${found.createdByName}`,
    }))
  })
}

/** The hits by number, filled up with hits of the list's search. */
async function withListed(
  numberHits: readonly RankedHit[],
  { q, limit }: SearchRequest,
  list: () => Promise<Hit[]>,
): Promise<RankedHit[]> {
  const first = withoutDuplicates(numberHits)
  if (first.length >= limit) return first.slice(0, limit)
  const listed = (await list()).map((hit) => {
    const rank = matchesWordPrefixes(hit.title, q) ? matchRanks.words : matchRanks.rest
    return { ...hit, rank }
  })
  return withoutDuplicates([...first, ...listed]).slice(0, limit)
}

/** Documents whose number equals or starts with the text. */
async function byNumber(
  ctx: Context,
  text: store.ByNumber,
  series: readonly string[],
  { q, limit }: SearchRequest,
): Promise<RankedHit[]> {
  const numbers = parseNumberQueries(series, q)
  const starts = numbers.map((number) => `${escaped(number)}%`)
  const statement = { name: '', text: text(starts.length) }
  return rows<RankedHit>(ctx.db, statement, [numbers, limit, ...starts])
}

/** Orders whose customer PO equals or starts with the text, ignoring punctuation and spaces. */
async function findByPo(ctx: Context, { q, limit }: SearchRequest): Promise<RankedHit[]> {
  const squeezedQuery = lettersAndDigits(q)
  if (squeezedQuery.length < leastPo) return []
  const found = inSeries(squeezedQuery, ['po']).map((start) =>
    rows<RankedHit>(ctx.db, store.salesOrdersByPo, [start, `${start}%`, limit]),
  )
  return (await Promise.all(found)).flat()
}

/** Orders with a shipment of this tracking number. */
async function findByTracking(ctx: Context, { q, limit }: SearchRequest): Promise<RankedHit[]> {
  if (q.length < leastTracking) return []
  const tracking = q.toLowerCase()
  return rows<RankedHit>(ctx.db, store.byTracking, [tracking, `${escaped(tracking)}%`, limit])
}

/** The match shown for an order: an excerpt of its notes, else its customer PO. */
function orderedBy({ orderNumber, customerName, customerPO, notes }: SalesOrder, q: string) {
  const po = customerPO ? `PO ${customerPO}` : null
  if (isNamed(`${orderNumber} ${customerPO ?? ''}`, customerName, q)) return po
  return matchingNoteExcerpt(notes, q) ?? po
}

/** Whether a document's number or party contains the first word. */
function isNamed(number: string, party: string, q: string): boolean {
  const [word = ''] = q.toLowerCase().split(/\s+/)
  return `${number} ${party}`.toLowerCase().includes(word)
}

function pageOf({ q, limit }: SearchRequest) {
  return { q, limit }
}

/** The rows of a page; lists return a page when a limit is given. */
async function rowsOf<Row>(answer: Promise<Page<unknown> | Stream<unknown>>): Promise<Row[]> {
  const page = await answer
  return 'rows' in page ? (page.rows as Row[]) : []
}
