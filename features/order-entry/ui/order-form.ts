import type { Customer } from '#features/customers/contract.ts'
import {
  forRecordedFields,
  type RecordedFieldName,
  recordedFieldList,
} from '#features/sales-orders/recorded-fields.ts'
import type { ShippingMethod } from '#features/sales-orders/rules.ts'
import { isDay } from '#platform/kernel/days.ts'
import type { OrderDraft } from '../contract.ts'
import { type FilledValues, filledValuesOf } from './customer/filled-fields.ts'
import { parseQuantity, quantityProblem } from './lines/quantity.ts'
import { parsePrice } from './lines/typed-price.ts'

/** A selected customer: its combobox option, and all its data. */
export type ChosenCustomer = { id: number; code: string; text: string; customer: Customer }

/** A selected SKU. `price` is its standard price as decimal text. */
export type ChosenSku = {
  id: number
  code: string
  text: string
  barcode: string | null
  name: string
  unitOfMeasure: string
  price: string
  available: number
  /** The ids of all SKUs in the same search result, which are priced in one request. */
  searchResultIds: number[]
}

/**
 * One line of the form. It is an item once added with `Add Item` or once its SKU field is not
 * empty; until then it is the ghost line: rendered and focusable, but not part of the order.
 */
export type Line = {
  key: number
  sku: ChosenSku | undefined
  /** The typed text while no SKU is selected. */
  text: string
  /** Enter was pressed on the text: its SKU is being looked up, and a next line is needed. */
  isLookupRequested: boolean
  /** The code was scanned: if the SKU has a line already, that line's quantity increases. */
  isScanned: boolean
  /** The lookup found nothing. */
  isUnknown: boolean
  /** The lookup of a scanned code failed. */
  isFailed?: boolean | undefined
  /** The user confirmed that this duplicate SKU is intended. */
  isDuplicateConfirmed: boolean
  isAdded: boolean
  quantity: string
  /** The quantity is invalid and the field was left. */
  isQuantityInvalid?: boolean
  /** The manual price; empty if the list price applies. */
  price: string
}

export type OrderSource = NonNullable<OrderDraft['orderSource']>

/** The form of one order. Lines are in order; the last may be the ghost line. */
export type OrderForm = Record<RecordedFieldName, string> & {
  customer: ChosenCustomer | undefined
  orderSource: OrderSource
  shippingAddress: string
  shippingMethod: ShippingMethod
  billingAddress: string
  /** The requested ship date: an ISO date, empty, or the typed text if it is not a date. */
  shipDate: string
  /** The values that the selected customer filled in. */
  fills: FilledValues
  backorder: boolean
  lines: readonly Line[]
  nextKey: number
}

/** A new form: one item of quantity 1. */
export function emptyForm(): OrderForm {
  const { customerPO, ...recorded } = forRecordedFields(() => '')
  return {
    customer: undefined,
    orderSource: 'web',
    customerPO,
    shippingAddress: '',
    shippingMethod: 'standard',
    billingAddress: '',
    shipDate: '',
    fills: {},
    ...recorded,
    backorder: false,
    lines: [lineOf(1, { isAdded: true })],
    nextKey: 2,
  }
}

/**
 * The form under other line keys than one whose next key is `nextKey`, which it replaces: a late
 * answer for a line of that one must find no line.
 */
export function withFreshKeys(orderForm: OrderForm, nextKey: number): OrderForm {
  const lines = orderForm.lines.map((line) => ({ ...line, key: line.key + nextKey }))
  return { ...orderForm, lines, nextKey: orderForm.nextKey + nextKey }
}

/** An empty line with a quantity of 1. */
export function lineOf(key: number, overrides: Partial<Line> = {}): Line {
  return {
    key,
    sku: undefined,
    text: '',
    isLookupRequested: false,
    isScanned: false,
    isUnknown: false,
    isDuplicateConfirmed: false,
    isAdded: false,
    quantity: '1',
    price: '',
    ...overrides,
  }
}

export function isItem(line: Line): boolean {
  return line.isAdded || line.sku !== undefined || line.text.trim() !== ''
}

/** The items of the order: all lines except the ghost line. */
export function itemsOf(orderForm: OrderForm): Line[] {
  return orderForm.lines.filter(isItem)
}

/** Whether the form has data that would be lost. */
export function hasContent(orderForm: OrderForm): boolean {
  return (
    orderForm.customer !== undefined ||
    recordedFieldList.some(({ name }) => orderForm[name].trim() !== '') ||
    orderForm.shippingAddress.trim() !== '' ||
    orderForm.billingAddress.trim() !== '' ||
    orderForm.shipDate.trim() !== '' ||
    orderForm.lines.some((line) => line.sku !== undefined || line.text.trim() !== '')
  )
}

/** The request body of validation and preview; contains only complete items. */
export function orderRequestOf(orderForm: OrderForm) {
  const items = itemsOf(orderForm).flatMap(({ sku, quantity, price }) => {
    const units = parseQuantity(quantity)
    const manualPrice = parsePrice(price)
    if (!sku || !units) return []
    return [{ skuId: sku.id, quantity: units, ...(manualPrice && { manualPrice }) }]
  })
  const backorder = orderForm.backorder ? { backorder: true } : {}
  const { customer, shippingMethod, shippingAddress } = orderForm
  // The server knows the customer's own address; a different one determines the sales tax.
  const customerAddress = filledValuesOf(customer).shippingAddress?.value ?? ''
  const hasOtherAddress = shippingAddress.trim() !== customerAddress
  const shipTo = hasOtherAddress ? { shippingAddress } : {}
  return { customerId: customer?.id ?? 0, shippingMethod, items, ...shipTo, ...backorder }
}

/** The request body of creation: the validation request plus the header fields. */
export function orderOf(orderForm: OrderForm) {
  const { orderSource, shippingAddress, billingAddress, shipDate } = orderForm
  const { customerPO, ...recorded } = forRecordedFields((name) => orderForm[name])
  return {
    ...orderRequestOf(orderForm),
    customerPO,
    orderSource,
    shippingAddress,
    billingAddress,
    ...(isDay(shipDate) && { shipDate }),
    ...recorded,
  }
}

export const priceMessage =
  'Price must be an amount such as 8.50, or a discount of at most 100%, such as 10%'
export const shipDateMessage = 'Ship date must be a date such as 2026-03-01'

export type LineProblem = { sku?: string; quantity?: string; price?: string }
/** The fields of the header that the server may reject. */
export type HeaderFieldName = 'shipDate' | 'shippingAddress' | 'billingAddress' | RecordedFieldName

export const headerFieldNames: readonly HeaderFieldName[] = [
  'shipDate',
  'shippingAddress',
  'billingAddress',
  ...recordedFieldList.map(({ name }) => name),
]

export type Problems = {
  customer?: string
  /** Problems in fields of the header: a ship date that is no date, or what the server found. */
  header?: Partial<Record<HeaderFieldName, string>>
  lines: Record<number, LineProblem>
  items?: string
}

/** The problems that block validation, in the wording of the specification. */
export function problemsOf(orderForm: OrderForm): Problems {
  const items = itemsOf(orderForm)
  const found = items.flatMap((line): [number, LineProblem][] => {
    const sku = line.sku ? {} : { sku: 'Please select a SKU' }
    const whyNot = quantityProblem(line.quantity)
    const quantity = whyNot ? { quantity: whyNot } : {}
    const isPriceInvalid = line.price.trim() !== '' && parsePrice(line.price) === undefined
    const price = isPriceInvalid ? { price: priceMessage } : {}
    const lineProblem = { ...sku, ...quantity, ...price }
    return Object.keys(lineProblem).length > 0 ? [[line.key, lineProblem]] : []
  })
  const shipDate = orderForm.shipDate.trim()
  return {
    ...(!orderForm.customer && { customer: 'Please select a customer' }),
    ...(shipDate !== '' && !isDay(shipDate) && { header: { shipDate: shipDateMessage } }),
    ...(items.length === 0 && { items: 'At least one item is required' }),
    lines: Object.fromEntries(found),
  }
}

/** Whether nothing in the form blocks validation. */
export function isValid({ customer, header, items, lines }: Problems): boolean {
  return !customer && !header && !items && Object.keys(lines).length === 0
}

/** Whether a customer or a SKU is missing: the specification's `Incomplete Order`. */
export function isIncomplete({ customer, items, lines }: Problems): boolean {
  return Boolean(customer ?? items) || Object.values(lines).some((line) => line.sku)
}
