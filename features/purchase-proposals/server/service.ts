import { may } from '#features/auth/rules.ts'
import { createPurchaseOrder } from '#features/purchase-orders/server/service.ts'
import { createRequisition } from '#features/requisitions/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { addDays, type Day, today } from '#platform/kernel/days.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { readList } from '#platform/server/lists/list.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import type { OrderProposals, Proposal, ProposalQuery } from '../contract.ts'
import { refuseAlreadyOrdered } from '../rules.ts'
import * as store from './store.ts'

/** Purchase proposals, earliest stockout first; prices only for roles that may read costs. */
export async function listProposals(ctx: Context, query: ProposalQuery) {
  const rules = await readSettings(ctx)
  const spec = store.proposalsOn(requestDates(ctx, rules))
  const seesPrices = !ctx.user || may(ctx.user, 'skus.cost')
  return readList<Proposal>(ctx.db, seesPrices ? spec : store.withoutPrices(spec), query)
}

type Line = OrderProposals['lines'][number]
type InsertedProposal = { purchaseOrders: string[]; requisition: string | null }

/**
 * Creates draft purchase orders from chosen lines, one per vendor, or one submitted requisition.
 * Rechecks incoming units under the SKU locks: of two concurrent buyers, the second is rejected
 * with what the first has ordered.
 */
export async function orderProposals(
  ctx: Context,
  { as, lines }: OrderProposals,
): Promise<InsertedProposal> {
  guardOnce(lines)
  const rules = await readSettings(ctx)
  const { today: date, coverDays } = requestDates(ctx, rules)
  const vendorIds = [...new Set(lines.map(({ vendorId }) => vendorId))]
  const skuIds = lines.map(({ skuId }) => skuId)
  const count = as === 'orders' ? vendorIds.length : 0
  const numbers = await nextNumbers(ctx.db, 'PO', { count, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    await rows(inner.db, store.lockVendors, [vendorIds])
    await rows(inner.db, store.lockSkus, [skuIds])
    type Incoming = { skuId: number; sku: string; incoming: number }
    const values = [date, coverDays, skuIds]
    refuseAlreadyOrdered(lines, await rows<Incoming>(inner.db, store.readIncoming, values))
    const leads = await leadsOf(inner, lines)
    if (as === 'requisition') {
      return { purchaseOrders: [], requisition: await createRequest(inner, lines, { date, leads }) }
    }
    for (const [index, vendorId] of vendorIds.entries()) {
      const own = lines.filter((line) => line.vendorId === vendorId)
      const orderNumber = numbers[index] ?? ''
      await order(inner, { orderNumber, vendorId, lines: own }, { date, leads })
    }
    return { purchaseOrders: numbers, requisition: null }
  })
}

function requestDates(ctx: Context, rules: Settings) {
  const { businessTimeZone, purchaseCoverDays } = rules
  return { today: today(ctx.now, businessTimeZone), coverDays: purchaseCoverDays }
}

function guardOnce(lines: readonly Line[]): void {
  const errors = lines.flatMap(({ skuId }, index) => {
    const isTwice = lines.findIndex((line) => line.skuId === skuId) < index
    return isTwice ? [{ path: `lines.${index}.skuId`, message: 'This SKU is listed twice' }] : []
  })
  if (errors.length > 0) throw invalid(errors)
}

type Leads = ReadonlyMap<number, number>

/** Lead time in days of the chosen vendor for each SKU. */
async function leadsOf(ctx: Context, lines: readonly Line[]): Promise<Leads> {
  type Lead = { skuId: number; leadDays: number }
  const pairs = [lines.map(({ vendorId }) => vendorId), lines.map(({ skuId }) => skuId)]
  const found = await rows<Lead>(ctx.db, store.readLeads, pairs)
  return new Map(found.map(({ skuId, leadDays }) => [skuId, leadDays]))
}

type OrderTiming = { date: Day; leads: Leads }

const arrival = ({ date, leads }: OrderTiming, { skuId }: Line) =>
  addDays(date, leads.get(skuId) ?? 0)

async function order(
  ctx: Context,
  form: { orderNumber: string; vendorId: number; lines: readonly Line[] },
  when: OrderTiming,
): Promise<void> {
  const { orderNumber, vendorId, lines } = form
  // The order is complete when its slowest line arrives.
  const expectedDate = lines.map((line) => arrival(when, line)).reduce((a, b) => (a > b ? a : b))
  const items = lines.map(({ skuId, quantity, unitPrice }) => ({ skuId, quantity, unitPrice }))
  const notes = 'Created from purchase proposals'
  await createPurchaseOrder(ctx, { orderNumber, vendorId, expectedDate, notes, items })
}

async function createRequest(
  ctx: Context,
  lines: readonly Line[],
  when: OrderTiming,
): Promise<string> {
  const requisition = await createRequisition(ctx, {
    reason: 'Restocking (purchase proposals)',
    submit: true,
    items: lines.map((line) => {
      const { skuId, vendorId, quantity } = line
      return { skuId, vendorId, quantity, neededBy: arrival(when, line) }
    }),
  })
  return requisition.requisitionNumber
}
