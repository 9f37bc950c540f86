import { may } from '#features/auth/rules.ts'
import { advance, type Flow, statusesOf, verbsFrom } from '#platform/kernel/flow.ts'
import { cents, fitsMoney, formatMoney, sum, zero } from '#platform/kernel/money.ts'
import { type FieldError, invalid } from '#platform/kernel/refusal.ts'
import { type Account, accounts, imbalanceOf, type PostingLine } from './rules.ts'

/**
 * The status flow of a manual journal entry. A posted entry is immutable; it is reversed by
 * another.
 */
export const manualEntryFlow = {
  draft: { post: 'posted', cancel: 'cancelled' },
  posted: {},
  cancelled: {},
} as const satisfies Flow
export const manualEntryStatuses = statusesOf(manualEntryFlow)
export type ManualEntryStatus = (typeof manualEntryStatuses)[number]

/** Returns the status of an entry after a verb. Throws if the flow does not allow the verb. */
export function nextManualStatus(
  status: ManualEntryStatus,
  verb: 'post' | 'cancel',
): ManualEntryStatus {
  return advance(manualEntryFlow, status, verb)
}

/** The maximum number of lines in a manual entry. */
export const maxManualLines = 100

/**
 * Control accounts, with the documents that post to them. A manual entry would break the
 * reconciliation between the account and its documents, so it is refused.
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

/** Returns why an account does not accept manual entries, or undefined if it does. */
export function whyNotManualAccount(number: string): string | undefined {
  const key = keysByNumber.get(number)
  if (key === undefined) return 'Please choose an account'
  const documents = documentsOf[key]
  return (
    documents && `${number} ${accounts[key].name} accepts no manual entries, because ${documents}`
  )
}

/** The accounts that accept manual entries, in chart order. */
export const manualAccounts = Object.values(accounts).filter(
  ({ number }) => whyNotManualAccount(number) === undefined,
)

/** A line of a manual entry as typed: an account, and an amount on one side. */
export type EntryLineInput = {
  account: string
  debit?: string | null | undefined
  credit?: string | null | undefined
}

/**
 * Converts the typed lines to posting lines. Throws 422 with field errors for a control account, a
 * line without an amount or with both a debit and a credit, and an entry that does not balance or
 * is too large.
 */
export function postingLinesOf(inputLines: readonly EntryLineInput[]): PostingLine[] {
  const lines = inputLines.map(({ account, debit, credit }) => ({
    account: keysByNumber.get(account) as Account,
    debit: cents(debit ?? '0'),
    credit: cents(credit ?? '0'),
  }))
  const accountErrors = inputLines.flatMap(({ account }, index): FieldError[] => {
    const whyNot = whyNotManualAccount(account)
    return whyNot ? [{ path: `lines.${index}.account`, message: whyNot }] : []
  })
  const sideErrors = lines.flatMap(({ debit, credit }, index): FieldError[] => {
    const path = `lines.${index}.debit`
    if (debit === zero && credit === zero) return [{ path, message: 'Enter a debit or a credit' }]
    if (debit === zero || credit === zero) return []
    return [{ path, message: 'Enter a debit or a credit, not both' }]
  })
  if (accountErrors.length + sideErrors.length > 0) throw invalid([...accountErrors, ...sideErrors])
  const debits = sum(lines.map(({ debit }) => debit))
  if (imbalanceOf(lines) !== 0) {
    const credits = sum(lines.map(({ credit }) => credit))
    const message =
      `Debits are ${formatMoney(debits)} and credits are ${formatMoney(credits)}. ` +
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

/** Returns why a step of a manual entry is not available to a user, or undefined if it is. */
export function whyNotManualStep(
  entry: StepEntry,
  step: Step,
  user: { id: number; role: string } | undefined,
): string | undefined {
  const permission = step === 'post' ? 'ledger.post' : 'ledger.enter'
  if (!user || !may(user, permission)) return 'Your role does not allow this'
  if (step === 'reverse') return whyNotReversed(entry)
  if (!verbsFrom(manualEntryFlow, entry.status).includes(step)) {
    return `This entry is ${entry.status}`
  }
  const isOwn = entry.needsApproval && entry.createdBy === user.id
  return step === 'post' && isOwn
    ? 'You entered this entry. Another person must post it'
    : undefined
}

/**
 * Returns why a manual entry cannot be reversed, or undefined. A posted entry is reversible once.
 */
export function whyNotReversed({
  status,
  reversalOf,
  reversedBy,
}: Pick<StepEntry, 'status' | 'reversalOf' | 'reversedBy'>): string | undefined {
  if (status !== 'posted') return `This entry is ${status}, so it cannot be reversed`
  if (reversalOf !== null) return 'This entry reverses another one. Enter a new entry instead'
  return reversedBy === null ? undefined : `This entry has already been reversed by ${reversedBy}`
}
