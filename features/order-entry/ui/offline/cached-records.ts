import type { Customer } from '#features/customers/contract.ts'
import type { ContractPrice } from '#features/pricing/contract.ts'
import { type AgreedPrice, linePrice, type PriceSource } from '#features/pricing/rules.ts'
import type { Sku } from '#features/skus/contract.ts'
import type { Day } from '#platform/kernel/days.ts'
import {
  type Amount,
  amount,
  type Cents,
  cents,
  decimal,
  multiply,
  sum,
  zero,
} from '#platform/kernel/money.ts'
import { isShortCodeOf } from '#platform/ui/fields/short-codes.ts'
import { itemsOf, type OrderForm } from '../order-form.ts'
import { parseQuantity } from '../lines/quantity.ts'
import { parsePrice } from '../lines/typed-price.ts'

// Customers, SKUs, prices and stock that are cached on this device, for orders entered offline. All
// of it is only a preview: the server decides when the order is sent.

/** Active customers and SKUs, and the contract prices, as this device last read them. */
export type CachedRecords = {
  customers: Customer[]
  skus: Sku[]
  contractPrices: ContractPrice[]
  /** True if there are more than a device stores. */
  isPartial: boolean
}

/** A line as it was displayed when the user entered it. */
export type DisplayedLine = {
  skuId: number
  code: string
  quantity: number
  unitPrice: Amount
  priceSource: PriceSource
  available: number
}

/** The preview of an order from the cached records: without tax and shipping. */
export type Estimate = { lines: DisplayedLine[]; subtotal: Amount }

const maxFound = 8

/** The cached customers that match a text, best match first. */
export function searchCustomers({ customers }: CachedRecords, text: string): Customer[] {
  return best(customers, text, ({ customerCode, name, city }) => [customerCode, name, city ?? ''])
}

/** The cached SKUs that match a text or barcode, best match first. */
export function searchSkus({ skus }: CachedRecords, text: string): Sku[] {
  return best(skus, text, ({ sku, name, barcode }) => [sku, name, barcode ?? ''])
}

/** The cached SKUs with exactly these codes, in upper or lower case. */
export function skusWithCodes({ skus }: CachedRecords, codes: readonly string[]): Sku[] {
  const wanted = new Set(codes.map((code) => code.toLowerCase()))
  return skus.filter(({ sku }) => wanted.has(sku.toLowerCase()))
}

/**
 * Prices the items of a form that have a SKU and a quantity. The price of a SKU is that of its
 * quantity in the whole order, as on the server; a typed price replaces it.
 */
export function estimateOrder(
  cached: CachedRecords | undefined,
  orderForm: OrderForm,
  date: Day,
): Estimate {
  const items = itemsOf(orderForm).flatMap(({ sku, quantity, price }) => {
    const units = parseQuantity(quantity)
    return sku && units ? [{ sku, units, manualPrice: parsePrice(price) }] : []
  })
  const quantities = new Map<number, number>()
  for (const { sku, units } of items) {
    quantities.set(sku.id, (quantities.get(sku.id) ?? 0) + units)
  }
  const lines = items.map(({ sku, units, manualPrice }): DisplayedLine => {
    const record = cached?.skus.find(({ id }) => id === sku.id)
    const quantity = quantities.get(sku.id) ?? 0
    const found = priceOf(record, { cached, orderForm, date, quantity })
    return {
      skuId: sku.id,
      code: sku.code,
      quantity: units,
      unitPrice: amount(manualPrice ?? (found ? decimal(found.unitPrice) : sku.price)),
      priceSource: manualPrice === undefined ? (found?.priceSource ?? 'standard') : 'manual',
      available: record?.available ?? sku.available,
    }
  })
  return { lines, subtotal: decimal(subtotalOf(lines)) }
}

function subtotalOf(lines: readonly DisplayedLine[]): Cents {
  return sum(lines.map(({ unitPrice, quantity }) => multiply(cents(unitPrice), quantity) ?? zero))
}

type PriceQuestion = {
  cached: CachedRecords | undefined
  orderForm: OrderForm
  date: Day
  quantity: number
}

function priceOf(record: Sku | undefined, { cached, orderForm, date, quantity }: PriceQuestion) {
  const customer = orderForm.customer?.customer
  if (!record || !customer) return undefined
  const optional = (price: string | null) => (price === null ? null : cents(price))
  return linePrice({
    prices: {
      price: cents(record.price),
      tier1Price: optional(record.tier1Price),
      tier2Price: optional(record.tier2Price),
      tier3Price: optional(record.tier3Price),
    },
    priceLevel: customer.priceLevel,
    agreed: (cached?.contractPrices ?? [])
      .filter(({ customerId, skuId, isActive }) => {
        return isActive && customerId === customer.id && skuId === record.id
      })
      .map(
        ({ id, contractPrice, effectiveDate, expirationDate, minimumQuantity }): AgreedPrice => ({
          id,
          contractPrice: cents(contractPrice),
          effectiveDate,
          expirationDate,
          minimumQuantity,
        }),
      ),
    quantity,
    date,
  })
}

/**
 * Records in which each word of the text begins or is part of a value, or whose first value, a
 * code, the text is short for. The order is: a value equals the text, then codes that it is short
 * for, then values that begin with it, then the others; each in stored order.
 */
function best<Row>(rows: readonly Row[], text: string, valuesOf: (row: Row) => string[]): Row[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const words = wanted.split(/\s+/)
  const ranked = rows.flatMap((row) => {
    const values = valuesOf(row).map((value) => value.toLowerCase())
    const isShort = isShortCodeOf(wanted, values[0] ?? '')
    const isFound = words.every((word) => values.some((value) => value.includes(word)))
    return isShort || isFound ? [{ row, rank: rankOf(values, wanted, isShort) }] : []
  })
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxFound)
    .map(({ row }) => row)
}

function rankOf(values: readonly string[], wanted: string, isShort: boolean): number {
  if (values.includes(wanted)) return 0
  if (isShort) return 1
  if (values[0]?.startsWith(wanted)) return 2
  return values.some((value) => value.startsWith(wanted)) ? 3 : 4
}
