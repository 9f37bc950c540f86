import { formatOptionalDay } from '#platform/kernel/format.ts'
import { Eye } from 'lucide-react'
import { ListViews } from '#features/views/ui/parts/ListViews.tsx'
import type { BuiltInView } from '#platform/kernel/list.ts'
import { customerFilter } from '#features/customers/ui/parts/customer-filter.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { StatusBadge } from '#platform/ui/page/StatusBadge.tsx'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { CustomerLink } from './CustomerLink.tsx'
import { type Invoice, listInvoices } from '../../contract.ts'
import { buckets } from '../../rules.ts'
import { usePaymentForm } from './PaymentForm.tsx'
import { useInvoiceBulk } from '../invoices/use-print-invoices.ts'

const PrintDocuments = lazyPart(
  async () => (await import('#features/documents/ui/parts/PrintDocuments.tsx')).PrintDocuments,
)

export const defaultSort = '-id'
export const codeOf = (invoice: { invoiceNumber: string }) => invoice.invoiceNumber

export const stateNames: Record<Invoice['state'], string> = {
  open: 'Open',
  'part-paid': 'Part-paid',
  overdue: 'Overdue',
  paid: 'Paid',
}

const columns: readonly Column<Invoice>[] = [
  { id: 'invoiceNumber', header: 'Invoice', width: 130, cell: codeOf },
  {
    id: 'customerId',
    header: 'Customer',
    isLong: true,
    width: 230,
    phone: 'line',
    text: ({ customerCode, customerName }) => `${customerCode} · ${customerName}`,
    cell: (invoice) => <CustomerLink of={invoice} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: 120,
    sortable: false,
    phone: 'badge',
    text: ({ state }) => stateNames[state],
    cell: ({ state }) => <StatusBadge status={stateNames[state]} />,
  },
  { id: 'docDate', header: 'Date', width: 105, cell: ({ docDate }) => formatOptionalDay(docDate) },
  {
    id: 'dueDate',
    header: 'Due',
    width: 105,
    phone: 'date',
    cell: ({ dueDate }) => formatOptionalDay(dueDate),
  },
  {
    id: 'total',
    header: 'Total',
    width: 120,
    align: 'right',
    cell: ({ total }) => formatDecimal(total),
  },
  {
    id: 'openAmount',
    header: 'Open',
    width: 120,
    align: 'right',
    phone: 'amount',
    cell: ({ openAmount }) => formatDecimal(openAmount),
  },
  {
    id: 'orderNumber',
    header: 'Sales order',
    width: 170,
    sortable: false,
    isOptional: true,
    cell: ({ orderNumber }) => orderNumber ?? '-',
  },
]

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    id: 'state',
    label: 'Status',
    several: true,
    options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'choice',
    id: 'bucket',
    label: 'Aging',
    options: buckets.map(({ id, label }) => ({ value: id, label })),
  },
  {
    kind: 'choice',
    id: 'basis',
    label: 'Age by',
    options: [{ value: 'invoice', label: 'Invoice date' }],
  },
  { kind: 'flag', id: 'disputed', label: 'Disputed', value: 'true' },
  { kind: 'dates', id: 'from', label: 'Date', to: 'to' },
  customerFilter,
]

/** Predefined list views. */
const views: readonly BuiltInView[] = [
  { label: 'All', filters: {} },
  { label: 'Open', filters: { state: 'open,part-paid,overdue' } },
  { label: 'Overdue', filters: { state: 'overdue' } },
  { label: 'Paid', filters: { state: 'paid' } },
]
const notOfToday = 'The list shows a past day'

type InvoicesTableProps = {
  list: ListState
  /** Query parameters that are always sent, such as the customer. */
  fixed?: { customerId: number } | { salesOrderId: number }
  onOpen: (invoice: Invoice) => void
}

/** Lists invoices, newest first, with their open amounts. */
export function InvoicesTable({ list, fixed, onOpen }: InvoicesTableProps) {
  const { bulk, job, endJob } = useInvoiceBulk()
  const payment = usePaymentForm()
  const isPast = list.search['f.asOf'] !== undefined
  return (
    <div>
      {!fixed && <ListViews name="invoices" list={list} views={views} />}
      <DataTable
        name="invoices"
        title="Invoices"
        endpoint={listInvoices}
        list={list}
        usualSort={defaultSort}
        {...(fixed && { fixed })}
        columns={fixed ? columns.filter(({ id }) => id !== 'customerId') : columns}
        filters={fixed ? [] : filters}
        codeOf={codeOf}
        bulk={fixed ? undefined : bulk}
        actionsOf={(invoice) => [
          { label: 'View', icon: Eye, isInline: true, run: () => onOpen(invoice) },
          payment.itemOfInvoice(invoice, isPast ? notOfToday : undefined),
        ]}
        hrefOf={(invoice) => '/ar-reports' + searchText({ tab: 'invoices', open: codeOf(invoice) })}
        onOpen={onOpen}
        empty={<p className="text-muted">Nothing has been invoiced yet.</p>}
      />
      {job && <PrintDocuments key={job.count} {...job} onDone={endJob} />}
      {payment.dialog}
    </div>
  )
}
