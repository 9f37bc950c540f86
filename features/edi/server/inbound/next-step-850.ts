import type { IntakeProblem } from '#features/intake/intake-form.ts'
import { maxLines } from '#features/sales-orders/rules.ts'
import { outOfRange, type Refusal } from '#platform/kernel/refusal.ts'
import type { Partner } from '../outbound/export-interchange.ts'

// What a person does about an 850 that was not placed: the problem of its message in the inbox.

/** The problem of a refusal: what is wrong and the next step, and the record to change for it. */
export type RefusalProblem = Pick<IntakeProblem, 'message' | 'record'> & {
  /** True if the quantities of the order may be corrected in the message. */
  hasQuantities?: boolean
}

/** Why an order with too many lines is refused. */
export const tooManyLines = `It has more than ${maxLines} lines`

/** The next step for an order with too many lines, which no run can place. */
export function problemOfTooManyLines({ name }: Pick<Partner, 'name'>): RefusalProblem {
  const step = `Enter it in Order Entry as several orders, or ask ${name} for several 850s`
  return { message: `${tooManyLines}. ${step}, then reject this message` }
}

/** Why an order of lines that all are unknown, or have a wrong quantity, is refused. */
export const noDeliverableLine = 'None of its lines can be delivered'

/** The next step for an order without a line to deliver. The problems of its lines follow. */
export function problemOfUndeliverable(): RefusalProblem {
  return { message: `${noDeliverableLine}. Correct them, then run this message again` }
}

type RefusedOrder = {
  partner: Pick<Partner, 'name' | 'customerCode'>
  /** The customer of the partner; undefined if it was deleted. */
  customer: { customerCode: string; isActive: boolean } | undefined
}

/** The next step for an order that the rules of Order Entry refused. */
export function problemOfRefusal(
  { kind, code, message, fields }: Refusal,
  { partner, customer }: RefusedOrder,
): RefusalProblem {
  if (!customer) return problemOfDeleted(partner)
  if (!customer.isActive) {
    const record = { kind: 'customer' as const, code: customer.customerCode }
    return { message: `${message}. Activate the customer, then run this message again`, record }
  }
  if (code === outOfRange) {
    const sentence = `${message}. Correct a quantity, then run this message again`
    return { message: sentence, hasQuantities: true }
  }
  if (kind === 'forbidden') {
    const reason = 'Only a manager can create an order with a total of $0.00'
    const correct = 'Correct the prices, or ask a manager to run this message again'
    return { message: `${reason}. ${correct}` }
  }
  // A SKU was deactivated at this moment: the next run finds it inactive, and says so.
  if (fields.length > 0) return { message: `${message}. Run this message again` }
  return { message: `${message}. Enter the order in Order Entry, then reject this message` }
}

function problemOfDeleted({ name, customerCode }: RefusedOrder['partner']): RefusalProblem {
  const reason = `Customer ${customerCode ?? ''} of the EDI partner ${name} was deleted`
  const step = 'Restore it, or select another customer for the partner, then run this message again'
  return { message: `${reason}. ${step}`, record: { kind: 'edi partner', code: name } }
}

/** The next step for a copy, which no run places. */
export function problemOfCopy(reason: string): RefusalProblem {
  return { message: `${reason}. Enter it in Order Entry if we do not have the order` }
}

/** An order that the partner changes or cancels; undefined if we do not have it. */
type ExistingOrder = { orderNumber: string } | undefined

/** The next step for a change or a cancellation, which a person carries out. */
export function problemOfOtherPurpose(
  reason: string,
  {
    isCancellation,
    existing,
    partner: { name },
  }: { isCancellation: boolean; existing: ExistingOrder; partner: Pick<Partner, 'name'> },
): RefusalProblem {
  if (!existing) {
    return { message: `${reason}. Ask ${name} for the right PO, then reject this message` }
  }
  const step = isCancellation ? 'Cancel the order if it is not shipped' : 'Change the order'
  const record = { kind: 'sales order' as const, code: existing.orderNumber }
  return { message: `${reason}. ${step}, then reject this message`, record }
}
