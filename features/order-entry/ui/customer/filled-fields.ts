import { addressesOf } from '#features/customers/address-rules.ts'
import { type ShippingMethod, shippingMethods } from '#features/sales-orders/rules.ts'
import {
  type Fill,
  type FilledField,
  type Source,
  isTyped,
  refill,
  typedForOther,
  typedOverFill,
} from '#platform/ui/form/fill-from-choice.ts'
import type { ChosenCustomer, OrderForm } from '../order-form.ts'

/** The fields that selecting a customer fills in. */
export type FilledFieldName = 'shippingAddress' | 'billingAddress' | 'shippingMethod'
/** The last filled-in values, and the customer they came from. */
export type FilledValues = { readonly [name in FilledFieldName]?: Fill | undefined }

const defaultMethod: ShippingMethod = 'standard'

/** The values a customer fills in: addresses, and the default shipping method. */
export function filledValuesOf(customer: ChosenCustomer | undefined): FilledValues {
  if (!customer) return {}
  const { id, code } = customer
  const { shipping, billing } = addressesOf(customer.customer)
  const fill = (value: string): Fill => ({ from: { id, code }, value })
  return {
    shippingAddress: fill(shipping ?? ''),
    billingAddress: fill(billing ?? ''),
    shippingMethod: fill(defaultMethod),
  }
}

/**
 * Selects a customer, or clears the selection. Values that the previous customer filled in are
 * replaced; typed values are not.
 */
export function withCustomer(
  orderForm: OrderForm,
  customer: ChosenCustomer | undefined,
): OrderForm {
  const next = filledValuesOf(customer)
  const refilled = (name: FilledFieldName) =>
    refill(fieldOf(orderForm, name), next[name], name === 'shippingMethod' ? defaultMethod : '')
  const [shipping, billing] = [refilled('shippingAddress'), refilled('billingAddress')]
  const method = refilled('shippingMethod')
  return {
    ...orderForm,
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
export function withTypedFields(
  orderForm: OrderForm,
  patch: Partial<Pick<OrderForm, FilledFieldName>>,
): OrderForm {
  const filled = filledValuesOf(orderForm.customer)
  const names = Object.keys(patch) as FilledFieldName[]
  const fills = names.map((name) => [name, typedOverFill(patch[name] ?? '', filled[name]).fill])
  return { ...orderForm, ...patch, fills: { ...orderForm.fills, ...Object.fromEntries(fills) } }
}

/** The form with the shipping method of an earlier order of its customer. */
export function withEarlierMethod(orderForm: OrderForm, method: ShippingMethod): OrderForm {
  const { customer } = orderForm
  if (!customer) return { ...orderForm, shippingMethod: method }
  const from = { id: customer.id, code: customer.code }
  const fills = { ...orderForm.fills, shippingMethod: { from, value: method } }
  return { ...orderForm, shippingMethod: method, fills }
}

/** The form with a typed address replaced by the customer's own. */
export function withOwnAddress(
  orderForm: OrderForm,
  name: 'shippingAddress' | 'billingAddress',
): OrderForm {
  const fill = filledValuesOf(orderForm.customer)[name]
  return { ...orderForm, [name]: fill?.value ?? '', fills: { ...orderForm.fills, [name]: fill } }
}

/** The mark of a typed field; `other` is the customer it was typed for, if not the current one. */
export type Mark = { typedFor: Source | undefined }

/** The mark of a field; undefined if it holds the value its customer filled in. */
export function markOf(orderForm: OrderForm, name: FilledFieldName): Mark | undefined {
  const field = fieldOf(orderForm, name)
  return isTyped(field) ? { typedFor: typedForOther(field, orderForm.customer) } : undefined
}

/**
 * The text of a field's mark: `typed`, or the customer it was typed for; undefined without a
 * mark. A selected shipping method is only marked if it was selected for another customer.
 */
export function markText(orderForm: OrderForm, name: FilledFieldName): string | undefined {
  const mark = markOf(orderForm, name)
  if (!mark || (name === 'shippingMethod' && !mark.typedFor)) return undefined
  return mark.typedFor ? `for ${mark.typedFor.code}` : 'typed'
}

/** Warnings about fields entered while another customer was selected. */
export function otherCustomerWarnings(orderForm: OrderForm): string[] {
  const { customer } = orderForm
  return (['shippingAddress', 'billingAddress', 'shippingMethod'] as const).flatMap((name) => {
    const typedFor = markOf(orderForm, name)?.typedFor
    if (!customer || !typedFor) return []
    const label = fieldLabels[name]
    return `The ${label} was entered for ${typedFor.code}. This order is for ${customer.code}.`
  })
}

/** Warning that the typed shipping address belongs to another customer. */
export function addressWarning(owner: string, { customer }: Pick<OrderForm, 'customer'>): string {
  return `The shipping address belongs to ${owner}. This order is for ${customer?.code ?? ''}.`
}

const fieldLabels = {
  shippingAddress: 'shipping address',
  billingAddress: 'billing address',
  shippingMethod: 'shipping method',
} as const

function fieldOf(orderForm: OrderForm, name: FilledFieldName): FilledField {
  return { value: orderForm[name], fill: orderForm.fills[name] }
}

function methodOf(value: string): ShippingMethod {
  return shippingMethods.find((candidate) => candidate === value) ?? defaultMethod
}
