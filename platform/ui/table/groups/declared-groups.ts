import { formatOptionalDay, isDay } from '#platform/kernel/days.ts'
import type { AnyList, Field, RowOfList } from '#platform/kernel/list.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { ListGroups, SumGroup } from './row-groups.ts'

type DeclaredGroups<Row> = Omit<ListGroups<Row>, 'groups'> & {
  /** The headings of groups whose label the server knows alone, by the name of the grouping. */
  headings?: Readonly<Record<string, (row: Row) => string>>
  /** The display texts of the values of a field without `valueLabels`, by the same name. */
  labels?: Readonly<Record<string, (value: string) => string>>
}

/** The sums of a declared list: its groupings with the labels, filters and sorts of its fields. */
export function groupsOf<L extends AnyList>(
  list: L,
  { headings = {}, labels = {}, ...sums }: DeclaredGroups<RowOfList<L>>,
): ListGroups<RowOfList<L>> {
  const fields: Readonly<Record<string, Field>> = list.fields
  const groups = Object.entries(list.groups ?? {}).map(([id, name]) => {
    const field = fields[name]
    if (!field) throw new Error(`${list.name} has no field ${name}`)
    return groupOf<RowOfList<L>>(id, name, {
      field,
      headingOf: headings[id],
      labelOf: labels[id] ?? ((value) => labelIn(field, value)),
    })
  })
  return { ...sums, groups }
}

type GroupedField<Row> = {
  field: Field
  headingOf: ((row: Row) => string) | undefined
  labelOf: (value: string) => string
}

function groupOf<Row>(id: string, name: string, grouped: GroupedField<Row>): SumGroup<Row> {
  if (name === 'customerId') return partyGroup<Row>(id, 'customer')
  if (name === 'vendorId') return partyGroup<Row>(id, 'vendor')
  const { field, headingOf, labelOf } = grouped
  const keyOf = (row: Row) => textOf(row, name)
  return {
    id,
    label: field.label ?? field.filterLabel ?? capitalize(id),
    filtersOf: (key) => filtersFor(name, field, key),
    // The label of the server is the heading, too.
    ...(!headingOf && { labelOf }),
    rows: {
      sort: field.type === 'day' ? `-${name}` : name,
      keyOf,
      headingOf: headingOf ?? ((row) => labelOf(keyOf(row))),
    },
  }
}

/** Groups by customer or vendor: sorts by the id, and filters by the code. */
function partyGroup<Row>(id: string, noun: 'customer' | 'vendor'): SumGroup<Row> {
  const codeOf = (row: Row) => textOf(row, `${noun}Code`)
  return {
    id,
    label: capitalize(noun),
    filtersOf: (code) => ({ [`f.${noun}Code`]: code }),
    rows: {
      sort: `${noun}Id`,
      keyOf: codeOf,
      headingOf: (row) => `${codeOf(row)} · ${textOf(row, `${noun}Name`)}`,
    },
  }
}

/** The filters of one group: one day is a range of one day. */
function filtersFor(name: string, { range }: Field, key: string): Record<`f.${string}`, string> {
  if (!range) return { [`f.${name}`]: key }
  const [from, to] = range
  return { [`f.${from}`]: key, [`f.${to}`]: key }
}

function labelIn({ type, valueLabels = {} }: Field, value: string): string {
  if (type === 'day') return formatOptionalDay(isDay(value) ? value : null)
  return valueLabels[value] ?? capitalize(value)
}

function textOf(row: unknown, name: string): string {
  const value = (row as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
