import * as z from 'zod/mini'
import { choiceQuery, endpoint, listQuery, textQuery } from '#platform/kernel/endpoint.ts'
import { dayField, lineText, optionalPrice, text } from '#platform/kernel/fields.ts'
import { reasonedPostingForm } from './posting-contract.ts'
import { manualEntryStatuses, maxManualLines } from './manual-rules.ts'
import { accountNumbers } from './rules.ts'

// Journal entries by hand: what no document posts, such as accruals, expenses and corrections.

const nullableText = z.nullable(z.string())

/** A journal entry by hand as lists answer it. */
export const manualEntry = z.object({
  id: z.int(),
  entryNumber: z.string(),
  status: z.enum(manualEntryStatuses),
  postedOn: z.string(),
  reason: z.string(),
  amount: z.string(),
  /** Whether somebody else than who entered it has to post it. */
  needsApproval: z.boolean(),
  /** The entry that this one takes back, and the one that takes this one back. */
  reversalOf: z.nullable(z.int()),
  reversalOfNumber: nullableText,
  reversedBy: nullableText,
  createdBy: z.int(),
  createdByName: z.string(),
  postedByName: nullableText,
  createdAt: z.string(),
  version: z.int(),
})
export type ManualEntry = z.infer<typeof manualEntry>

export const manualEntryDetails = z.extend(manualEntry, {
  lines: z.array(
    z.object({
      id: z.int(),
      account: z.string(),
      accountName: z.string(),
      debit: z.string(),
      credit: z.string(),
      description: nullableText,
    }),
  ),
})
export type ManualEntryDetails = z.infer<typeof manualEntryDetails>

const manualEntryQuery = z.object({
  ...listQuery,
  status: choiceQuery(manualEntryStatuses),
  /** Entries with a line on this account. */
  account: choiceQuery(accountNumbers),
  entryNumber: textQuery,
  from: z.optional(dayField),
  to: z.optional(dayField),
})
export type ManualEntryQuery = z.output<typeof manualEntryQuery>

export const listManualEntries = endpoint('GET', '/api/manual-entries', {
  permission: 'ledger.read',
  query: manualEntryQuery,
  returns: z.array(manualEntry),
  summary: 'Journal entries by hand: drafts, posted and cancelled',
})
export const readManualEntry = endpoint('GET', '/api/manual-entries/:id', {
  permission: 'ledger.read',
  returns: manualEntryDetails,
  summary: 'One journal entry by hand with its lines',
})

const line = z.object({
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
  summary: 'Enters a journal entry; by setting another person posts it',
})
export const postManualEntry = endpoint('POST', '/api/manual-entries/:id/post', {
  ...step,
  permission: 'ledger.post',
  summary: 'Posts a journal entry that waits for a second person',
})
export const cancelManualEntry = endpoint('POST', '/api/manual-entries/:id/cancel', {
  ...step,
  permission: 'ledger.enter',
  body: z.object({ reason: text(500) }),
  summary: 'Cancels a journal entry that was not posted',
})

export const reverseManualEntry = endpoint('POST', '/api/manual-entries/:id/reverse', {
  ...step,
  permission: 'ledger.enter',
  body: reasonedPostingForm,
  status: 201,
  summary: 'Reverses a posted journal entry by a counter-entry, once',
})
