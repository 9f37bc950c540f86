import * as z from 'zod/mini'
import type { WireBodyOf } from '#platform/kernel/endpoint.ts'
import { cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Choice } from '#platform/ui/fields/use-combobox-choices.ts'
import { linesToWire } from '#platform/ui/form/line-index-map.ts'
import { paymentForm, type recordPayment } from '../../contract.ts'
import {
  allocate,
  filledAmounts,
  isEmptyLine,
  type KnownInvoices,
  matchInvoice,
  matchLines,
  type RemittanceLine,
} from '../../remittance-rules.ts'
import type { RemittanceRow } from '../../parse-remittance.ts'
import type { PaymentMethod } from '../../rules.ts'
import type { Payer } from '../payments/payment-values.ts'

export type RemittanceValues = {
  customerId: Choice | undefined
  amount: string
  reference: string
  receivedOn: string
  method: PaymentMethod
  notes: string
  applications: RemittanceLine[]
}

/** The body of a payment whose rows do not apply more than was paid. */
export const remittanceForm = paymentForm.check(
  z.refine(
    ({ amount, applications = [] }) =>
      sum(applications.map((each) => cents(each.amount))) <= cents(amount),
    { path: ['amount'], error: 'Must be at least the total of the rows' },
  ),
)

/** A row of the table with the values of a pasted row; without them it is empty. */
export function lineOf({ number = '', amount = '', discount = '' }: Partial<RemittanceRow> = {}) {
  const choices = { shortPayReason: '', writesOff: false } as const
  return { number, amount, discount, filledDiscount: '', ...choices } satisfies RemittanceLine
}

/** The rows of invoices with these numbers, paid in full. */
export function linesOf(numbers: readonly string[], known: KnownInvoices): RemittanceLine[] {
  return numbers.map((number) => {
    const line = lineOf({ number })
    const { invoice } = matchInvoice(number, known)
    return invoice ? { ...line, ...filledAmounts(line, invoice) } : line
  })
}

/** Returns the initial form values, for a customer and their invoices if they are known. */
export function valuesOf(
  of: Payer | undefined,
  lines: readonly RemittanceLine[] = [],
): RemittanceValues {
  const customer = of && {
    id: of.customerId,
    code: of.customerCode,
    text: `${of.customerCode} - ${of.customerName}`,
  }
  return {
    customerId: customer,
    amount: '',
    reference: '',
    receivedOn: '',
    method: 'check',
    notes: '',
    applications: lines.length > 0 ? [...lines] : [lineOf()],
  }
}

/**
 * The payment with its applications. A row without an open invoice is sent without one, which the
 * schema refuses at its field; empty rows are left out.
 */
export function toWire(
  values: RemittanceValues,
  known: KnownInvoices,
): WireBodyOf<typeof recordPayment> {
  const { customerId, receivedOn, applications, ...typed } = values
  const matches = matchLines(applications, known)
  const matchOf = new Map(applications.map((line, index) => [line, matches[index]]))
  return {
    ...typed,
    customerId: customerId?.id ?? 0,
    receivedOn: receivedOn || null,
    applications: linesToWire(applications, (line) => {
      if (isEmptyLine(line)) return undefined
      const match = matchOf.get(line)
      if (!match?.invoice) return { invoiceId: 0, amount: line.amount }
      const { applied } = allocate(line, match)
      return {
        invoiceId: match.invoice.invoiceId,
        amount: applied > 0 ? decimal(applied) : line.amount,
        ...(line.discount.trim() !== '' && { discount: line.discount }),
        shortPayReason: line.shortPayReason || null,
        writeOffRest: line.writesOff,
      }
    }),
  }
}
