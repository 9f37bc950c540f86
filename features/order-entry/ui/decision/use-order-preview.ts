import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PriceSource } from '#features/pricing/rules.ts'
import { type Amount, type Cents, cents, multiply } from '#platform/kernel/money.ts'
import { debounce } from '#platform/web/debounce.ts'
import { send } from '#platform/web/api-client.ts'
import { type OrderValidation, previewOrder } from '../../contract.ts'
import { type OrderForm, type Line, orderRequestOf } from '../order-form.ts'
import { deviceDay } from '../offline/device-day.ts'
import type { estimateOrder } from '../offline/cached-records.ts'
import type { RecordsSnapshot } from '../offline/cached-records-store.ts'
import { withCachedFallback } from '../offline/with-cached-fallback.ts'
import { parseQuantity } from '../lines/quantity.ts'
import { parsePrice } from '../lines/typed-price.ts'

/** Preview data of a line, before validation. */
export type Hint = {
  available: number
  unitPrice: Cents
  /** The list price, also if a manual price replaces it. */
  listedPrice: Cents
  /** What a discount is counted from. */
  standardPrice: Cents
  /** Undefined until the server answers; the price shown until then is the standard price. */
  priceSource: PriceSource | undefined
}

const pauseMs = 120

/**
 * Debounced read-only preview of the form: prices, their sources and available stock. It does not
 * count as validation. What the approval of the form holds is available to it; the token is not
 * part of the query's key, because the result does not depend on it.
 */
export function usePreview(orderForm: OrderForm, approvalToken: string | undefined) {
  const orderRequest = orderRequestOf(orderForm)
  const isEnabled = orderRequest.customerId > 0 && orderRequest.items.length > 0
  const read = useQuery({
    queryKey: [previewOrder.path, orderRequest],
    queryFn: async ({ signal }) => {
      await debounce(pauseMs, signal)
      const own = approvalToken === undefined ? {} : { approvalToken }
      return send(previewOrder, { body: { ...orderRequest, ...own }, signal })
        .then(previewOf)
        .catch(
          withCachedFallback((snapshot, { estimateOrder }) => {
            return estimateOf(estimateOrder, snapshot, orderForm)
          }),
        )
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const preview = isEnabled ? read.data : undefined
  return {
    hintOf: hintsOf(preview),
    /** Undefined while offline, because only the server computes tax and shipping. */
    pricing: preview?.pricing,
    subtotal: preview?.subtotal,
    isOld: isEnabled && read.isPlaceholderData,
    error: isEnabled ? read.error : null,
  }
}

export type Preview = ReturnType<typeof usePreview>

/** A line's total in cents; undefined without a price or a valid quantity. */
export function totalOf(line: Line, hint: Hint | undefined): Cents | undefined {
  const units = parseQuantity(line.quantity)
  return hint && units ? multiply(hint.unitPrice, units) : undefined
}

/** What a preview says of the lines, and the totals if the server made it. */
type PreviewData = {
  lineItems: readonly Omit<PricedLine, 'totalPrice'>[]
  stockStatus: readonly { skuId: number; available: number }[]
  pricing: OrderValidation['pricing'] | undefined
  subtotal: Amount
  /** When this device read what it is based on, if the server did not make it. */
  savedAt?: number
}

function previewOf({ pricing, stock }: OrderValidation): PreviewData {
  return {
    lineItems: pricing.lineItems,
    stockStatus: stock.stockStatus,
    pricing,
    subtotal: pricing.subtotal,
  }
}

/** The preview by what this device knows, on the day of its clock. */
function estimateOf(
  estimate: typeof estimateOrder,
  { records, savedAt }: RecordsSnapshot,
  orderForm: OrderForm,
): PreviewData {
  // A typed price is shown anyway; the preview says the price that it replaces.
  const withoutTypedPrices = orderForm.lines.map((line) => ({ ...line, price: '' }))
  const day = deviceDay()
  const { lines } = estimate(records, { ...orderForm, lines: withoutTypedPrices }, day)
  const { subtotal } = estimate(records, orderForm, day)
  return { lineItems: lines, stockStatus: lines, pricing: undefined, subtotal, savedAt }
}

function hintsOf(preview: PreviewData | undefined) {
  const listPrices = new Map(preview?.lineItems.map((item) => [item.skuId, listPriceOf(item)]))
  const stock = new Map(preview?.stockStatus.map((item) => [item.skuId, item.available]))
  return ({ sku, price }: Line): Hint | undefined => {
    if (!sku) return undefined
    const item = listPrices.get(sku.id)
    const listedPrice = cents(item?.price ?? sku.price)
    const manualPrice = parsePrice(price)
    return {
      available: stock.get(sku.id) ?? sku.available,
      unitPrice: manualPrice === undefined ? listedPrice : cents(manualPrice),
      listedPrice,
      standardPrice: cents(item?.standard ?? sku.price),
      priceSource: manualPrice === undefined ? item?.source : 'manual',
    }
  }
}

type PricedLine = OrderValidation['pricing']['lineItems'][number]

/**
 * The list price of a line and the standard price, which the server alone tells; the source of the
 * list price is unknown if a manual price replaces it.
 */
function listPriceOf(item: PreviewData['lineItems'][number]) {
  const { unitPrice, listedPrice, priceSource, standardPrice: standard } = item
  if (listedPrice === undefined) return { price: unitPrice, source: priceSource, standard }
  return { price: listedPrice, source: undefined, standard }
}
