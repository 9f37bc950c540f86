import { useNavigate } from '@tanstack/react-router'
import { useRecordPayment } from '#features/receivables/ui/parts/use-record-payment.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type Collection, collectionList, listCollections } from '../contract.ts'

export const stepOf = ({ nextStep }: Collection) => nextStep

export const collectionColumns = columnsOf(collectionList, {
  nextStep: { text: stepOf, cell: stepOf },
  phone: (row) => row.phone ?? '-',
})

/** Collection priority: past-due amount, days late, and the next step for each customer. */
export function CollectionsTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  const payment = useRecordPayment()
  return (
    <div>
      <ListViews name={collectionList.name} list={list} views={collectionList.views} />
      <DataTable
        name={collectionList.name}
        title="Collection Priority"
        endpoint={listCollections}
        list={list}
        usualSort={collectionList.defaultSort}
        columns={collectionColumns}
        codeOf={(row) => row.customerCode}
        actionsOf={({ id: customerId, customerCode, customerName }) => [
          payment.itemOf({ customerId, customerCode, customerName }),
        ]}
        hrefOf={(row) => '/customers' + searchText({ open: row.customerCode, tab: 'receivables' })}
        onOpen={(row) =>
          void navigate({
            to: '/customers',
            search: { open: row.customerCode, tab: 'receivables' },
          })
        }
        empty={<p className="text-muted">No overdue customers.</p>}
      />
      {payment.dialog}
    </div>
  )
}
