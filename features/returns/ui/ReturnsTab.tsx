import { useNavigate } from '@tanstack/react-router'
import { formatDayOf } from '#platform/ui/dates/moments.ts'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { useLocalList } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { customerReturnList, listReturns, vendorReturnList } from '../contract.ts'

const columns = columnsOf(customerReturnList, {
  status: {
    text: ({ displayStatus }) => displayStatus,
    cell: (goods) => <StatusBadge status={goods.status} also={goods.displayStatus} />,
  },
  createdAt: ({ createdAt }) => formatDayOf(createdAt),
})

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
      name={'customerId' in of ? customerReturnList.name : vendorReturnList.name}
      title="Returns"
      endpoint={listReturns}
      list={list}
      fixed={of}
      usualSort={customerReturnList.defaultSort}
      columns={columns}
      codeOf={(goods) => goods.returnNumber}
      hrefOf={(goods) => '/returns' + searchText({ open: goods.returnNumber })}
      onOpen={(goods) => void navigate({ to: '/returns', search: { open: goods.returnNumber } })}
      empty={<p className="text-muted">{empty}</p>}
    />
  )
}
