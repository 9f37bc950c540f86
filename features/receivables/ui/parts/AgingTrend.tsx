import { centsOfSum, formatDecimal } from '#platform/kernel/money.ts'
import { MonthlyChart, type MonthsEndpoint } from '#platform/ui/reports/MonthlyChart.tsx'
import { type Address, hrefOf } from '#platform/web/screen-address.ts'
import { agingBuckets, type BucketId } from '../../rules.ts'

/** Open amounts by age at the end of a month, or on the day of the report. */
type AgingMonth = Record<BucketId | 'total', string> & { id: number; to: string }
export type AgingMonths = { months: AgingMonth[] }

type AgingTrendProps = {
  title: string
  endpoint: MonthsEndpoint<AgingMonths>
  query: { asOf: string | undefined; basis: 'invoice' | undefined }
  /** The aging on a day, whose amounts link to their documents. */
  agingOn: (day: string) => Address
}

const colors: Record<BucketId, string> = {
  notDue: 'var(--chart-4)',
  days0to30: 'var(--aging-1)',
  days31to60: 'var(--aging-2)',
  days61to90: 'var(--aging-3)',
  over90: 'var(--aging-4)',
}

/** Open amounts by age over the last twelve months; a month opens the aging on its last day. */
export function AgingTrend({ title, endpoint, query, agingOn }: AgingTrendProps) {
  return (
    <MonthlyChart
      title={title}
      endpoint={endpoint}
      query={query}
      monthsOf={({ months }) => months}
      bars={agingBuckets.map(({ id, label }) => ({ text: label, unit: '$', color: colors[id] }))}
      heads={[...agingBuckets.map(({ label }) => label), 'Total']}
      figuresOf={(month) => ({
        bars: agingBuckets.map(({ id }) => centsOfSum(month[id]) / 100),
        text: describeAges(month),
        cells: [
          ...agingBuckets.map(({ id }) => formatDecimal(month[id])),
          formatDecimal(month.total),
        ],
      })}
      hrefOf={({ to }) => hrefOf(agingOn(to))}
      summaryOf={() => 'Open amounts by age at the end of each month.'}
      none="No months in this period."
    />
  )
}

function describeAges(month: AgingMonth): string {
  const ages = agingBuckets
    .filter(({ id }) => centsOfSum(month[id]) !== 0)
    .map(({ id, label }) => `${label} ${formatDecimal(month[id])}`)
  return [`${formatDecimal(month.total)} open`, ...ages].join(', ')
}
