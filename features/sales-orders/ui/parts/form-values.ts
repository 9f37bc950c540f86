import { priceName } from '#features/customers/labels.ts'
import type { ReactNode } from 'react'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import type { Fill } from '#platform/ui/form/fill-from-choice.ts'
import type { PastedCode } from '#platform/ui/form/use-pasted-lines.ts'
import type {
  createSalesOrder,
  SalesOrderDetails,
  SalesOrderItem,
  updateSalesOrder,
} from '../../contract.ts'
import { forRecordedFields } from '../../recorded-fields.ts'
import type { SalesOrderStatus } from '../../rules.ts'
import { fieldText, parseWholeNumber } from '#platform/ui/form/field-text.ts'

/** A line as typed; for a processed order with its line number and shipped units. */
export type LineValues = {
  skuId: Choice | undefined
  quantity: string
  pasted?: PastedCode | undefined
  /** A manual price; empty for the list price. */
  manualPrice?: string
  /** The current price of the line and its source, as text. */
  costs?: string
  lineNo?: number
  shipped?: number
}
export const cancelAfterHint = 'The customer may refuse later shipments'

export type OrderValues = ReturnType<typeof newValues>
export type ChangeValues = ReturnType<typeof changeValues>

/** The initial values of a new order: empty, or copied from another order. */
export function newValues(at: { now: Date; today: string }, like?: SalesOrderDetails) {
  return {
    orderNumber: `SO-${at.now.getTime()}`,
    customerId: like && choiceOf(like.customerId, like.customerCode, like.customerName),
    status: 'pending' as SalesOrderStatus,
    totalAmount: like?.totalAmount ?? '0',
    orderDate: at.today,
    shipDate: '',
    cancelAfter: '',
    ...forRecordedFields((name) => fieldText(like?.[name])),
    customerPO: '',
    shippingAddress: fieldText(like?.shippingAddress),
    addressFill: like && copiedAddressFill(like, like),
    shippingMethod: like?.shippingMethod ?? ('standard' as const),
    items: linesOf(like),
  }
}

/**
 * The shipping address that selecting a customer fills in: the copied order's address if it is the
 * same customer, otherwise empty, which means the customer's own address.
 */
export function copiedAddressFill(
  customer: { customerId: number; customerCode: string },
  like: SalesOrderDetails | undefined,
): Fill {
  const { customerId: id, customerCode: code } = customer
  const value = like?.customerId === id ? fieldText(like.shippingAddress) : ''
  return { from: { id, code }, value }
}

/** The editable values of an existing order. */
export function changeValues(order: SalesOrderDetails, mayPrice: boolean) {
  return {
    totalAmount: order.totalAmount,
    shipDate: fieldText(order.shipDate),
    cancelAfter: fieldText(order.cancelAfter),
    ...forRecordedFields((name) => fieldText(order[name])),
    shippingAddress: fieldText(order.shippingAddress),
    shippingMethod: order.shippingMethod ?? ('' as const),
    billingAddress: fieldText(order.billingAddress),
    reason: '',
    items: isStarted(order) ? numberedLines(order, mayPrice) : pricedLines(order, mayPrice),
  }
}

/** Whether a change is a revision: the order is not pending, or was changed after a recall. */
export function isStarted({ status, revision }: SalesOrderDetails): boolean {
  return status !== 'pending' || revision > 0
}

function linesOf(order: SalesOrderDetails | undefined): LineValues[] {
  return openLines(order).map(({ skuId, sku, name, quantity }) => {
    return { skuId: choiceOf(skuId, sku, name), quantity: String(quantity) }
  })
}

/** The lines with their manual prices, for users who may change them. */
function pricedLines(order: SalesOrderDetails, mayPrice: boolean): LineValues[] {
  const items = openLines(order)
  if (!mayPrice) return linesOf(order)
  return linesOf(order).map((line, index) => {
    const { unitPrice, priceSource } = items[index] as SalesOrderItem
    const costs = `${formatDecimal(unitPrice)} ${priceName(priceSource)}`
    return { ...line, manualPrice: priceSource === 'manual' ? unitPrice : '', costs }
  })
}

function numberedLines(order: SalesOrderDetails, mayPrice: boolean): LineValues[] {
  const items = openLines(order)
  return pricedLines(order, mayPrice).map((line, index) => {
    const { lineNo, qtyShipped } = items[index] as SalesOrderItem
    return { ...line, lineNo, shipped: qtyShipped }
  })
}

/** Excludes lines that were cancelled completely. */
function openLines(order: SalesOrderDetails | undefined): SalesOrderItem[] {
  return (order?.items ?? []).filter(({ quantity }) => quantity > 0)
}

/**
 * The request body. Empty days and an empty address are omitted; a missing customer is rejected.
 */
export function newToWire(values: OrderValues): WireBodyOf<typeof createSalesOrder> {
  const { customerId, orderDate, shipDate, cancelAfter, shippingAddress } = values
  const { addressFill: _, ...rest } = values
  return {
    ...rest,
    customerId: customerId?.id ?? 0,
    totalAmount: values.totalAmount || '0',
    orderDate: orderDate || undefined,
    shipDate: shipDate || undefined,
    cancelAfter: cancelAfter || undefined,
    shippingAddress: shippingAddress || undefined,
    items: requestedLines(values.items),
  }
}

/** What the lines are priced by: customer, address, shipping method and items. */
type PriceRequest = {
  customerId: number
  shippingAddress?: string
  shippingMethod: OrderValues['shippingMethod']
  items: { skuId: number; quantity: number; manualPrice?: string }[]
}

/**
 * Props of the component that shows the total of unsaved lines; `wish` is undefined while it cannot
 * be priced.
 */
export type LinesTotalProps = {
  priceRequest: PriceRequest | undefined
  /** Number of rejections because the total changed; each one triggers a refetch. */
  refusals: number
  /** Receives the current total of the lines; undefined while unknown. */
  onTotal: (total: string | undefined) => void
  children: (total: string | undefined, isComputing: boolean) => ReactNode
}

/**
 * The pricing request of a new order; undefined if its lines are incomplete, or if the order date
 * is not today, because its prices are those of that date.
 */
export function priceRequestOf(values: OrderValues, today: string): PriceRequest | undefined {
  const { customerId: customer, shippingMethod, shippingAddress, orderDate, items } = values
  const lines = requestedLines(items).map(({ manualPrice, ...line }) => {
    return manualPrice ? { ...line, manualPrice } : line
  })
  const isComplete = lines.every(({ skuId, quantity }) => skuId > 0 && quantity > 0)
  if (!customer || lines.length === 0 || !isComplete) return undefined
  if (orderDate !== '' && orderDate !== today) return undefined
  return {
    customerId: customer.id,
    ...(shippingAddress.trim() && { shippingAddress }),
    shippingMethod,
    items: lines,
  }
}

/** The update request of an order with lines. */
export function linesToWire(values: ChangeValues): WireBodyOf<typeof updateSalesOrder> {
  const { totalAmount: _, items, ...rest } = values
  const numbers = items.map(({ lineNo }) => (lineNo === undefined ? {} : { lineNo }))
  const lines = requestedLines(items).map((line, index) => ({ ...line, ...numbers[index] }))
  return { ...rest, ...emptied(values), items: lines }
}

type PricedChange = Pick<
  WireBodyOf<typeof updateSalesOrder>,
  'items' | 'shippingAddress' | 'shippingMethod'
>

/** What a change is priced by; undefined while its lines are incomplete. */
export function pricedChangeOf(values: ChangeValues): PricedChange | undefined {
  const { items, shippingAddress, shippingMethod } = linesToWire(values)
  const isComplete = items?.every(({ skuId, quantity }) => {
    return Number(skuId) > 0 && Number(quantity) > 0
  })
  return items?.length && isComplete ? { items, shippingAddress, shippingMethod } : undefined
}

/** The update request of a header-only order. */
export function totalToWire(values: ChangeValues): WireBodyOf<typeof updateSalesOrder> {
  const { items: _, totalAmount, ...rest } = values
  return { ...rest, ...emptied(values), totalAmount: totalAmount || '0' }
}

/** Converts empty fields to null. */
function emptied({ shipDate, cancelAfter, shippingMethod }: ChangeValues) {
  return {
    shipDate: shipDate || null,
    cancelAfter: cancelAfter || null,
    shippingMethod: shippingMethod || null,
  }
}

function requestedLines(items: readonly LineValues[]) {
  return items.map(({ skuId, quantity, manualPrice }) => ({
    skuId: skuId?.id ?? 0,
    quantity: parseWholeNumber(quantity) ?? 0,
    ...(manualPrice !== undefined && { manualPrice: manualPrice.trim() || null }),
  }))
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}
