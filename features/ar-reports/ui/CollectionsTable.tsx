import { useRecordPayment } from '#features/receivables/ui/parts/use-record-payment.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type Collection, collectionList, listCollections, sumCollections } from '../contract.ts'

export const stepOf = ({ nextStep }: Collection) => nextStep

export const collectionColumns = columnsOf(collectionList, {
  nextStep: { text: stepOf, cell: stepOf },
  dunningLevel: ({ dunningLevel }) => String(dunningLevel),
  phone: (row) => row.phone ?? '-',
})

const groups = groupsOf(collectionList, {
  endpoint: sumCollections,
  what: 'customer',
  amountLabel: 'Past due',
})

/** Collection priority: past-due amount, days late, and the next step for each customer. */
export function CollectionsTable({ list }: { list: ListState }) {
  const payment = useRecordPayment()
  return (
    <div>
      <ListViews name={collectionList.name} list={list} views={collectionList.views} />
      <ReportList
        declaredList={collectionList}
        title="Collection Priority"
        tools={list.search.sort === undefined && <Order />}
        endpoint={listCollections}
        list={list}
        columns={collectionColumns}
        groups={groups}
        codeOf={(row) => row.customerCode}
        actionsOf={({ id: customerId, customerCode, customerName }) =>
          payment.itemsOf({ customerId, customerCode, customerName })
        }
        addressOf={({ customerCode: open }) => {
          return { to: '/customers', search: { open, tab: 'receivables' } }
        }}
        empty="No overdue customers."
      />
      {payment.dialog}
    </div>
  )
}

/** Says how the customers are ordered, unless the user sorts them. */
function Order() {
  return (
    <p className="text-caption self-center text-muted max-sm:hidden">
      Past due × days late, highest first
    </p>
  )
}
