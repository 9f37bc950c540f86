import { Eye, ListChecks, Plus } from 'lucide-react'
import { noPermissionText, useMay } from '#features/auth/ui/parts/current-user.ts'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { Tooltip } from '#platform/ui/buttons/Tooltip.tsx'
import { keysOf } from '#platform/ui/keyboard/shortcuts.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type Payment, listPayments, paymentList, sumPayments } from '../../contract.ts'

export const { defaultSort } = paymentList
export const codeOf = (payment: { paymentNumber: string }) => payment.paymentNumber

const columns = columnsOf(paymentList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (payment) => <CustomerLink of={payment} />,
  },
  receivedOn: ({ receivedOn }) => formatDay(receivedOn),
  reference: ({ reference }) => reference ?? '-',
  amount: {
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
})

const filters = filtersOf(paymentList, { customerCode: customerFilter })

const groups = groupsOf(paymentList, {
  endpoint: sumPayments,
  what: 'payment',
})

type PaymentsTableProps = {
  list: ListState
  onOpen: (payment: Payment) => void
  onRecord: (kind: 'payment' | 'remittance') => void
}

/** Lists payments, latest first, with buttons to record one payment or a remittance. */
export function PaymentsTable({ list, onOpen, onRecord }: PaymentsTableProps) {
  const mayRecord = useMay()('receivables.collect')
  return (
    <div>
      <ListViews name={paymentList.name} list={list} views={paymentList.views} />
      <DataTable
        name={paymentList.name}
        title="Payments"
        endpoint={listPayments}
        list={list}
        usualSort={defaultSort}
        groups={groups}
        columns={columns}
        filters={filters}
        codeOf={codeOf}
        actionsOf={(payment) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(payment) },
        ]}
        primary={
          <>
            <Button
              icon={ListChecks}
              onClick={() => onRecord('remittance')}
              whyNot={mayRecord ? undefined : noPermissionText}
            >
              Record Remittance
            </Button>
            <Tooltip label="Record Payment" keys={keysOf('add')}>
              <Button
                kind="primary"
                icon={Plus}
                onClick={() => onRecord('payment')}
                whyNot={mayRecord ? undefined : noPermissionText}
              >
                Record Payment
              </Button>
            </Tooltip>
          </>
        }
        hrefOf={(payment) => '/ar-reports' + searchText({ tab: 'payments', open: codeOf(payment) })}
        onOpen={onOpen}
        {...(mayRecord && { onAdd: () => onRecord('payment') })}
        empty={<p className="text-muted">No payments yet.</p>}
      />
    </div>
  )
}
