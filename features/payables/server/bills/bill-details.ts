import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import { readOne } from '#platform/server/lists/list.ts'
import type { VendorBill, VendorBillDetails, VendorBillLine } from '../../contract.ts'
import { listSimilarBills } from './similar-bills.ts'
import * as store from '../store.ts'

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
    const goodsTotal = free.reduce((sum, { totalPrice }) => sum + cents(totalPrice), 0)
    return {
      ...bill,
      findings: found?.findings ?? [],
      lines,
      settlements,
      releases: releases.map(({ approverId: _, ...release }) => release),
      releasesNeeded: goodsTotal > limit ? 2 : 1,
      warnings: await warningsOf(inner, bill),
    }
  })
}

/** Lists possible duplicates of a bill; none for a void bill. */
function warningsOf(ctx: Context, { id, vendorId, billNumber, status }: VendorBill) {
  if (status === 'void') return []
  return listSimilarBills(ctx, { vendorId, billNumber, exceptId: id })
}
