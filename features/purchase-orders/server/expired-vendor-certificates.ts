import type { Settings } from '#features/settings/contract.ts'
import { type CertificateTrouble, certificateTroubles } from '#features/sourcing/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, formatDay, today } from '#platform/kernel/days.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { Context } from '#platform/server/database/db.ts'
import type { PurchaseOrderDetails } from '../contract.ts'

type VendorSkus = { vendorId: number; skuIds: readonly number[] }

/** Throws 422 for lines of SKUs whose vendor certificate has expired, unless the mode is `warn`. */
export async function guardCertificates(
  ctx: Context,
  { vendorId, skuIds }: VendorSkus,
  { certificateMode, date }: Pick<Settings, 'certificateMode'> & { date: Day },
): Promise<void> {
  if (certificateMode === 'warn') return
  const pairs = skuIds.map((skuId) => ({ vendorId, skuId }))
  const expired = (await certificateTroubles(ctx, pairs, date)).filter((each) => each.isExpired)
  const errors = skuIds.flatMap((skuId, index) => {
    const expiredCertificate = expired.find((each) => each.skuId === skuId)
    if (!expiredCertificate) return []
    return [{ path: `items.${index}.skuId`, message: expiredSentence(expiredCertificate) }]
  })
  if (errors.length > 0) throw invalid(errors)
}

function expiredSentence(expiredCertificate: CertificateTrouble): string {
  const { vendorCode, name, expiresOn, sku } = expiredCertificate
  const day = formatDay(expiresOn, 'en-US')
  return `${name} of ${vendorCode} expired on ${day}, so ${sku} cannot be bought there`
}

const live = ['draft', 'submitted', 'approved']

/** The expired or expiring vendor certificates of an open order, each with its SKUs. */
export async function certificatesOf(
  ctx: Context,
  order: { vendorId: number; status: string; items: readonly { skuId: number }[] },
  date: Day,
): Promise<PurchaseOrderDetails['certificates']> {
  if (!live.includes(order.status)) return []
  const pairs = order.items.map(({ skuId }) => ({ vendorId: order.vendorId, skuId }))
  const certificateProblems = await certificateTroubles(ctx, pairs, date)
  const ids = [...new Set(certificateProblems.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const own = certificateProblems.filter((each) => each.id === id)
    const [first] = own
    if (!first) return []
    const { name, category, expiresOn, isExpired } = first
    return [{ id, name, category, expiresOn, isExpired, skus: own.map(({ sku }) => sku) }]
  })
}

/** Returns why lines may not be bought today because of an expired certificate, by order id. */
export async function expiredCertificateReasons(
  ctx: Context,
  orders: readonly { id: number; vendorId: number }[],
  lines: readonly { orderId: number; skuId: number }[],
): Promise<{ orderId: number; why: string }[]> {
  const date = today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const vendorOf = new Map(orders.map(({ id, vendorId }) => [id, vendorId]))
  const bought = lines.map(({ orderId, skuId }) => {
    return { orderId, skuId, vendorId: vendorOf.get(orderId) ?? 0 }
  })
  const expired = (await certificateTroubles(ctx, bought, date)).filter((each) => each.isExpired)
  return bought.flatMap(({ orderId, vendorId, skuId }) => {
    const expiredCertificate = expired.find(
      (each) => each.vendorId === vendorId && each.skuId === skuId,
    )
    return expiredCertificate ? [{ orderId, why: expiredSentence(expiredCertificate) }] : []
  })
}
