import { may } from '#features/auth/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { cents, fitsMoney, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import { type Account, accounts, imbalanceOf, type PostingLine } from './rules.ts'

/** The life of a journal entry by hand. A posted one is never changed: its reversal is another. */
export const manualEntryFlow = {
  draft: { post: 'posted', cancel: 'cancelled' },
  posted: {},
  cancelled: {},
} as const satisfies Flow
export const manualEntryStatuses = statusesOf(manualEntryFlow)
export type ManualEntryStatus = (typeof manualEntryStatuses)[number]

/** The status of an entry after a verb; refuses what the flow does not know. */
export function nextManualStatus(
  status: ManualEntryStatus,
  verb: 'post' | 'cancel',
): ManualEntryStatus {
  return advance(manualEntryFlow, status, verb)
}

/** So many lines an entry by hand has at most. */
export const maxManualLines = 100

/**
 * Accounts whose balance is that of documents, with the documents that post to them. An entry by
 * hand there would leave the account and its documents apart, so none is taken.
 */
const documentsOf: Partial<Record<Account, string>> = {
  receivable: 'invoices, payments and credit memos post to it',
  inventory: 'receipts, shipments, returns and stock adjustments post to it',
  vendorPrepaid: 'prepayments of vendors post to it',
  payable: 'bills, vendor credits and vendor payments post to it',
  notBilled: 'receipts, bills and returns to vendors post to it',
}

const keysByNumber = new Map<string, Account>(
  Object.entries(accounts).map(([key, { number }]) => [number, key as Account]),
)

/** Why no entry by hand posts to an account, as a sentence; undefined where one may. */
export function whyNotByHand(number: string): string | undefined {
  const key = keysByNumber.get(number)
  if (key === undefined) return 'Please choose an account'
  const documents = documentsOf[key]
  return documents && `${number} ${accounts[key].name} takes no entry by hand: ${documents}`
}

/** The accounts that an entry by hand may post to, in their order. */
export const manualAccounts = Object.values(accounts).filter(
  ({ number }) => whyNotByHand(number) === undefined,
)

/** A line of an entry by hand as it is typed: an account, and an amount on one side. */
export type TypedLine = {
  account: string
  debit?: string | null | undefined
  credit?: string | null | undefined
}

/**
 * The typed lines as postings. Refuses a controlled account, a line with no amount or with one on
 * each side, and an entry that does not balance or is too large; each said at its field.
 */
export function postingLinesOf(typed: readonly TypedLine[]): PostingLine[] {
  const lines = typed.map(({ account, debit, credit }) => ({
    account: keysByNumber.get(account) as Account,
    debit: cents(debit ?? '0'),
    credit: cents(credit ?? '0'),
  }))
  const wrong = typed.flatMap(({ account }, index): FieldError[] => {
    const whyNot = whyNotByHand(account)
    return whyNot ? [{ path: `lines.${index}.account`, message: whyNot }] : []
  })
  const sides = lines.flatMap(({ debit, credit }, index): FieldError[] => {
    const path = `lines.${index}.debit`
    if (debit === zero && credit === zero) return [{ path, message: 'Enter a debit or a credit' }]
    if (debit === zero || credit === zero) return []
    return [{ path, message: 'Enter a debit or a credit, not both' }]
  })
  if (wrong.length + sides.length > 0) throw invalid([...wrong, ...sides])
  const debits = sum(lines.map(({ debit }) => debit))
  if (imbalanceOf(lines) !== 0) {
    const credits = sum(lines.map(({ credit }) => credit))
    const message =
      `Debits of ${formatMoney(debits)} are not the credits of ${formatMoney(credits)}. ` +
      'They must be equal'
    throw invalid([{ path: 'lines', message }])
  }
  if (!fitsMoney(debits)) throw invalid([{ path: 'lines', message: 'The amount is too large' }])
  return lines
}

type Step = 'post' | 'cancel' | 'reverse'
type StepEntry = {
  status: ManualEntryStatus
  needsApproval: boolean
  createdBy: number
  reversalOf: number | null
  reversedBy: string | null
}

/** Why a step of an entry by hand is not offered to a user, or undefined where it is. */
export function whyNotManualStep(
  entry: StepEntry,
  step: Step,
  user: { id: number; role: string } | undefined,
): string | undefined {
  const right = step === 'post' ? 'ledger.post' : 'ledger.enter'
  if (!user || !may(user, right)) return 'Your role does not allow this'
  if (step === 'reverse') return whyNotReversed(entry)
  if (!verbsFrom(manualEntryFlow, entry.status).includes(step)) {
    return `This entry is ${entry.status}`
  }
  const isOwn = entry.needsApproval && entry.createdBy === user.id
  return step === 'post' && isOwn ? 'You entered this entry. Somebody else posts it' : undefined
}

/** Why an entry by hand cannot be reversed, or undefined where it can: once, when posted. */
export function whyNotReversed({
  status,
  reversalOf,
  reversedBy,
}: Pick<StepEntry, 'status' | 'reversalOf' | 'reversedBy'>): string | undefined {
  if (status !== 'posted') return `This entry is ${status}, so there is nothing to reverse`
  if (reversalOf !== null) return 'This entry reverses another one. Enter a new entry instead'
  return reversedBy === null ? undefined : `This entry is reversed by ${reversedBy} already`
}
