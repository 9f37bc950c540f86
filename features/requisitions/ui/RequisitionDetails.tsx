import { formatOptionalDay } from '#platform/kernel/days.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { timelineTab } from '#features/comments/ui/parts/Timeline.tsx'
import { StatusSteps } from '#features/audit/ui/parts/StatusSteps.tsx'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { formatMoment } from '#platform/ui/dates/moments.ts'
import { DetailsDialog } from '#platform/ui/dialogs/DetailsDialog.tsx'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import type { Tab } from '#platform/ui/menu/Tabs.tsx'
import { MissingRecord } from '#platform/ui/records/MissingRecord.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { useRecord } from '#platform/ui/records/use-record.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { type ListState, recordViewOf } from '#platform/web/list-state.ts'
import { RequisitionLines } from './RequisitionLines.tsx'
import { useRequisitionSteps, whyNotEdit } from './use-requisition-steps.tsx'
import { codeOf, lookupQuery, defaultSort } from './RequisitionsTable.tsx'
import { type Requisition, listRequisitions, readRequisition } from '../contract.ts'

const statusSteps = ['draft', 'submitted', 'approved', 'ordered'] as const

/** The details dialog of a requisition: progress, lines and the resulting orders. */
export function RequisitionDetails({ list, code }: { list: ListState; code: string }) {
  const of = { endpoint: listRequisitions, list, usualSort: defaultSort, codeOf }
  const found = useRecord({ ...of, code, lookUp: lookupQuery(code) })
  const { data: me } = useMe()
  const { stepActions, dialog } = useRequisitionSteps(list)
  const { record } = found
  if (found.isMissing || found.error) {
    return <MissingRecord noun="requisition" code={code} error={found.error} onClose={list.close} />
  }
  const mayEdit = record && whyNotEdit(record, me?.id) === undefined
  const edit = () => list.change({ open: undefined, tab: undefined, edit: code }, 'push')
  return (
    <>
      <DetailsDialog
        title="Requisition Details"
        isTitleKind
        subtitle={record ? `${code} · ${record.reason}` : code}
        badge={record && <StatusBadge status={record.status} />}
        position={found.position}
        renewal={found.renewal}
        onEdit={mayEdit ? edit : undefined}
        {...(record && {
          actions: {
            label: `Actions for ${code}`,
            items: stepActions(record),
            button: <IconButton icon={Ellipsis} label={`Actions for ${code}`} />,
          },
        })}
        tabs={record ? tabsOf(record) : []}
        {...recordViewOf(list)}
        onClose={list.close}
        isLoading={!record}
      />
      {dialog}
    </>
  )
}

function tabsOf(requisition: Requisition): Tab[] {
  const { id } = requisition
  return [
    {
      id: 'overview',
      label: 'Overview',
      render: () => <Overview requisition={requisition} />,
      lines: { label: 'Lines', render: () => <Lines id={id} /> },
    },
    timelineTab({ label: 'Activity', entity: 'requisition', id }),
  ]
}

function Overview({ requisition }: { requisition: Requisition }) {
  const { id, requisitionNumber, reason, neededBy, createdAt, createdByName } = requisition
  const { data } = useRead(readRequisition, { params: { id } })
  return (
    <div className="grid gap-6">
      <StatusSteps entity="requisition" record={requisition} sequence={statusSteps} />
      <Facts
        items={[
          { name: 'Requisition', value: requisitionNumber },
          { name: 'Reason', value: reason },
          { name: 'Needed by', value: formatOptionalDay(neededBy) },
          {
            name: 'Requested by',
            value: `${createdByName} · ${formatMoment(createdAt)}`,
          },
          { name: 'Purchase orders', value: <Orders numbers={ordersOf(data?.items)} /> },
        ]}
      />
    </div>
  )
}

function Lines({ id }: { id: number }) {
  const read = useRead(readRequisition, { params: { id } })
  return <Loaded read={read}>{({ items }) => <RequisitionLines items={items} />}</Loaded>
}

function ordersOf(items: readonly { purchaseOrderNumber: string | null }[] = []): string[] {
  return [...new Set(items.flatMap((item) => item.purchaseOrderNumber ?? []))]
}

function Orders({ numbers }: { numbers: readonly string[] }) {
  if (numbers.length === 0) return '—'
  return (
    <span className="numbers flex flex-wrap gap-x-3">
      {numbers.map((number) => (
        <Link key={number} to="/purchase-orders" search={{ open: number }}>
          {number}
        </Link>
      ))}
    </span>
  )
}
