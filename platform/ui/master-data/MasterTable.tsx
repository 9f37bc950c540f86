import { Plus, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../buttons/Button.tsx'
import { Tooltip } from '../buttons/Tooltip.tsx'
import { ImportButton } from '../import/ImportButton.tsx'
import { keysOf } from '../keyboard/shortcuts.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import type { BulkAction } from '../table/BulkBar.tsx'
import type { Column } from '../table/columns.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { Filter } from '../table/filters/FilterChip.tsx'
import type { RowAction } from '../table/TableRow.tsx'
import type { MasterRow, MasterScreen } from './master-screen.ts'

type MasterTableProps<Row extends MasterRow, List extends Endpoint> = {
  screen: MasterScreen<Row>
  endpoint: List
  list: ListState
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  /** The codes of the records are on barcodes. */
  isScannable?: boolean
  actionsOf: (row: Row) => readonly RowAction[]
  bulk: readonly BulkAction<Row>[]
  /** Why this user may not add or import records; undefined if permitted. */
  whyNot: { add: string | undefined; import: string | undefined }
  mayDelete: boolean
  /** Items of the Columns menu before `Recently deleted`. */
  menu?: readonly MenuItem[]
  /** Buttons of the card before `Import CSV`. */
  buttons?: ReactNode
  /** Shown if there are no records yet. */
  empty: string
}

/** The list of master data: rows open the details, and buttons add and import records. */
export function MasterTable<Row extends MasterRow & RowOf<List>, List extends Endpoint>(
  props: MasterTableProps<Row, List>,
) {
  const { screen, list, whyNot, menu = [] } = props
  const { codeOf, declaredList } = screen
  const noun = capitalize(screen.noun)
  const add = () => list.change({ new: '1' }, 'push')
  const showDeleted = () => list.change({ view: 'deleted' }, 'push')
  const deleted = { label: 'Recently deleted', icon: Undo2, run: showDeleted }
  return (
    <DataTable
      name={declaredList.name}
      title={`${noun} List`}
      endpoint={props.endpoint}
      list={list}
      usualSort={declaredList.defaultSort}
      columns={props.columns}
      filters={props.filters}
      isScannable={props.isScannable ?? false}
      codeOf={codeOf}
      actionsOf={props.actionsOf}
      bulk={props.bulk}
      menu={props.mayDelete ? [...menu, deleted] : menu}
      primary={
        <>
          {props.buttons}
          <ImportButton list={list} mayImport={whyNot.import === undefined} />
          <Tooltip label={`Add ${noun}`} keys={keysOf('add')}>
            <Button
              kind={whyNot.add === undefined ? 'primary' : 'secondary'}
              icon={Plus}
              onClick={add}
              whyNot={whyNot.add}
            >
              {`Add ${noun}`}
            </Button>
          </Tooltip>
        </>
      }
      onOpen={(row) => list.openRecord(codeOf(row))}
      {...(whyNot.add === undefined && { onAdd: add })}
      empty={<p className="text-muted">{props.empty}</p>}
    />
  )
}
