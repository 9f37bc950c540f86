import { Ban, Check, Copy, History, Pencil, Trash2 } from 'lucide-react'
import type { ListState } from '#platform/web/list-state.ts'
import { copyText } from '../buttons/copy.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import type { BulkChange } from '../records/use-bulk-change.ts'
import type { BulkAction } from '../table/BulkBar.tsx'
import type { RowAction } from '../table/TableRow.tsx'

type MasterRecordActions<Row> = {
  row: Row
  code: string
  list: ListState
  /** Why this user may not edit, delete or (de)activate it; undefined if permitted. */
  whyNot: { edit?: string | undefined; delete?: string | undefined; setActive?: string | undefined }
  /** An action that starts something with the record, such as a new order. */
  begin?: RowAction
  remove: (row: Row) => Promise<unknown>
  setActive: (row: Row, isActive: boolean) => Promise<unknown>
}

/** The row actions of a master data record. */
export function masterRecordActions<Row extends { isActive: boolean }>(
  props: MasterRecordActions<Row>,
): readonly RowAction[] {
  const { row, code, list, whyNot, begin, remove, setActive } = props
  return [
    {
      label: 'Edit',
      icon: Pencil,
      shortcut: 'rowEdit',
      isInline: true,
      whyNot: whyNot.edit,
      run: () => list.change({ edit: code }, 'push'),
    },
    {
      label: 'Delete',
      icon: Trash2,
      shortcut: 'rowDelete',
      isInline: true,
      whyNot: whyNot.delete,
      run: () => void remove(row),
    },
    ...(begin ? [{ ...begin, startsGroup: true }] : []),
    { ...activation(row, { whyNot: whyNot.setActive, setActive }), startsGroup: true },
    {
      label: 'View history',
      icon: History,
      run: () => list.change({ open: code, tab: 'activity' }, 'push'),
    },
    { label: 'Copy code', icon: Copy, run: () => void copyText(code) },
  ]
}

/** The action that activates or deactivates a record. */
export function activation<Row extends { isActive: boolean }>(
  row: Row,
  { whyNot, setActive }: Pick<MasterRecordActions<Row>, 'setActive'> & Pick<MenuItem, 'whyNot'>,
): MenuItem {
  return {
    label: row.isActive ? 'Deactivate' : 'Activate',
    icon: row.isActive ? Ban : Check,
    isMenuOnly: true,
    whyNot,
    run: () => void setActive(row, !row.isActive),
  }
}

/** The action in the details of a record that closes them and deletes it. */
export function deletion<Row>(
  row: Row,
  {
    list,
    whyNot,
    remove,
  }: Pick<MasterRecordActions<Row>, 'list' | 'remove'> & Pick<MenuItem, 'whyNot'>,
): MenuItem {
  return {
    label: 'Delete',
    icon: Trash2,
    whyNot,
    run: () => {
      list.close()
      void remove(row)
    },
  }
}

/** The bulk actions of master data records. */
export function masterRecordBulk<Row extends { id: number }>(
  change: BulkChange,
  { mayEdit, mayDelete }: { mayEdit: boolean; mayDelete: boolean },
): BulkAction<Row>[] {
  const edits: BulkAction<Row>[] = [
    { label: 'Activate', icon: Check, run: (rows) => change('activate', rows) },
    { label: 'Deactivate', icon: Ban, run: (rows) => change('deactivate', rows) },
  ]
  const deletion: BulkAction<Row> = {
    label: 'Delete',
    icon: Trash2,
    run: async (rows, clear) => {
      if (await change('delete', rows)) clear()
    },
  }
  return [...(mayEdit ? edits : []), ...(mayDelete ? [deletion] : [])]
}
