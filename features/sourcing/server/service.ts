import { may } from '#features/auth/rules.ts'
import { changesBetween, record } from '#features/audit/server/service.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { readList, readOne } from '#platform/server/lists/list.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import type { Page, Stream } from '#platform/server/http/route.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { Offer, OfferForm, OfferQuery } from '../contract.ts'
import * as store from './store.ts'

// Also exported to other rooms:
export { certificateTroubles, type CertificateTrouble } from './certificates.ts'

/** A page of offers; prices only for roles that may read costs. */
export async function listOffers(
  ctx: Context,
  query: OfferQuery,
): Promise<Page<Offer> | Stream<Offer>> {
  const found = await readList<Offer>(ctx.db, store.offerList, query)
  if (seesPrices(ctx)) return found
  if ('rows' in found) return { ...found, rows: found.rows.map(withoutPrices) }
  return { ...found, stream: pricelessStream(found.stream) }
}

/** Creates an offer. Rejects an unknown vendor or SKU, and a second offer of the same pair. */
export function createOffer(ctx: Context, form: OfferForm): Promise<Offer> {
  return inTransaction(ctx, async (inner) => {
    await guardParties(inner, form)
    const inserted = await mapConstraintErrors({ vendor_sku_once: offerAlreadyUsed }, () =>
      rows<{ id: number }>(inner.db, store.insertOffer, valuesOf(form)),
    )
    const after = await find(inner, inserted[0]?.id ?? 0)
    await recordOffer(inner, { after })
    return visibleTo(inner, after)
  })
}

/** Updates an offer; omitted fields are unchanged. */
export function updateOffer(
  ctx: Context,
  id: number,
  { form, ifMatch }: { form: OfferForm; ifMatch: number | undefined },
): Promise<Offer> {
  return inTransaction(ctx, async (inner) => {
    await guardParties(inner, form)
    const before = await find(inner, id, true)
    guardVersion(visibleTo(inner, before), ifMatch)
    const updated = { ...before, ...enteredFields(inner, form) }
    await mapConstraintErrors({ vendor_sku_once: offerAlreadyUsed }, () =>
      rows(inner.db, store.changeOffer, [id, ...valuesOf(updated)]),
    )
    const after = await find(inner, id)
    await recordOffer(inner, { before, after })
    return visibleTo(inner, after)
  })
}

/** Deletes an offer. */
export function deleteOffer(ctx: Context, id: number, ifMatch: number | undefined): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const before = await find(inner, id, true)
    guardVersion(visibleTo(inner, before), ifMatch)
    await send(inner, store.dropOffer, [id])
    await recordOffer(inner, { before })
  })
}

/**
 * The fields of a form that change an offer. A role that does not see the price sends it back as
 * null, so it stays as it is.
 */
function enteredFields(ctx: Context, form: OfferForm): OfferForm {
  const { unitPrice: _, ...visible } = form
  const entered = Object.entries(seesPrices(ctx) ? form : visible)
  return Object.fromEntries(entered.filter(([, value]) => value !== undefined)) as OfferForm
}

async function guardParties(ctx: Context, { vendorId, skuId }: OfferForm): Promise<void> {
  const [vendor] = await rows(ctx.db, store.lockVendor, [vendorId])
  if (!vendor) throw invalid([{ path: 'vendorId', message: 'This vendor does not exist' }])
  const [sku] = await rows(ctx.db, store.lockSku, [skuId])
  if (!sku) throw invalid([{ path: 'skuId', message: 'This SKU does not exist' }])
}

async function find(ctx: Context, id: number, lock = false): Promise<Offer> {
  const found = await readOne<Offer>(ctx.db, store.offerList, { id, lock })
  if (!found) throw missing('That offer')
  return found
}

function valuesOf(form: OfferForm) {
  const { vendorId, skuId, rank = 1, vendorItem = null, unitPrice = null } = form
  const { leadTimeDays = null, minimumQuantity = null } = form
  return [vendorId, skuId, rank, vendorItem, unitPrice, leadTimeDays, minimumQuantity]
}

/** Recorded in the histories of both the vendor and the SKU. */
async function recordOffer(
  ctx: Context,
  { before, after }: { before?: Offer; after?: Offer },
): Promise<void> {
  const { vendorId, skuId } = after ?? before ?? { vendorId: 0, skuId: 0 }
  const changes = changesBetween(historyFields(before), historyFields(after))
  if (Object.keys(changes).length === 0) return
  const verb = before ? (after ? 'changed' : 'deleted') : 'created'
  const entryBase = { action: `offer_${verb}`, changes }
  await record(ctx, [
    { ...entryBase, entity: 'vendor', entityId: vendorId },
    { ...entryBase, entity: 'sku', entityId: skuId },
  ])
}

// The price is recorded as `cost`, a field that the history hides from roles that may not read
// costs.
function historyFields(offer: Offer | undefined): object {
  const { vendorCode = null, sku = null, rank = null, vendorItem = null } = offer ?? {}
  const { unitPrice: cost = null, leadTimeDays = null, minimumQuantity = null } = offer ?? {}
  return { vendorCode, sku, rank, vendorItem, cost, leadTimeDays, minimumQuantity }
}

function visibleTo(ctx: Context, offer: Offer): Offer {
  return seesPrices(ctx) ? offer : withoutPrices(offer)
}

function seesPrices({ user }: Context): boolean {
  return !user || may(user, 'skus.cost')
}

function withoutPrices(offer: Offer): Offer {
  return { ...offer, unitPrice: null }
}

async function* pricelessStream(stream: AsyncIterable<Offer[]>): AsyncGenerator<Offer[]> {
  for await (const chunk of stream) yield chunk.map(withoutPrices)
}

function offerAlreadyUsed(): Refusal {
  const sentence = 'This vendor already offers this SKU. Edit the existing offer instead'
  return new Refusal('conflict', 'duplicate-vendor-sku', sentence, [
    { path: 'skuId', message: 'This vendor already offers this SKU' },
  ])
}
