import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useRecordPayment } from '#features/receivables/ui/parts/use-record-payment.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { formatDecimal } from '#platform/kernel/money.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { type CreditUse, creditUseList, listCreditUse, sumCreditUse } from '../contract.ts'
import { creditDocuments } from './credit-documents.ts'

const utilizationText = ({ utilisation }: CreditUse) =>
  utilisation === null ? 'No limit set' : `${utilisation}%`

type Link = (figure: 'balance' | 'openOrders', row: CreditUse, text: string) => ReactNode

/** The figures of a customer; the table links those that documents add up to. */
export function creditColumns(link: Link = (_, __, text) => text) {
  return columnsOf(creditUseList, {
    currentBalance: (row) => link('balance', row, formatDecimal(row.currentBalance)),
    openOrderAmount: (row) => link('openOrders', row, formatDecimal(row.openOrderAmount)),
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
}

/** The columns of the table, whose links lead to the documents of the customer as of the day. */
function linkedColumns(asOf: string | undefined) {
  return creditColumns((figure, { customerCode }, text) =>
    text === '$0.00' ? (
      text
    ) : (
      <ScreenAddressLink address={creditDocuments(figure, { customerCode, asOf })}>
        {text}
      </ScreenAddressLink>
    ),
  )
}

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
        columns={linkedColumns(list.search['f.asOf'])}
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
