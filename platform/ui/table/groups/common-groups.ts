import { formatOptionalDay, isDay } from '#platform/kernel/days.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { SumGroup } from './row-groups.ts'

type ChoiceGroup = {
  label: string
  /** The name of the grouping, if it is not the field. */
  id?: string
  /** The display names of the values; by default the capitalized values. */
  names?: Readonly<Record<string, string>>
}

/** Groups by a choice, whose field filters the list, and sorts it. */
export function choiceGroup<F extends string>(
  field: F,
  { label, id = field, names = {} }: ChoiceGroup,
): SumGroup<Record<F, string>> {
  const labelOf = (value: string) => names[value] ?? capitalize(value)
  return {
    id,
    label,
    labelOf,
    filtersOf: (value) => ({ [`f.${field}`]: value }),
    rows: {
      sort: field,
      keyOf: (row) => row[field],
      headingOf: (row) => labelOf(row[field]),
    },
  }
}

/** Groups rows by a day, the latest first. The field sorts the list, `from` and `to` filter it. */
export function dayGroup<F extends string>(field: F, label: string): SumGroup<Record<F, string>> {
  return {
    id: 'day',
    label,
    labelOf: dayText,
    filtersOf: (day) => ({ 'f.from': day, 'f.to': day }),
    rows: {
      sort: `-${field}`,
      keyOf: (row) => row[field],
      headingOf: (row) => dayText(row[field]),
    },
  }
}

function dayText(day: string): string {
  return formatOptionalDay(isDay(day) ? day : null)
}
