import { formatOptionalDay, isDay } from '#platform/kernel/days.ts'
import type { ReactNode } from 'react'
import type { AnyList, ColumnOf, Field, RowOfList } from '#platform/kernel/list.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import type { Column } from './columns.ts'

/** What a cell shows; with `text`, its text in exports, if that differs from the field. */
type Cell<Row> =
  | ((row: Row) => ReactNode)
  | { cell: (row: Row) => ReactNode; text: (row: Row) => string }

/**
 * The cells of a list. Columns that are fields of the row have a default cell by their type; the
 * others need one.
 */
type Cells<L extends AnyList> = {
  readonly [Name in ColumnOf<L> & keyof RowOfList<L>]?: Cell<RowOfList<L>>
} & {
  readonly [Name in Exclude<ColumnOf<L>, keyof RowOfList<L>>]: Cell<RowOfList<L>>
}

/** The columns of a declared list, in the order of its fields. */
export function columnsOf<L extends AnyList>(
  list: L,
  cells: Cells<L>,
): readonly Column<RowOfList<L>>[] {
  const cellsByField = cells as Readonly<Record<string, Cell<RowOfList<L>> | undefined>>
  return Object.entries<Field>(list.fields).flatMap(([id, field]) => {
    if (!field.column) return []
    const cell = cellsByField[id] ?? ((row: RowOfList<L>) => defaultCell(field, valueOf(row, id)))
    const isNumber = field.type === 'amount' || field.type === 'units'
    return {
      id,
      header: field.label ?? id,
      ...(isNumber && { align: 'right' as const }),
      ...field.column,
      ...(!field.sortable && { sortable: false }),
      ...(typeof cell === 'function' ? { cell } : cell),
    }
  })
}

function valueOf(row: unknown, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

function defaultCell({ type, valueLabels = {} }: Field, value: unknown): ReactNode {
  const isShown = typeof value === 'string' || typeof value === 'number'
  const text = isShown ? String(value) : null
  if (type === 'amount') return formatHidden(text)
  if (type === 'day') return formatOptionalDay(text !== null && isDay(text) ? text : null)
  return text === null ? null : (valueLabels[text] ?? text)
}
