import { useToday } from '#features/settings/ui/parts/use-today.ts'
import { formatOptionalDay } from '#platform/kernel/days.ts'
import { OverdueDate } from '#platform/ui/dates/OverdueDate.tsx'
import type { SalesOrder } from '../contract.ts'
import { isPastCancelAfter } from '../rules.ts'

/** The cancel-after day, marked if the order is open and the day is past. */
export function CancelAfterDay({ order }: { order: SalesOrder }) {
  const isPast = isPastCancelAfter(order, useToday())
  return <OverdueDate text={formatOptionalDay(order.cancelAfter)} isOverdue={isPast} word="past" />
}
