import { Eye, Plus } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type Payment, listPayments } from '../../contract.ts'
import type { PaymentMethod } from '../../rules.ts'

export const defaultSort = '-receivedOn'
export const codeOf = (payment: { paymentNumber: string }) => payment.paymentNumber

export const methodNames: Record<PaymentMethod, string> = {
  ach: 'ACH',
  check: 'Check',
  wire: 'Wire',
  card: 'Card',
  cash: 'Cash',
}
export const methodOptions = Object.entries(methodNames).map(([value, label]) => ({ value, label }))

const columns: readonly Column<Payment>[] = [
  { id: 'paymentNumber', header: 'Payment', width: 130, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 230,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (payment) => <CustomerLink of={payment} />,
  },
  {
    id: 'receivedOn',
    header: 'Received',
    width: 110,
    phone: 'date',
    cell: ({ receivedOn }) => formatDay(receivedOn as Day),
  },
  {
    id: 'method',
    header: 'Method',
    width: 95,
    sortable: false,
    phone: 'badge',
    cell: ({ method }) => methodNames[method],
  },
  {
    id: 'reference',
    header: 'Reference',
    width: 140,
    sortable: false,
    cell: ({ reference }) => reference ?? '-',
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 125,
    align: 'right',
    phone: 'amount',
    text: ({ amount }) => formatDecimal(amount),
    cell: ({ amount, status }) =>
      status === 'void' ? (
        <>
          <s>{formatDecimal(amount)}</s> void
        </>
      ) : (
        formatDecimal(amount)
      ),
  },
  {
    id: 'openAmount',
    header: 'Unapplied',
    width: 125,
    align: 'right',
    cell: ({ openAmount }) => formatDecimal(openAmount),
  },
]

const filters: readonly Filter[] = [
  { kind: 'choice', id: 'method', label: 'Method', several: true, options: methodOptions },
  { kind: 'flag', id: 'unapplied', label: 'Unapplied', value: 'true' },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
  customerFilter,
  {
    kind: 'choice',
    id: 'status',
    label: 'Status',
    options: [
      { value: 'posted', label: 'Posted' },
      { value: 'void', label: 'Void' },
    ],
  },
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'To apply', filters: { unapplied: 'true' } },
]

type PaymentsTableProps = {
  list: ListState
  onOpen: (payment: Payment) => void
  onRecord: () => void
}

/** Lists payments, latest first, with a button to record one. */
export function PaymentsTable({ list, onOpen, onRecord }: PaymentsTableProps) {
  const mayRecord = useMay()('receivables.collect')
  return (
    <div>
      <ListViews name="payments" list={list} views={views} />
      <DataTable
        name="payments"
        title="Payments"
        endpoint={listPayments}
        list={list}
        usualSort={defaultSort}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(payment) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(payment) },
        ]}
        primary={
          <Tooltip label="Record Payment" keys={keysOf('add')}>
            <Button
              kind="primary"
              icon={Plus}
              onClick={onRecord}
              whyNot={mayRecord ? undefined : noPermissionText}
            >
              Record Payment
            </Button>
          </Tooltip>
        }
        hrefOf={(payment) => '/ar-reports' + searchText({ tab: 'payments', open: codeOf(payment) })}
        onOpen={onOpen}
        {...(mayRecord && { onAdd: onRecord })}
        empty={<p className="text-muted">No payments yet.</p>}
      />
    </div>
  )
}
