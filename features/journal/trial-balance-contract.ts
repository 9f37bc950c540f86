import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { amountText, dayField, dayText } from '#platform/kernel/fields.ts'

// The one call of the journal that other screens make, without the rest of its contract.

/** The totals of an account up to a day. `balance` is debits minus credits. */
export const accountBalance = z.object({
  account: z.string(),
  name: z.string(),
  debit: amountText,
  credit: amountText,
  balance: amountText,
})
export type AccountBalance = z.infer<typeof accountBalance>

export const trialBalance = z.object({
  asOf: dayText,
  accounts: z.array(accountBalance),
  totalDebit: amountText,
  totalCredit: amountText,
})
export type TrialBalance = z.infer<typeof trialBalance>

export const readTrialBalance = endpoint('GET', '/api/journal/trial-balance', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({ asOf: z.optional(dayField) }),
  returns: trialBalance,
  summary: 'The balance of every account at the end of a day; debits equal credits',
})
