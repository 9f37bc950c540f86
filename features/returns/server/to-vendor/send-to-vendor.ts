import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { record } from '#features/audit/server/service.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import * as acts from '../steps/transition-store.ts'
import { linesToSend, type LineToSendToVendor } from '../../receipt-and-inspection-rules.ts'
import type { ReturnDetails, sendToVendorForm } from '../../contract.ts'
import { insertReturn, pricedLine, recordCreated } from '../create-return.ts'
import { lockReturn } from '../steps/locked-return.ts'
import { lineOf, linesFrom, refuseOnHold } from '../../rules.ts'
import { readReturn } from '../read-return.ts'
import { type Origin, readOrigin } from '../original-order.ts'
import * as store from '../store.ts'
import { orderOfUnbilled } from './unbilled-purchase-order.ts'
import type * as z from 'zod/mini'

type CostedVendorLine = LineToSendToVendor & { cost: string }
type VendorReturnForm = z.output<typeof sendToVendorForm> & { ifMatch: number | undefined }

/**
 * Creates a return to a vendor for a customer's goods marked for one, at today's cost, or at the
 * price of their purchase order if the vendor has not billed it yet. Sends all of them unless lines
 * are named; no unit can be on two vendor returns. It needs approval like any return to a vendor,
 * and moves no stock, because the goods never went back to stock. Throws 409 while the customer's
 * return is on hold.
 */
export async function sendToVendor(
  ctx: Context,
  id: number,
  { ifMatch, vendorId, ...form }: VendorReturnForm,
): Promise<ReturnDetails> {
  const [number = ''] = await nextNumbers(ctx.db, 'RTV', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    const origin = await originOfLines(inner, id, { vendorId, items: form.items })
    const goods = await lockReturn(inner, id)
    guardVersion(goods, ifMatch)
    if (goods.type === 'rtv') {
      const sentence = 'These goods are already going to a vendor'
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    refuseOnHold(goods)
    const [vendor] = await rows(inner.db, store.readParty.vendor, [vendorId])
    if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
    const unitsForVendor = await rows<CostedVendorLine>(inner.db, acts.readUnitsForVendor, [id])
    const chosen = linesToSend(unitsForVendor, form.items)
    const type = 'rtv' as const
    const reason = form.reason ?? goods.reason
    const requestedLines = chosen.map(({ line, quantity }) => {
      const { id: sourceItemId, skuId, condition, reason } = line
      return { sourceItemId, skuId, quantity, condition, reason }
    })
    const inserted = await insertReturn(inner, {
      form: { type, reason, notes: form.notes },
      number,
      orderId: origin?.orderId,
      sourceReturnId: id,
      partyId: vendorId,
      lines: origin
        ? linesFrom(origin.lines.map(pricedLine), requestedLines, type)
        : requestedLines.map((requestedLine, index) => {
            const cost =
              unitsForVendor.find((each) => each.id === requestedLine.sourceItemId)?.cost ?? '0'
            const line = { skuId: requestedLine.skuId, unitPrice: cents(cost) }
            return lineOf(requestedLine, { type, index, line })
          }),
    })
    const changes = { vendorReturn: { from: null, to: number } }
    const entryBase = { entity: 'return', entityId: id, action: 'send-to-vendor', changes } as const
    await record(inner, [entryBase])
    await recordCreated(inner, {
      id: inserted,
      number,
      type,
      reason,
      orderId: origin?.orderId ?? null,
      partyId: vendorId,
    })
    return readReturn(inner, inserted)
  })
}

/**
 * Returns the purchase order, locked, that the goods came with and that is not billed yet. It must
 * be locked before the customer's return. Returns undefined if the vendor has billed the goods.
 */
async function originOfLines(
  ctx: Context,
  id: number,
  { vendorId, items }: Pick<VendorReturnForm, 'vendorId' | 'items'>,
): Promise<Origin | undefined> {
  const unitsForVendor = await rows<CostedVendorLine>(ctx.db, acts.readUnitsForVendor, [id])
  const requested = items
    ? items.flatMap(({ itemId, quantity }) => {
        const line = unitsForVendor.find((each) => each.id === itemId)
        return line ? [{ skuId: line.skuId, quantity }] : []
      })
    : unitsForVendor.flatMap(({ skuId, unsentUnits }) =>
        unsentUnits > 0 ? [{ skuId, quantity: unsentUnits }] : [],
      )
  if (requested.length === 0) return undefined
  const orderId = await orderOfUnbilled(ctx, vendorId, requested)
  if (orderId === undefined) return undefined
  return readOrigin(ctx, { type: 'rtv', id: orderId, lock: true })
}
