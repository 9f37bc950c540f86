import { may, type Permission } from '#features/auth/rules.ts'
import { customerPage } from '#features/customers/service.ts'
import type { Customer } from '#features/customers/contract.ts'
import type { PurchaseOrder } from '#features/purchase-orders/contract.ts'
import { purchaseOrderPage } from '#features/purchase-orders/service.ts'
import type { Requisition } from '#features/requisitions/contract.ts'
import { requisitionPage } from '#features/requisitions/service.ts'
import type { GoodsReturn } from '#features/returns/contract.ts'
import { returnPage } from '#features/returns/service.ts'
import type { SalesOrder } from '#features/sales-orders/contract.ts'
import { salesOrderPage } from '#features/sales-orders/service.ts'
import type { Sku } from '#features/skus/contract.ts'
import { skuPage } from '#features/skus/service.ts'
import type { Vendor } from '#features/vendors/contract.ts'
import { vendorPage } from '#features/vendors/service.ts'
import { type Context, type Statement, rows } from '#platform/server/db.ts'
import type { Page, Stream } from '#platform/server/route.ts'
import { type Hit, type HitKind, type SearchQuery, hitKinds } from './contract.ts'
import { amountAsked, numberAsked, ranked, squeezed } from './rules.ts'
import * as store from './store.ts'

const usualLimit = 20
const perKind = 8
const leastPo = 4
const leastPhone = 5
const leastTracking = 6

type Find = (ctx: Context, q: string) => Promise<Hit[]>

/** Each kind by its own list, so that a record is found here as it is found there. */
const finds: Record<HitKind, Find> = {
  'sales-order': async (ctx, q) => {
    const [listed, byPo, byTracking] = await Promise.all([
      rowsOf<SalesOrder>(salesOrderPage(ctx, { q, limit: perKind })),
      findByPo(ctx, q),
      findByTracking(ctx, q),
    ])
    const hits = [...byPo, ...byTracking, ...listed.map(salesOrderHit)]
    return hits.filter(({ id }, place) => hits.findIndex((hit) => hit.id === id) === place)
  },
  'purchase-order': async (ctx, q) =>
    (await rowsOf<PurchaseOrder>(purchaseOrderPage(ctx, { q, limit: perKind }))).map((order) => ({
      kind: 'purchase-order',
      id: order.id,
      code: order.orderNumber,
      title: order.vendorName,
      status: order.status,
      amount: order.totalAmount,
      date: order.orderDate,
      why: null,
    })),
  requisition: async (ctx, q) =>
    (await rowsOf<Requisition>(requisitionPage(ctx, { q, limit: perKind }))).map((found) => ({
      kind: 'requisition',
      id: found.id,
      code: found.requisitionNumber,
      title: found.reason,
      status: found.status,
      amount: null,
      date: found.createdAt.slice(0, 10),
      why: `by ${found.createdByName}`,
    })),
  return: async (ctx, q) =>
    (await rowsOf<GoodsReturn>(returnPage(ctx, { q, limit: perKind }))).map((found) => ({
      kind: 'return',
      id: found.id,
      code: found.returnNumber,
      title: found.partyName,
      status: found.status,
      amount: found.totalAmount,
      date: found.createdAt.slice(0, 10),
      why: null,
    })),
  invoice: (ctx, q) => byNumber(ctx, store.invoicesByNumber, numberAsked('INV', q)),
  payment: (ctx, q) => byNumber(ctx, store.paymentsByNumber, numberAsked('PAY', q)),
  bill: (ctx, q) => byNumber(ctx, store.billsByNumber, q.toLowerCase()),
  'vendor-payment': (ctx, q) => byNumber(ctx, store.vendorPaymentsByNumber, numberAsked('VP', q)),
  customer: async (ctx, q) => {
    const [listed, called] = await Promise.all([
      rowsOf<Customer>(customerPage(ctx, { q, limit: perKind })),
      findByPhone(ctx, q),
    ])
    const known = new Set(listed.map(({ id }) => id))
    const hits = listed.map(({ id, customerCode, name, city, isActive }) =>
      master('customer', { id, code: customerCode, title: name, why: city, isActive }),
    )
    return [...hits, ...called.filter(({ id }) => !known.has(id))]
  },
  vendor: async (ctx, q) =>
    (await rowsOf<Vendor>(vendorPage(ctx, { q, limit: perKind }))).map((vendor) => {
      const { id, vendorCode, name, city, isActive } = vendor
      return master('vendor', { id, code: vendorCode, title: name, why: city, isActive })
    }),
  sku: async (ctx, q) =>
    (await rowsOf<Sku>(skuPage(ctx, { q, limit: perKind }))).map((sku) => {
      const why = `${sku.available.toLocaleString('en-US')} available`
      return master('sku', { ...sku, code: sku.sku, title: sku.name, why })
    }),
}

/** What somebody must be allowed to see to find it; the rest everybody may. */
const needs: Partial<Record<HitKind, Permission>> = {
  invoice: 'receivables.read',
  requisition: 'requisitions.read',
  payment: 'receivables.read',
  bill: 'payables.read',
  'vendor-payment': 'payables.read',
}

/**
 * Records of every kind that match a text: numbers, customer POs however they are written, codes,
 * names, places, phone digits; or orders by their amount.
 */
export async function search(ctx: Context, query: SearchQuery): Promise<Hit[]> {
  const { q, kinds, limit = usualLimit } = query
  const amount = amountAsked(q)
  if (amount) {
    const { from, to, isUpwards } = amount
    return rows<Hit>(ctx.db, isUpwards ? store.byAmountUp : store.byAmountDown, [from, to, limit])
  }
  const wanted = kinds?.split(',') ?? hitKinds
  const mayFind = (kind: HitKind) => {
    const needed = needs[kind]
    return needed === undefined || (ctx.user !== undefined && may(ctx.user, needed))
  }
  const found = await Promise.all(
    hitKinds
      .filter((kind) => wanted.includes(kind) && mayFind(kind))
      .map((kind) => finds[kind](ctx, q)),
  )
  return ranked(found.flat(), q).slice(0, limit)
}

/** Orders whose customer PO begins with the text, whatever stands between its letters. */
async function findByPo(ctx: Context, q: string): Promise<Hit[]> {
  const wanted = squeezed(q)
  return wanted.length < leastPo
    ? []
    : rows<Hit>(ctx.db, store.bySqueezedPo, [`${wanted}%`, perKind])
}

/** Orders that went out under this tracking number. */
async function findByTracking(ctx: Context, q: string): Promise<Hit[]> {
  if (q.length < leastTracking) return []
  const begins = q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  return rows<Hit>(ctx.db, store.byTracking, [`${begins}%`, perKind])
}

/** The documents with just this number. */
async function byNumber(ctx: Context, statement: Statement, number: string | undefined) {
  return number === undefined ? [] : rows<Hit>(ctx.db, statement, [number, perKind])
}

/** Customers whose phone number has these digits, whatever its format. */
async function findByPhone(ctx: Context, q: string): Promise<Hit[]> {
  const digits = q.replaceAll(/\D/g, '')
  const isPhone = digits.length >= leastPhone && /^[\d\s()+./-]+$/.test(q)
  return isPhone ? rows<Hit>(ctx.db, store.byPhone, [`%${digits}%`, perKind]) : []
}

function salesOrderHit(order: SalesOrder): Hit {
  return {
    kind: 'sales-order',
    id: order.id,
    code: order.orderNumber,
    title: order.customerName,
    status: order.displayStatus,
    amount: order.totalAmount,
    date: order.orderDate,
    why: order.customerPO ? `PO ${order.customerPO}` : null,
  }
}

type Master = { id: number; code: string; title: string; why: string | null; isActive: boolean }

function master(kind: HitKind, { id, code, title, why, isActive }: Master): Hit {
  const status = isActive ? 'active' : 'inactive'
  return { kind, id, code, title, status, amount: null, date: null, why }
}

/** The rows of a page; with a limit a list answers one. */
async function rowsOf<Row>(answer: Promise<Page<unknown> | Stream<unknown>>): Promise<Row[]> {
  const page = await answer
  return 'rows' in page ? (page.rows as Row[]) : []
}
