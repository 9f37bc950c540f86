import { Eye } from 'lucide-react'
import { useManyDocuments } from '#features/documents/ui/parts/use-many-documents.tsx'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type CreditMemo, creditMemoList, listCreditMemos, sumCreditMemos } from '../../contract.ts'

export const { defaultSort } = creditMemoList
export const codeOf = (memo: { creditMemoNumber: string }) => memo.creditMemoNumber

const columns = columnsOf(creditMemoList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (memo) => <CustomerLink of={memo} />,
  },
  docDate: ({ docDate }) => formatDay(docDate),
  total: {
    text: ({ total }) => formatDecimal(total),
    cell: ({ total, status }) =>
      status === 'void' ? (
        <>
          <s>{formatDecimal(total)}</s> void
        </>
      ) : (
        formatDecimal(total)
      ),
  },
  invoiceNumber: ({ invoiceNumber }) => invoiceNumber ?? '-',
  returnNumber: ({ returnNumber }) => returnNumber ?? '-',
})

const filters = filtersOf(creditMemoList, { customerCode: customerFilter })

const groups = groupsOf(creditMemoList, {
  endpoint: sumCreditMemos,
  what: 'credit memo',
  amountLabel: 'Open',
})

type CreditMemosTableProps = { list: ListState; onOpen: (memo: CreditMemo) => void }

/** Lists credit memos, newest first, with their open amounts. */
export function CreditMemosTable({ list, onOpen }: CreditMemosTableProps) {
  const documents = useManyDocuments<CreditMemo>('credit-memo', codeOf)
  return (
    <div>
      <ListViews name={creditMemoList.name} list={list} views={creditMemoList.views} />
      <DataTable
        name={creditMemoList.name}
        title="Credit Memos"
        endpoint={listCreditMemos}
        list={list}
        usualSort={defaultSort}
        groups={groups}
        columns={columns}
        filters={filters}
        isScannable
        codeOf={codeOf}
        actionsOf={(memo) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(memo) },
        ]}
        bulk={[documents.action]}
        hrefOf={(memo) => '/ar-reports' + searchText({ tab: 'memos', open: codeOf(memo) })}
        onOpen={onOpen}
        empty={
          <p className="text-muted">
            No credit memos yet. Create one from an invoice, or complete a return.
          </p>
        }
      />
      {documents.dialog}
    </div>
  )
}
