import { changesBetween, record } from '#features/audit/server/service.ts'
import { notify } from '#features/notifications/server/service.ts'
import { businessDay } from '#features/settings/server/service.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { invalid, missing } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { Certificate, CertificateForm, CertificateQuery } from '../contract.ts'
import * as store from './store.ts'

/** A page of certificates with their state as of today. */
export async function listCertificates(ctx: Context, query: CertificateQuery) {
  return readList<Certificate>(ctx.db, store.certificateList(await businessDay(ctx)), query)
}

/** Creates a certificate. Rejects an unknown vendor. */
export function createCertificate(ctx: Context, form: CertificateForm): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    await guardVendor(inner, form.vendorId)
    const [inserted] = await rows<{ id: number }>(inner.db, store.insertCertificate, valuesOf(form))
    const after = await find(inner, inserted?.id ?? 0)
    await recordCertificate(inner, { after })
    return after
  })
}

/** Updates a certificate; omitted fields are unchanged. */
export function updateCertificate(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: CertificateForm; ifMatch: number | undefined },
): Promise<Certificate> {
  return inTransaction(ctx, async (inner) => {
    await guardVendor(inner, form.vendorId)
    const before = await find(inner, id, true)
    guardVersion(before, ifMatch)
    const entered = Object.entries(form).filter(([, value]) => value !== undefined)
    const updated = { ...before, ...(Object.fromEntries(entered) as CertificateForm) }
    await send(inner, store.changeCertificate, [id, ...valuesOf(updated)])
    const after = await find(inner, id)
    await recordCertificate(inner, { before, after })
    return after
  })
}

/** Deletes a certificate. */
export function deleteCertificate(
  ctx: Context,
  id: number,
  ifMatch: number | undefined,
): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, id, true)
    guardVersion(before, ifMatch)
    await send(inner, store.dropCertificate, [id])
    await recordCertificate(inner, { before })
  })
}

/** An expired or expiring certificate, with a SKU it applies to. */
export type CertificateTrouble = {
  id: number
  vendorId: number
  vendorCode: string
  name: string
  category: string | null
  expiresOn: Day
  isExpired: boolean
  skuId: number
  sku: string
}

/** Expired and expiring certificates for buying these SKUs from these vendors on a date. */
export async function certificateTroubles(
  ctx: Context,
  pairs: readonly { vendorId: number; skuId: number }[],
  date: Day,
): Promise<CertificateTrouble[]> {
  if (pairs.length === 0) return []
  const unique = new Map(pairs.map((pair) => [`${pair.vendorId} ${pair.skuId}`, pair]))
  const all = [...unique.values()]
  const ids = [all.map(({ vendorId }) => vendorId), all.map(({ skuId }) => skuId)]
  return rows<CertificateTrouble>(ctx.db, store.readTroubles, [...ids, date])
}

export const certificatesEveryMs = 3_600_000

/** Notifies buyers once of each certificate that expires within `certificateWarningDays`. */
export function notifyExpiringCertificates(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    type Ending = Pick<CertificateTrouble, 'id' | 'vendorCode' | 'name' | 'category' | 'expiresOn'>
    const found = await rows<Ending>(inner.db, store.readEnding, [await businessDay(inner)])
    await notify(
      inner,
      found.map(({ id, vendorCode, name, category, expiresOn }) => ({
        roles: ['admin', 'manager', 'purchasing'],
        permission: 'purchaseOrders.create',
        kind: 'purchaseOrders',
        key: `certificate:${id}:${expiresOn}`,
        title: `${vendorCode}: ${name} expires soon`,
        text: `On ${formatDay(expiresOn, 'en-US')}${category ? `, for ${category}` : ''}`,
        link: `/vendors?open=${encodeURIComponent(vendorCode)}&tab=certificates`,
      })),
    )
  })
}

async function guardVendor(ctx: Context, id: number): Promise<void> {
  const [vendor] = await rows(ctx.db, store.lockVendor, [id])
  if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
}

async function find(ctx: Context, id: number, lock = false): Promise<Certificate> {
  const list = store.certificateList(await businessDay(ctx))
  const found = await readOne<Certificate>(ctx.db, list, { id, lock })
  if (!found) throw missing('That certificate')
  return found
}

function valuesOf(form: CertificateForm | Certificate) {
  const { vendorId, name, number = null, category = null, validFrom = null, expiresOn } = form
  return [vendorId, name, number, category, validFrom, expiresOn]
}

/** Recorded in the vendor's history. */
async function recordCertificate(
  ctx: Context,
  { before, after }: { before?: Certificate; after?: Certificate },
): Promise<void> {
  const changes = changesBetween(historyFields(before), historyFields(after))
  if (Object.keys(changes).length === 0) return
  const verb = before ? (after ? 'changed' : 'deleted') : 'created'
  const entityId = after?.vendorId ?? before?.vendorId ?? 0
  await record(ctx, [{ entity: 'vendor', entityId, action: `certificate_${verb}`, changes }])
}

function historyFields(certificate: Certificate | undefined): object {
  const { name = null, number = null, category = null } = certificate ?? {}
  const { validFrom = null, expiresOn = null } = certificate ?? {}
  return { name, number, category, validFrom, expiresOn }
}
