import { counted } from '#platform/kernel/plurals-and-capitals.ts'
import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import { addDays, startOfMonth } from '#platform/kernel/days.ts'
import { type Cents, centsOfSum, decimal, formatDecimal } from '#platform/kernel/money.ts'
import type { ReportCard } from '#platform/ui/reports/ReportPage.tsx'
import type { Address, SearchOf } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { ArSummary } from '../contract.ts'
import { formulas } from '../rules.ts'

type RowsLink = (search: SearchOf<'/ar-reports'>) => Address

/** The four cards, each with its formula, a link to its rows, and the same figure by orders. */
export function arCards(summary: ArSummary | undefined, rows: RowsLink): readonly ReportCard[] {
  return [
    balance(summary, rows),
    overdue(summary, rows),
    collectionPeriod(summary, rows),
    collectionRate(summary, rows),
  ]
}

function balance(summary: ArSummary | undefined, rows: RowsLink): ReportCard {
  const { receivable = '0', pendingPayment = 0 } = summary?.orderBasis ?? {}
  const pending = rows({ tab: 'invoices', 'f.state': 'open,part-paid,overdue' })
  return {
    title: 'Total Receivables Balance',
    value: summary && formatDecimal(summary.totalReceivable),
    formula: formulas.receivable,
    tie: summary && (
      <JournalTie account="receivable" amount={summary.totalReceivable} asOf={summary.asOf} />
    ),
    rows: rows({ tab: 'documents' }),
    parts: summary && balanceParts(summary, rows),
    sub: (
      <>
        {'Net of credits · '}
        <ScreenAddressLink address={pending}>
          {`${(summary?.pendingPaymentCount ?? 0).toLocaleString('en-US')} pending payment`}
        </ScreenAddressLink>
      </>
    ),
    byOrders: {
      text: `${formatDecimal(receivable)}, ${pendingPayment.toLocaleString('en-US')} pending`,
      ...rows({ 'f.status': 'shipped,delivered' }),
    },
  }
}

/** The open invoices, which their list adds up, and what the balance takes off them. */
function balanceParts({ aging }: ArSummary, rows: RowsLink) {
  const credits = centsOfSum(aging.unapplied)
  const invoiced = decimal((centsOfSum(aging.total) - credits) as Cents)
  const open = rows({ tab: 'invoices', 'f.state': 'open,part-paid,overdue' })
  return [
    { label: `${formatDecimal(invoiced)} open invoices`, ...open },
    {
      label: `${formatDecimal(aging.unapplied)} unapplied payments and credits`,
      ...rows({ tab: 'aging' }),
    },
    { label: 'Show the rows', ...rows({ tab: 'documents' }) },
  ]
}

function overdue(summary: ArSummary | undefined, rows: RowsLink): ReportCard {
  const { overdueAmount = '0', overdueInvoiceCount = 0, orderBasis } = summary ?? {}
  const invoices = rows({ tab: 'invoices', 'f.state': 'overdue' })
  return {
    title: 'Overdue Customers',
    value: summary?.overdueCustomerCount.toLocaleString('en-US'),
    formula: formulas.overdue,
    rows: rows({ tab: 'collections' }),
    sub: (
      <ScreenAddressLink address={invoices}>
        {overdueText(overdueAmount, overdueInvoiceCount)}
      </ScreenAddressLink>
    ),
    byOrders: {
      text: `${(orderBasis?.overdueCount ?? 0).toLocaleString('en-US')} late`,
      ...rows({ tab: 'overdue' }),
    },
  }
}

function overdueText(amount: string, invoices: number): string {
  if (invoices === 0) return 'Nothing overdue'
  return `${formatDecimal(amount)} past due on ${counted(invoices, 'invoice')}`
}

function collectionPeriod(summary: ArSummary | undefined, rows: RowsLink): ReportCard {
  const days = summary?.averageCollectionPeriod
  const salesLink = rows({ tab: 'documents', 'f.figure': 'sales' })
  return {
    title: 'Average Collection Period',
    value:
      days === null ? 'n/a' : days !== undefined ? counted(Math.round(days), 'day') : undefined,
    formula: formulas.collectionPeriod,
    rows: salesLink,
    parts: summary && [
      { label: `${formatDecimal(summary.totalReceivable)} owed`, ...rows({ tab: 'documents' }) },
      {
        label: `${formatDecimal(summary.collected.quarterSales)} sold on credit`,
        ...salesLink,
      },
    ],
    sub: days === null && 'No credit sales in 90 days',
  }
}

function collectionRate(summary: ArSummary | undefined, rows: RowsLink): ReportCard {
  const rate = summary?.monthlyCollectionRate
  const received = rows({ tab: 'documents', 'f.figure': 'received' })
  return {
    title: 'Monthly Collection Rate',
    value: summary && (rate === null ? 'n/a' : `${rate}%`),
    formula: formulas.collectionRate,
    rows: received,
    parts: summary && [{ label: receivedText(summary), ...received }, ...dueParts(summary, rows)],
    sub: summary && `Collection effectiveness ${summary.collectionEffectiveness}%`,
  }
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
