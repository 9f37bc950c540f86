import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField } from '#platform/kernel/fields.ts'

// The two statements that the journal is summed to: what was earned in a period, and what there is
// and is owed on a day. Both have the accounts of the trial balance.

const accountAmount = z.object({ account: z.string(), name: z.string(), amount: z.string() })
const section = z.object({ lines: z.array(accountAmount), total: z.string() })
export type StatementSection = z.infer<typeof section>

/** What was earned and spent from a day to a day. Income is positive, as is each cost. */
export const incomeStatement = z.object({
  from: z.string(),
  to: z.string(),
  income: section,
  costOfGoods: section,
  grossProfit: z.string(),
  expenses: section,
  netIncome: z.string(),
})
export type IncomeStatement = z.infer<typeof incomeStatement>

export const readIncomeStatement = endpoint('GET', '/api/journal/income-statement', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({
    /** January 1 of the year of `to` where it is left out. */
    from: z.optional(dayField),
    /** Today where it is left out. */
    to: z.optional(dayField),
  }),
  returns: incomeStatement,
  summary: 'What was earned and spent from a day to a day',
})

/** What there is and what is owed at the end of a day; both sides are equal. */
export const balanceSheet = z.object({
  asOf: z.string(),
  assets: section,
  liabilities: section,
  equity: section,
  /** Net income of the years before that of the day. */
  retainedEarnings: z.string(),
  /** Net income from January 1 to the day: that of the income statement. */
  netIncome: z.string(),
  totalEquity: z.string(),
  totalLiabilitiesAndEquity: z.string(),
})
export type BalanceSheet = z.infer<typeof balanceSheet>

export const readBalanceSheet = endpoint('GET', '/api/journal/balance-sheet', {
  permission: 'ledger.read',
  isDerived: true,
  query: z.object({ asOf: z.optional(dayField) }),
  returns: balanceSheet,
  summary: 'What there is and what is owed at the end of a day; both sides are equal',
})
