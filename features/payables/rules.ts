import { may, newRoleControl } from '#features/auth/rules.ts'
import { parseTerms } from '#features/customers/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { type Cents, percentageOf, sum, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'

/** The life of a vendor's bill. Whether it is paid is derived from what was applied to it. */
export const vendorBillFlow = {
  draft: { match: 'matched', block: 'blocked', void: 'void' },
  matched: { post: 'posted', void: 'void' },
  blocked: { release: 'matched', reopen: 'draft', void: 'void' },
  posted: { void: 'void' },
  void: {},
} as const satisfies Flow
export const vendorBillStatuses = statusesOf(vendorBillFlow)
export type BillStatus = (typeof vendorBillStatuses)[number]
export type BillVerb = 'match' | 'block' | 'post' | 'release' | 'reopen' | 'void'

/** The status of a bill after a verb; refuses what the flow does not know. */
export function nextBillStatus(status: BillStatus, verb: BillVerb): BillStatus {
  return advance(vendorBillFlow, status, verb)
}

/** Where a line without a purchase order is posted to. */
export const freeAccounts = ['costOfGoods', 'scrap'] as const

/**
 * The accounts of lines on record. Earlier ones may name the inventory, which only goods of a SKU
 * change now: they are posted as cost of goods.
 */
export const storedAccounts = ['inventory', ...freeAccounts] as const
export type FreeAccount = (typeof storedAccounts)[number]

/** The account that a line or note of an account on record is posted to. */
export function postedAccount<A extends string>(account: A | 'inventory') {
  return account === 'inventory' ? ('costOfGoods' as const) : (account as Exclude<A, 'inventory'>)
}

/** Where a credit note of a vendor is posted to. */
export const creditAccounts = ['priceVariance', ...freeAccounts] as const
export const storedCreditAccounts = ['priceVariance', ...storedAccounts] as const

/** What a payment needs of a bill to be applied to it. */
export type OpenBill = {
  id: number
  billNumber: string
  dueDate: string
  total: Cents
  settled: Cents
  /** What other prepared payments will settle. */
  planned: Cents
}

/** What can still be applied to a bill, less what is prepared already. */
export function openOf({ total, settled, planned }: OpenBill): Cents {
  return Math.max(0, total - settled - planned) as Cents
}

export type Applied = { billId: number; amount: Cents; discount: Cents }

/** An amount over bills, the oldest due first. What is more than they need is left over. */
export function oldestFirst(
  bills: readonly OpenBill[],
  amount: Cents,
): { applied: Applied[]; left: Cents } {
  const byDue = [...bills].sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1) || a.id - b.id)
  let left: number = amount
  const applied: Applied[] = []
  for (const bill of byDue) {
    const part = Math.min(left, openOf(bill)) as Cents
    if (part <= 0) continue
    applied.push({ billId: bill.id, amount: part, discount: zero })
    left -= part
  }
  return { applied, left: left as Cents }
}

/** Refuses more than is open of a bill: the sum of what is applied, with its discount. */
export function refuseOverApplication(bill: OpenBill, { amount, discount }: Applied): void {
  const open = openOf(bill)
  if (sum([amount, discount]) <= open) return
  const sentence =
    open === 0
      ? `Nothing of bill ${bill.billNumber} is left to pay`
      : `Bill ${bill.billNumber} has less open than is to be paid of it`
  throw new Refusal('refused', 'over-application', sentence)
}

/** Controls that one person may skip where the setting only records it (docs/rules.md). */
export const payableControls = [
  'self-release',
  'second-person',
  'bill-by-buyer',
  'vendor-edited',
] as const
export type PayableControl = (typeof payableControls)[number]

/** All that a release may have skipped, as the record says it. */
export const recordedControls = [...payableControls, newRoleControl] as const

const refusals: Record<PayableControl, string> = {
  'self-release': 'You entered this, so somebody else has to release it',
  'second-person': 'You released this already, it needs a second person',
  'bill-by-buyer': 'You approved or received what this bill is for, so somebody else releases it',
  'vendor-edited': 'You changed this vendor in the last 30 days, so somebody else releases it',
}

/** The controls that are only recorded; in the mode `enforce` the first one is refused. */
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

/** The early discount of what goods cost, without tax: percent is decimal text such as `2`. */
export function discountOf(goods: Cents, percent: string): Cents {
  const [whole = '0', fraction = ''] = percent.split('.')
  const digits = whole.padStart(3, '0')
  return percentageOf(goods, `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`)
}

/**
 * The goods of a bill, which its early discount is a share of: what its orders are charged with, or
 * all of it where it is of no order. Tax is never part of it.
 */
export function discountGoods(
  lines: readonly { orderId: number | null; totalPrice: Cents }[],
): Cents {
  const ordered = lines.filter(({ orderId }) => orderId !== null)
  const goods = ordered.length > 0 ? ordered : lines
  return sum(goods.map(({ totalPrice }) => totalPrice))
}

/** The percentage that terms allow for paying early, as decimal text such as `2`; `0` for none. */
export function discountPercent(terms: string): string {
  const agreed = parseTerms(terms)
  return (agreed?.kind === 'net' ? agreed.discount?.percent : undefined) ?? '0'
}

/** What a bill is called on screens: its status, and of a posted one how far it is paid. */
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
  release: 'Only a blocked bill is released',
  reopen: 'Only a blocked bill goes back to draft',
  void: 'This bill is void',
}

/** Why a step of a bill is not offered, or undefined where it is. */
export function whyNotBillStep(
  bill: { status: BillStatus; settledAmount: string },
  step: BillStep,
  user: Person | undefined,
): string | undefined {
  const verbs = verbsFrom(vendorBillFlow, bill.status)
  const isOffered = step === 'post' ? verbs.includes('match') : verbs.includes(step)
  if (!isOffered) return billStepRefusals[step]
  if (!user || !may(user, billRights[step])) return 'Your role may not do this'
  const isSettled = step === 'void' && /[1-9]/.test(bill.settledAmount)
  return isSettled ? 'Something was paid on this bill: void the payment first' : undefined
}
