import { useFormContext } from 'react-hook-form'
import type { BoughtSku } from '#features/skus/ui/parts/find-skus.ts'
import { findOffer, readStandardCost } from '#features/sourcing/ui/parts/use-vendor-price.ts'
import { type Fill, refill, typedHint } from '#platform/ui/form/fill-from-choice.ts'
import { readVendor } from '#features/vendors/contract.ts'
import { send } from '#platform/web/api-client.ts'
import type { LineValues, PurchaseValues } from './form-values.ts'
import { parseWholeNumber } from '#platform/ui/form/field-text.ts'

/**
 * Fills in unit prices: the vendor's offer, else the standard cost. Clears a filled-in price when
 * its SKU or vendor changes; a typed price remains.
 */
export function useFilledPrices() {
  const { getValues, setValue } = useFormContext<PurchaseValues>()
  const apply = (index: number, next: Fill | undefined) => {
    const name = `items.${index}` as const
    const { unitPrice, priceFill } = getValues(name)
    const after = refill({ value: unitPrice, fill: priceFill }, next)
    setValue(`${name}.unitPrice`, after.value, { shouldDirty: true })
    setValue(`${name}.priceFill`, after.fill)
  }
  const fill = async (index: number, sku: BoughtSku, costOf: (sku: BoughtSku) => Cost) => {
    const vendorId = getValues('vendorId')?.id
    const { recorded } = getValues(`items.${index}`)
    const isRecorded = recorded?.vendorId === vendorId && recorded?.skuId === sku.id
    const [offer, ofVendor] = await Promise.all([findOffer(vendorId, sku.id), minimumOf(vendorId)])
    const offered = isRecorded ? recorded?.price : offer?.unitPrice
    const value = offered ?? (await costOf(sku)) ?? ''
    const isSame = getValues(`items.${index}.skuId`)?.id === sku.id
    // Ignores a stale response for a vendor or SKU that has changed in the meantime.
    if (!isSame || getValues('vendorId')?.id !== vendorId) return
    setValue(`items.${index}.minimum`, offer?.minimumQuantity ?? ofVendor)
    apply(index, { from: { id: sku.id, code: sku.code }, value })
  }
  return {
    /** Call after a line's SKU was chosen or cleared. */
    fillLine: (index: number, sku: BoughtSku | undefined) => {
      apply(index, undefined)
      setValue(`items.${index}.minimum`, undefined)
      if (sku) void fill(index, sku, async ({ cost }) => cost)
    },
    /** Call after the vendor was chosen or cleared. */
    fillAll: () => {
      for (const [index, { skuId }] of getValues('items').entries()) {
        if (!skuId) continue
        // Clears the previous vendor's price, so that it is not submitted while the new one loads.
        apply(index, undefined)
        void fill(index, skuId, ({ id, cost }) => readStandardCost(id, cost))
      }
    },
  }
}

type Cost = Promise<string | null>

/** The hint beside a typed price that differs from the price filled in for its SKU. */
export function priceHint({ unitPrice, priceFill, skuId }: LineValues): string | undefined {
  return typedHint({ value: unitPrice, fill: priceFill }, skuId)
}

/** The hint beside a quantity below the vendor's minimum order quantity. */
export function quantityHint({ quantity, minimum }: LineValues): string | undefined {
  const units = parseWholeNumber(quantity)
  if (minimum === undefined || units === undefined || !(units < minimum)) return undefined
  return `The vendor’s minimum is ${minimum.toLocaleString('en-US')}`
}

/** The vendor's general minimum order quantity, used if the SKU's offer has none. */
async function minimumOf(id: number | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined
  const vendor = await send(readVendor, { params: { id } }).catch(() => undefined)
  return vendor?.minimumOrderQuantity ?? undefined
}
