import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { type Fill, refill } from '#platform/ui/form/fill-from-choice.ts'
import type { PaymentMethod } from '../../rules.ts'

export type PaymentValues = {
  customerId: Choice | undefined
  amount: string
  /** The value prefilled from the invoice; it resets when the customer changes. */
  amountFill: Fill | undefined
  receivedOn: string
  method: PaymentMethod
  reference: string
  referenceFill: Fill | undefined
  notes: string
  applyAsOffered: boolean
}

/** The customer and invoice to prefill, if known. */
export type Payer = {
  customerId: number
  customerCode: string
  customerName: string
  invoice?: { invoiceNumber: string; openAmount: string }
}

type InvoiceFills = Pick<PaymentValues, 'amountFill' | 'referenceFill'>

/** Returns the initial form values. */
export function valuesOf(of: Payer | undefined): PaymentValues {
  const customerId = of && {
    id: of.customerId,
    code: of.customerCode,
    text: `${of.customerCode} - ${of.customerName}`,
  }
  const fills = fillsOf(customerId, of)
  return {
    customerId,
    amount: fills.amountFill?.value ?? '',
    receivedOn: '',
    method: 'ach',
    reference: fills.referenceFill?.value ?? '',
    notes: '',
    applyAsOffered: true,
    ...fills,
  }
}

/** Returns the values a customer prefills: the invoice's open amount and number, if theirs. */
export function fillsOf(customer: Choice | undefined, of: Payer | undefined): InvoiceFills {
  if (!customer) return { amountFill: undefined, referenceFill: undefined }
  const from = { id: customer.id, code: customer.code }
  const invoice = of?.customerId === customer.id ? of.invoice : undefined
  return {
    amountFill: { from, value: invoice?.openAmount ?? '' },
    referenceFill: { from, value: invoice?.invoiceNumber ?? '' },
  }
}

type FilledValues = Pick<PaymentValues, 'amount' | 'reference'> & InvoiceFills

/** Returns amount and reference after a change of customer; typed values are retained. */
export function withCustomer(
  values: FilledValues,
  customer: Choice | undefined,
  of: Payer | undefined,
): FilledValues {
  const next = fillsOf(customer, of)
  const amount = refill({ value: values.amount, fill: values.amountFill }, next.amountFill)
  const reference = refill(
    { value: values.reference, fill: values.referenceFill },
    next.referenceFill,
  )
  return {
    amount: amount.value,
    amountFill: amount.fill,
    reference: reference.value,
    referenceFill: reference.fill,
  }
}

export function toWire(values: PaymentValues) {
  const {
    customerId,
    receivedOn,
    amountFill: _amount,
    referenceFill: _reference,
    ...typed
  } = values
  return { ...typed, customerId: customerId?.id ?? 0, receivedOn: receivedOn || null }
}
