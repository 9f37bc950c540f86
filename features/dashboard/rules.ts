import { addDays, type Day, daysBetween, day } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum } from '#platform/kernel/money.ts'

const periodDays = 30
const weekDays = 7
const trendWeeks = 12
/** A quarter: the weeks of the owner's chart. */
export const businessWeeks = 13
/** Invoices due within this many days are expected as cash. */
export const expectedDays = 30
/** Any Monday; weeks are counted from it. */
const monday = day('2024-01-01')

/** The last 30 days up to `to`, and the 30 days before them. */
export function periodsUpTo(to: Day) {
  const from = addDays(to, 1 - periodDays)
  const previousTo = addDays(from, -1)
  return { from, to, previousFrom: addDays(previousTo, 1 - periodDays), previousTo }
}

/** Every day of a period, both ends included, oldest first. */
export function daysOf({ from, to }: { from: Day; to: Day }): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, offset) => addDays(from, offset))
}

/** The Mondays of the last weeks, by default twelve, including the week of `to`, oldest first. */
export function weeksUpTo(to: Day, weeks = trendWeeks): Day[] {
  const position = (((daysBetween(monday, to) % weekDays) + weekDays) % weekDays) as number
  const thisMonday = addDays(to, -position)
  return Array.from({ length: weeks }, (_, week) =>
    addDays(thisMonday, (week + 1 - weeks) * weekDays),
  )
}

export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/**
 * The change of a figure in percent, signed, with one decimal: `+12.5%`. Returns undefined if the
 * previous figure is zero or negative.
 */
export function changeOf({ current, previous }: { current: number; previous: number }) {
  if (previous <= 0) return undefined
  const change = Math.round(((current - previous) / previous) * 1000)
  const text = `${change > 0 ? '+' : ''}${tenths(change)}%`
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'same'
  return { text, direction } satisfies Change
}

/** A number of tenths with one decimal: 125 as `12.5`. */
function tenths(count: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return (count / 10).toLocaleString('en-US', digits)
}

/**
 * The gross profit of a period, and its percentage of the income with one decimal; undefined if
 * there was no income.
 */
export function grossMarginOf({ income, costOfGoods }: { income: string; costOfGoods: string }) {
  const earned = centsOfSum(income)
  const profit = (earned - centsOfSum(costOfGoods)) as Cents
  return { profit, percent: marginPercent(earned, profit) }
}

/** A profit as a percentage of the income with one decimal; undefined if there was no income. */
export function marginPercent(income: Cents, profit: Cents): string | undefined {
  return income > 0 ? tenths(Math.round((profit / income) * 1000)) : undefined
}

/** The net change in SKUs over 30 days: `Stable`, `+3 this month`, `-1 this month`. */
export function skuHintOf({ newSkus, deletedSkus }: { newSkus: number; deletedSkus: number }) {
  const netChange = newSkus - deletedSkus
  if (netChange === 0) return 'Stable'
  return `${netChange > 0 ? '+' : ''}${netChange.toLocaleString('en-US')} this month`
}

/** The number of parts in the demo data load. */
export const demoSteps = 5
/**
 * Advisory lock keys. The holder of `demoLock` runs the load; the number of `stepLock` locks held
 * is the number of parts started.
 */
export const demoLock = 727_273
export const stepLock = 727_277
/** Advisory lock that serializes the choice between starting empty and loading demo data. */
export const choiceLock = 727_283
/** A load that fails to finish this many times is abandoned. */
export const maxLoadAttempts = 3

/** Username and email of a demo account; the prefix avoids collisions with real users. */
export function demoAccountOf(name: string) {
  return { username: `demo-${name}`, email: `demo-${name}@prizm.example` }
}
