import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FigureCard } from '#platform/ui/FigureCard.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import type { ArSummary } from './contract.ts'
import { formulas, receivableStatuses } from './rules.ts'

type ArCardsProps = { list: ListState; summary: ArSummary | undefined }

/** The four figures, each with its formula and the way to its rows. */
export function ArCards({ list, summary }: ArCardsProps) {
  const asOf = list.search['f.asOf']
  const rows = (search: Record<string, string>) => ({
    to: '/ar-reports',
    search: { ...search, ...(asOf && { 'f.asOf': asOf }) },
  })
  const open = rows({ 'f.status': receivableStatuses.join() })
  const unpaid = 'Customer payments are not recorded yet'
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <FigureCard
        title="Total Receivables Balance"
        value={summary && formatDecimal(summary.totalReceivable)}
        formula={formulas.receivable}
        rows={open}
        sub={
          <Link to={open.to} search={open.search as never}>
            {`${(summary?.pendingPaymentCount ?? 0).toLocaleString('en-US')} pending payment`}
          </Link>
        }
      />
      <FigureCard
        title="Overdue Customers"
        value={summary?.overdueCustomerCount.toLocaleString('en-US')}
        formula={formulas.overdue}
        rows={rows({ 'f.pastDue': 'true' })}
        sub={summary && `${formatDecimal(summary.overdueAmount)} past due`}
      />
      <FigureCard
        title="Average Collection Period"
        value={summary && (summary.averageCollectionPeriod?.toLocaleString('en-US') ?? 'n/a')}
        formula={formulas.collectionPeriod}
        sub={summary?.averageCollectionPeriod === null && unpaid}
      />
      <FigureCard
        title="Monthly Collection Rate"
        value={summary && (summary.monthlyCollectionRate ?? 'n/a')}
        formula={formulas.collectionRate}
        sub={summary?.monthlyCollectionRate === null && unpaid}
      />
    </div>
  )
}
