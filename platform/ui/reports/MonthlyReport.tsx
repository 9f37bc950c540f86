import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Loaded } from '../page/Loaded.tsx'
import { useFilterParameters } from '../records/use-request-parameters.ts'
import { MonthsCard, type MonthColumn, type MonthsCardProps } from './MonthsCard.tsx'
import { MonthsFilter } from './MonthsFilter.tsx'

type MonthsQuery = Partial<Record<'asOf' | 'from' | 'to', string | undefined>>

/** An endpoint that answers with the months of a period, up to a day. */
type MonthsEndpoint<Month> = Endpoint & {
  query: z.ZodMiniType<unknown, MonthsQuery>
  returns: z.ZodMiniType<Month[]>
}

type MonthlyReportProps<Month> = Omit<MonthsCardProps<Month>, 'columns' | 'months' | 'from'> & {
  endpoint: MonthsEndpoint<Month>
  list: ListState
  /** The columns, whose links lead to rows as of the day. */
  columnsOf: (asOf: string | undefined) => readonly MonthColumn<Month>[]
  skeleton: ReactNode
  /** Shown above the table. */
  chart?: (months: readonly Month[], asOf: string | undefined) => ReactNode
}

/** Figures of each month of a period, by default of the twelve months up to the day. */
export function MonthlyReport<Month extends { id: number }>(props: MonthlyReportProps<Month>) {
  const { endpoint, list, columnsOf, skeleton, chart, ...card } = props
  const { asOf, from, to } = useFilterParameters(list.search)
  const read = useRead(endpoint, { query: { asOf, from, to } })
  return (
    <>
      <MonthsFilter list={list} />
      <Loaded read={read} skeleton={skeleton}>
        {(months) => (
          <>
            {chart?.(months, asOf)}
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
