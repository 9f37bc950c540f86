import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { AnyList, Field, FilterOf } from '#platform/kernel/list.ts'
import type { Filter } from './FilterChip.tsx'

/** Filters that find a record, or whose options are read, by their parameter. */
type OwnFilters<L extends AnyList> = { readonly [Name in FilterOf<L>]?: Filter }

/**
 * The filters of a declared list: its chips in order, and the labels of those that only views and
 * links set.
 */
export function filtersOf<L extends AnyList>(list: L, own: OwnFilters<L> = {}): readonly Filter[] {
  const filters = own as Readonly<Record<string, Filter | undefined>>
  const fields = Object.entries<Field>(list.fields)
  const chips = list.chips.map((name) => {
    const field = list.fields[name]
    const chip = filters[name] ?? (field && chipOf(name, field))
    if (!chip) throw new Error(`The parameter ${name} of ${list.name} needs a chip of its own`)
    return chip
  })
  const others = fields.filter(([name]) => !list.chips.includes(name))
  return [...chips, ...others.flatMap(([name, field]) => withoutChip(name, field))]
}

function chipOf(id: string, field: Field): Filter {
  const { type, values = [], valueLabels, range, isSingle } = field
  const label = labelOf(id, field)
  if (range) return { kind: 'dates', id: range[0], to: range[1], label }
  if (type === 'choice' || valueLabels) {
    const options = values.map((value) => ({
      value,
      label: valueLabels?.[value] ?? capitalize(value),
    }))
    const isMultiple = type === 'choice' && !isSingle
    return { kind: 'choice', id, label, options, ...(isMultiple && { several: true }) }
  }
  const [first] = values
  if (first === undefined) return { kind: 'text', id, label }
  return { kind: 'flag', id, label, value: field.flagValue ?? first }
}

/** The filters of a field without a chip that have a label of their own. */
function withoutChip(id: string, field: Field): Filter[] {
  const { column, filterable, filterLabel, label, valueLabels, rangeLabels = {} } = field
  const own = filterLabel ?? (column ? undefined : label)
  const ends = Object.entries(rangeLabels).map(([end, text]) => textFilterOf(end, text))
  return filterable && own ? [textFilterOf(id, own, valueLabels), ...ends] : ends
}

function textFilterOf(
  id: string,
  label: string,
  textByValue?: Readonly<Record<string, string>>,
): Filter {
  return { kind: 'displayOnly', id, label, ...(textByValue && { textByValue }) }
}

function labelOf(id: string, { filterLabel, label }: Field): string {
  return filterLabel ?? label ?? id
}
