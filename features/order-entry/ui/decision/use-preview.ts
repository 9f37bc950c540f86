import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PriceSource } from '#features/pricing/rules.ts'
import { type Cents, cents, times } from '#platform/kernel/money.ts'
import { pause } from '#platform/web/pause.ts'
import { send } from '#platform/web/send.ts'
import { type OrderValidation, previewOrder } from '../../contract.ts'
import { type OrderForm, type Line, orderRequestOf } from '../order-form.ts'
import { parseQuantity } from '../lines/quantity.ts'
import { parsePrice } from '../lines/typed-price.ts'

/** Preview data of a line, before validation. */
export type Hint = {
  available: number
  unitPrice: Cents
  /** The list price, also if a manual price replaces it. */
  listedPrice: Cents
  /** Undefined until the server answers; the price shown until then is the standard price. */
  priceSource: PriceSource | undefined
}

const pauseMs = 120

/**
 * Debounced read-only preview of the form: prices, their sources and available stock. It does not
 * count as validation.
 */
export function usePreview(desk: OrderForm) {
  const orderRequest = orderRequestOf(desk)
  const isAsked = orderRequest.customerId > 0 && orderRequest.items.length > 0
  const read = useQuery({
    queryKey: [previewOrder.path, orderRequest],
    queryFn: async ({ signal }) => {
      await pause(pauseMs, signal)
      return send(previewOrder, { body: orderRequest, signal })
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const answer = isAsked ? read.data : undefined
  return {
    hintOf: hintsOf(answer),
    pricing: answer?.pricing,
    isOld: isAsked && read.isPlaceholderData,
    error: isAsked ? read.error : null,
  }
}

export type Preview = ReturnType<typeof usePreview>

/** A line's total in cents; undefined without a price or a valid quantity. */
export function totalOf(line: Line, hint: Hint | undefined): Cents | undefined {
  const units = parseQuantity(line.quantity)
  return hint && units ? times(hint.unitPrice, units) : undefined
}

function hintsOf(answer: OrderValidation | undefined) {
  const listed = new Map(answer?.pricing.lineItems.map((item) => [item.skuId, listedOf(item)]))
  const stock = new Map(answer?.stock.stockStatus.map((item) => [item.skuId, item.available]))
  return ({ sku, price }: Line): Hint | undefined => {
    if (!sku) return undefined
    const item = listed.get(sku.id)
    const listedPrice = cents(item?.price ?? sku.price)
    const typed = parsePrice(price)
    return {
      available: stock.get(sku.id) ?? sku.available,
      unitPrice: typed === undefined ? listedPrice : cents(typed),
      listedPrice,
      priceSource: typed === undefined ? item?.source : 'manual',
    }
  }
}

type PricedLine = OrderValidation['pricing']['lineItems'][number]

/** The list price of a line; its source is unknown if a manual price replaces it. */
function listedOf({ unitPrice, listedPrice, priceSource }: PricedLine) {
  if (listedPrice === undefined) return { price: unitPrice, source: priceSource }
  return { price: listedPrice, source: undefined }
}
