import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useRecordPayment } from '#features/receivables/ui/parts/use-record-payment.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { columnsOf } from '#platform/ui/table/list-columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/list-filters.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type CreditUse, creditUseList, listCreditUse } from '../contract.ts'

const utilizationText = ({ utilisation }: CreditUse) =>
  utilisation === null ? 'No limit set' : `${utilisation}%`

export const creditColumns = columnsOf(creditUseList, {
  utilisation: {
    text: utilizationText,
    cell: (row) => (
      <span className={clsx(row.isOver && 'font-semibold text-danger')}>
        {utilizationText(row)}
        {row.isOver && <span className="text-caption"> over limit</span>}
      </span>
    ),
  },
})

const filters = filtersOf(creditUseList)

/** Customers' credit usage (balance plus open orders), highest share first. */
export function CreditTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  const payment = useRecordPayment()
  return (
    <div>
      <ListViews name={creditUseList.name} list={list} views={creditUseList.views} />
      <DataTable
        name={creditUseList.name}
        title="Credit Utilisation"
        endpoint={listCreditUse}
        list={list}
        usualSort={creditUseList.defaultSort}
        columns={creditColumns}
        filters={filters}
        codeOf={(row) => row.customerCode}
        actionsOf={({ id: customerId, customerCode, customerName }) => [
          payment.itemOf({ customerId, customerCode, customerName }),
        ]}
        hrefOf={(row) => '/customers' + searchText({ open: row.customerCode })}
        onOpen={(row) => void navigate({ to: '/customers', search: { open: row.customerCode } })}
        empty={<p className="text-muted">No customers with credit activity yet.</p>}
      />
      {payment.dialog}
    </div>
  )
}
