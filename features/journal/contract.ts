import * as z from 'zod/mini'
import {
  choiceQuery,
  endpoint,
  exportQuery,
  paging,
  listQuery,
  textQuery,
} from '#platform/kernel/endpoint.ts'
import { dayField, text } from '#platform/kernel/fields.ts'
import { accountNumbers, closingNames, journalSources, periodStatuses } from './rules.ts'

const nullableText = z.nullable(z.string())

/** A line of the journal with the entry it belongs to. Amounts that are not there are `0.00`. */
export const journalLine = z.object({
  id: z.int(),
  entryId: z.int(),
  postedOn: z.string(),
  source: z.string(),
  sourceId: z.int(),
  event: z.string(),
  memo: z.string(),
  account: z.string(),
  accountName: z.string(),
  customerCode: nullableText,
  vendorCode: nullableText,
  debit: z.string(),
  credit: z.string(),
})
export type JournalLine = z.infer<typeof journalLine>

const journalQuery = z.object({
  ...listQuery,
  account: choiceQuery(accountNumbers),
  source: choiceQuery(journalSources),
  /** With `source`: the document whose entries these are. */
  sourceId: z.optional(z.coerce.number().check(z.int())),
  customerCode: textQuery,
  vendorCode: textQuery,
  entryId: z.optional(z.coerce.number().check(z.int())),
  period: z.optional(z.coerce.number().check(z.int())),
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type JournalQuery = z.output<typeof journalQuery>

export const listJournal = endpoint('GET', '/api/journal', {
  permission: 'ledger.read',
  isDerived: true,
  query: journalQuery,
  returns: z.array(journalLine),
  summary: 'The lines of the journal, newest first',
})

const exportJournalQuery = z.extend(z.omit(journalQuery, paging), exportQuery)
export type ExportJournal = z.output<typeof exportJournalQuery>

export const exportJournal = endpoint('GET', '/api/journal/export.csv', {
  permission: 'ledger.read',
  query: exportJournalQuery,
  file: 'text/csv',
  summary: 'The journal as CSV, for the accounting system',
})

/** What an account has taken up to a day. `balance` is debits less credits. */
export const accountBalance = z.object({
  account: z.string(),
  name: z.string(),
  debit: z.string(),
  credit: z.string(),
  balance: z.string(),
})
export type AccountBalance = z.infer<typeof accountBalance>

export const trialBalance = z.object({
  asOf: z.string(),
  accounts: z.array(accountBalance),
  totalDebit: z.string(),
  totalCredit: z.string(),
})
export type TrialBalance = z.infer<typeof trialBalance>

export const readTrialBalance = endpoint('GET', '/api/journal/trial-balance', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({ asOf: z.optional(dayField) }),
  returns: trialBalance,
  summary: 'What every account has taken up to a day; debits and credits are equal',
})

/** A month of the books, by its number: 202603. */
export const period = z.object({
  id: z.int(),
  status: z.enum(periodStatuses),
  entries: z.int(),
  debit: z.string(),
  updatedAt: nullableText,
  version: z.int(),
})
export type Period = z.infer<typeof period>

export const listPeriods = endpoint('GET', '/api/periods', {
  permission: 'ledger.read',
  isDerived: true,
  returns: z.array(period),
  summary: 'The months of the books with what was posted into them, newest first',
})

/** Something to look at before a month closes; done where there is none of it. */
export const closingPoint = z.object({
  name: z.enum(closingNames),
  count: z.int(),
  /** What they come to, where they have an amount. */
  amount: nullableText,
  detail: nullableText,
})
export type ClosingPoint = z.infer<typeof closingPoint>

export const readClosing = endpoint('GET', '/api/periods/:id/closing', {
  permission: 'ledger.read',
  isDerived: true,
  returns: z.array(closingPoint),
  summary: 'What to look at before a month closes, and how many of each are open',
})

export const reasonForm = z.object({ reason: text(500) })

export const softClosePeriod = endpoint('POST', '/api/periods/:id/soft-close', {
  permission: 'ledger.softClose',
  returns: period,
  summary: 'Closes a month to everybody but finance',
})
export const cancelClosingPeriod = endpoint('POST', '/api/periods/:id/cancel-closing', {
  permission: 'ledger.softClose',
  returns: period,
  summary: 'Opens a month that is closing to everybody again; one that is closed stays closed',
})
export const closePeriod = endpoint('POST', '/api/periods/:id/close', {
  permission: 'ledger.close',
  returns: period,
  summary: 'Closes a month to everybody; earlier months are closed and every rule holds',
})
export const reopenPeriod = endpoint('POST', '/api/periods/:id/reopen', {
  permission: 'ledger.close',
  body: reasonForm,
  returns: period,
  summary: 'Opens a month again, with a reason, by another person than who closed it',
})
