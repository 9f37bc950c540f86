import { checkCredit, type CreditFacts } from '#features/credit/rules.ts'
import type { ReleaseLine, ReleaseStep } from '#features/sales-orders/contract.ts'
import { type Cents, cents, decimal, formatMoney, maxCents, sum } from '#platform/kernel/money.ts'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { leastPassing } from './least-passing.ts'
import { cheapestReduction, cheapestRemoval, type HeldLines, totalAfter } from './line-remedies.ts'
import { changesOf, type Remedy, removalOf, rolesOf } from './remedies.ts'
import { listed, orListed } from './remedy-texts.ts'

// What can be paid, raised or changed so that the credit rule approves an order. Each remedy is
// tried in that rule before it is returned.

/** An open invoice of a customer; the days are negative before its due date. */
export type OpenInvoice = { number: string; openAmount: Cents; daysLate: number }

/** The credit of an order that the credit rule does not approve. */
export type CreditHold = {
  facts: CreditFacts
  /** The amount that is checked against the available credit. */
  total: Cents
  /** The oldest open invoices, by due date; invoices that are not listed are due later. */
  invoices: readonly OpenInvoice[]
  /** How much a manager may override; undefined if there is no order that could be overridden. */
  overrideLimit: Cents | undefined
  /** True for an order without lines, whose total is typed. */
  isTotalTyped: boolean
}

/** The customer's credit after a payment that is applied to the oldest invoices first. */
export function creditAfterPayment(
  { facts, invoices }: Pick<CreditHold, 'facts' | 'invoices'>,
  paid: Cents,
): CreditFacts {
  const currentBalance = (facts.currentBalance - paid) as Cents
  if (!facts.overdue) return { ...facts, currentBalance }
  const parts = paidParts(invoices, paid)
  const late = invoices.flatMap((invoice, index) => {
    const open = invoice.openAmount - (parts[index] ?? 0)
    return invoice.daysLate > 0 && open > 0 ? [{ ...invoice, open }] : []
  })
  const listedLate = sum(
    invoices.filter(({ daysLate }) => daysLate > 0).map(({ openAmount }) => openAmount),
  )
  // Late invoices that are not listed are due on or after the last listed one.
  const unlisted = Math.max(0, facts.overdue.amount - listedLate)
  const lateAmount = late.reduce((total, { open }) => total + open, unlisted) as Cents
  if (lateAmount === 0) return { ...facts, currentBalance, overdue: undefined }
  const daysLate = late[0]?.daysLate ?? invoices.at(-1)?.daysLate ?? facts.overdue.daysLate
  return { ...facts, currentBalance, overdue: { daysLate, amount: lateAmount } }
}

/** The part of each invoice that a payment covers, the oldest first. */
function paidParts(invoices: readonly OpenInvoice[], paid: Cents): Cents[] {
  let left = paid
  return invoices.map(({ openAmount }) => {
    const part = Math.min(left, openAmount) as Cents
    left = (left - part) as Cents
    return part
  })
}

/** True if the credit rule approves the order after these steps. */
function passesCredit(
  { credit, order }: { credit: CreditHold; order: HeldLines },
  steps: readonly ReleaseStep[],
): boolean {
  let { facts, total } = credit
  for (const step of steps) {
    const amount = step.amount === undefined ? (0 as Cents) : cents(step.amount)
    const changed = step.lines ? order.tryChange(changesOf(step)) : undefined
    if (step.lines && !changed) return false
    if (changed) total = changed.total
    if (step.act === 'lower-total') total = amount
    if (step.act === 'clear-credit-hold') facts = { ...facts, creditStatus: 'normal' }
    if (step.act === 'pay') facts = creditAfterPayment({ ...credit, facts }, amount)
    if (step.act === 'raise-limit') {
      facts = { ...facts, creditLimit: (facts.creditLimit + amount) as Cents }
    }
    // An override passes whatever is missing, but not a customer on credit hold.
    if (step.act === 'override-credit') return facts.creditStatus !== 'blocked'
  }
  return checkCredit(facts, total).approved
}

/** What makes the credit rule approve an order. Only remedies that it approves are returned. */
export function creditRemedies(held: { credit: CreditHold; order: HeldLines }): Remedy[] {
  const { credit } = held
  const isBlocked = credit.facts.creditStatus === 'blocked'
  const facts = { ...credit.facts, creditStatus: 'normal' as const }
  const cleared = isBlocked ? [clearing] : []
  const found = checkCredit(facts, credit.total).approved
    ? []
    : [
        paymentOfInvoices({ ...credit, facts }),
        limitRaise({ ...credit, facts }),
        ...lineChanges({ ...held, credit: { ...credit, facts } }),
        loweredTotal({ ...credit, facts }),
      ].filter((remedy) => remedy !== undefined)
  const withClearing = found.length === 0 ? cleared : found.map(afterClearing(cleared))
  return [...withClearing, ...creditOverride(credit)].filter(({ steps }) =>
    passesCredit(held, steps),
  )
}

const clearing: Remedy = {
  sentence: 'Clear the credit hold of the customer',
  amount: null,
  steps: [{ act: 'clear-credit-hold' }],
}

function afterClearing([first]: readonly Remedy[]) {
  return (remedy: Remedy): Remedy => {
    if (!first) return remedy
    const then = remedy.sentence.charAt(0).toLowerCase() + remedy.sentence.slice(1)
    return {
      sentence: `${first.sentence} and ${then}`,
      amount: remedy.amount,
      steps: [...first.steps, ...remedy.steps],
    }
  }
}

function paymentOfInvoices(credit: CreditHold): Remedy | undefined {
  const { facts, total, invoices } = credit
  const { availableCredit } = checkCredit(facts, total)
  const open = sum(invoices.map(({ openAmount }) => openAmount))
  const most = open + Math.max(0, total - availableCredit)
  const paid = leastPassing(most, (amount) => {
    return checkCredit(creditAfterPayment(credit, amount as Cents), total).approved
  }) as Cents | undefined
  if (paid === undefined) return undefined
  const parts = paidParts(invoices, paid)
  const documents = invoices.flatMap(({ number }, index) => ((parts[index] ?? 0) > 0 ? number : []))
  const advance = (paid - sum(parts)) as Cents
  const ofInvoices = documents.length > 0 ? ` of ${listed(documents)}` : ''
  const texts = [
    ...(advance < paid ? [`${formatMoney((paid - advance) as Cents)}${ofInvoices}`] : []),
    ...(advance > 0 ? [`${formatMoney(advance)} in advance`] : []),
  ]
  return {
    sentence: `Pay ${texts.join(' and ')}`,
    amount: paid,
    steps: [{ act: 'pay', amount: decimal(paid), ...(documents.length > 0 && { documents }) }],
  }
}

function limitRaise({ facts, total }: CreditHold): Remedy | undefined {
  const added = leastPassing(maxCents - facts.creditLimit, (more) => {
    const creditLimit = (facts.creditLimit + more) as Cents
    return checkCredit({ ...facts, creditLimit }, total).approved
  }) as Cents | undefined
  if (added === undefined) return undefined
  return {
    sentence: `Raise the limit by ${formatMoney(added)}`,
    amount: added,
    steps: [{ act: 'raise-limit', amount: decimal(added) }],
  }
}

function lineChanges({ credit, order }: { credit: CreditHold; order: HeldLines }): Remedy[] {
  const { facts, total } = credit
  const accepts = (changed: Cents) => checkCredit(facts, changed).approved
  // If not even an order of nothing passes, no change of lines helps.
  if (!accepts(0 as Cents)) return []
  const excess = (total - checkCredit(facts, total).availableCredit) as Cents
  const reduction = cheapestReduction(order, { accepts, excess })
  const removal = cheapestRemoval(order, { accepts, excess })
  const lowered = (lines: readonly ReleaseLine[], act: 'reduce-line' | 'remove-lines') => {
    const after = totalAfter(order, lines, act)
    return (total - after) as Cents
  }
  return [
    ...(reduction
      ? [
          {
            sentence: `Reduce line ${reduction.lineNo} to ${counted(reduction.quantity, 'unit')}`,
            amount: lowered([reduction], 'reduce-line'),
            steps: [{ act: 'reduce-line' as const, lines: [reduction] }],
          },
        ]
      : []),
    ...(removal ? [removalOf(removal, lowered(removal, 'remove-lines'))] : []),
  ]
}

/** An order without lines costs its typed total, which can be lowered to the available credit. */
function loweredTotal({ facts, total, isTotalTyped }: CreditHold): Remedy | undefined {
  const { availableCredit } = checkCredit(facts, total)
  if (!isTotalTyped || availableCredit <= 0) return undefined
  return {
    sentence: `Lower the total to ${formatMoney(availableCredit)}`,
    amount: (total - availableCredit) as Cents,
    steps: [{ act: 'lower-total', amount: decimal(availableCredit) }],
  }
}

function creditOverride({ facts, total, overrideLimit }: CreditHold): Remedy[] {
  if (overrideLimit === undefined) return []
  const over = Math.max(0, total - checkCredit(facts, total).availableCredit)
  const isForManagers = over <= overrideLimit
  const roles = rolesOf('salesOrders.overrideCredit').filter((role) => {
    return isForManagers || role !== 'manager'
  })
  return [overrideBy(roles)]
}

/** The override of the credit by some roles. */
export function overrideBy(roles: string[]): Remedy {
  return {
    sentence: `Ask ${orListed(roles)} to approve it above the credit limit`,
    amount: null,
    steps: [{ act: 'override-credit', roles }],
  }
}
