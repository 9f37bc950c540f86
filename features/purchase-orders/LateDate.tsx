import { CircleAlert } from 'lucide-react'
import { type Day, formatDay } from '#platform/kernel/days.ts'

// The wire's days are checked by the server; the kernel prints them.
export const dayText = (text: string | null) => (text ? formatDay(text as Day) : 'N/A')

type LateDateProps = { order: { expectedDate: string | null; isLate: boolean } }

/** The day an order should arrive; where that has passed, red with an icon and the word. */
export function LateDate({ order }: LateDateProps) {
  const { expectedDate, isLate } = order
  if (!isLate) return dayText(expectedDate)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-danger">
      <CircleAlert aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {dayText(expectedDate)}
      <span className="text-caption">late</span>
    </span>
  )
}
