import { type Amount, decimal, zero } from '#platform/kernel/money.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { businessDay, readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type {
  DashboardStats,
  DashboardTrends,
  OrderWeeks,
  SalesByCustomer,
  StockValue,
  Waiver,
} from '../contract.ts'
import type * as contract from '../contract.ts'
import { daysOf, periodsUpTo, weeksUpTo } from '../rules.ts'
import * as store from './store.ts'

/** Reads the current figures for the cards, tiles and alerts. */
export async function readDashboardStats(ctx: Context): Promise<DashboardStats> {
  const [stats] = await rows<DashboardStats>(ctx.db, store.readStats, [ctx.now.toISOString()])
  if (!stats) throw new Error('The figures of the dashboard are one row')
  return stats
}

type Figures = { orders: number; revenue: Amount }
type PeriodRow = Figures & { span: 'day' | 'week' | 'current' | 'previous'; from: string | null }
type Stage = DashboardTrends['pipeline'][number]

const noFigures: Figures = { orders: 0, revenue: decimal(zero) }

/** Orders and revenue by business day, by week and by status. */
export async function readDashboardTrends(ctx: Context): Promise<DashboardTrends> {
  const { businessTimeZone } = await readSettings(ctx)
  const period = periodsUpTo(today(ctx.now, businessTimeZone))
  const { from, to, previousFrom } = period
  const mondays = weeksUpTo(to)
  const [periodRows, stages] = await onOneConnection(ctx, ({ db }) =>
    Promise.all([
      rows<PeriodRow>(db, store.readSpans, [mondays[0], previousFrom, from, to]),
      rows<Stage>(db, store.readPipeline),
    ]),
  )
  const of = (span: PeriodRow['span'], day: Day | null): Figures => {
    const { orders, revenue } =
      periodRows.find((each) => each.span === span && each.from === day) ?? noFigures
    return { orders, revenue }
  }
  const [current, previous] = [of('current', null), of('previous', null)]
  return {
    ...period,
    orders: { current: String(current.orders), previous: String(previous.orders) },
    revenue: { current: current.revenue, previous: previous.revenue },
    days: daysOf(period).map((day) => ({ day, ...of('day', day) })),
    weeks: mondays.map((monday) => ({ from: monday, ...of('week', monday) })),
    pipeline: salesOrderStatuses.map(
      (status) =>
        stages.find((stage) => stage.status === status) ?? {
          status,
          orders: 0,
          amount: decimal(zero),
        },
    ),
  }
}

/** Orders and revenue of the twelve weeks up to a day, by default today; zeros without orders. */
export async function readOrderWeeks(
  ctx: Context,
  { to }: QueryOf<typeof contract.readOrderWeeks>,
): Promise<OrderWeeks> {
  const last = to ?? (await businessDay(ctx))
  const mondays = weeksUpTo(last)
  const found = await rows<OrderWeeks['weeks'][number]>(ctx.db, store.readWeeks, [mondays[0], last])
  return {
    weeks: mondays.map((from) => ({
      from,
      ...noFigures,
      ...found.find((week) => week.from === from),
    })),
  }
}

/** Orders by customer for a period, largest total first. Throws 422 if `to` is before `from`. */
export function salesByCustomerReport(ctx: Context, { from, to }: { from: Day; to: Day }) {
  guardPeriodOrder(from, to)
  return rows<SalesByCustomer>(ctx.db, store.readSalesByCustomer, [from, to])
}

/** On-hand stock at cost, highest value first; `asOf` defaults to today. */
export async function stockValuationReport(ctx: Context, { asOf }: { asOf?: Day | undefined }) {
  const { businessTimeZone } = await readSettings(ctx)
  return rows<StockValue>(ctx.db, store.readStockValues, [asOf ?? today(ctx.now, businessTimeZone)])
}

/** Bypassed controls by business day, newest first. Throws 422 if `to` is before `from`. */
export async function waiverReport(ctx: Context, { from, to }: { from: Day; to: Day }) {
  guardPeriodOrder(from, to)
  const { businessTimeZone } = await readSettings(ctx)
  return rows<Waiver>(ctx.db, store.readWaivers, [from, to, businessTimeZone])
}

function guardPeriodOrder(from: Day, to: Day): void {
  if (to < from) throw invalid([{ path: 'to', message: 'Must not be before the first day' }])
}
