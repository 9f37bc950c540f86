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
import type { ChosenCustomer, Desk } from '../order-form.ts'

/** The fields that a choice of customer fills in. */
export type FilledName = 'shippingAddress' | 'billingAddress' | 'shippingMethod'
/** What was filled into them last, and from which customer. */
export type Fills = { readonly [name in FilledName]?: Fill | undefined }

const usualMethod: ShippingMethod = 'standard'

/** What a customer fills in: their addresses, and the usual shipping method. */
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
 * Chooses a customer, or clears the choice. What the customer before filled in goes with them; what
 * a person typed stays.
 */
export function withCustomer(desk: Desk, customer: ChosenCustomer | undefined): Desk {
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

/** The form after a person typed in one of these fields. */
export function withTyped(desk: Desk, patch: Partial<Pick<Desk, FilledName>>): Desk {
  const mine = fillsOf(desk.customer)
  const names = Object.keys(patch) as FilledName[]
  const fills = names.map((name) => [name, typeOver(patch[name] ?? '', mine[name]).fill])
  return { ...desk, ...patch, fills: { ...desk.fills, ...Object.fromEntries(fills) } }
}

/** The form with the shipping method of an earlier order of its customer. */
export function withEarlierMethod(desk: Desk, method: ShippingMethod): Desk {
  const { customer } = desk
  if (!customer) return { ...desk, shippingMethod: method }
  const from = { id: customer.id, code: customer.code }
  const fills = { ...desk.fills, shippingMethod: { from, value: method } }
  return { ...desk, shippingMethod: method, fills }
}

/** The form with one address as its customer has it, in place of what was typed. */
export function withOwnAddress(desk: Desk, name: 'shippingAddress' | 'billingAddress'): Desk {
  const fill = fillsOf(desk.customer)[name]
  return { ...desk, [name]: fill?.value ?? '', fills: { ...desk.fills, [name]: fill } }
}

/** Who a field is marked for: typed text, and for whom where that is another customer. */
export type Mark = { other: Source | undefined }

/** How a field is marked: undefined where it holds what its customer filled in. */
export function markOf(desk: Desk, name: FilledName): Mark | undefined {
  const field = fieldOf(desk, name)
  return isTyped(field) ? { other: typedForOther(field, desk.customer) } : undefined
}

/** The sentences to read before Create: what was typed while another customer was chosen. */
export function otherCustomerWarnings(desk: Desk): string[] {
  const { customer } = desk
  return (['shippingAddress', 'billingAddress', 'shippingMethod'] as const).flatMap((name) => {
    const other = markOf(desk, name)?.other
    if (!customer || !other) return []
    return `The ${words[name]} was entered for ${other.code}. This order is for ${customer.code}.`
  })
}

/** The sentence to read before Create: whose address the typed one is. */
export function addressWarning(owner: string, { customer }: Pick<Desk, 'customer'>): string {
  return `The shipping address belongs to ${owner}. This order is for ${customer?.code ?? ''}.`
}

const words = {
  shippingAddress: 'shipping address',
  billingAddress: 'billing address',
  shippingMethod: 'shipping method',
} as const

function fieldOf(desk: Desk, name: FilledName): FilledField {
  return { value: desk[name], fill: desk.fills[name] }
}

function methodOf(value: string): ShippingMethod {
  return shippingMethods.find((known) => known === value) ?? usualMethod
}
