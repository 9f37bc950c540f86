import { counted } from '#platform/kernel/format.ts'
import { addDays, startOfMonth } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FigureCard } from '#platform/ui/page/FigureCard.tsx'
import type { Address, SearchOf } from '#platform/web/address.ts'
import { AddressLink } from '#platform/web/AddressLink.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import type { ArSummary } from '../contract.ts'
import { formulas } from '../rules.ts'

type ArCardsProps = { list: ListState; summary: ArSummary | undefined }
type RowsLink = (search: SearchOf<'/ar-reports'>) => Address & { to: '/ar-reports' }
type CardProps = { rows: RowsLink; summary: ArSummary | undefined }

/** The four cards, each with its formula, a link to its rows, and the same figure by orders. */
export function ArCards({ list, summary }: ArCardsProps) {
  const asOf = list.search['f.asOf']
  const rows: RowsLink = (search) => ({
    to: '/ar-reports',
    search: { ...(asOf && { 'f.asOf': asOf }), ...search },
  })
  return (
    <div className="grid grid-cols-2 gap-2 max-[22rem]:grid-cols-1 sm:gap-4 xl:grid-cols-4">
      <Balance rows={rows} summary={summary} />
      <Overdue rows={rows} summary={summary} />
      <CollectionPeriod rows={rows} summary={summary} />
      <CollectionRate rows={rows} summary={summary} />
    </div>
  )
}

function Balance({ rows, summary }: CardProps) {
  const { receivable = '0', pendingPayment = 0 } = summary?.orderBasis ?? {}
  const pending = rows({ tab: 'invoices', 'f.state': 'open,part-paid,overdue' })
  return (
    <FigureCard
      title="Total Receivables Balance"
      value={summary && formatDecimal(summary.totalReceivable)}
      formula={formulas.receivable}
      asOf={summary?.asOf}
      rows={rows({ tab: 'documents' })}
      sub={
        <AddressLink address={pending}>
          {`${(summary?.pendingPaymentCount ?? 0).toLocaleString('en-US')} pending payment`}
        </AddressLink>
      }
      byOrders={{
        text: `${formatDecimal(receivable)}, ${pendingPayment.toLocaleString('en-US')} pending`,
        ...rows({ 'f.status': 'shipped,delivered' }),
      }}
    />
  )
}

function Overdue({ rows, summary }: CardProps) {
  const { overdueAmount = '0', overdueInvoiceCount = 0, orderBasis } = summary ?? {}
  const invoices = rows({ tab: 'invoices', 'f.state': 'overdue' })
  return (
    <FigureCard
      title="Overdue Customers"
      value={summary?.overdueCustomerCount.toLocaleString('en-US')}
      formula={formulas.overdue}
      asOf={summary?.asOf}
      rows={rows({ tab: 'collections' })}
      sub={
        <AddressLink address={invoices}>
          {overdueText(overdueAmount, overdueInvoiceCount)}
        </AddressLink>
      }
      byOrders={{
        text: `${(orderBasis?.overdueCount ?? 0).toLocaleString('en-US')} late`,
        ...rows({ tab: 'overdue' }),
      }}
    />
  )
}

function overdueText(amount: string, invoices: number): string {
  if (invoices === 0) return 'Nothing overdue'
  return `${formatDecimal(amount)} past due on ${counted(invoices, 'invoice')}`
}

function CollectionPeriod({ rows, summary }: CardProps) {
  const days = summary?.averageCollectionPeriod
  const salesLink = rows({ tab: 'documents', 'f.figure': 'sales' })
  return (
    <FigureCard
      title="Average Collection Period"
      value={
        days === null ? 'n/a' : days !== undefined ? counted(Math.round(days), 'day') : undefined
      }
      formula={formulas.collectionPeriod}
      asOf={summary?.asOf}
      rows={salesLink}
      parts={
        summary && [
          {
            label: `${formatDecimal(summary.totalReceivable)} owed`,
            ...rows({ tab: 'documents' }),
          },
          {
            label: `${formatDecimal(summary.collected.quarterSales)} sold on credit`,
            ...salesLink,
          },
        ]
      }
      sub={days === null && 'No credit sales in 90 days'}
    />
  )
}

function CollectionRate({ rows, summary }: CardProps) {
  const rate = summary?.monthlyCollectionRate
  const received = rows({ tab: 'documents', 'f.figure': 'received' })
  return (
    <FigureCard
      title="Monthly Collection Rate"
      value={summary && (rate === null ? 'n/a' : `${rate}%`)}
      formula={formulas.collectionRate}
      asOf={summary?.asOf}
      rows={received}
      parts={summary && [{ label: receivedText(summary), ...received }, ...dueParts(summary, rows)]}
      sub={summary && `Effectiveness ${summary.collectionEffectiveness}%`}
    />
  )
}

function receivedText({ collected }: ArSummary): string {
  return `${formatDecimal(collected.cash)} received`
}

/** Links for the amount that could be collected: the opening balance and the month's sales. */
function dueParts({ asOf, collected }: ArSummary, rows: RowsLink) {
  const before = addDays(startOfMonth(asOf), -1)
  return [
    {
      label: `${formatDecimal(collected.opening)} owed before`,
      ...rows({ tab: 'documents', 'f.asOf': before }),
    },
    {
      label: `${formatDecimal(collected.monthSales)} sold on credit`,
      ...rows({ tab: 'documents', 'f.figure': 'monthSales' }),
    },
  ]
}
