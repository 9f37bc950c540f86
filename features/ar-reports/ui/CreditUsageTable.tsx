import { clsx } from 'clsx'
import { useRecordPayment } from '#features/receivables/ui/parts/use-record-payment.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { type CreditUse, creditUseList, listCreditUse, sumCreditUse } from '../contract.ts'

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
const groups = groupsOf(creditUseList, {
  endpoint: sumCreditUse,
  what: 'customer',
  amountLabel: 'Exposure',
})

/** Customers' credit usage (balance plus open orders), highest share first. */
export function CreditUsageTable({ list }: { list: ListState }) {
  const payment = useRecordPayment()
  return (
    <div>
      <ListViews name={creditUseList.name} list={list} views={creditUseList.views} />
      <ReportList
        declaredList={creditUseList}
        title="Credit Utilisation"
        endpoint={listCreditUse}
        list={list}
        columns={creditColumns}
        filters={filters}
        groups={groups}
        codeOf={(row) => row.customerCode}
        actionsOf={({ id: customerId, customerCode, customerName }) =>
          payment.itemsOf({ customerId, customerCode, customerName })
        }
        addressOf={({ customerCode: open }) => ({ to: '/customers', search: { open } })}
        empty="No customers with credit activity yet."
      />
      {payment.dialog}
    </div>
  )
}
