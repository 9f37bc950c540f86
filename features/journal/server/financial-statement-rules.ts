import { addDays, type Day, day } from '#platform/kernel/days.ts'
import { type Cents, decimal, sum } from '#platform/kernel/money.ts'
import type { BalanceSheet, IncomeStatement, StatementSection } from '../contract.ts'
import { accountName } from '../rules.ts'

/** The balance of an account: debits minus credits. */
export type AccountSum = { account: string; balance: Cents }

/** January 1 of the year of a day; fiscal years are calendar years. */
export function yearStart(date: Day): Day {
  return day(`${date.slice(0, 4)}-01-01`)
}

/** The last day of the previous year. */
export function endOfYearBefore(date: Day): Day {
  return addDays(yearStart(date), -1)
}

/** The first digit of an account number defines its type. */
const firstDigits = {
  assets: '1',
  liabilities: '2',
  equity: '3',
  income: '4',
  costOfGoods: '5',
  expenses: '6',
} as const
type Kind = keyof typeof firstDigits

const debitKinds: readonly Kind[] = ['assets', 'costOfGoods', 'expenses']

/** The accounts of a type, each with its amount on the type's normal side. */
function sectionOf(
  sums: readonly AccountSum[],
  kind: Kind,
): { section: StatementSection; total: Cents } {
  const isDebit = debitKinds.includes(kind)
  const sectionAccounts = sums
    .filter(({ account }) => account.startsWith(firstDigits[kind]))
    .map(({ account, balance }) => {
      return { account, amount: (isDebit ? balance : 0 - balance) as Cents }
    })
  const total = sum(sectionAccounts.map(({ amount }) => amount))
  const lines = sectionAccounts.map(({ account, amount }) => {
    return { account, name: accountName(account), amount: decimal(amount) }
  })
  return { section: { lines, total: decimal(total) }, total }
}

/** Builds the income statement from the account balances of its period. */
export function incomeStatementOf(
  sums: readonly AccountSum[],
  days: { from: Day; to: Day },
): IncomeStatement {
  const income = sectionOf(sums, 'income')
  const costOfGoods = sectionOf(sums, 'costOfGoods')
  const expenses = sectionOf(sums, 'expenses')
  const grossProfit = (income.total - costOfGoods.total) as Cents
  return {
    ...days,
    income: income.section,
    costOfGoods: costOfGoods.section,
    grossProfit: decimal(grossProfit),
    expenses: expenses.section,
    netIncome: decimal((grossProfit - expenses.total) as Cents),
  }
}

/** Net income of the income and cost accounts; positive for a profit. */
function netIncomeOf(sums: readonly AccountSum[]): Cents {
  const earned = sums.filter(({ account }) => account >= firstDigits.income)
  return (0 - sum(earned.map(({ balance }) => balance))) as Cents
}

type Sums = {
  /** The account balances up to the day, and up to the end of the previous year. */
  all: readonly AccountSum[]
  before: readonly AccountSum[]
}

/** Builds the balance sheet from the account balances up to a day. */
export function balanceSheetOf({ all, before }: Sums, asOf: Day): BalanceSheet {
  const liabilities = sectionOf(all, 'liabilities')
  const equity = sectionOf(all, 'equity')
  const retainedEarnings = netIncomeOf(before)
  const netIncome = (netIncomeOf(all) - retainedEarnings) as Cents
  const totalEquity = sum([equity.total, retainedEarnings, netIncome])
  return {
    asOf,
    assets: sectionOf(all, 'assets').section,
    liabilities: liabilities.section,
    equity: equity.section,
    retainedEarnings: decimal(retainedEarnings),
    netIncome: decimal(netIncome),
    totalEquity: decimal(totalEquity),
    totalLiabilitiesAndEquity: decimal(sum([liabilities.total, totalEquity])),
  }
}
