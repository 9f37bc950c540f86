import { businessDay } from '#features/settings/server/service.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Amount, type Cents, centsOfSum, decimal, sum } from '#platform/kernel/money.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { BusinessFigures } from '../contract.ts'
import { businessWeeks, expectedDays, periodsUpTo, weeksUpTo } from '../rules.ts'
import * as store from './business-figures-store.ts'

type Earned = { day: Day; income: Cents; costOfGoods: Cents }
type Ordered = {
  orders: number
  ordered: Amount
  previousOrders: number
  previousOrdered: Amount
}
type OpenInvoices = {
  expectedCount: number
  expectedAmount: Amount
  overdueCount: number
  overdueAmount: Amount
}

/**
 * The owner's figures: orders, income and gross profit of the last 30 days and the 30 before, the
 * cash to come, the best customers and SKUs, and 13 weeks. Income and cost of goods are those of
 * the income statement of the same days.
 */
export async function readBusinessFigures(ctx: Context): Promise<BusinessFigures> {
  const { from, to, previousFrom, previousTo } = periodsUpTo(await businessDay(ctx))
  const allMondays = weeksUpTo(to, 2 * businessWeeks)
  const expectedTo = addDays(to, expectedDays)
  const firstDay = [...allMondays, previousFrom].toSorted()[0]
  const [days, [ordered], [open], topCustomers, topSkus] = await onOneConnection(ctx, ({ db }) =>
    Promise.all([
      rows<{ day: Day; income: string; costOfGoods: string }>(db, store.readEarnings, [
        firstDay,
        to,
      ]),
      rows<Ordered>(db, store.readOrders, [previousFrom, from, to]),
      rows<OpenInvoices>(db, store.readOpenInvoices, [to, expectedTo]),
      rows<BusinessFigures['topCustomers'][number]>(db, store.readTopCustomers, [from, to]),
      rows<BusinessFigures['topSkus'][number]>(db, store.readTopSkus, [from, to]),
    ]),
  )
  if (!ordered || !open) throw new Error('The sums of orders and invoices are one row each')
  const earned: Earned[] = days.map(({ day, income, costOfGoods }) => {
    return { day, income: centsOfSum(income), costOfGoods: centsOfSum(costOfGoods) }
  })
  const weeks = allMondays.map((monday) => weekOf(earned, monday))
  return {
    from,
    to,
    current: { ...orderFigures(ordered), ...earningsOf(earned, from, to) },
    previous: {
      orders: ordered.previousOrders,
      ordered: ordered.previousOrdered,
      ...earningsOf(earned, previousFrom, previousTo),
    },
    expectedTo,
    expected: { count: open.expectedCount, amount: open.expectedAmount },
    overdue: { count: open.overdueCount, amount: open.overdueAmount },
    topCustomers,
    topSkus,
    weeks: weeks.slice(businessWeeks),
    previousWeeks: weeks.slice(0, businessWeeks),
  }
}

const orderFigures = ({ orders, ordered }: Ordered) => ({ orders, ordered })

function earningsOf(earned: readonly Earned[], from: Day, to: Day) {
  const days = earned.filter(({ day }) => day >= from && day <= to)
  return {
    income: decimal(sum(days.map(({ income }) => income))),
    costOfGoods: decimal(sum(days.map(({ costOfGoods }) => costOfGoods))),
  }
}

function weekOf(earned: readonly Earned[], monday: Day) {
  const to = addDays(monday, 6)
  const days = earned.filter(({ day }) => day >= monday && day <= to)
  const income = sum(days.map((each) => each.income))
  const costOfGoods = sum(days.map((each) => each.costOfGoods))
  const grossProfit = (income - costOfGoods) as Cents
  return { from: monday, to, income: decimal(income), grossProfit: decimal(grossProfit) }
}
