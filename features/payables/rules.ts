import { may, newRoleControl } from '#features/auth/rules.ts'
import { parseTerms } from '#features/customers/payment-terms.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { type Cents, percentageOf, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The status flow of a vendor bill. Whether it is paid is derived from its applications. */
export const vendorBillFlow = {
  draft: { match: 'matched', block: 'blocked', void: 'void' },
  matched: { post: 'posted', void: 'void' },
  blocked: { release: 'matched', reopen: 'draft', void: 'void' },
  posted: { void: 'void' },
  void: {},
} as const satisfies Flow
export const vendorBillStatuses = statusesOf(vendorBillFlow)
export type BillStatus = (typeof vendorBillStatuses)[number]

/** Whether a bill is not posted yet: the books owe nothing for it, although it is not paid. */
export function isUnposted({ status }: { status: BillStatus }): boolean {
  return status === 'draft' || status === 'matched' || status === 'blocked'
}

export type BillVerb = 'match' | 'block' | 'post' | 'release' | 'reopen' | 'void'

/** Returns the status of a bill after a verb. Throws if the flow does not allow the verb. */
export function nextBillStatus(status: BillStatus, verb: BillVerb): BillStatus {
  return advance(vendorBillFlow, status, verb)
}

/** How many lines a bill may have, and how many bills a credit may be applied to at once. */
export const maxLines = 500

/** The accounts that a line without a purchase order may be posted to. */
export const freeAccounts = ['costOfGoods', 'scrap'] as const

/**
 * The accounts of stored lines. Older lines may name the inventory account, which only SKU receipts
 * change now; such lines are posted as cost of goods.
 */
export const storedAccounts = ['inventory', ...freeAccounts] as const
export type FreeAccount = (typeof storedAccounts)[number]

/** Returns the account that a stored line or note is posted to. */
export function postedAccount<A extends string>(account: A | 'inventory') {
  return account === 'inventory' ? ('costOfGoods' as const) : (account as Exclude<A, 'inventory'>)
}

/** The accounts that a vendor's credit note may be posted to. */
export const creditAccounts = ['priceVariance', ...freeAccounts] as const
export const storedCreditAccounts = ['priceVariance', ...storedAccounts] as const

/** The data of a bill that is needed to apply a payment to it. */
export type OpenBill = {
  id: number
  billNumber: string
  dueDate: string
  total: Cents
  settled: Cents
  /** What other draft payments will settle. */
  planned: Cents
}

/** The amount that can still be applied to a bill: total − settled − planned, at least zero. */
export function openOf({ total, settled, planned }: OpenBill): Cents {
  return Math.max(0, total - settled - planned) as Cents
}

export type BillApplication = { billId: number; amount: Cents; discount: Cents }

/**
 * Allocates an amount to bills by due date, earliest first; `unallocated` is what is left of it.
 */
export function oldestFirst(
  bills: readonly OpenBill[],
  amount: Cents,
): { applied: BillApplication[]; unallocated: Cents } {
  const byDue = [...bills].sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1) || a.id - b.id)
  let remaining: number = amount
  const applied: BillApplication[] = []
  for (const bill of byDue) {
    const part = Math.min(remaining, openOf(bill)) as Cents
    if (part <= 0) continue
    applied.push({ billId: bill.id, amount: part, discount: zero })
    remaining -= part
  }
  return { applied, unallocated: remaining as Cents }
}

/** Throws 409 if the amount plus the discount exceeds the open amount of the bill. */
export function refuseOverApplication(bill: OpenBill, { amount, discount }: BillApplication): void {
  const open = openOf(bill)
  if (sum([amount, discount]) <= open) return
  const sentence =
    open === 0
      ? `Bill ${bill.billNumber} has no open amount`
      : `The amount is more than the open amount of bill ${bill.billNumber}`
  throw new Refusal('refused', 'over-application', sentence)
}

/** Controls that one user may skip when the setting only records violations (docs/rules.md). */
export const payableControls = [
  'self-release',
  'second-person',
  'bill-by-buyer',
  'vendor-edited',
] as const
export type PayableControl = (typeof payableControls)[number]

/** All controls that the record of a release may name. */
export const recordedControls = [...payableControls, newRoleControl] as const

const refusals: Record<PayableControl, string> = {
  'self-release': 'You entered this, so another person must release it',
  'second-person': 'You have already released this. A second person must release it too',
  'bill-by-buyer':
    'You approved or received the order of this bill, so another person must release it',
  'vendor-edited': 'You changed this vendor in the last 30 days, so another person must release it',
}

/**
 * Returns the violated controls, to be recorded. Throws 403 for the first one in mode `enforce`.
 */
export function waivedBy(
  broken: readonly PayableControl[],
  sodMode: 'record' | 'enforce',
): PayableControl[] {
  const [first] = broken
  if (first && sodMode === 'enforce') {
    const code = first === 'self-release' ? 'self-approval' : first
    throw new Refusal('forbidden', code, refusals[first])
  }
  return [...broken]
}

/**
 * The early-payment discount on an amount without tax. The percentage is decimal text, such as `2`.
 */
export function discountOf(goods: Cents, percent: string): Cents {
  const [integer = '0', fraction = ''] = percent.split('.')
  const digits = integer.padStart(3, '0')
  return percentageOf(goods, `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`)
}

/**
 * The amount of a bill that its early-payment discount applies to: the lines for orders, or all
 * lines if none is for an order. Never includes tax.
 */
export function discountableAmount(
  lines: readonly { orderId: number | null; totalPrice: Cents }[],
): Cents {
  const ordered = lines.filter(({ orderId }) => orderId !== null)
  const discountable = ordered.length > 0 ? ordered : lines
  return sum(discountable.map(({ totalPrice }) => totalPrice))
}

/** The early-payment discount percentage of the terms, as decimal text such as `2`; `0` if none. */
export function discountPercent(terms: string): string {
  const agreed = parseTerms(terms)
  return (agreed?.kind === 'net' ? agreed.discount?.percent : undefined) ?? '0'
}

/** The bill states shown in the UI: the status, and for a posted bill how far it is paid. */
export const billStandings = ['draft', 'matched', 'blocked', 'open', 'part-paid', 'paid', 'void']

type Person = { id: number; role: string }

const billRights = {
  post: 'payables.enter',
  release: 'payables.release',
  reopen: 'payables.enter',
  void: 'payables.enter',
} as const
export type BillStep = keyof typeof billRights

const billStepRefusals: Record<BillStep, string> = {
  post: 'Only a draft can be matched and posted',
  release: 'Only a blocked bill can be released',
  reopen: 'Only a blocked bill can go back to draft',
  void: 'This bill is already void',
}

/** Returns why a step of a bill is not available, or undefined if it is. */
export function whyNotBillStep(
  bill: { status: BillStatus; settledAmount: string },
  step: BillStep,
  user: Person | undefined,
): string | undefined {
  const verbs = verbsFrom(vendorBillFlow, bill.status)
  const isOffered = step === 'post' ? verbs.includes('match') : verbs.includes(step)
  if (!isOffered) return billStepRefusals[step]
  if (!user || !may(user, billRights[step])) return 'You do not have permission for this'
  const isSettled = step === 'void' && /[1-9]/.test(bill.settledAmount)
  return isSettled
    ? 'A payment, prepayment or credit is applied to this bill. Void or unapply it first'
    : undefined
}

export type CreditStep = 'apply' | 'unapply' | 'void'

/** Returns why a step of a vendor credit is not possible, or undefined if it is. */
export function whyNotCreditStep(
  credit: { status: 'posted' | 'void'; appliedAmount: string; openAmount: string },
  step: CreditStep,
): string | undefined {
  if (credit.status === 'void') return 'This credit is void'
  const isApplied = /[1-9]/.test(credit.appliedAmount)
  if (step === 'void') {
    return isApplied ? 'It is applied to a bill. Reverse that first' : undefined
  }
  if (step === 'unapply') return isApplied ? undefined : 'It is not applied to any bill'
  return /[1-9]/.test(credit.openAmount) ? undefined : 'It has no open amount'
}
