import { Eye } from 'lucide-react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { listRefunds, type Refund, refundList, sumRefunds } from '../../contract.ts'
import { refundStatusNames } from '../../labels.ts'

export const { defaultSort } = refundList
export const codeOf = (refund: { refundNumber: string }) => refund.refundNumber

const columns = columnsOf(refundList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (refund) => <CustomerLink of={refund} />,
  },
  status: {
    text: ({ status }) => refundStatusNames[status],
    cell: ({ status }) => <StatusBadge status={refundStatusNames[status]} />,
  },
  preparedByName: ({ preparedByName }) => preparedByName ?? '-',
})

const filters = filtersOf(refundList, { customerCode: customerFilter })

const groups = groupsOf(refundList, {
  endpoint: sumRefunds,
  what: 'refund',
})

type RefundsTableProps = { list: ListState; onOpen: (refund: Refund) => void }

/** Lists refunds, latest first. */
export function RefundsTable({ list, onOpen }: RefundsTableProps) {
  return (
    <div>
      <ListViews name={refundList.name} list={list} views={refundList.views} />
      <DataTable
        name={refundList.name}
        title="Refunds"
        endpoint={listRefunds}
        list={list}
        usualSort={defaultSort}
        groups={groups}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(refund) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(refund) },
        ]}
        hrefOf={(refund) => '/ar-reports' + searchText({ tab: 'refunds', open: codeOf(refund) })}
        onOpen={onOpen}
        empty={
          <p className="text-muted">No refunds yet. Request one from a credit memo or a payment.</p>
        }
      />
    </div>
  )
}
