import { type Day, formatDay } from '#platform/kernel/days.ts'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'

// The wire's days are checked by the server; the kernel prints them.
export const dayText = (text: string | null) => (text ? formatDay(text as Day) : 'N/A')

type LateDateProps = { order: { expectedDate: string | null; isLate: boolean } }

/** The day an order should arrive; where that has passed, red with an icon and the word. */
export function LateDate({ order }: LateDateProps) {
  const { expectedDate, isLate } = order
  return <OverdueDate text={dayText(expectedDate)} isOverdue={isLate} word="late" />
}
