import type { Choice } from '#platform/ui/fields/choices.ts'
import { type Fill, refill } from '#platform/ui/form/filled-in.ts'
import type { PaymentMethod } from '../../rules.ts'

export type PaymentValues = {
  customerId: Choice | undefined
  amount: string
  /** What the invoice filled in, which leaves with its customer. */
  amountFill: Fill | undefined
  receivedOn: string
  method: PaymentMethod
  reference: string
  referenceFill: Fill | undefined
  notes: string
  applyAsOffered: boolean
}

/** Whose payment it is, and of which invoice, where that is known before. */
export type Payer = {
  customerId: number
  customerCode: string
  customerName: string
  invoice?: { invoiceNumber: string; openAmount: string }
}

type InvoiceFills = Pick<PaymentValues, 'amountFill' | 'referenceFill'>

/** What the form shows at first. */
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

/** What the customer fills in: what is open of the invoice and its number, where it is theirs. */
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

/** The amount and the reference after another customer was chosen, or none; typed ones stay. */
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
