import { Plus } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { useRequisitionSteps } from './use-requisition-steps.tsx'
import {
  type Requisition,
  listRequisitions,
  requisitionList,
  sumRequisitions,
} from '../contract.ts'

export const { defaultSort } = requisitionList
export const codeOf = (requisition: { requisitionNumber: string }) => requisition.requisitionNumber
/** The list query that finds a requisition by its code. */
export const lookupQuery = (code: string | undefined) => ({ requisitionNumber: code, limit: 100 })

const columns = columnsOf(requisitionList, {
  what: { text: whatOf, cell: whatOf },
  status: {
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
})

const filters = filtersOf(requisitionList)
const groups = groupsOf(requisitionList, {
  endpoint: sumRequisitions,
  what: 'requisition',
  hasAmounts: false,
})

/** The list of requisitions, newest first, with their actions. */
export function RequisitionsTable({ list }: { list: ListState }) {
  const mayCreate = useMay()('requisitions.create')
  const { rowActions, dialog } = useRequisitionSteps(list)
  const add = () => list.change({ new: '1' }, 'push')
  return (
    <div>
      <ListViews name={requisitionList.name} list={list} views={requisitionList.views} />
      <DataTable
        name={requisitionList.name}
        title="Requisition List"
        endpoint={listRequisitions}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        groups={groups}
        codeOf={codeOf}
        actionsOf={rowActions}
        primary={
          <Tooltip label="Create Requisition" keys={keysOf('add')}>
            <Button
              kind="primary"
              icon={Plus}
              onClick={add}
              whyNot={mayCreate ? undefined : noPermissionText}
            >
              Create Requisition
            </Button>
          </Tooltip>
        }
        onOpen={(row) => list.openRecord(codeOf(row))}
        {...(mayCreate && { onAdd: add })}
        empty={<p className="text-muted">Request goods: a manager approves, a buyer orders.</p>}
      />
      {dialog}
    </div>
  )
}

function whatOf({ what, lines }: Requisition): string {
  return lines > 1 ? `${what} and ${lines - 1} more` : what
}
