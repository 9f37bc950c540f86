import { useNavigate } from '@tanstack/react-router'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { formatHidden } from '#platform/kernel/money.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type GoodsReturn, listReturns } from '../contract.ts'

const columns: readonly Column<GoodsReturn>[] = [
  { id: 'returnNumber', header: 'Return Number', width: 175, cell: (goods) => goods.returnNumber },
  {
    id: 'status',
    header: 'Status',
    width: 130,
    phone: 'badge',
    text: ({ displayStatus }) => displayStatus,
    cell: (goods) => <StatusBadge status={goods.status} also={goods.displayStatus} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    isLong: true,
    width: 180,
    sortable: false,
    phone: 'line',
    cell: ({ reason }) => reason,
  },
  {
    id: 'totalAmount',
    header: 'Total Amount',
    align: 'right',
    phone: 'amount',
    cell: ({ totalAmount }) => formatHidden(totalAmount),
  },
  {
    id: 'createdAt',
    header: 'Date Created',
    width: 130,
    phone: 'date',
    cell: ({ createdAt }) => formatDayOf(createdAt),
  },
]

type ReturnsTabProps = {
  /** The customer or vendor whose returns are listed. */
  of: { customerId: number } | { vendorId: number }
  /** Shown if there are no returns yet. */
  empty: string
}

/** The returns of one customer or vendor, newest first. */
export function ReturnsTab({ of, empty }: ReturnsTabProps) {
  const list = useLocalList()
  const navigate = useNavigate()
  return (
    <DataTable
      name={'customerId' in of ? 'customer-returns' : 'vendor-returns'}
      title="Returns"
      endpoint={listReturns}
      list={list}
      fixed={of}
      usualSort="-createdAt"
      columns={columns}
      codeOf={(goods) => goods.returnNumber}
      hrefOf={(goods) => '/returns' + searchText({ open: goods.returnNumber })}
      onOpen={(goods) => void navigate({ to: '/returns', search: { open: goods.returnNumber } })}
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
