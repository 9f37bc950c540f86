import { firstDayOf, lastDayOf } from '#platform/ui/reports/months-before.ts'
import type { Address } from '#platform/web/screen-address.ts'
import type { ApMonth } from '../contract.ts'

// The documents behind the figures of a month, by their posting date.

const documentsIn =
  (tab: 'bills' | 'payments') =>
  ({ id }: Pick<ApMonth, 'id'>, asOf: string | undefined): Address => {
    const days = { 'f.postedFrom': firstDayOf(id), 'f.postedTo': lastDayOf(id) }
    return { to: '/ap-reports', search: { tab, ...days, 'f.status': 'posted', 'f.asOf': asOf } }
  }

/** The bills that were posted in a month, as of a day. */
export const monthBills = documentsIn('bills')

/** The payments that were posted in a month, as of a day. */
export const monthPayments = documentsIn('payments')
