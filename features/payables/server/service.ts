import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, zero } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import type {
  Billable,
  VendorBill,
  VendorBillDetails,
  VendorBillLine,
  VendorBillQuery,
  VendorCredit,
  VendorCreditQuery,
} from '../contract.ts'
import { listSimilarBills } from './bills/similar-bills.ts'
import * as store from './store.ts'
import { billListThen, creditListThen } from './as-of.ts'

/** The current business day. */
export async function dayOf(ctx: Context): Promise<Day> {
  return today(ctx.now, (await readSettings(ctx)).businessTimeZone)
}

/** The parameters for a list as of an earlier day; undefined for today or without a date. */
async function pastDay(ctx: Context, asOf: Day | undefined): Promise<unknown[] | undefined> {
  const { businessTimeZone: zone } = await readSettings(ctx)
  return asOf !== undefined && asOf < today(ctx.now, zone) ? [asOf, zone] : undefined
}

/** Returns a page of bills as of a day, or all of them without a limit. */
export async function listVendorBills(ctx: Context, { asOf, ...query }: VendorBillQuery) {
  const values = await pastDay(ctx, asOf)
  const list = values ? { ...billListThen, values } : store.billsOn(await dayOf(ctx))
  return readList<VendorBill>(ctx.db, list, query)
}

/** Returns one bill with its lines, matching findings and settlements. Throws 404 if unknown. */
export async function readVendorBill(ctx: Context, id: number): Promise<VendorBillDetails> {
  const settings = await readSettings(ctx)
  const limit = cents(settings.billApprovalLimit)
  const date = today(ctx.now, settings.businessTimeZone)
  return onOneConnection(ctx, async (inner) => {
    const bill = await readOne<VendorBill>(inner.db, store.billsOn(date), { id })
    if (!bill) throw missing('That bill')
    const [found] = await rows<Pick<VendorBillDetails, 'findings'>>(inner.db, store.readFindings, [
      id,
    ])
    const lines = await rows<VendorBillLine>(inner.db, store.readLines, [id])
    const settlements = await rows<VendorBillDetails['settlements'][number]>(
      inner.db,
      store.readSettlements,
      [id],
    )
    const releases = await rows<VendorBillDetails['releases'][number] & { approverId: number }>(
      inner.db,
      store.readReleases,
      [id],
    )
    const free = lines.filter(({ purchaseOrderId }) => purchaseOrderId === null)
    const asked = free.reduce((sum, { totalPrice }) => sum + cents(totalPrice), 0)
    return {
      ...bill,
      findings: found?.findings ?? [],
      lines,
      settlements,
      releases: releases.map(({ approverId: _, ...release }) => release),
      releasesNeeded: asked > limit ? 2 : 1,
      warnings: await warningsOf(inner, bill),
    }
  })
}

/** Lists possible duplicates of a bill; none for a void bill. */
function warningsOf(ctx: Context, { id, vendorId, billNumber, status }: VendorBill) {
  if (status === 'void') return []
  return listSimilarBills(ctx, { vendorId, billNumber, exceptId: id })
}

type BillableOrder = Omit<Billable, 'lines'> & {
  headerOnly: boolean
  totalAmount: string
  status: string
  billed: string
}

/** What was received of a purchase order and is on no bill yet; bills in draft count as bills. */
export async function readBillable(ctx: Context, id: number): Promise<Billable> {
  return onOneConnection(ctx, async ({ db }) => {
    const [order] = await rows<BillableOrder>(db, store.readBillableOrder, [id])
    if (!order) throw missing('That purchase order')
    const { headerOnly, totalAmount, status, billed, ...head } = order
    if (headerOnly) {
      const left = Math.max(zero, cents(totalAmount) - cents(billed))
      const line = {
        purchaseOrderItemId: null,
        description: `${order.orderNumber} as agreed`,
        quantity: 1,
        unitPrice: decimal(left as typeof zero),
        qtyReceived: status === 'received' ? 1 : 0,
        qtyReturned: 0,
        qtyBilled: left > 0 ? 0 : 1,
      }
      return { ...head, lines: left > 0 ? [line] : [] }
    }
    type Line = Omit<Billable['lines'][number], 'quantity'>
    const lines = await rows<Line>(db, store.readBillableLines, [id])
    const open = lines.map((line) => ({
      ...line,
      quantity: line.qtyReceived - line.qtyReturned - line.qtyBilled,
    }))
    return { ...head, lines: open.filter(({ quantity }) => quantity > 0) }
  })
}

/** Returns a page of vendor credits as of a day, or all of them without a limit. */
export async function listVendorCredits(ctx: Context, { asOf, ...query }: VendorCreditQuery) {
  const values = await pastDay(ctx, asOf)
  const list = values ? { ...creditListThen, values } : store.creditList
  return readList<VendorCredit>(ctx.db, list, query)
}
