import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { lazyPart } from '../page/LazyPart.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { FigureFormula } from '../reports/FigureCard.tsx'
import { ChartLink } from './ChartLink.tsx'
import { type Comparison, ComparisonChoice } from './ComparisonChoice.tsx'
import type { PeriodChartProps } from './PeriodChart.tsx'
import { cellsOf, headsOf } from './periods.ts'
import { LazyChartTable, TableToggle } from './TableToggle.tsx'

/** Loaded on demand, because a business without figures does not need it. */
const LazyPeriodChart = lazyPart(
  async () => (await import('./PeriodChart.tsx')).PeriodChart,
  <Skeleton className="min-h-56 flex-1" />,
)

type ChartCardProps = PeriodChartProps & {
  title: string
  /** The heads of the table; the first is that of the periods. */
  heads: readonly string[]
  comparison?: Comparison
  /** How the figures are computed. */
  figures?: Omit<ComponentProps<typeof FigureFormula>, 'title'>
  isPending?: boolean
  /** Shown instead of the chart if there are no periods. */
  none?: ReactNode
  /** A section of a part of the page, under a heading of its own. */
  isPart?: boolean
  className?: string
}

/**
 * A card with a chart of periods: as a drawing or as a table, alone or compared with the period
 * before. Each period links to its rows.
 */
export function ChartCard(props: ChartCardProps) {
  const { title, heads, comparison, figures, isPending, none, ...others } = props
  const { isPart, className, ...chart } = others
  const { periods } = chart
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const Heading = isPart ? 'h3' : 'h2'
  const hasData = periods.length > 0
  return (
    <section
      aria-labelledby={id}
      className={clsx('card flex min-w-0 flex-col p-4', className ?? 'min-h-104')}
    >
      <div className="mb-2 flex min-h-8 items-start justify-between gap-2 pointer-coarse:min-h-11">
        <Heading id={id} className="text-card pt-1">
          {title}
        </Heading>
        {hasData && (
          <div className="flex shrink-0 items-start gap-1">
            <TableToggle isTable={isTable} onTurn={setIsTable} />
            {figures && <FigureFormula title={title} {...figures} />}
          </div>
        )}
      </div>
      {isPending && <Skeleton className="min-h-56 flex-1" />}
      {!isPending && !hasData && <p className="min-h-56 flex-1 text-muted">{none}</p>}
      {hasData &&
        (isTable ? (
          <PeriodTable title={title} periods={periods} heads={heads} />
        ) : (
          <LazyPeriodChart {...chart} />
        ))}
      {hasData && comparison && <ComparisonChoice comparison={comparison} />}
    </section>
  )
}

type PeriodTableProps = Pick<ChartCardProps, 'title' | 'periods' | 'heads'>

function PeriodTable({ title, periods, heads }: PeriodTableProps) {
  const isCompared = periods.some(({ before }) => before)
  return (
    <LazyChartTable
      label={`${title} as a table`}
      heads={headsOf(periods, heads)}
      rows={periods.map((period) => {
        const { name, rowName = name, href } = period
        const first = href ? (
          <ChartLink key="period" href={href} className="text-link">
            {rowName}
          </ChartLink>
        ) : (
          rowName
        )
        return [first, ...cellsOf(period, isCompared)]
      })}
    />
  )
}
