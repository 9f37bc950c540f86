import pMap from 'p-map'
import { may, type Permission } from '#features/auth/rules.ts'
import { type Context, type Statement, rows } from '#platform/server/database/db.ts'
import { type Hit, type HitKind, type SearchQuery, hitKinds } from '../contract.ts'
import {
  findPurchaseOrders,
  findRequisitions,
  findReturns,
  findSalesOrders,
  type SearchRequest,
} from './search-orders-and-returns.ts'
import { findMasters, findMisspelled, masters } from './search-master-records.ts'
import { findByAmount, findCredits, type Parties, partiesOf } from './search-financial-documents.ts'
import { parseAmountQuery, type RankedHit, parseNumberQuery, matchRanks, ranked } from '../rules.ts'
import * as store from './store.ts'

const defaultLimit = 20
const perKind = 8
/** Kinds searched concurrently, limited so that one search never uses every connection. */
const kindsAtOnce = 2

type Find = (ctx: Context, request: SearchRequest & { parties: Parties }) => Promise<RankedHit[]>

/** The search of each kind. Results are ranked before the limit is applied. */
const finds: Record<HitKind, Find> = {
  'sales-order': findSalesOrders,
  'purchase-order': findPurchaseOrders,
  requisition: findRequisitions,
  return: findReturns,
  invoice: (ctx, { q }) => byNumber(ctx, store.invoicesByNumber, parseNumberQuery('INV', q)),
  payment: (ctx, { q }) => byNumber(ctx, store.paymentsByNumber, parseNumberQuery('PAY', q)),
  bill: (ctx, { q }) => byNumber(ctx, store.billsByNumber, q.toLowerCase()),
  'vendor-payment': (ctx, { q }) =>
    byNumber(ctx, store.vendorPaymentsByNumber, parseNumberQuery('VP', q)),
  customer: (ctx, request) => findMasters(ctx, masters.customer, request),
  vendor: (ctx, request) => findMasters(ctx, masters.vendor, request),
  sku: (ctx, request) => findMasters(ctx, masters.sku, request),
  'credit-memo': (ctx, request) => findCredits(ctx, 'credit-memo', request),
  refund: (ctx, request) => findCredits(ctx, 'refund', request),
  letter: (ctx, request) => findCredits(ctx, 'letter', request),
  'vendor-credit': (ctx, request) => findCredits(ctx, 'vendor-credit', request),
  'manual-entry': (ctx, { q }) =>
    byNumber(ctx, store.manualEntriesByNumber, parseNumberQuery('JE', q)),
  'tax-payment': (ctx, { q }) =>
    byNumber(ctx, store.taxPaymentsByNumber, parseNumberQuery('STP', q)),
}

/** The permission required to find each kind. */
const needs: Record<HitKind, Permission> = {
  'sales-order': 'salesOrders.read',
  'purchase-order': 'purchaseOrders.read',
  requisition: 'requisitions.read',
  return: 'returns.read',
  customer: 'customers.read',
  vendor: 'vendors.read',
  sku: 'skus.read',
  invoice: 'receivables.read',
  payment: 'receivables.read',
  bill: 'payables.read',
  'vendor-payment': 'payables.read',
  'credit-memo': 'receivables.read',
  refund: 'receivables.read',
  letter: 'receivables.read',
  'vendor-credit': 'payables.read',
  'manual-entry': 'ledger.read',
  'tax-payment': 'ledger.read',
}

/**
 * Records of every kind that match a text: numbers, customer POs in any spelling, codes, barcodes,
 * names, email, places, phone digits and notes; or documents by amount.
 */
export async function searchAll(ctx: Context, query: SearchQuery): Promise<Hit[]> {
  const { q, kinds, limit = defaultLimit } = query
  const requested = kinds?.split(',') ?? hitKinds
  const mayFind = (kind: HitKind) => ctx.user !== undefined && may(ctx.user, needs[kind])
  const searched = hitKinds.filter((kind) => requested.includes(kind) && mayFind(kind))
  const range = parseAmountQuery(q)
  const hidesCosts = ctx.user !== undefined && !may(ctx.user, 'skus.cost')
  if (range) return findByAmount(ctx, range, { kinds: searched, limit, hidesCosts })
  const request = { q, limit: perKind, parties: partiesOf(ctx, q) }
  const lists = await pMap(searched, (kind) => finds[kind](ctx, request), {
    concurrency: kindsAtOnce,
  })
  const found = lists.flat()
  const more = await findSimilarNames(ctx, { q, searched, limit, found })
  const hits = ranked([...found, ...more]).slice(0, limit)
  return hidesCosts ? hits.map(withoutCosts) : hits
}

/** Removes the amount from hits of purchases, since it would reveal costs. */
function withoutCosts(hit: Hit): Hit {
  const isSold = hit.kind === 'return' && hit.code.startsWith('RMA')
  const isBought = hit.kind === 'purchase-order' || hit.kind === 'return'
  return isBought && !isSold ? { ...hit, amount: null } : hit
}

type MisspelledSearch = {
  q: string
  searched: readonly HitKind[]
  limit: number
  found: readonly RankedHit[]
}

/** Misspelled names, if there is room for them and no hit is an exact match. */
async function findSimilarNames(
  ctx: Context,
  { q, searched, limit, found }: MisspelledSearch,
): Promise<RankedHit[]> {
  if (found.length >= limit || found.some(({ rank }) => rank === matchRanks.exact)) return []
  const hasRoom = (kind: HitKind) => found.filter((hit) => hit.kind === kind).length < perKind
  const alike = await Promise.all(
    Object.values(masters)
      .filter(({ kind }) => searched.includes(kind) && hasRoom(kind))
      .map((master) => findMisspelled(ctx, master, { q, limit: perKind })),
  )
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return alike.flat().filter(({ kind, id }) => !known.has(`${kind} ${id}`))
}

/** Documents with exactly this number. */
async function byNumber(
  ctx: Context,
  statement: Statement,
  number: string | undefined,
): Promise<RankedHit[]> {
  if (number === undefined) return []
  const hits = await rows<Hit>(ctx.db, statement, [number, perKind])
  return hits.map((hit) => ({ ...hit, rank: matchRanks.exact }))
}
