import { addressesOf } from '#features/customers/rules.ts'
import { type ShippingMethod, shippingMethods } from '#features/sales-orders/rules.ts'
import {
  type Fill,
  type FilledField,
  type Source,
  isTyped,
  refill,
  typedForOther,
  typeOver,
} from '#platform/ui/form/filled-in.ts'
import type { ChosenCustomer, OrderForm } from '../order-form.ts'

/** The fields that selecting a customer fills in. */
export type FilledName = 'shippingAddress' | 'billingAddress' | 'shippingMethod'
/** The last filled-in values, and the customer they came from. */
export type Fills = { readonly [name in FilledName]?: Fill | undefined }

const usualMethod: ShippingMethod = 'standard'

/** The values a customer fills in: addresses, and the default shipping method. */
export function fillsOf(customer: ChosenCustomer | undefined): Fills {
  if (!customer) return {}
  const { id, code } = customer
  const { shipping, billing } = addressesOf(customer.customer)
  const fill = (value: string): Fill => ({ from: { id, code }, value })
  return {
    shippingAddress: fill(shipping ?? ''),
    billingAddress: fill(billing ?? ''),
    shippingMethod: fill(usualMethod),
  }
}

/**
 * Selects a customer, or clears the selection. Values that the previous customer filled in are
 * replaced; typed values are not.
 */
export function withCustomer(desk: OrderForm, customer: ChosenCustomer | undefined): OrderForm {
  const next = fillsOf(customer)
  const after = (name: FilledName) =>
    refill(fieldOf(desk, name), next[name], name === 'shippingMethod' ? usualMethod : '')
  const [shipping, billing] = [after('shippingAddress'), after('billingAddress')]
  const method = after('shippingMethod')
  return {
    ...desk,
    customer,
    shippingAddress: shipping.value,
    billingAddress: billing.value,
    shippingMethod: methodOf(method.value),
    fills: {
      shippingAddress: shipping.fill,
      billingAddress: billing.fill,
      shippingMethod: method.fill,
    },
  }
}

/** The form after the user typed in one of these fields. */
export function withTyped(desk: OrderForm, patch: Partial<Pick<OrderForm, FilledName>>): OrderForm {
  const mine = fillsOf(desk.customer)
  const names = Object.keys(patch) as FilledName[]
  const fills = names.map((name) => [name, typeOver(patch[name] ?? '', mine[name]).fill])
  return { ...desk, ...patch, fills: { ...desk.fills, ...Object.fromEntries(fills) } }
}

/** The form with the shipping method of an earlier order of its customer. */
export function withEarlierMethod(desk: OrderForm, method: ShippingMethod): OrderForm {
  const { customer } = desk
  if (!customer) return { ...desk, shippingMethod: method }
  const from = { id: customer.id, code: customer.code }
  const fills = { ...desk.fills, shippingMethod: { from, value: method } }
  return { ...desk, shippingMethod: method, fills }
}

/** The form with a typed address replaced by the customer's own. */
export function withOwnAddress(
  desk: OrderForm,
  name: 'shippingAddress' | 'billingAddress',
): OrderForm {
  const fill = fillsOf(desk.customer)[name]
  return { ...desk, [name]: fill?.value ?? '', fills: { ...desk.fills, [name]: fill } }
}

/** The mark of a typed field; `other` is the customer it was typed for, if not the current one. */
export type Mark = { other: Source | undefined }

/** The mark of a field; undefined if it holds the value its customer filled in. */
export function markOf(desk: OrderForm, name: FilledName): Mark | undefined {
  const field = fieldOf(desk, name)
  return isTyped(field) ? { other: typedForOther(field, desk.customer) } : undefined
}

/** Warnings about fields entered while another customer was selected. */
export function otherCustomerWarnings(desk: OrderForm): string[] {
  const { customer } = desk
  return (['shippingAddress', 'billingAddress', 'shippingMethod'] as const).flatMap((name) => {
    const other = markOf(desk, name)?.other
    if (!customer || !other) return []
    return `The ${words[name]} was entered for ${other.code}. This order is for ${customer.code}.`
  })
}

/** Warning that the typed shipping address belongs to another customer. */
export function addressWarning(owner: string, { customer }: Pick<OrderForm, 'customer'>): string {
  return `The shipping address belongs to ${owner}. This order is for ${customer?.code ?? ''}.`
}

const words = {
  shippingAddress: 'shipping address',
  billingAddress: 'billing address',
  shippingMethod: 'shipping method',
} as const

function fieldOf(desk: OrderForm, name: FilledName): FilledField {
  return { value: desk[name], fill: desk.fills[name] }
}

function methodOf(value: string): ShippingMethod {
  return shippingMethods.find((known) => known === value) ?? usualMethod
}
