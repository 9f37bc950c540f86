import { findSkusToBuy } from '#features/skus/ui/parts/find-skus.ts'
import { findActiveVendors } from '#features/vendors/ui/parts/find-vendors.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { RecordField } from '#platform/ui/form/RecordField.tsx'
import { MoneyField, TextField, UnitsField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { send } from '#platform/web/api-client.ts'
import { type Offer, createOffer, listOffers, offerForm, updateOffer } from '../contract.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

/** Whose offers are shown: a vendor's or a SKU's. The other is chosen in the form. */
export type OfferParty = {
  vendor?: { id: number; vendorCode: string; name: string } | undefined
  sku?: { id: number; sku: string; name: string } | undefined
}

type OfferFormProps = OfferParty & { offer: Offer | undefined; onClose: () => void }
type Values = ReturnType<typeof valuesOf>

/** The form of a vendor's offer for a SKU. */
export function OfferForm({ vendor, sku, offer, onClose }: OfferFormProps) {
  const creation = useWrite(createOffer, {
    refreshes: [listOffers],
    success: 'Offer added',
    failure: 'Failed to add the offer',
  })
  const change = useWrite(updateOffer, {
    refreshes: [listOffers],
    success: 'Offer updated successfully',
    failure: 'Failed to update the offer',
  })
  const title = vendor ? `SKU of ${vendor.vendorCode}` : `Vendor of ${sku?.sku ?? ''}`
  return (
    <FormDialog
      title={offer ? `Edit the offer of ${offer.vendorCode} for ${offer.sku}` : `Add ${title}`}
      schema={offerForm}
      values={valuesOf({ vendor, sku, offer })}
      toWire={toWire}
      submitLabel={offer ? 'Update' : 'Add'}
      another={!offer}
      onClose={onClose}
      onSave={(body, { idempotencyKey, ifMatch }) =>
        offer
          ? change.run({ params: { id: offer.id }, body, idempotencyKey, ifMatch })
          : creation.run({ body, idempotencyKey })
      }
      {...(offer && { version: offer.version, reread: () => rereadOffer(offer, { vendor, sku }) })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {vendor ? (
          <RecordField
            name="skuId"
            label="SKU *"
            search={findSkusToBuy}
            source="skus-to-buy"
            isScannable
          />
        ) : (
          <RecordField
            name="vendorId"
            label="Vendor *"
            search={findActiveVendors}
            source="vendors"
          />
        )}
        <UnitsField name="rank" label="Rank" min={1} hint="1 is preferred most" />
        <MoneyField name="unitPrice" label="Price" />
        <UnitsField name="leadTimeDays" label="Lead time in days" min={0} />
        <UnitsField name="minimumQuantity" label="Minimum order quantity" min={1} />
        <TextField name="vendorItem" label="Vendor’s item number" length={24} />
      </div>
    </FormDialog>
  )
}

/** Reloads the offer. */
async function rereadOffer({ id, vendorId, skuId }: Offer, party: OfferParty) {
  const query = { vendorId: String(vendorId), skuId: String(skuId), limit: 200 }
  const fresh = (await send(listOffers, { query })).find((each) => each.id === id)
  if (!fresh) throw new Error('it is gone')
  return { values: valuesOf({ ...party, offer: fresh }), version: fresh.version }
}

function valuesOf({ vendor, sku, offer }: OfferParty & { offer: Offer | undefined }) {
  const ofVendor = vendor && { id: vendor.id, code: vendor.vendorCode, text: vendor.name }
  const ofSku = sku && { id: sku.id, code: sku.sku, text: sku.name }
  const other: { vendorId: Choice | undefined; skuId: Choice | undefined } = {
    vendorId: ofVendor ?? (offer && choice(offer.vendorId, offer.vendorCode, offer.vendorName)),
    skuId: ofSku ?? (offer && choice(offer.skuId, offer.sku, offer.skuName)),
  }
  return {
    ...other,
    rank: String(offer?.rank ?? 1),
    unitPrice: fieldText(offer?.unitPrice),
    leadTimeDays: fieldText(offer?.leadTimeDays),
    minimumQuantity: fieldText(offer?.minimumQuantity),
    vendorItem: fieldText(offer?.vendorItem),
  }
}

function choice(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}

function toWire({ vendorId, skuId, rank, leadTimeDays, minimumQuantity, ...rest }: Values) {
  return {
    ...rest,
    vendorId: vendorId?.id ?? 0,
    skuId: skuId?.id ?? 0,
    rank: parseWholeNumber(rank) ?? 1,
    leadTimeDays: parseWholeNumber(leadTimeDays) ?? null,
    minimumQuantity: parseWholeNumber(minimumQuantity) ?? null,
  }
}
