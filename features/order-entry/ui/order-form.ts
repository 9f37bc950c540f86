import type { Customer } from '#features/customers/contract.ts'
import type { ShippingMethod } from '#features/sales-orders/rules.ts'
import type { OrderDraft } from '../contract.ts'
import { type Fills, fillsOf } from './customer/filled-fields.ts'
import { parseQuantity, whyNoQuantity } from './lines/quantity.ts'
import { parsePrice } from './lines/typed-price.ts'

/** A customer as the desk holds it: the choice of its combobox, and all that is known. */
export type ChosenCustomer = { id: number; code: string; text: string; customer: Customer }

/** A SKU as the desk holds it. `price` is its standard price, decimal text. */
export type ChosenSku = {
  id: number
  code: string
  text: string
  barcode: string | null
  name: string
  price: string
  available: number
  /** The ids of all that was found with it, which are priced together. */
  mates: number[]
}

/**
 * One line as it is typed. It is an item from `Add Item` on, or once something stands in its SKU;
 * before that it is the ghost line: drawn and focusable, and no part of the order.
 */
export type Line = {
  key: number
  sku: ChosenSku | undefined
  /** What is typed while no SKU is chosen. */
  text: string
  /** Enter was pressed on that text: its SKU is on the way, and the next line is wanted. */
  isAsked: boolean
  /** A scanner sent its code: where that SKU is there already, its quantity counts up. */
  isScanned: boolean
  /** Nothing was found for the text. */
  isUnknown: boolean
  /** The server gave no answer to a scanned code. */
  isFailed?: boolean | undefined
  /** That the same SKU stands on another line is meant so. */
  isTwinFine: boolean
  isMade: boolean
  quantity: string
  /** The quantity was left although it is none. */
  isOdd?: boolean
  /** A price typed in place of the one of the price list; empty where that holds. */
  price: string
}

export type OrderSource = NonNullable<OrderDraft['orderSource']>

/** The whole form of one order. Lines are in order; the last may be the ghost line. */
export type Desk = {
  customer: ChosenCustomer | undefined
  orderSource: OrderSource
  customerPO: string
  shippingAddress: string
  shippingMethod: ShippingMethod
  billingAddress: string
  /** What the choice of customer filled into the addresses and the method. */
  fills: Fills
  notes: string
  backorder: boolean
  lines: readonly Line[]
  nextKey: number
}

/** A new form: one item of quantity 1. */
export function emptyDesk(): Desk {
  return {
    customer: undefined,
    orderSource: 'web',
    customerPO: '',
    shippingAddress: '',
    shippingMethod: 'standard',
    billingAddress: '',
    fills: {},
    notes: '',
    backorder: false,
    lines: [lineOf(1, { isMade: true })],
    nextKey: 2,
  }
}

/** A line with nothing in it but a quantity of 1. */
export function lineOf(key: number, more: Partial<Line> = {}): Line {
  return {
    key,
    sku: undefined,
    text: '',
    isAsked: false,
    isScanned: false,
    isUnknown: false,
    isTwinFine: false,
    isMade: false,
    quantity: '1',
    price: '',
    ...more,
  }
}

export function isItem(line: Line): boolean {
  return line.isMade || line.sku !== undefined || line.text.trim() !== ''
}

/** The items of the order: every line but the ghost line. */
export function itemsOf(desk: Desk): Line[] {
  return desk.lines.filter(isItem)
}

/** Whether anything was typed that would be lost. What a choice of customer fills in counts not. */
export function isTouched(desk: Desk): boolean {
  return (
    desk.customer !== undefined ||
    desk.customerPO.trim() !== '' ||
    desk.notes.trim() !== '' ||
    desk.shippingAddress.trim() !== '' ||
    desk.billingAddress.trim() !== '' ||
    desk.lines.some((line) => line.sku !== undefined || line.text.trim() !== '')
  )
}

/** What is asked of validation and preview: the items that are complete. */
export function orderRequestOf(desk: Desk) {
  const items = itemsOf(desk).flatMap(({ sku, quantity, price }) => {
    const units = parseQuantity(quantity)
    const manualPrice = parsePrice(price)
    if (!sku || !units) return []
    return [{ skuId: sku.id, quantity: units, ...(manualPrice && { manualPrice }) }]
  })
  const backorder = desk.backorder ? { backorder: true } : {}
  const { customer, shippingMethod, shippingAddress } = desk
  // The customer's own address is known to the server; another one decides the sales tax.
  const own = fillsOf(customer).shippingAddress?.value ?? ''
  const isElsewhere = shippingAddress.trim() !== own
  const shipTo = isElsewhere ? { shippingAddress } : {}
  return { customerId: customer?.id ?? 0, shippingMethod, items, ...shipTo, ...backorder }
}

/** What creation sends: the wish and what a clerk wrote beside it. */
export function orderOf(desk: Desk) {
  const { customerPO, orderSource, shippingAddress, billingAddress, notes } = desk
  return {
    ...orderRequestOf(desk),
    customerPO,
    orderSource,
    shippingAddress,
    billingAddress,
    notes,
  }
}

export const priceMessage = 'Price must be an amount such as 8.50'

export type LineProblem = { sku?: string; quantity?: string; price?: string }
export type Problems = { customer?: string; lines: Record<number, LineProblem>; items?: string }

/** What keeps a form from being validated, in the words of the specification (section 5). */
export function problemsOf(desk: Desk): Problems {
  const items = itemsOf(desk)
  const found = items.flatMap((line): [number, LineProblem][] => {
    const sku = line.sku ? {} : { sku: 'Please select a SKU' }
    const whyNot = whyNoQuantity(line.quantity)
    const quantity = whyNot ? { quantity: whyNot } : {}
    const isOdd = line.price.trim() !== '' && parsePrice(line.price) === undefined
    const price = isOdd ? { price: priceMessage } : {}
    const wrong = { ...sku, ...quantity, ...price }
    return Object.keys(wrong).length > 0 ? [[line.key, wrong]] : []
  })
  return {
    ...(!desk.customer && { customer: 'Please select a customer' }),
    ...(items.length === 0 && { items: 'At least one item is required' }),
    lines: Object.fromEntries(found),
  }
}

/** Whether the form is short of a customer or of SKUs: the specification's `Incomplete Order`. */
export function isIncomplete({ customer, items, lines }: Problems): boolean {
  return Boolean(customer ?? items) || Object.values(lines).some((line) => line.sku)
}
