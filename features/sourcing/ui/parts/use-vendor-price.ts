import { useFormContext } from 'react-hook-form'
import { readSku } from '#features/skus/contract.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { type Fill, replaceableFill, refill } from '#platform/ui/form/fill-from-choice.ts'
import { send } from '#platform/web/api-client.ts'
import { listOffers } from '../../contract.ts'

/** A line with its own vendor. */
export type PricedLine = {
  vendorId: Choice | undefined
  unitPrice: string
  /** The price that was filled in from the vendor. */
  priceFill?: Fill | undefined
}

/**
 * The vendor's offer for a SKU; undefined without a vendor, without an offer, or if the request
 * fails.
 */
export async function findOffer(vendorId: number | undefined, skuId: number) {
  if (vendorId === undefined) return undefined
  const query = { vendorId, skuId, limit: 1 }
  const found = await send(listOffers, { query }).catch(() => [])
  return found[0]
}

/** The current standard cost; the previous one if the request fails. */
export async function readStandardCost(skuId: number, before: string | null) {
  return send(readSku, { params: { id: skuId } }).then(
    ({ cost }) => cost,
    () => before,
  )
}

/**
 * Fills in the unit price of line `name` when its vendor or SKU is chosen or cleared: the vendor's
 * offer, else the standard cost. A filled-in price is cleared with its vendor; a typed one is kept.
 */
export function useVendorPrice<L extends PricedLine>(
  name: string,
  skuOf: (line: L) => number | undefined,
) {
  const { getValues, setValue } = useFormContext()
  const read = () => getValues(name) as L | undefined
  const write = (line: L, next: Fill | undefined) => {
    const { value, fill } = refill({ value: line.unitPrice, fill: line.priceFill }, next)
    setValue(`${name}.unitPrice`, value, { shouldDirty: true })
    setValue(`${name}.priceFill`, fill)
  }
  const refillPrice = async () => {
    const before = read()
    if (!before) return
    const { vendorId: vendor } = before
    const skuId = skuOf(before)
    write(before, undefined)
    const value = skuId === undefined ? '' : await findPrice(vendor?.id, skuId)
    const now = read()
    // Ignore a stale response for a vendor or SKU chosen earlier.
    if (!now || now.vendorId?.id !== vendor?.id || skuOf(now) !== skuId) return
    write(now, { from: vendor, value })
  }
  const onType = () => {
    const line = read()
    setValue(`${name}.priceFill`, replaceableFill(line?.priceFill, line?.vendorId))
  }
  return { refillPrice: () => void refillPrice(), onType }
}

async function findPrice(vendorId: number | undefined, skuId: number): Promise<string> {
  const offer = await findOffer(vendorId, skuId)
  return offer?.unitPrice ?? (await readStandardCost(skuId, null)) ?? ''
}
