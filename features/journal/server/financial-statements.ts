import { businessDay } from '#features/settings/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { centsOfSum } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type * as contract from '../contract.ts'
import {
  type AccountSum,
  balanceSheetOf,
  endOfYearBefore,
  incomeStatementOf,
  yearStart,
} from './financial-statement-rules.ts'

/** The balances of all accounts for a period; since the beginning if `$1` is null. */
const readSums = {
  name: '',
  text: `select account, sum(debit - credit)::text as balance
         from journal_totals
         where ($1::date is null or posted_on >= $1::date) and posted_on <= $2::date
         group by account order by account`,
}

/** Returns the income statement of a period. Throws 422 if it ends before it begins. */
export async function readIncomeStatement(
  ctx: Context,
  query: QueryOf<typeof contract.readIncomeStatement>,
): Promise<contract.IncomeStatement> {
  const to = query.to ?? (await businessDay(ctx))
  const from = query.from ?? yearStart(to)
  if (from > to) throw invalid([{ path: 'from', message: 'Must not be after the last day' }])
  return incomeStatementOf(await sumsOf(ctx, from, to), { from, to })
}

/** Returns the balance sheet at the end of a day, by default today. */
export async function readBalanceSheet(
  ctx: Context,
  query: QueryOf<typeof contract.readBalanceSheet>,
): Promise<contract.BalanceSheet> {
  const asOf = query.asOf ?? (await businessDay(ctx))
  return onOneConnection(ctx, async (inner) => {
    const all = await sumsOf(inner, null, asOf)
    const before = await sumsOf(inner, null, endOfYearBefore(asOf))
    return balanceSheetOf({ all, before }, asOf)
  })
}

async function sumsOf(ctx: Context, from: Day | null, to: Day): Promise<AccountSum[]> {
  const found = await rows<{ account: string; balance: string }>(ctx.db, readSums, [from, to])
  return found.map(({ account, balance }) => ({ account, balance: centsOfSum(balance) }))
}
