import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState } from '#platform/web/list-state.ts'
import { useFilterParameters } from '../../records/use-request-parameters.ts'
import type { Filter } from '../filters/FilterChip.tsx'
import type { PageInfo } from '../Pagination.tsx'
import type { Pages } from './read-all-rows.ts'
import { ReportPrintContext } from './report-print-context.ts'
import type { Columns } from '../columns.ts'
import { countText } from '../count-text.ts'
import { filterTexts } from '../filters/filter-texts.ts'

type PrintedListProps<Row> = {
  filters?: readonly Filter[]
  list: ListState
  columns: Columns<Row>
  pageInfo: PageInfo
  /** Every matching row. */
  matching: () => Pages<Row>
}

/** The print-only parts of a list: its filters as text and, in a report, all rows. */
export function PrintedList<Row extends { id: number }>(props: PrintedListProps<Row>) {
  const { filters = [], list } = props
  const filterLines = filterTexts(filters, list.search, useFilterParameters(list.search))
  const rows = usePrintedRows(props)
  return (
    <>
      {filterLines.length > 0 && (
        <p className="hidden px-4 pb-2 print:block">{`Filtered by ${filterLines.join(' · ')}`}</p>
      )}
      {rows}
    </>
  )
}

/** Renders all rows while printing, if the current page does not have all of them. */
function usePrintedRows<Row extends { id: number }>(props: PrintedListProps<Row>): ReactNode {
  const printJob = use(ReportPrintContext)?.paper
  const [rows, setRows] = useState<ReactNode>(null)
  const isScreen = props.list.hrefOf({}) !== ''
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!printJob || !isScreen) return
    return printJob.offer(async () => {
      const { columns, matching, pageInfo } = latest.current
      if (pageInfo.total <= pageInfo.size) return
      const { renderPrintedRows } = await import('./render-printed-rows.tsx')
      const all = countText(pageInfo.total, pageInfo.isAtLeast)
      const found = await renderPrintedRows({ columns: columns.shown, pages: matching(), all })
      flushSync(() => setRows(found))
      addEventListener('afterprint', () => setRows(null), { once: true })
    })
  }, [printJob, isScreen])
  return rows
}
