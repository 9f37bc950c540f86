import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { usePaymentForm } from '#features/receivables/ui/parts/PaymentForm.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type CreditUse, listCreditUse } from '../contract.ts'

const amount = { align: 'right', width: 135 } as const
const utilizationText = ({ utilisation }: CreditUse) =>
  utilisation === null ? 'No limit set' : `${utilisation}%`

export const creditColumns: readonly Column<CreditUse>[] = [
  { id: 'customerCode', header: 'Customer Code', width: 135, cell: (row) => row.customerCode },
  {
    id: 'customerName',
    header: 'Customer',
    isLong: true,
    width: 220,
    phone: 'line',
    cell: (row) => row.customerName,
  },
  {
    id: 'currentBalance',
    header: 'Balance',
    ...amount,
    cell: (row) => formatDecimal(row.currentBalance),
  },
  {
    id: 'openOrderAmount',
    header: 'Open orders',
    ...amount,
    cell: (row) => formatDecimal(row.openOrderAmount),
  },
  {
    id: 'creditLimit',
    header: 'Credit Limit',
    ...amount,
    phone: 'date',
    cell: (row) => formatDecimal(row.creditLimit),
  },
  {
    id: 'availableCredit',
    header: 'Available',
    ...amount,
    cell: (row) => formatDecimal(row.availableCredit),
  },
  {
    id: 'utilisation',
    header: 'Utilisation',
    ...amount,
    phone: 'amount',
    text: utilizationText,
    cell: (row) => (
      <span className={clsx(row.isOver && 'font-semibold text-danger')}>
        {utilizationText(row)}
        {row.isOver && <span className="text-caption"> over limit</span>}
      </span>
    ),
  },
]

const filters: readonly Filter[] = [
  { kind: 'flag', id: 'credit', label: 'Over limit', value: 'over' },
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Above the limit', filters: { credit: 'over' } },
]

/** Customers' credit usage (balance plus open orders), highest share first. */
export function CreditTable({ list }: { list: ListState }) {
  const navigate = useNavigate()
  const payment = usePaymentForm()
  return (
    <div>
      <ListViews name="ar-credit" list={list} views={views} />
      <DataTable
        name="ar-credit"
        title="Credit Utilisation"
        endpoint={listCreditUse}
        list={list}
        usualSort="-utilisation"
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
