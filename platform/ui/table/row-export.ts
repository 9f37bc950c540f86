import { FileDown } from 'lucide-react'
import type { RowAction } from './TableRow.tsx'

type Actions<Row> = {
  actionsOf?: (row: Row) => readonly RowAction[]
  exportsRow?: boolean
}

/** The properties of a table whose rows can be exported one by one: `Export` ends their menus. */
export function withExport<Row, Props extends Actions<Row>>(
  props: Props & Actions<Row>,
  run: (pages: Row[][]) => Promise<unknown>,
): Props {
  const { actionsOf, exportsRow } = props
  if (!actionsOf || !exportsRow) return props
  const item = { label: 'Export', icon: FileDown }
  return {
    ...props,
    actionsOf: (row: Row) => [...actionsOf(row), { ...item, run: () => void run([[row]]) }],
  }
}
