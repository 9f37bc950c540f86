import type { IntakeForm } from '#features/intake/intake-form.ts'
import type { SalesOrderForm } from '#features/sales-orders/contract.ts'
import { sourceNames } from '#features/sales-orders/labels.ts'
import { shippingMethodNames } from '#features/sales-orders/rules.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { cents, formatMoney } from '#platform/kernel/money.ts'
import type { OrderDraft } from '../../contract.ts'

// What an order asks for and the form of the intake inbox has no place for. It becomes a problem of
// its message, so that a person sees it before they place the order.

/** An order as a program sends it to one of the two calls that create one. */
export type ApiOrder = OrderDraft & Partial<Omit<SalesOrderForm, keyof OrderDraft | 'createdBy'>>

type UnplacedField = Exclude<keyof ApiOrder, keyof IntakeForm>

/** What each field says, if it asks for something; a new field does not compile without a text. */
const texts: {
  [Name in UnplacedField]: (value: NonNullable<ApiOrder[Name]>) => string | undefined
} = {
  orderNumber: (number) => `Order number: ${number}`,
  status: (status) => (status === 'pending' ? undefined : `Status: ${status}`),
  orderDate: (day) => `Order date: ${formatDay(day)}`,
  orderSource: (source) => (source === 'api' ? undefined : `Source: ${sourceNames[source]}`),
  shippingMethod: (method) => `Shipping method: ${shippingMethodNames[method]}`,
  billingAddress: (address) => (address === '' ? undefined : `Billing address: ${address}`),
  backorder: (isAccepted) => (isAccepted ? 'Backorder: yes' : undefined),
  totalAmount: (total) => `Total: ${formatMoney(cents(total))}`,
  expectedTotal: (total) => `Expected total: ${formatMoney(cents(total))}`,
  // Not the token itself: it opens what was approved.
  approvalToken: () => 'Approval: exactly as it was shown',
}

/** One sentence for each field of an order that the form has no place for. */
export function unplacedFields(order: ApiOrder): string[] {
  const names = Object.keys(texts) as UnplacedField[]
  return names.flatMap((name) => {
    const value = order[name]
    if (value === undefined || value === null) return []
    // Each text takes the value of its own field.
    const text = texts[name](value as never)
    return text === undefined ? [] : [unplacedSentence(text)]
  })
}

/** Says what a message asks for beyond its form. */
export function unplacedSentence(text: string): string {
  const line = text.replaceAll('\n', ', ')
  return `It also says “${line}”, which this form has no place for. Check it and save`
}
