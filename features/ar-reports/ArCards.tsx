import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FigureCard } from '#platform/ui/FigureCard.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import type { ArSummary } from './contract.ts'
import { formulas } from './rules.ts'

type ArCardsProps = { list: ListState; summary: ArSummary | undefined }

/** The four figures, each with its formula and the way to its rows. */
export function ArCards({ list, summary }: ArCardsProps) {
  const asOf = list.search['f.asOf']
  const rows = (search: Record<string, string>) => ({
    to: '/ar-reports',
    search: { ...search, ...(asOf && { 'f.asOf': asOf }) },
  })
  const open = rows({ tab: 'invoices', 'f.state': 'open,part-paid,overdue' })
  const days = summary?.averageCollectionPeriod
  const rate = summary?.monthlyCollectionRate
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 xl:grid-cols-4">
      <FigureCard
        title="Total Receivables Balance"
        value={summary && formatDecimal(summary.totalReceivable)}
        formula={formulas.receivable}
        asOf={summary?.asOf}
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
        asOf={summary?.asOf}
        rows={rows({ tab: 'invoices', 'f.state': 'overdue' })}
        sub={
          summary &&
          `${formatDecimal(summary.overdueAmount)} past due on ` +
            plural(summary.overdueInvoiceCount, 'invoice')
        }
      />
      <FigureCard
        title="Average Collection Period"
        value={days === null ? 'n/a' : days !== undefined ? plural(days, 'day') : undefined}
        formula={formulas.collectionPeriod}
        asOf={summary?.asOf}
        rows={rows({ tab: 'invoices' })}
        sub={days === null && 'Nothing was sold on credit in 90 days'}
      />
      <FigureCard
        title="Monthly Collection Rate"
        value={summary && (rate === null ? 'n/a' : `${rate}%`)}
        formula={formulas.collectionRate}
        asOf={summary?.asOf}
        rows={rows({ tab: 'payments' })}
        sub={summary && `Effectiveness ${summary.collectionEffectiveness}%`}
      />
    </div>
  )
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
