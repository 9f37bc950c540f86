import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListState, recordViewOf } from '#platform/web/list-state.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { DetailsDialog } from '../dialogs/DetailsDialog.tsx'
import type { MenuItem } from '../menu/Menu.tsx'
import type { Tab } from '../menu/Tabs.tsx'
import { StatusBadge } from '../page/StatusBadge.tsx'
import { MissingRecord } from '../records/MissingRecord.tsx'
import { statusOf } from '../table/active-status-cell.tsx'
import { type MasterRow, type MasterScreen, useMasterRecord } from './master-screen.ts'

type MasterDetailsProps<Row extends MasterRow> = {
  screen: MasterScreen<Row>
  list: ListState
  code: string
  mayEdit: boolean
  actions: (record: Row) => readonly MenuItem[]
  tabs: (record: Row) => readonly Tab[]
  /** Renders dialogs over the details. */
  children?: (record: Row) => ReactNode
}

/** The details dialog of a record, with its tabs and actions. */
export function MasterDetails<Row extends MasterRow>(props: MasterDetailsProps<Row>) {
  const { screen, list, code, mayEdit, actions, tabs, children } = props
  const found = useMasterRecord(screen, { list, code })
  const { record } = found
  if (found.isMissing || found.error) {
    const { noun } = screen
    return <MissingRecord noun={noun} code={code} error={found.error} onClose={list.close} />
  }
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  const label = `Actions for ${code}`
  return (
    <>
      <DetailsDialog
        title={code}
        subtitle={record?.name}
        badge={record && <StatusBadge status={statusOf(record)} />}
        position={found.position}
        renewal={found.renewal}
        onEdit={mayEdit ? edit : undefined}
        {...(record && {
          actions: {
            label,
            items: actions(record),
            button: <IconButton icon={Ellipsis} label={label} />,
          },
        })}
        tabs={record ? tabs(record) : []}
        {...recordViewOf(list)}
        onClose={list.close}
        isLoading={!record}
      />
      {record && children?.(record)}
    </>
  )
}
