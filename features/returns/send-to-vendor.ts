import { nextNumbers } from '#platform/server/numbers.ts'
import { type Context, inTransaction, rows } from '#platform/server/db.ts'
import { cents } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { record } from '#features/audit/service.ts'
import { guardVersion } from '#platform/server/versions.ts'
import * as acts from './act-store.ts'
import { linesToSend, type MeantLine } from './arrivals.ts'
import type { ReturnDetails } from './contract.ts'
import type { sendToVendorForm } from './goods-contract.ts'
import { insertReturn, tellCreated } from './create.ts'
import type { LockedReturn } from './locked.ts'
import { lineOf } from './rules.ts'
import { readReturn } from './service.ts'
import * as store from './store.ts'
import type * as z from 'zod/mini'

type Asked = z.output<typeof sendToVendorForm> & { ifMatch: number | undefined }

/**
 * Makes a return to a vendor of a customer's goods that are meant for one, at what they cost today.
 * All of them, unless lines are named; no unit goes into two returns. It needs approval as any
 * return to a vendor does, and moves no stock: the goods were never put back to it.
 */
export async function sendToVendor(
  ctx: Context,
  id: number,
  { ifMatch, vendorId, ...form }: Asked,
): Promise<ReturnDetails> {
  const [number = ''] = await nextNumbers(ctx.db, 'RTV', { count: 1, now: ctx.now })
  return inTransaction(ctx, async (inner) => {
    const [goods] = await rows<LockedReturn>(inner.db, acts.lockReturn, [id])
    if (!goods) throw missing('That return')
    guardVersion(goods, ifMatch)
    if (goods.type === 'rtv') {
      const sentence = 'These goods go to a vendor already'
      throw new Refusal('refused', 'illegal-transition', sentence)
    }
    const [vendor] = await rows(inner.db, store.readParty.vendor, [vendorId])
    if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
    const meant = await rows<MeantLine & { cost: string }>(inner.db, acts.readMeant, [id])
    const chosen = linesToSend(meant, form.items)
    const type = 'rtv' as const
    const reason = form.reason ?? goods.reason
    const made = await insertReturn(inner, {
      form: { type, reason, notes: form.notes },
      number,
      orderId: undefined,
      sourceReturnId: id,
      partyId: vendorId,
      lines: chosen.map(({ line, quantity }, index) => {
        const { skuId, condition, reason: why } = line
        const cost = meant.find((each) => each.id === line.id)?.cost ?? '0'
        const priced = { type, index, line: { skuId, unitPrice: cents(cost) } }
        const wish = { quantity, condition, reason: why, disposition: 'vendor' as const }
        return { ...lineOf(wish, priced), sourceItemId: line.id }
      }),
    })
    const changes = { vendorReturn: { from: null, to: number } }
    const act = { entity: 'return', entityId: id, action: 'send-to-vendor', changes } as const
    await record(inner, [act])
    await tellCreated(inner, { id: made, number, type, reason, orderId: null, partyId: vendorId })
    return readReturn(inner, made)
  })
}
