import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Cents, sum, zero } from '#platform/kernel/money.ts'
import type { DemoBill } from './bills.ts'
import { dayOf, daysLater, hourMs } from './calendar.ts'
import { type Chance, chanceOf } from './seeded-random.ts'
import type { DemoVendor } from './vendors.ts'

export type DemoPayment = {
  id: number
  vendor: DemoVendor
  paidOn: Day
  preparedAt: number
  /** When a second user released it; undefined while it waits. */
  releasedAt: number | undefined
  method: 'ach' | 'check' | 'wire'
  parts: { bill: DemoBill; amount: Cents; discount: Cents }[]
  amount: Cents
  discount: Cents
}

/** One in nine bills of the last 170 days is disputed and unpaid. */
const disputed = { every: 9, days: 170 }
const noonMs = 18 * hourMs

/**
 * The payments of posted bills: a weekly run for what falls due, a tenth of it late, with discounts
 * taken where agreed. Payments due in the next days are prepared and wait for release.
 */
export function buildPayments(bills: readonly DemoBill[], now: number): DemoPayment[] {
  const chance = chanceOf('payments')
  const runs = new Map<string, DemoPayment['parts']>()
  for (const bill of bills) {
    const planned = planPayment(chance, bill, now)
    if (!planned) continue
    const key = `${planned.day} ${bill.vendor.id}`
    const { amount, discount } = planned
    runs.set(key, [...(runs.get(key) ?? []), { bill, amount, discount }])
  }
  const keys = [...runs.keys()].sort()
  return keys.flatMap((key, index) => {
    const parts = runs.get(key) ?? []
    return paymentOf(key.split(' ')[0] as Day, parts, { id: index + 1, now })
  })
}

/** When and how much of a bill is paid; undefined if not paid, or not soon. */
function planPayment(chance: Chance, bill: DemoBill, now: number) {
  const [late, days, half] = [chance.percent(10), chance.between(5, 30), chance.percent(4)]
  if (bill.status !== 'posted' || bill.postedAt === undefined) return undefined
  const age = (now - bill.postedAt) / (24 * hourMs)
  if (bill.id % disputed.every === 0 && age < disputed.days) return undefined
  const isEarly = bill.discountDate !== undefined && !late
  const dueDay = isEarly ? addDays(bill.discountDate as Day, -4) : addDays(bill.dueDate, -4)
  const soonest = dayOf(bill.postedAt + 24 * hourMs)
  const from = late ? addDays(bill.dueDate, days) : dueDay
  const day = thursdayFrom(from > soonest ? from : soonest)
  if (day > addDays(dayOf(now), 6)) return undefined
  const isInTime = bill.discountDate !== undefined && day <= bill.discountDate
  const discount = isEarly && isInTime ? bill.discount : zero
  const fullAmount = (bill.total - discount) as Cents
  const amount = half && discount === 0 ? (Math.ceil(fullAmount / 2) as Cents) : fullAmount
  return { day, amount, discount }
}

/** The first Thursday on or after a day. */
function thursdayFrom(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (4 - weekday + 7) % 7)
}

function paymentOf(
  day: Day,
  parts: DemoPayment['parts'],
  { id, now }: { id: number; now: number },
): DemoPayment[] {
  const first = parts[0]
  if (!first) return []
  const planned = Date.parse(`${day}T00:00:00Z`) + noonMs
  const soonest = Math.max(...parts.map(({ bill }) => bill.postedAt ?? 0)) + hourMs
  const preparedAt = Math.min(Math.max(planned, soonest), now - hourMs) + id
  const releasedAt = daysLater(preparedAt, 1, 0.5)
  const isReleased = releasedAt <= now && planned <= now
  if (isReleased) for (const part of parts) settle(part)
  const method = first.bill.vendor.id % 3 === 0 ? 'check' : 'ach'
  return [
    {
      id,
      vendor: first.bill.vendor,
      paidOn: day,
      preparedAt,
      releasedAt: isReleased ? releasedAt : undefined,
      method,
      parts,
      amount: sum(parts.map((part) => part.amount)),
      discount: sum(parts.map((part) => part.discount)),
    },
  ]
}

function settle({ bill, amount, discount }: DemoPayment['parts'][number]): void {
  bill.settled = sum([bill.settled, amount, discount])
}
