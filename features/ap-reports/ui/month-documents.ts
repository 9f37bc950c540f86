import { type Day, monthSpan } from '#platform/kernel/days.ts'
import { firstDayOf, lastDayOf } from '#platform/ui/reports/months-before.ts'
import type { Address } from '#platform/web/screen-address.ts'
import type { ApMonth } from '../contract.ts'

// The documents behind the figures of months, by their posting date.

type Tab = 'bills' | 'payments'
type Period = { from: Day; to: Day }

/** What was posted in a period, as of a day. */
const postedIn = (tab: Tab, { from, to }: Period, asOf: string | undefined): Address => {
  const days = { 'f.postedFrom': from, 'f.postedTo': to }
  return { to: '/ap-reports', search: { tab, ...days, 'f.status': 'posted', 'f.asOf': asOf } }
}

const documentsIn =
  (tab: Tab) =>
  ({ id }: Pick<ApMonth, 'id'>, asOf: string | undefined) =>
    postedIn(tab, { from: firstDayOf(id), to: lastDayOf(id) }, asOf)

/** The bills that were posted in a month, as of a day. */
export const monthBills = documentsIn('bills')

/** The payments that were posted in a month, as of a day. */
export const monthPayments = documentsIn('payments')

const documentsOfYear = (tab: Tab) => (asOf: Day) =>
  postedIn(tab, { from: monthSpan(asOf, {}).first, to: asOf }, asOf)

/** The bills that were posted in the twelve months up to a day. */
export const yearBills = documentsOfYear('bills')

/** The payments that were posted in the twelve months up to a day. */
export const yearPayments = documentsOfYear('payments')
