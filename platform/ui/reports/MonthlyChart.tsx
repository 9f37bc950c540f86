import { useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import { ChartCard } from '../chart/ChartCard.tsx'
import type { ChartFigures, ChartSeries } from '../chart/periods.ts'
import { formatMonth } from '../dates/moments.ts'
import { useBusinessDay } from '../dates/today.ts'
import { Loaded } from '../page/Loaded.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { firstDayOf, lastDayOf, monthsBefore } from './months-before.ts'

/** The days of a monthly report; by default the twelve months up to today. */
export type MonthsQuery = Partial<Record<'asOf' | 'from' | 'to', string | undefined>> & {
  basis?: 'due' | 'invoice' | undefined
}

/** An endpoint that answers with figures of the months of a period, up to a day. */
export type MonthsEndpoint<Answer> = Endpoint & {
  query: z.ZodMiniType<unknown, MonthsQuery>
  returns: z.ZodMiniType<Answer>
}

type MonthlyChartProps<Answer, Month> = {
  title: string
  endpoint: MonthsEndpoint<Answer>
  query: MonthsQuery
  monthsOf: (answer: Answer) => readonly Month[]
  bars: readonly ChartSeries[]
  line?: ChartSeries
  /** The heads of the table after that of the months. */
  heads: readonly string[]
  figuresOf: (month: Month) => ChartFigures
  /** The URL of the rows of a month. */
  hrefOf: (month: Month) => string
  /** The figures add up over a month, so one that has not ended is drawn paler. */
  isSum?: boolean
  /** A sentence about all months, oldest first. */
  summaryOf: (months: readonly Month[]) => string
  none: string
}

/** A chart of the months of a period, which can be compared with as many months before it. */
export function MonthlyChart<Answer, Month extends { id: number }>(
  props: MonthlyChartProps<Answer, Month>,
) {
  const { title, endpoint, query, monthsOf, heads, figuresOf, hrefOf, summaryOf, none } = props
  const { isSum = false } = props
  const today = useBusinessDay(isSum)
  const [isCompared, setIsCompared] = useState(false)
  const read = useRead(endpoint, { query })
  const oldestFirst = (answer: Answer | undefined) =>
    answer === undefined ? [] : monthsOf(answer).toSorted((a, b) => a.id - b.id)
  const months = oldestFirst(read.data as Answer | undefined)
  const earlier = monthsBefore(months.map(({ id }) => id))
  const before = useRead(endpoint, {
    query: { ...query, ...earlier },
    enabled: isCompared && earlier !== undefined,
  })
  const monthsEarlier = isCompared ? oldestFirst(before.data as Answer | undefined) : []
  const nameOf = ({ id }: Month) => formatMonth(firstDayOf(id))
  const count = months.length === 1 ? 'the month before' : `the ${months.length} months before`
  return (
    <Loaded read={read} skeleton={<Skeleton className="h-104 rounded-card" />}>
      {() => (
        <ChartCard
          title={title}
          summary={summaryOf(months)}
          heads={['Month', ...heads]}
          bars={props.bars}
          line={props.line}
          periods={months.map((month, index) => {
            const other = monthsEarlier[index]
            return {
              id: month.id,
              name: nameOf(month),
              href: hrefOf(month),
              isOpen: isSum && lastDayOf(month.id) > (query.asOf ?? today),
              ...figuresOf(month),
              before:
                other === undefined ? undefined : { name: nameOf(other), ...figuresOf(other) },
            }
          })}
          endLabels={[
            months[0] ? nameOf(months[0]) : '',
            months.length > 1 ? nameOf(months.at(-1) as Month) : '',
          ]}
          comparison={{
            with: count,
            isShown: isCompared,
            onTurn: setIsCompared,
            problem:
              isCompared && before.error
                ? `The figures of ${count} could not be loaded. ${before.error.sentence}`
                : undefined,
          }}
          none={none}
        />
      )}
    </Loaded>
  )
}
