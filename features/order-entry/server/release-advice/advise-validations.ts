import { isPrepaid } from '#features/customers/payment-terms.ts'
import { hiddenFacts } from '#features/decisions/rules.ts'
import type { ReleaseAdvice } from '#features/sales-orders/contract.ts'
import { type Money, moneyOfCustomers } from '#features/sales-orders/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { Decision, OrderFacts, RequestedOrder } from '../../rules.ts'
import type { PaymentHold } from '../../prepayment.ts'
import { validationAdviceOf } from '../../validation-advice.ts'
import { readOpenInvoices, readWaitingOrders, type WaitingOrder } from './advice-store.ts'
import type { Rules } from '../placing/order-facts.ts'

/** A validation after its decision. */
type DecidedValidation = {
  user: Actor | undefined
  facts: OrderFacts
  request: RequestedOrder
  decision: Decision
}

/**
 * What ends the holds of validated orders, one list for each, in their order. Reads at most three
 * statements for all of them, and none for orders that nothing stops.
 */
export async function adviseValidations(
  ctx: Context,
  validations: readonly DecidedValidation[],
  { settings, date }: Rules,
): Promise<ReleaseAdvice[][]> {
  const overCredit = validations.filter(({ decision }) => !decision.credit.approved)
  const prepaid = validations.filter(mayBeUnpaid)
  const payers = customersOf(prepaid)
  const [invoices, money, waiting] = await Promise.all([
    readOpenInvoices(ctx, customersOf(overCredit.filter(seesCredit)), date),
    payers.length > 0 ? moneyOfCustomers(ctx, payers) : new Map<number, Money>(),
    readWaitingOrders(ctx, customersOf(prepaid.filter(seesCredit))),
  ])
  return validations.map((each) => {
    const id = each.facts.customer?.id ?? 0
    const read = { money: money.get(id), waiting: waiting.get(id) ?? [] }
    const order = {
      ...each,
      invoices: invoices.get(id) ?? [],
      payment: paymentOf(each, read),
      overrideLimit: overrideLimitOf(each, settings),
    }
    return validationAdviceOf(order, hiddenFacts(each.user))
  })
}

function seesCredit({ user }: DecidedValidation): boolean {
  return !hiddenFacts(user).includes('credit')
}

function customersOf(validations: readonly DecidedValidation[]): number[] {
  return [...new Set(validations.flatMap(({ facts }) => facts.customer?.id ?? []))]
}

/**
 * True for a customer who pays in advance, unless their money covers the order even if all their
 * open orders use their part of it: then nothing needs to be read.
 */
function mayBeUnpaid({ facts: { customer }, decision }: DecidedValidation): boolean {
  if (!customer || !decision.credit.approved || !isPrepaid(customer.paymentTerms)) return false
  const { total } = decision.totals
  return total > 0 && total + customer.currentBalance + customer.openOrderAmount > 0
}

type ReadMoney = { money: Money | undefined; waiting: readonly WaitingOrder[] }

function paymentOf(
  validation: DecidedValidation,
  { money, waiting }: ReadMoney,
): PaymentHold | undefined {
  if (!money || !mayBeUnpaid(validation)) return undefined
  return { open: validation.decision.totals.total, left: money.left, ahead: waiting }
}

/** Only an order that is created on hold can be overridden: by the setting, or from an API key. */
function overrideLimitOf(
  { user, decision }: DecidedValidation,
  settings: Settings,
): Cents | undefined {
  const isHeld = decision.credit.isHeldForCredit === true || user?.scopes !== undefined
  return isHeld ? cents(settings.creditOverrideLimit) : undefined
}
