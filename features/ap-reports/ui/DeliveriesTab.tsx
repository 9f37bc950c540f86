import { formatOptionalDay } from '#platform/kernel/format.ts'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDecimal } from '#platform/kernel/money.ts'
import type { Column } from '#platform/ui/table/columns.ts'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import type { Filter } from '#platform/ui/table/filters/FilterChip.tsx'
import { useLocalList } from '#platform/web/list-search.ts'
import { searchText } from '#platform/web/search-text.ts'
import { type VendorDelivery, listVendorDeliveries } from '../contract.ts'

const count = (units: number) => units.toLocaleString('en-US')
const number = { align: 'right', width: 100 } as const

const columns: readonly Column<VendorDelivery>[] = [
  {
    id: 'orderNumber',
    header: 'Order Number',
    width: 170,
    cell: ({ orderNumber }) => orderNumber,
  },
  {
    id: 'expectedDate',
    header: 'Expected',
    width: 110,
    cell: ({ expectedDate }) => formatOptionalDay(expectedDate, '-'),
  },
  {
    id: 'lastOn',
    header: 'Last receipt',
    width: 120,
    phone: 'date',
    cell: ({ lastOn }) => formatOptionalDay(lastOn, '-'),
  },
  {
    id: 'daysLate',
    header: 'On time',
    width: 120,
    phone: 'badge',
    text: lateText,
    cell: (row) => (
      <Mark tone={row.daysLate === null ? 'none' : row.daysLate > 0 ? 'bad' : 'good'}>
        {lateText(row)}
      </Mark>
    ),
  },
  {
    id: 'received',
    header: 'In full',
    width: 110,
    sortable: false,
    phone: 'line',
    text: fullText,
    cell: (row) => (
      <Mark tone={row.isInFull ? 'good' : row.isOver ? 'bad' : 'none'}>{fullText(row)}</Mark>
    ),
  },
  {
    id: 'billed',
    header: 'Billed',
    ...number,
    sortable: false,
    cell: ({ billed }) => formatDecimal(billed),
  },
  {
    id: 'priceVariance',
    header: 'Above price',
    ...number,
    phone: 'amount',
    cell: ({ priceVariance }) => formatDecimal(priceVariance),
  },
  {
    id: 'billNumbers',
    header: 'Bills',
    width: 120,
    sortable: false,
    cell: ({ billNumbers }) => billNumbers ?? '-',
  },
]

const filters: readonly Filter[] = [
  { kind: 'flag', id: 'late', label: 'Late', value: 'true' },
  { kind: 'flag', id: 'short', label: 'Short', value: 'true' },
]

/** A vendor's deliveries of the last year by order; a row links to its receipts. */
export function DeliveriesTab({ vendorId }: { vendorId: number }) {
  const list = useLocalList()
  const navigate = useNavigate()
  return (
    <DataTable
      name="vendor-deliveries"
      title="Deliveries, last 12 months"
      endpoint={listVendorDeliveries}
      list={list}
      fixed={{ vendorId }}
      usualSort="-lastOn"
      columns={columns}
      filters={filters}
      codeOf={({ orderNumber }) => orderNumber}
      actionsOf={({ orderNumber }) => [
        {
          label: 'Receipts',
          run: () => void navigate({ to: '/purchase-orders', search: at(orderNumber, 'receipts') }),
        },
        {
          label: 'Bills',
          run: () => void navigate({ to: '/purchase-orders', search: at(orderNumber, 'bills') }),
        },
      ]}
      hrefOf={({ orderNumber: open }) => '/purchase-orders' + searchText({ open, tab: 'receipts' })}
      onOpen={({ orderNumber }) =>
        void navigate({ to: '/purchase-orders', search: at(orderNumber, 'receipts') })
      }
      empty={<p className="text-muted">No receipts from this vendor in the last 12 months.</p>}
    />
  )
}

const at = (open: string, tab: string) => ({ open, tab })

function lateText({ daysLate, isOver }: VendorDelivery): string {
  if (daysLate === null) return 'No date'
  if (daysLate > 0) return `${count(daysLate)} ${daysLate === 1 ? 'day' : 'days'} late`
  return isOver ? 'On time' : 'Not due yet'
}

function fullText({ ordered, received, isInFull, isOver }: VendorDelivery): string {
  if (isInFull) return 'In full'
  return `${count(received)} of ${count(ordered)}${isOver ? ', short' : ' so far'}`
}

type MarkProps = { tone: 'good' | 'bad' | 'none'; children: ReactNode }

function Mark({ tone, children }: MarkProps) {
  const Icon = { good: CircleCheck, bad: CircleAlert, none: Clock }[tone]
  const colour = { good: 'text-success-fg', bad: 'text-danger', none: 'text-muted' }[tone]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${colour}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {children}
    </span>
  )
}
