import { FileDown } from 'lucide-react'
import type { ListState } from '#platform/web/list-state.ts'
import type { RowAction } from '../TableRow.tsx'
import { type Column, useColumns } from '../columns.ts'
import { useExport } from './use-export.ts'

type Actions<Row> = {
  actionsOf?: (row: Row) => readonly RowAction[]
  exportsRow?: boolean
}

type Run<Row> = (pages: Row[][]) => Promise<unknown>

/** Adds `Export` to the row menus of a table, if `exportsRow` is set. */
export function withExport<Row, Props extends Actions<Row>>(
  props: Props & Actions<Row>,
  run: Run<Row>,
): Props {
  const { actionsOf, exportsRow } = props
  if (!actionsOf || !exportsRow) return props
  return { ...props, actionsOf: (row: Row) => [...actionsOf(row), exportOf(row, run)] }
}

type Table<Row> = { name: string; columns: readonly Column<Row>[]; list: ListState }

/** The same action for the menu of a record that is open over its list. */
export function useRowExport<Row extends object>({ name, columns, list }: Table<Row>) {
  const { shown } = useColumns(name, columns, list)
  const { run } = useExport({ name, columns: shown })
  return (row: Row) => exportOf(row, run)
}

function exportOf<Row>(row: Row, run: Run<Row>): RowAction {
  return { label: 'Export', icon: FileDown, run: () => void run([[row]]) }
}
