import { formatOptionalDay } from '#platform/kernel/format.ts'
import { Plus } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { useRequisitionSteps } from './RequisitionSteps.tsx'
import { type Requisition, listRequisitions } from '../contract.ts'
import { requisitionStatuses } from '../rules.ts'

export const defaultSort = '-id'
export const codeOf = (requisition: { requisitionNumber: string }) => requisition.requisitionNumber
/** The list query that finds a requisition by its code. */
export const lookupQuery = (code: string | undefined) => ({ requisitionNumber: code, limit: 100 })

const columns: readonly Column<Requisition>[] = [
  { id: 'requisitionNumber', header: 'Requisition', width: 180, cell: codeOf },
  {
    id: 'what',
    header: 'Items',
    isLong: true,
    width: 240,
    sortable: false,
    phone: 'line',
    text: whatOf,
    cell: whatOf,
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    width: 220,
    sortable: false,
    cell: ({ reason }) => reason,
  },
  {
    id: 'status',
    header: 'Status',
    width: 125,
    phone: 'badge',
    text: ({ status }) => status,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'neededBy',
    header: 'Needed by',
    width: 110,
    sortable: false,
    phone: 'date',
    cell: ({ neededBy }) => formatOptionalDay(neededBy),
  },
  {
    id: 'createdByName',
    header: 'Requested by',
    width: 120,
    sortable: false,
    cell: ({ createdByName }) => createdByName,
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    several: true,
    options: requisitionStatuses.map((value) => ({
      value,
      label: value.charAt(0).toUpperCase() + value.slice(1),
    })),
  },
  { kind: 'flag', id: 'mine', label: 'Mine', value: 'true' },
]

const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Awaiting approval', filters: { status: 'submitted' } },
  { label: 'To order', filters: { status: 'approved' } },
  { label: 'Mine', filters: { mine: 'true' } },
]

/** The list of requisitions, newest first, with their actions. */
export function RequisitionsTable({ list }: { list: ListState }) {
  const mayCreate = useMay()('requisitions.create')
  const { rowActions, dialog } = useRequisitionSteps(list)
  const add = () => list.change({ new: '1' }, 'push')
  return (
    <div>
      <ListViews name="requisitions" list={list} views={views} />
      <DataTable
        name="requisitions"
        title="Requisition List"
        endpoint={listRequisitions}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
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
