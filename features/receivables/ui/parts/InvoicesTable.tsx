import { Eye } from 'lucide-react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { groupsOf } from '#platform/ui/table/groups/declared-groups.ts'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { searchText } from '#platform/web/query-string.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type Invoice, invoiceList, listInvoices, sumInvoices } from '../../contract.ts'
import { invoiceStateNames } from '../../labels.ts'
import { useRecordPayment } from './use-record-payment.tsx'
import { useInvoiceBulk } from '../invoices/use-invoice-bulk-actions.ts'

const InvoiceLinesPreview = lazyPart(
  async () => (await import('../invoices/InvoiceLinesPreview.tsx')).InvoiceLinesPreview,
)
const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)

export const { defaultSort } = invoiceList
export const codeOf = (invoice: { invoiceNumber: string }) => invoice.invoiceNumber

const columns = columnsOf(invoiceList, {
  customerId: {
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (invoice) => <CustomerLink of={invoice} />,
  },
  state: {
    text: ({ state }) => invoiceStateNames[state],
    cell: ({ state }) => <StatusBadge status={invoiceStateNames[state]} />,
  },
  orderNumber: ({ orderNumber }) => orderNumber ?? '-',
})

const filters = filtersOf(invoiceList, {
  customerCode: customerFilter,
  basis: {
    kind: 'choice',
    id: 'basis',
    label: 'Age by',
    options: [{ value: 'invoice', label: 'Invoice date' }],
  },
})

const groups = groupsOf(invoiceList, {
  endpoint: sumInvoices,
  what: 'invoice',
  amountLabel: 'Open',
})

const notForPastDate = 'Not available while the list shows a past date'

type InvoicesTableProps = {
  list: ListState
  /** Query parameters that are always sent, such as the customer. */
  fixed?: { customerId: number } | { salesOrderId: number }
  onOpen: (invoice: Invoice) => void
}

/** Lists invoices, newest first, with their open amounts. */
export function InvoicesTable({ list, fixed, onOpen }: InvoicesTableProps) {
  const { bulk, job, endJob, documents } = useInvoiceBulk()
  const payment = useRecordPayment()
  const isPast = list.search['f.asOf'] !== undefined
  return (
    <div>
      {!fixed && <ListViews name={invoiceList.name} list={list} views={invoiceList.views} />}
      <DataTable
        name={invoiceList.name}
        title="Invoices"
        endpoint={listInvoices}
        list={list}
        usualSort={defaultSort}
        {...(fixed ? { fixed } : { groups })}
        columns={fixed ? columns.filter(({ id }) => id !== 'customerId') : columns}
        filters={fixed ? [] : filters}
        isScannable
        codeOf={codeOf}
        bulk={fixed ? undefined : isPast ? bulk : [...bulk, ...payment.bulk]}
        actionsOf={(invoice) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(invoice) },
          payment.itemOfInvoice(invoice, isPast ? notForPastDate : undefined),
        ]}
        hrefOf={(invoice) => '/ar-reports' + searchText({ tab: 'invoices', open: codeOf(invoice) })}
        onOpen={onOpen}
        empty={<p className="text-muted">Nothing has been invoiced yet.</p>}
        preview={({ id }) => <InvoiceLinesPreview id={id} />}
      />
      {job && <PrintDocuments key={job.count} {...job} onDone={endJob} />}
      {documents}
      {payment.dialog}
    </div>
  )
}
