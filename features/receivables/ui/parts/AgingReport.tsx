import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { JournalTie } from '#features/journal/ui/parts/JournalTie.tsx'
import type { Day } from '#platform/kernel/days.ts'
import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { ChangesPill } from '#platform/ui/table/ChangesPill.tsx'
import { ExportReportRows } from '#platform/ui/table/export/ExportReportRows.tsx'
import { type CardRead, RefreshButton } from '#platform/ui/table/RefreshButton.tsx'
import { FigureFormula } from '#platform/ui/reports/FigureCard.tsx'
import type { MonthsEndpoint } from '#platform/ui/reports/MonthlyChart.tsx'
import type { SummaryEndpoint, SummaryRead } from '#platform/ui/reports/ReportPage.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import type { ListState } from '#platform/web/list-state.ts'
import { type BucketId, agingBuckets } from '../../rules.ts'
import { AgingMatrixTable } from './AgingMatrixTable.tsx'
import { type AgingAmounts, agingColumns, lastColumns, type PartyAging } from './aging-columns.ts'
import type { AgingLabels, RowsOf } from './aging-labels.ts'
import type { AgingMonths } from './AgingTrend.tsx'

type AgingQuery = { asOf?: string | undefined; basis?: 'due' | 'invoice' | undefined }
type AgingSummary = { asOf: Day; aging: AgingAmounts }

type AgingReportProps<Summary extends AgingSummary> = {
  labels: AgingLabels
  list: ListState
  endpoint: SummaryEndpoint<Summary, AgingQuery>
  /** The amounts by age of past months. */
  trend: MonthsEndpoint<AgingMonths>
  /** The figures of the page, whose ages count from the due date. */
  read: SummaryRead<Summary>
  partiesOf: (summary: Summary) => readonly PartyAging[]
  /** Shown above the report. */
  notice?: (summary: Summary) => ReactNode
}
type Aging = AgingSummary & { parties: readonly PartyAging[] }
type PartProps = { labels: AgingLabels; found: Aging; rowsOf: RowsOf; from: CardRead }

/** Shows amounts by age: as bars, and by customer or vendor with totals. */
export function AgingReport<Summary extends AgingSummary>(props: AgingReportProps<Summary>) {
  const { labels, list, endpoint, trend, partiesOf, notice } = props
  const asOf = list.search['f.asOf']
  const isOwnDay = list.search['f.basis'] === 'invoice'
  const query = { basis: 'invoice' as const, ...(asOf && { asOf }) }
  // Failures of the page's own query are shown there.
  const byOwnDay = useRead(endpoint, { query, enabled: isOwnDay })
  const read = isOwnDay ? byOwnDay : props.read
  const rowsOf: RowsOf = (column, code) =>
    column === 'unapplied' || column === 'total'
      ? labels.documentsOf({ column, code, asOf })
      : labels.rowsOf({ bucket: column, code, asOf, isOwnDay })
  const basis = isOwnDay ? `, by ${labels.ownDay.toLowerCase()}` : ''
  const named = { ...labels, heading: `${labels.heading}${basis}` }
  const skeleton = <Skeleton className="h-60" />
  const found = read.data && { ...read.data, parties: partiesOf(read.data) }
  const body = found ? (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-2 print:block">
        <Bars labels={named} found={found} rowsOf={rowsOf} />
        <div className="no-print min-w-0">
          <AgingTrend
            title={`Aging by month${basis}`}
            endpoint={trend}
            query={{ asOf, basis: isOwnDay ? 'invoice' : undefined }}
            agingOn={(day) => labels.agingOn(day, isOwnDay)}
          />
        </div>
      </div>
      <Matrix labels={labels} found={found} rowsOf={rowsOf} from={{ endpoint, read }} />
    </div>
  ) : (
    skeleton
  )
  return (
    <>
      {read.data && notice?.(read.data)}
      <div className="grid grid-cols-1 gap-4">
        <Basis ownDay={labels.ownDay} list={list} />
        {isOwnDay ? (
          <Loaded read={byOwnDay} skeleton={skeleton}>
            {() => body}
          </Loaded>
        ) : (
          body
        )}
      </div>
    </>
  )
}

const AgingTrend = lazyPart(
  async () => (await import('./AgingTrend.tsx')).AgingTrend,
  <Skeleton className="h-104 rounded-card" />,
)

/** Selects whether ages count from the due date or the document date; stored in the URL. */
function Basis({ ownDay, list }: { ownDay: string; list: ListState }) {
  return (
    <label className="no-print text-table flex items-center gap-2 justify-self-start">
      Age by
      <select
        value={list.search['f.basis'] === 'invoice' ? 'invoice' : 'due'}
        onChange={({ target }) =>
          list.change({ 'f.basis': target.value === 'invoice' ? 'invoice' : undefined })
        }
        className="control h-8 w-auto"
      >
        <option value="due">Due date</option>
        <option value="invoice">{ownDay}</option>
      </select>
    </label>
  )
}

const colors: Record<BucketId, string> = {
  notDue: 'bg-[var(--chart-4)]',
  days0to30: 'bg-[var(--aging-1)]',
  days31to60: 'bg-[var(--aging-2)]',
  days61to90: 'bg-[var(--aging-3)]',
  over90: 'bg-[var(--aging-4)]',
}

/** One bar per bucket, scaled to the largest; a click opens its rows. */
function Bars({ labels, found: { aging }, rowsOf }: Omit<PartProps, 'from'>) {
  const maxAmount = Math.max(1, ...agingBuckets.map(({ id }) => centsOfSum(aging[id])))
  return (
    <section aria-label="Aging" className="card p-4">
      <h2 className="text-card mb-3">{labels.heading}</h2>
      <ul className="grid grid-cols-1 gap-1">
        {agingBuckets.map(({ id, label }) => (
          <li key={id}>
            <ScreenAddressLink
              address={rowsOf(id)}
              className={clsx(
                'grid min-h-6 grid-cols-[6.5rem_1fr_auto] items-center gap-3 text-inherit',
                'no-underline hover:underline',
              )}
            >
              <span className="text-table">{label}</span>
              <span aria-hidden className="h-4 rounded-control bg-surface-2">
                <span
                  className={`chart-mark block h-full rounded-control ${colors[id]}`}
                  style={{ width: `${(centsOfSum(aging[id]) / maxAmount) * 100}%` }}
                />
              </span>
              <span className="text-table numbers min-w-28 text-right font-semibold">
                {formatDecimal(aging[id])}
              </span>
            </ScreenAddressLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Matrix({ labels, found, rowsOf, from }: PartProps) {
  const { parties, aging, asOf } = found
  const sums = { id: 0, code: 'Total', name: '', ...aging }
  return (
    <section aria-labelledby="aging-title" className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3 md:px-4">
        <ChangesPill followed={from.endpoint} read={from.read}>
          <h2 id="aging-title" className="text-card">
            Aging by {labels.party}
          </h2>
        </ChangesPill>
        <FigureFormula
          title={`Aging by ${labels.party}`}
          formula={labels.formula}
          asOf={asOf}
          rows={rowsOf('total')}
          tie={
            <JournalTie
              account={labels.account}
              amount={aging.total}
              asOf={asOf}
              isCredit={labels.account === 'payable'}
            />
          }
        />
        <ExportReportRows
          columns={agingColumns(labels.party, [...agingBuckets, ...lastColumns(aging)])}
          rows={[...parties, sums]}
          fileName={`${labels.fileName}-${asOf}`}
        >
          <RefreshButton read={from.read} />
        </ExportReportRows>
      </div>
      {parties.length === 0 ? (
        <p className="px-4 pb-4 text-muted">{labels.empty}</p>
      ) : (
        <AgingMatrixTable labels={labels} parties={parties} aging={aging} rowsOf={rowsOf} />
      )}
    </section>
  )
}
