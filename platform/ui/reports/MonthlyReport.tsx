import type { ReactNode } from 'react'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Loaded } from '../page/Loaded.tsx'
import { useFilterParameters } from '../records/use-request-parameters.ts'
import { MonthsCard, type MonthColumn, type MonthsCardProps } from './MonthsCard.tsx'
import { MonthsFilter } from './MonthsFilter.tsx'
import type { MonthsEndpoint, MonthsQuery } from './MonthlyChart.tsx'

type MonthlyReportProps<Month> = Omit<MonthsCardProps<Month>, 'columns' | 'months' | 'from'> & {
  endpoint: MonthsEndpoint<Month[]>
  list: ListState
  /** The columns, whose links lead to rows as of the day. */
  columnsOf: (asOf: string | undefined) => readonly MonthColumn<Month>[]
  skeleton: ReactNode
  /** Shown above the table; reads the same months. */
  charts?: (query: MonthsQuery) => ReactNode
}

/** Figures of each month of a period, by default of the twelve months up to the day. */
export function MonthlyReport<Month extends { id: number }>(props: MonthlyReportProps<Month>) {
  const { endpoint, list, columnsOf, skeleton, charts, ...card } = props
  const { asOf, from, to } = useFilterParameters(list.search)
  const query = { asOf, from, to }
  const read = useRead(endpoint, { query })
  return (
    <>
      <MonthsFilter list={list} />
      <Loaded read={read} skeleton={skeleton}>
        {(months) => (
          <>
            {months.length > 0 && charts?.(query)}
            <MonthsCard
              {...card}
              columns={columnsOf(asOf)}
              months={months}
              from={{ endpoint, read }}
            />
          </>
        )}
      </Loaded>
    </>
  )
}
