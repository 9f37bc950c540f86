import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import type { Choice } from '#platform/ui/choices.ts'
import { shown, wholeNumber } from '#platform/ui/form/form-parts.ts'
import type { createSalesOrder, SalesOrderDetails, updateSalesOrder } from './contract.ts'
import type { SalesOrderStatus } from './rules.ts'

export type LineValues = { skuId: Choice | undefined; quantity: string }
export type OrderValues = ReturnType<typeof newValues>
export type ChangeValues = ReturnType<typeof changeValues>

/** What the form of a new order shows at first: nothing, or what another order has. */
export function newValues(at: { now: Date; today: string }, like?: SalesOrderDetails) {
  return {
    orderNumber: `SO-${at.now.getTime()}`,
    customerId: like && choiceOf(like.customerId, like.customerCode, like.customerName),
    status: 'pending' as SalesOrderStatus,
    totalAmount: like?.totalAmount ?? '0',
    orderDate: at.today,
    shipDate: '',
    customerPO: '',
    shippingAddress: shown(like?.shippingAddress),
    notes: shown(like?.notes),
    items: linesOf(like),
  }
}

/** What may change of an order that is there. */
export function changeValues(order: SalesOrderDetails) {
  return {
    totalAmount: order.totalAmount,
    shipDate: shown(order.shipDate),
    customerPO: shown(order.customerPO),
    shippingAddress: shown(order.shippingAddress),
    billingAddress: shown(order.billingAddress),
    notes: shown(order.notes),
    items: linesOf(order),
  }
}

function linesOf(order: SalesOrderDetails | undefined): LineValues[] {
  return (order?.items ?? []).map(({ skuId, sku, name, quantity }) => {
    return { skuId: choiceOf(skuId, sku, name), quantity: String(quantity) }
  })
}

/** Empty days and an empty address are left to the server; a missing customer is refused. */
export function newToWire(values: OrderValues): WireBodyOf<typeof createSalesOrder> {
  const { customerId, orderDate, shipDate, shippingAddress, totalAmount, items, ...rest } = values
  return {
    ...rest,
    customerId: customerId?.id ?? 0,
    totalAmount: totalAmount || '0',
    orderDate: orderDate || undefined,
    shipDate: shipDate || undefined,
    shippingAddress: shippingAddress || undefined,
    items: wanted(items),
  }
}

/** The change of an order with lines. */
export function linesToWire(values: ChangeValues): WireBodyOf<typeof updateSalesOrder> {
  const { totalAmount: _, shipDate, items, ...rest } = values
  return { ...rest, shipDate: shipDate || null, items: wanted(items) }
}

/** The change of an order that was recorded by its total. */
export function totalToWire(values: ChangeValues): WireBodyOf<typeof updateSalesOrder> {
  const { items: _, shipDate, totalAmount, ...rest } = values
  return { ...rest, shipDate: shipDate || null, totalAmount: totalAmount || '0' }
}

function wanted(items: readonly LineValues[]) {
  return items.map(({ skuId, quantity }) => {
    return { skuId: skuId?.id ?? 0, quantity: wholeNumber(quantity) ?? 0 }
  })
}

function choiceOf(id: number, code: string, name: string): Choice {
  return { id, code, text: `${code} - ${name}` }
}
