import { Link } from '@tanstack/react-router'
import { formatDecimal } from '#platform/kernel/money.ts'
import { FigureCard } from '#platform/ui/FigureCard.tsx'
import type { ListState } from '#platform/web/list-search.ts'
import type { ApSummary } from './contract.ts'
import { formulas, openStatuses } from './rules.ts'

type ApCardsProps = { list: ListState; summary: ApSummary | undefined }

/** As long as the parts are: unseen, so that nothing moves when they come. */
const waiting = ['$0,000.00 billed', '$0,000.00 committed'] as const

/** The four figures, each with its formula and the way to its rows. */
export function ApCards({ list, summary }: ApCardsProps) {
  const asOf = list.search['f.asOf']
  const rows = (search: Record<string, string>) => ({
    to: '/ap-reports',
    search: { ...search, ...(asOf && { 'f.asOf': asOf }) },
  })
  const pending = rows({ 'f.status': 'submitted' })
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4 xl:grid-cols-4">
      <FigureCard
        title="Total Outstanding Payables"
        value={summary && formatDecimal(summary.totalOutstanding)}
        formula={formulas.outstanding}
        asOf={summary?.asOf}
        rows={rows({ 'f.status': openStatuses.join() })}
        sub={
          <>
            <Parts parts={summary ? partsOf(summary) : waiting} />
            <Link to={pending.to} search={pending.search as never}>
              {`${(summary?.pendingApprovalCount ?? 0).toLocaleString('en-US')} pending approval`}
            </Link>
          </>
        }
      />
      <FigureCard
        title="Overdue Payments"
        value={summary?.overdueCount.toLocaleString('en-US')}
        formula={formulas.overdue}
        asOf={summary?.asOf}
        rows={rows({ tab: 'overdue' })}
        sub={summary && `${formatDecimal(summary.overdueAmount)} in all`}
      />
      <FigureCard
        title="Average Days to Pay"
        value={summary && days(summary.averageDaysToPay)}
        formula={formulas.daysToPay}
        asOf={summary?.asOf}
        rows={rows({ tab: 'payments' })}
        sub={summary && `${summary.daysPayableOutstanding ?? 'n/a'} days outstanding`}
      />
      <FigureCard
        title="Monthly Payment Volume"
        value={summary && formatDecimal(summary.monthlyPaymentVolume)}
        formula={formulas.volume}
        asOf={summary?.asOf}
        rows={rows({ tab: 'months' })}
        sub={summary && 'released in the month'}
      />
    </div>
  )
}

function partsOf({ payablesBalance, committed }: ApSummary) {
  return [`${formatDecimal(payablesBalance)} billed`, `${formatDecimal(committed)} committed`]
}

/** One behind the other, on a phone one under the other. */
function Parts({ parts: [billed, committed] }: { parts: readonly string[] }) {
  return (
    <span className="block">
      <span className="max-sm:block">{billed}</span>
      <span className="max-sm:hidden">{' · '}</span>
      <span className="max-sm:block">{committed}</span>
    </span>
  )
}

function days(count: number | null): string {
  if (count === null) return 'n/a'
  return count === 1 ? '1 day' : `${count.toLocaleString('en-US')} days`
}
