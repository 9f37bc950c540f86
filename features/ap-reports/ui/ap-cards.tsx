import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { type Cents, cents, centsOfSum, decimal, formatDecimal } from '#platform/kernel/money.ts'
import type { ReportCard } from '#platform/ui/reports/ReportPage.tsx'
import type { Address, SearchOf } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { ApSummary } from '../contract.ts'
import { formulas, openStatuses } from '../rules.ts'

type RowsLink = (search: SearchOf<'/ap-reports'>) => Address

/** Placeholder as wide as the amounts, hidden, so that the layout does not shift on load. */
const placeholder = '$0.00'

/** The four figures, each with its formula, a link to its rows, and the order-based figure. */
export function apCards(summary: ApSummary | undefined, rows: RowsLink): readonly ReportCard[] {
  const orders = summary?.orderBasis
  return [
    {
      title: 'Total Outstanding Payables',
      value: summary && formatDecimal(summary.totalOutstanding),
      formula: formulas.outstanding,
      tie: summary && <BilledTie summary={summary} />,
      rows: rows({ tab: 'documents' }),
      parts: summary && outstandingParts(summary, rows),
      sub: <BilledAndCommitted summary={summary} rows={rows} />,
      byOrders: {
        text: orders ? formatDecimal(orders.outstanding) : placeholder,
        ...rows({ 'f.status': openStatuses.join() }),
      },
    },
    {
      title: 'Overdue Payments',
      value: summary?.overdueCount.toLocaleString('en-US'),
      formula: formulas.overdue,
      rows: rows({ tab: 'overdue' }),
      sub: summary && overdueText(summary),
      byOrders: {
        text: `${(orders?.overdueCount ?? 0).toLocaleString('en-US')} late`,
        ...rows({ 'f.overdue': 'true' }),
      },
    },
    {
      title: 'Average Days to Pay',
      value: summary && days(summary.averageDaysToPay),
      formula: formulas.daysToPay,
      rows: rows({ tab: 'documents', 'f.figure': 'daysToPay' }),
      sub: summary && outstandingText(summary),
    },
    {
      title: 'Monthly Payment Volume',
      value: summary && formatDecimal(summary.monthlyPaymentVolume),
      formula: formulas.volume,
      rows: rows({ tab: 'documents', 'f.figure': 'volume' }),
      sub: summary && volumeText(summary),
    },
  ]
}

/** What the bills' list adds up, what is taken off it, and what the figure leaves out. */
function outstandingParts({ aging, goodsNotBilled }: ApSummary, rows: RowsLink) {
  const open = decimal((centsOfSum(aging.total) - centsOfSum(aging.unapplied)) as Cents)
  return [
    {
      label: `${formatDecimal(open)} open bills`,
      ...rows({ tab: 'bills', 'f.standing': 'open,part-paid' }),
    },
    {
      label: `${formatDecimal(aging.unapplied)} unapplied credits`,
      ...rows({ tab: 'aging' }),
    },
    {
      label: `Not included: ${formatDecimal(goodsNotBilled)} received, not billed`,
      ...rows({ tab: 'goods' }),
    },
    { label: 'Show the rows', ...rows({ tab: 'documents' }) },
  ]
}

function overdueText({ overdueCount, overdueAmount }: ApSummary): string {
  return overdueCount === 0 ? 'Nothing overdue' : `${formatDecimal(overdueAmount)} in all`
}

function outstandingText({ daysPayableOutstanding: all }: ApSummary): string {
  return `${all === null ? 'n/a days' : counted(Math.round(all), 'day')} payable outstanding`
}

function volumeText({ monthlyPaymentVolume }: ApSummary): string {
  return `${cents(monthlyPaymentVolume) === 0 ? 'Nothing ' : ''}released in the month`
}

/** The billed part is account 2000; commitments are not in the journal. */
function BilledTie({ summary }: { summary: ApSummary }) {
  const { payablesBalance, asOf } = summary
  return (
    <>
      <p>{`Billed: ${formatDecimal(payablesBalance)}`}</p>
      <JournalTie account="payable" amount={payablesBalance} asOf={asOf} isCredit />
    </>
  )
}

type BilledAndCommittedProps = {
  summary: ApSummary | undefined
  rows: RowsLink
}

/** The outstanding amounts of bills and orders, one below the other. */
function BilledAndCommitted({ summary, rows }: BilledAndCommittedProps) {
  const { payablesBalance, committed, pendingApprovalCount = 0 } = summary ?? {}
  const text = (amount: string | undefined) => (amount ? formatDecimal(amount) : placeholder)
  const billed = rows({ tab: 'documents', 'f.kind': 'bill,credit' })
  const ordered = rows({ tab: 'documents', 'f.kind': 'order' })
  const pending = rows({ 'f.status': 'submitted' })
  return (
    <>
      <span className="block">
        <ScreenAddressLink address={billed} className="max-sm:block">
          {`${text(payablesBalance)} billed`}
        </ScreenAddressLink>
        <span className="max-sm:hidden">{' · '}</span>
        <ScreenAddressLink address={ordered} className="max-sm:block">
          {`${text(committed)} committed`}
        </ScreenAddressLink>
      </span>
      {'Net of credits · '}
      <ScreenAddressLink address={pending}>
        {`${pendingApprovalCount.toLocaleString('en-US')} pending approval`}
      </ScreenAddressLink>
    </>
  )
}

function days(count: number | null): string {
  return count === null ? 'n/a' : counted(Math.round(count), 'day')
}
