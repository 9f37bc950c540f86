// One file: the schemas and endpoints of journal are read together.
import * as z from 'zod/mini'
import { endpoint, exportQuery, listSums, paging } from '#platform/kernel/endpoint.ts'
import { defineList, field, sumsQueryOf } from '#platform/kernel/list.ts'
import {
  amountText,
  dayField,
  dayText,
  freeLine,
  lineText,
  momentText,
  optionalPrice,
  optionalText,
  price,
  text,
} from '#platform/kernel/fields.ts'
import {
  accountLabels,
  accountNumbers,
  accounts,
  closingChecks,
  entryDocumentEntities,
  journalSources,
  periodStatuses,
} from './rules.ts'
import { manualEntryStatuses, maxManualLines } from './manual-entry-rules.ts'
import { reasonedPostingForm } from './posting-form.ts'
import { taxPaymentStatuses } from './sales-tax-payment-rules.ts'

export {
  type AccountBalance,
  accountBalance,
  readTrialBalance,
  type TrialBalance,
  trialBalance,
} from './trial-balance-contract.ts'

const nullableText = z.nullable(z.string())

/**
 * The record that shows the document of an entry, by the kinds of the history and `refund`: the
 * order of a receipt, the payment of a prepayment that was applied or refunded, the invoice of a
 * discount or a write-off, and the SKU of an adjustment.
 */
export const entryDocument = z.object({
  entity: z.enum(entryDocumentEntities),
  id: z.int(),
  number: z.string(),
})
export type EntryDocument = z.infer<typeof entryDocument>

/** A journal line with its entry. The amount of the unused side is `0.00`. */
export const journalLine = z.object({
  id: z.int(),
  entryId: z.int(),
  postedOn: dayText,
  source: z.string(),
  sourceId: z.int(),
  event: z.string(),
  memo: z.string(),
  /** Null if the entry has no document of its own, such as an import of several SKUs. */
  document: z.nullable(entryDocument),
  account: z.string(),
  accountName: z.string(),
  customerCode: nullableText,
  vendorCode: nullableText,
  debit: amountText,
  credit: amountText,
})
export type JournalLine = z.infer<typeof journalLine>

/** The list of journal lines. */
export const journalList = defineList({
  name: 'journal',
  row: journalLine,
  defaultSort: '-id',
  fields: {
    postedOn: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 100 },
    }),
    /** The lines of one entry have the same number. */
    entryId: field.wholeNumber({ label: 'Entry', filterable: true, column: { width: 80 } }),
    memo: field.text({ label: 'Document', column: { width: 200, phone: 'line', isLong: true } }),
    account: field.choice(accountNumbers, {
      label: 'Account',
      valueLabels: accountLabels,
      sortable: true,
      filterable: true,
      column: { isLong: true, width: 200, phone: 'date' },
    }),
    party: field.text({ label: 'Customer/Vendor', column: { width: 130 } }),
    debit: field.amount({
      label: 'Debit',
      sortable: true,
      column: { width: 105, phone: 'amount' },
    }),
    credit: field.amount({
      label: 'Credit',
      sortable: true,
      column: { width: 105, phone: 'amount' },
    }),
    id: field.references({ sortable: true }),
    source: field.choice(journalSources, { filterable: true }),
    /** With `source`: the id of the document whose entries to list. */
    sourceId: field.wholeNumber({ filterable: true }),
    customerCode: field.text({ label: 'Customer', filterable: true }),
    vendorCode: field.text({ label: 'Vendor', filterable: true }),
    period: field.wholeNumber({ filterable: true }),
  },
  chips: ['account', 'postedOn', 'customerCode', 'vendorCode'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Receivables', filters: { account: accounts.receivable.number } },
    { label: 'Payables', filters: { account: accounts.payable.number } },
    { label: 'Cash', filters: { account: accounts.cash.number } },
    { label: 'Stock', filters: { account: accounts.inventory.number } },
  ],
  groups: { account: 'account', day: 'postedOn' },
})

const journalQuery = journalList.query
export type JournalQuery = z.output<typeof journalQuery>

export const listJournal = endpoint('GET', '/api/journal', {
  permission: 'ledger.read',
  isDerived: true,
  query: journalQuery,
  returns: z.array(journalLine),
  summary: 'The lines of the journal, newest first',
})

const journalSumsQuery = sumsQueryOf(journalList)
export type JournalSumsQuery = z.output<typeof journalSumsQuery>

export const sumJournal = endpoint('GET', '/api/journal/sums', {
  permission: 'ledger.read',
  isDerived: true,
  query: journalSumsQuery,
  returns: listSums,
  summary: 'The number of matching journal lines and their debits less credits, also by group',
})

const exportJournalQuery = z.extend(z.omit(journalQuery, paging), exportQuery)
export type ExportJournalQuery = z.output<typeof exportJournalQuery>

export const exportJournal = endpoint('GET', '/api/journal/export.csv', {
  permission: 'ledger.read',
  query: exportJournalQuery,
  file: 'text/csv',
  summary: 'The journal as CSV, for the accounting system',
})

/** An accounting period: one month, with a number such as 202603 as its id. */
export const period = z.object({
  id: z.int(),
  status: z.enum(periodStatuses),
  entries: z.int(),
  debit: amountText,
  updatedAt: z.nullable(momentText),
  version: z.int(),
})
export type Period = z.infer<typeof period>

export const listPeriods = endpoint('GET', '/api/periods', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({ toClose: z.optional(z.enum(['true'])) }),
  returns: z.array(period),
  summary: 'The accounting periods with their postings, or only those to close, newest first',
})

/** A checklist item for closing a month; a count of zero means nothing is open. */
export const closingPoint = z.object({
  name: z.enum(closingChecks),
  count: z.int(),
  /** The total amount of the counted records, if they have amounts. */
  amount: z.nullable(amountText),
  detail: nullableText,
})
export type ClosingPoint = z.infer<typeof closingPoint>

export const readClosing = endpoint('GET', '/api/periods/:id/closing', {
  permission: 'ledger.read',
  isDerived: true,
  returns: z.array(closingPoint),
  summary: 'The checks before a month closes, with the number of open items',
})

export const reasonForm = z.object({ reason: text(500) })

export const softClosePeriod = endpoint('POST', '/api/periods/:id/soft-close', {
  permission: 'ledger.softClose',
  checksVersion: true,
  returns: period,
  summary: 'Starts closing a month: only finance can post',
})
export const cancelClosingPeriod = endpoint('POST', '/api/periods/:id/cancel-closing', {
  permission: 'ledger.softClose',
  checksVersion: true,
  returns: period,
  summary: 'Cancels the closing of a month; a closed month stays closed',
})
export const closePeriod = endpoint('POST', '/api/periods/:id/close', {
  permission: 'ledger.close',
  checksVersion: true,
  returns: period,
  summary: 'Closes a month to all postings; earlier months must be closed and all checks must pass',
})
export const reopenPeriod = endpoint('POST', '/api/periods/:id/reopen', {
  permission: 'ledger.close',
  checksVersion: true,
  body: reasonForm,
  returns: period,
  summary: 'Reopens a month with a reason, by another person than the one who closed it',
})

// Manual journal entries, for what no document posts: accruals, expenses and corrections.

/** A manual journal entry as lists return it. */
export const manualEntry = z.object({
  id: z.int(),
  entryNumber: z.string(),
  status: z.enum(manualEntryStatuses),
  postedOn: dayText,
  reason: z.string(),
  amount: amountText,
  /** True if a user other than the creator has to post it. */
  needsApproval: z.boolean(),
  /** The entry that this one reverses, and the number of the entry that reverses this one. */
  reversalOf: z.nullable(z.int()),
  reversalOfNumber: nullableText,
  reversedBy: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  postedByName: nullableText,
  createdAt: momentText,
  version: z.int(),
})
export type ManualEntry = z.infer<typeof manualEntry>

export const manualEntryDetails = z.extend(manualEntry, {
  lines: z.array(
    z.object({
      id: z.int(),
      account: z.string(),
      accountName: z.string(),
      debit: amountText,
      credit: amountText,
      description: nullableText,
    }),
  ),
})
export type ManualEntryDetails = z.infer<typeof manualEntryDetails>

/** The list of manual journal entries. */
export const manualEntryList = defineList({
  name: 'manual-entries',
  row: manualEntry,
  defaultSort: '-id',
  fields: {
    entryNumber: field.text({
      label: 'Number',
      sortable: true,
      filterable: true,
      column: { width: 165 },
    }),
    postedOn: field.day({
      label: 'Date',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    reason: field.text({ label: 'Reason', column: { width: 220, isLong: true, phone: 'line' } }),
    status: field.choice(manualEntryStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 110, phone: 'badge' },
    }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    createdByName: field.text({ label: 'Entered by', column: { width: 120 } }),
    postedByName: field.text({ label: 'Posted by', column: { width: 120 } }),
    reversedBy: field.text({ label: 'Reversal', column: { width: 170 } }),
    id: field.references({ sortable: true }),
    /** Filters for entries with a line on this account. */
    account: field.choice(accountNumbers, { label: 'Account', filterable: true }),
  },
  chips: ['status', 'account', 'postedOn'],
  views: [
    { label: 'All', filters: {} },
    { label: 'To post', filters: { status: 'draft' } },
    { label: 'Posted', filters: { status: 'posted' } },
  ],
})

const manualEntryQuery = manualEntryList.query
export type ManualEntryQuery = z.output<typeof manualEntryQuery>

export const listManualEntries = endpoint('GET', '/api/manual-entries', {
  permission: 'ledger.read',
  query: manualEntryQuery,
  returns: z.array(manualEntry),
  summary: 'Manual journal entries: drafts, posted and cancelled',
})
export const readManualEntry = endpoint('GET', '/api/manual-entries/:id', {
  permission: 'ledger.read',
  returns: manualEntryDetails,
  summary: 'One manual journal entry with its lines',
})

export const line = z.object({
  account: z.enum(accountNumbers, { error: 'Please choose an account' }),
  debit: optionalPrice,
  credit: optionalPrice,
  description: z.optional(z.nullable(lineText(200))),
})
export const manualEntryForm = z.object({
  postedOn: dayField,
  reason: text(500),
  lines: z
    .array(line)
    .check(
      z.minLength(2, { error: 'An entry has at least two lines' }),
      z.maxLength(maxManualLines, { error: `An entry has at most ${maxManualLines} lines` }),
    ),
})
export type ManualEntryForm = z.output<typeof manualEntryForm>

const step = { returns: manualEntryDetails } as const

export const createManualEntry = endpoint('POST', '/api/manual-entries', {
  ...step,
  permission: 'ledger.enter',
  body: manualEntryForm,
  status: 201,
  summary: 'Enters a journal entry; depending on a setting, another person must post it',
})
export const postManualEntry = endpoint('POST', '/api/manual-entries/:id/post', {
  ...step,
  permission: 'ledger.post',
  checksVersion: true,
  summary: 'Posts a journal entry that awaits a second person',
})
export const cancelManualEntry = endpoint('POST', '/api/manual-entries/:id/cancel', {
  ...step,
  permission: 'ledger.enter',
  checksVersion: true,
  body: z.object({ reason: text(500) }),
  summary: 'Cancels a journal entry that was not posted',
})

export const reverseManualEntry = endpoint('POST', '/api/manual-entries/:id/reverse', {
  ...step,
  permission: 'ledger.enter',
  checksVersion: true,
  body: reasonedPostingForm,
  status: 201,
  summary: 'Reverses a posted journal entry with a counter-entry, once',
})

// The two financial statements of the journal: the income statement of a period and the balance
// sheet of a day. Both use the accounts of the trial balance.

export const accountAmount = z.object({ account: z.string(), name: z.string(), amount: amountText })
export const section = z.object({ lines: z.array(accountAmount), total: amountText })
export type StatementSection = z.infer<typeof section>

/** Income and expenses of a period. Income and costs are both positive. */
export const incomeStatement = z.object({
  from: dayText,
  to: dayText,
  income: section,
  costOfGoods: section,
  grossProfit: amountText,
  expenses: section,
  netIncome: amountText,
})
export type IncomeStatement = z.infer<typeof incomeStatement>

export const readIncomeStatement = endpoint('GET', '/api/journal/income-statement', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({
    /** Defaults to January 1 of the year of `to`. */
    from: z.optional(dayField),
    /** Defaults to today. */
    to: z.optional(dayField),
  }),
  returns: incomeStatement,
  summary: 'The income statement of a period',
})

/** Assets, liabilities and equity at the end of a day; both sides are equal. */
export const balanceSheet = z.object({
  asOf: dayText,
  assets: section,
  liabilities: section,
  equity: section,
  /** Net income of all earlier years. */
  retainedEarnings: amountText,
  /** Net income from January 1 to the day, as on the income statement. */
  netIncome: amountText,
  totalEquity: amountText,
  totalLiabilitiesAndEquity: amountText,
})
export type BalanceSheet = z.infer<typeof balanceSheet>

export const readBalanceSheet = endpoint('GET', '/api/journal/balance-sheet', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({ asOf: z.optional(dayField) }),
  returns: balanceSheet,
  summary: 'The balance sheet at the end of a day',
})

// Sales tax: charged by invoices and credited by credit memos, per jurisdiction, and its payments.

/** Sales and tax of a period. Exempt sales are those without tax. */
const taxed = {
  taxableSales: amountText,
  exemptSales: amountText,
  creditedSales: amountText,
  taxCharged: amountText,
  taxCredited: amountText,
  netDue: amountText,
}

/** The figures of one tax rate; null if the rate was not recorded, in older data. */
export const taxedAtRate = z.object({ rate: nullableText, ...taxed })

/** A tax jurisdiction: `left` = carried + net due − paid. */
export const jurisdiction = z.object({
  country: z.string(),
  state: z.string(),
  place: z.string(),
  /** The unpaid balance of earlier days. */
  carried: amountText,
  ...taxed,
  /** Payments for tax periods that end in this period, whenever they were paid. */
  paid: amountText,
  left: amountText,
  rates: z.array(taxedAtRate),
})
export type Jurisdiction = z.infer<typeof jurisdiction>

/** The tax of all jurisdictions up to the last day, reconciled to account 2100. */
export const taxTie = z.object({
  /** Tax charged minus tax credited, of all jurisdictions since the beginning. */
  netDue: amountText,
  /** Payments up to the day, minus those voided up to it. */
  paid: amountText,
  /** The net effect of manual journal entries on the account; negative if they reduced it. */
  byHand: amountText,
  expected: amountText,
  /** The balance of account 2100 at the end of the day, as a liability. */
  balance: amountText,
  difference: amountText,
})
export type TaxTie = z.infer<typeof taxTie>

export const salesTaxReport = z.object({
  from: dayText,
  to: dayText,
  jurisdictions: z.array(jurisdiction),
  totals: z.object({ carried: amountText, ...taxed, paid: amountText, left: amountText }),
  tie: taxTie,
})
export type SalesTaxReport = z.infer<typeof salesTaxReport>

export const readSalesTax = endpoint('GET', '/api/sales-tax', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({
    /** Defaults to the first day of the month of `to`. */
    from: z.optional(dayField),
    /** Defaults to today. */
    to: z.optional(dayField),
  }),
  returns: salesTaxReport,
  summary:
    'Sales tax by jurisdiction and rate for invoice dates, the paid amounts, and account 2100',
})

/** A sales tax payment as lists return it. */
export const taxPayment = z.object({
  id: z.int(),
  paymentNumber: z.string(),
  country: z.string(),
  state: z.string(),
  periodFrom: dayText,
  periodTo: dayText,
  amount: amountText,
  paidOn: dayText,
  reference: nullableText,
  status: z.enum(taxPaymentStatuses),
  voidedOn: z.nullable(dayText),
  createdByName: z.string(),
  createdAt: momentText,
  version: z.int(),
})
export type TaxPayment = z.infer<typeof taxPayment>

/** The list of sales tax payments. */
export const taxPaymentList = defineList({
  name: 'sales-tax-payments',
  row: taxPayment,
  defaultSort: '-id',
  fields: {
    paymentNumber: field.text({
      label: 'Number',
      sortable: true,
      filterable: true,
      column: { width: 175 },
    }),
    paidOn: field.day({
      label: 'Paid on',
      sortable: true,
      range: ['from', 'to'],
      column: { width: 110, phone: 'date' },
    }),
    place: field.text({ label: 'Jurisdiction', column: { width: 150 } }),
    periodTo: field.day({
      label: 'Period',
      sortable: true,
      column: { width: 200, phone: 'line' },
    }),
    status: field.choice(taxPaymentStatuses, {
      label: 'Status',
      sortable: true,
      filterable: true,
      column: { width: 100, phone: 'badge' },
    }),
    amount: field.amount({
      label: 'Amount',
      sortable: true,
      column: { width: 120, phone: 'amount' },
    }),
    reference: field.text({ label: 'Reference', column: { width: 140 } }),
    createdByName: field.text({ label: 'Entered by', column: { width: 120 } }),
    id: field.references({ sortable: true }),
    country: field.text({ filterable: true }),
    state: field.text({ filterable: true }),
  },
  chips: ['status', 'paidOn'],
  views: [
    { label: 'All', filters: {} },
    { label: 'Posted', filters: { status: 'posted' } },
  ],
})

const taxPaymentQuery = taxPaymentList.query
export type TaxPaymentQuery = z.output<typeof taxPaymentQuery>

export const listTaxPayments = endpoint('GET', '/api/sales-tax-payments', {
  permission: 'ledger.read',
  query: taxPaymentQuery,
  returns: z.array(taxPayment),
  summary: 'Payments of sales tax, posted and void',
})
export const readTaxPayment = endpoint('GET', '/api/sales-tax-payments/:id', {
  permission: 'ledger.read',
  returns: taxPayment,
  summary: 'One payment of sales tax',
})

/** A payment for a jurisdiction and a range of invoice dates. Unknown places are empty. */
export const taxPaymentForm = z.object({
  country: freeLine(100),
  state: freeLine(100),
  periodFrom: dayField,
  periodTo: dayField,
  amount: price,
  paidOn: dayField,
  reference: optionalText(100),
})
export type TaxPaymentForm = z.output<typeof taxPaymentForm>

export const createTaxPayment = endpoint('POST', '/api/sales-tax-payments', {
  permission: 'ledger.payTax',
  body: taxPaymentForm,
  returns: taxPayment,
  status: 201,
  summary: 'Pays sales tax of a jurisdiction and period, at most the amount due',
})
export const voidTaxPayment = endpoint('POST', '/api/sales-tax-payments/:id/void', {
  permission: 'ledger.payTax',
  checksVersion: true,
  body: z.object({ reason: text(500) }),
  returns: taxPayment,
  summary: 'Voids a payment of sales tax with a counter-entry; its amount is due again',
})
