import { formatOptionalDay } from '#platform/kernel/days.ts'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ReportList } from '#platform/ui/reports/ReportList.tsx'
import { columnsOf } from '#platform/ui/table/declared-columns.ts'
import { filtersOf } from '#platform/ui/table/filters/declared-filters.ts'
import { useLocalList } from '#platform/web/list-state.ts'
import { listVendorDeliveries, type VendorDelivery, vendorDeliveryList } from '../contract.ts'

const count = (units: number) => units.toLocaleString('en-US')

const columns = columnsOf(vendorDeliveryList, {
  expectedDate: ({ expectedDate }) => formatOptionalDay(expectedDate, '-'),
  daysLate: {
    text: lateText,
    cell: (row) => (
      <Mark tone={row.daysLate === null ? 'none' : row.daysLate > 0 ? 'bad' : 'good'}>
        {lateText(row)}
      </Mark>
    ),
  },
  received: {
    text: fullText,
    cell: (row) => (
      <Mark tone={row.isInFull ? 'good' : row.isOver ? 'bad' : 'none'}>{fullText(row)}</Mark>
    ),
  },
  billNumbers: ({ billNumbers }) => billNumbers ?? '-',
})

const filters = filtersOf(vendorDeliveryList)

/** A vendor's deliveries of the last year by order; a row links to its receipts. */
export function VendorDeliveriesTab({ vendorId }: { vendorId: number }) {
  const list = useLocalList()
  const navigate = useNavigate()
  return (
    <ReportList
      declaredList={vendorDeliveryList}
      title="Deliveries, last 12 months"
      endpoint={listVendorDeliveries}
      list={list}
      fixed={{ vendorId }}
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
      addressOf={({ orderNumber }) => {
        return { to: '/purchase-orders', search: at(orderNumber, 'receipts') }
      }}
      empty="No receipts from this vendor in the last 12 months."
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
  const color = { good: 'text-success-fg', bad: 'text-danger', none: 'text-muted' }[tone]
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${color}`}>
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0" />
      {children}
    </span>
  )
}
