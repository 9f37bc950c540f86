import { useNavigate } from '@tanstack/react-router'
import { usePaymentForm } from '#features/receivables/ui/parts/PaymentForm.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type Collection, listCollections } from '../contract.ts'

export const stepOf = ({ nextStep }: Collection) => nextStep

export const collectionColumns: readonly Column<Collection>[] = [
  {
    id: 'customerCode',
    header: 'Customer Code',
    width: 135,
    sortable: false,
    cell: (row) => row.customerCode,
  },
  {
    id: 'customerName',
    header: 'Customer',
    isLong: true,
    width: 210,
    sortable: false,
    phone: 'line',
    cell: (row) => row.customerName,
  },
  {
    id: 'pastDue',
    header: 'Past due',
    width: 130,
    align: 'right',
    phone: 'amount',
    cell: (row) => formatDecimal(row.pastDue),
  },
  { id: 'invoices', header: 'Invoices', width: 100, align: 'right', cell: (row) => row.invoices },
  { id: 'daysLate', header: 'Days late', width: 110, align: 'right', cell: (row) => row.daysLate },
  {
    id: 'dunningLevel',
    header: 'Reminders',
    width: 110,
    align: 'right',
    sortable: false,
    cell: (row) => row.dunningLevel,
  },
  {
    id: 'nextStep',
    header: 'Next step',
    width: 220,
    sortable: false,
    phone: 'date',
    text: stepOf,
    cell: stepOf,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: 140,
    sortable: false,
    cell: (row) => row.phone ?? '-',
  },
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [{ label: 'All', filters: {} }]

/** Collection priority: past-due amount, days late, and the next step for each customer. */
export function CollectionsTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  const payment = usePaymentForm()
  return (
    <div>
      <ListViews name="ar-collections" list={list} views={views} />
      <DataTable
        name="ar-collections"
        title="Collection Priority"
        endpoint={listCollections}
        list={list}
        usualSort="-priority"
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
