import { type Day, formatOptionalDay } from '#platform/kernel/days.ts'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'

type ExpectedDateProps = { order: { expectedDate: Day | null; isLate: boolean } }

/** The expected date; if it has passed, in red with an icon and the word "late". */
export function ExpectedDateText({ order }: ExpectedDateProps) {
  const { expectedDate, isLate } = order
  return <OverdueDate text={formatOptionalDay(expectedDate)} isOverdue={isLate} word="late" />
}
