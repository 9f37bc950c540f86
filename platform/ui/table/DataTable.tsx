import { type ReactNode, useEffect, useRef } from 'react'
import {
  type Endpoint,
  listQuery,
  hasParameter,
  type WireQueryOf,
} from '#platform/kernel/endpoint.ts'
import { type RowOf, useList, useRefetchList } from '#platform/web/api-hooks.ts'
import { type ListState, narrowingKeys, pageOf } from '#platform/web/list-state.ts'
import { sendForList } from '#platform/web/api-client.ts'
import type { MenuItem } from '../menu/Menu.tsx'
import { RefreshFailed, type Renewal } from '../notices/RefreshFailed.tsx'
import { useListParameters } from '../records/use-request-parameters.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import { CardHead } from './CardHead.tsx'
import type { Filter } from './filters/FilterChip.tsx'
import { Pagination } from './Pagination.tsx'
import { type ListGroups, groupedSort, rowGroupingOf } from './groups/row-groups.ts'
import { ListSums } from './ListSums.tsx'
import { PrintedList } from './export/PrintedList.tsx'
import { TableRows } from './TableRows.tsx'
import type { RowAction } from './TableRow.tsx'
import { EmptyTable } from './states/EmptyTable.tsx'
import { ListAge } from './states/ListAge.tsx'
import { TableError } from './states/TableError.tsx'
import { TableSkeleton } from './states/TableSkeleton.tsx'
import { Toolbar, clearFilters } from './Toolbar.tsx'
import type { ListCall } from './export/read-all-rows.ts'
import { type Column, useColumns } from './columns.ts'
import { otherFilters } from './filters/filter-texts.ts'
import { usePageSize, useFullAddress } from './list-layout.ts'
import { withExport } from './export/export-row-action.ts'
import { scopeOf, useSelection } from './selection.ts'
import { matchingRows, selectedRows, useExport } from './export/use-export.ts'
import { useFocusAfterRemoval } from './use-selection-and-focus-after-removal.ts'
import type { FileKind } from './export/build-file.ts'

export type DataTableProps<E extends Endpoint, Row extends { id: number }> = {
  /** The key of its column preferences, and the name of its exports. */
  name: string
  /** The title of its card. */
  title: string
  endpoint: E
  /** Path parameters, such as the record the list belongs to. */
  params?: Record<string, number>
  /** The URL state of the screen, or local state in a dialog. */
  list: ListState
  /** Query parameters that are always sent. */
  fixed?: WireQueryOf<E>
  /** The default sort order. */
  usualSort?: string
  columns: readonly Column<Row>[]
  codeOf: (row: Row) => string
  filters?: readonly Filter[]
  placeholder?: string
  /** The codes of its rows are on barcodes: a button of the search field scans one by camera. */
  isScannable?: boolean
  actionsOf?: (row: Row) => readonly RowAction[]
  /** Whether the row menu exports a single row. */
  exportsRow?: boolean
  /** Bulk actions. If empty, as for some roles, rows can only be exported. */
  bulk?: readonly BulkAction<Row>[] | undefined
  /** More items of the Columns menu, such as `Recently deleted`. */
  menu?: readonly MenuItem[]
  /**
   * The primary button of the card, with others before it; inside the table if the list is empty.
   */
  primary?: ReactNode
  /** Buttons of the card for existing rows. */
  tools?: ReactNode
  /** Opens a row; undefined if rows are read-only. */
  onOpen?: (row: Row) => void
  /** The URL that opens a row, if it is not the current one with the row's code. */
  hrefOf?: (row: Row) => string
  /** The action of the N key. */
  onAdd?: () => void
  /** Shown if there are no rows yet. */
  empty: ReactNode
  /** Shown between the rows and the pagination, such as their sums. */
  foot?: ReactNode
  /** The sums under the rows, by which the rows can be grouped. */
  groups?: ListGroups<Row>
  /** More about a row in its preview, such as the lines of an order. */
  preview?: (row: Row) => ReactNode
}

const rowHeights = { compact: 32, regular: 40, relaxed: 48 } as const
const none: readonly never[] = []

/** A server-side list: the server pages, sorts, filters and exports; the URL stores the state. */
export function DataTable<E extends Endpoint, Row extends { id: number } & RowOf<E>>(
  props: DataTableProps<E, Row>,
) {
  const { name, endpoint, list, columns: all, bulk, filters = none, params = {} } = props
  const query = useGroupedQuery<Row>(props)
  const queryKey = JSON.stringify(query)
  const { read, offset, pageInfo } = usePage(props, { params, query })
  // The endpoint's rows are the table's rows: the only cast between the types.
  const rows = (read.data?.rows ?? none) as readonly Row[]
  const card = useFocusAfterRemoval(rows)
  const reread = useRefetchList(read)
  const { total, isAtLeast, size } = pageInfo
  const isEmpty = read.isSuccess && total === 0 && !isFiltered(list)
  const columns = useColumns(name, all, list)
  const selection = useSelection<Row>(scopeOf({ ...query, params }))
  const isPastEnd = rows.length === 0 && total > 0 && !read.isFetching
  useReturnFromPastEnd(list, isPastEnd ? Math.ceil(total / size) : undefined)
  const { density } = usePreferences()
  const hasSelection = selection.countOf(total) > 0
  const selected = () => selectedRows(endpoint, { params, query }, { selection, visibleRows: rows })
  const exporting = useExport({ name, columns: columns.shown })
  const matching = () => matchingRows(endpoint, { params, query }) as AsyncIterable<Row[]>
  const exportRows = async (kind: FileKind) =>
    exporting.run(hasSelection ? [await selected()] : matching(), kind)
  return (
    <section
      ref={card}
      aria-labelledby={`${name}-title`}
      className="card min-w-0"
      style={{ '--row': `${rowHeights[density]}px` } as object}
    >
      <CardHead {...props} id={`${name}-title`} isEmpty={isEmpty} read={read} />
      <Toolbar
        list={list}
        placeholder={props.placeholder ?? 'Search...'}
        isScannable={props.isScannable ?? false}
        filters={filters}
        hiddenFilters={otherFilters(filters, list.search, canFilter(props))}
        {...{ all, columns }}
        isReading={read.isFetching && !read.isPending}
        isExporting={exporting.isBusy}
        menu={props.menu ?? none}
        onRefresh={() => void reread()}
        onExport={(kind) => void exportRows(kind)}
      />
      <PrintedList key={queryKey} {...{ filters, list, pageInfo, matching, columns }} />
      {bulk && hasSelection && (
        <BulkBar
          selection={selection}
          total={total}
          isAtLeast={isAtLeast}
          actions={[...bulk, exporting.chosen]}
          read={selected}
          page={{ rows, query: JSON.stringify({ ...query, params }) }}
        />
      )}
      <TableBody
        {...withExport<Row, typeof props>(props, exporting.run)}
        read={read}
        rows={rows}
        total={total}
        isAtLeast={isAtLeast}
        offset={offset}
        columns={columns}
        selection={bulk && selection}
      />
      <Pagination list={list} pageInfo={pageInfo} isKnown={read.data !== undefined} />
    </section>
  )
}

type GroupedQueryOptions<Row> = {
  list: ListState
  usualSort?: string
  fixed?: unknown
  groups?: ListGroups<Row>
}

/** The query of the list, by group first if its rows are grouped. */
function useGroupedQuery<Row>({ list, groups, ...options }: GroupedQueryOptions<Row>) {
  const grouping = rowGroupingOf(groups, list.search.by)
  const { sort, ...filtered } = useListParameters(list.search, options)
  return { ...filtered, sort: groupedSort(sort as string | undefined, grouping) }
}

/** Reads the page in the URL; returns its size and a function that counts all rows. */
function usePage<E extends Endpoint>(
  { name, endpoint, list }: { name: string; endpoint: E; list: ListState },
  { params, query }: ListCall,
) {
  useFullAddress(name, list)
  const { size, setSize } = usePageSize(list)
  const page = pageOf(list.search, size)
  const read = useList(endpoint, { params, query: asWire<E>({ ...query, ...page }) })
  const countAll = async () => {
    const exact = asWire<E>({ ...query, limit: 1, count: 'exact' })
    return (await sendForList(endpoint, { params, query: exact })).total
  }
  const { total = 0, isAtLeast = false } = read.data ?? {}
  return { read, offset: page.offset, pageInfo: { total, isAtLeast, size, setSize, countAll } }
}

/** Every list endpoint has the same list parameters, so the cast is safe. */
function asWire<E extends Endpoint>(query: object): WireQueryOf<E> {
  return query as unknown as WireQueryOf<E>
}

type TableBodyProps<Row extends { id: number }> = Parameters<typeof TableRows<Row>>[0] & {
  read: Renewal & { isPending: boolean; dataUpdatedAt: number }
  empty: ReactNode
  primary?: ReactNode
  foot?: ReactNode
}

/** On a phone the rows reach the end of the screen, so that rows of any height move nothing. */
const phoneHeight = 'max-sm:min-h-[max(var(--row)*11,100svh-14rem)]'

/** The rows between toolbar and foot, or why there are none. */
function TableBody<Row extends { id: number }>(props: TableBodyProps<Row>) {
  const { read, total, columns, list, groups } = props
  const foot = props.foot ?? (groups && <ListSums {...groups} list={list} />)
  const hasFoot = foot !== undefined
  // A list that is a screen has at least its loading height, so that content below does not move.
  const isScreen = list.hrefOf({}) !== ''
  if (read.isPending) {
    return (
      <div className={isScreen ? phoneHeight : ''}>
        <TableSkeleton columns={columns.shown.length} hasFoot={hasFoot} />
      </div>
    )
  }
  if (read.error && read.data === undefined) {
    return <TableError error={read.error} onRetry={() => void read.refetch()} />
  }
  return (
    <div className={isScreen ? `min-h-[calc(var(--row)*11)] ${phoneHeight}` : ''}>
      <ListAge read={read} />
      {read.error && (
        <div className="border-t border-line p-4">
          <RefreshFailed read={read} />
        </div>
      )}
      <TableRows {...props} />
      {total > 0 && foot}
      {total === 0 && (
        <EmptyTable
          isFiltered={isFiltered(list)}
          primary={props.primary}
          onClear={() => clearFilters(list)}
        >
          {props.empty}
        </EmptyTable>
      )}
    </div>
  )
}

/** True if the endpoint accepts a filter parameter that is not always sent by this list. */
function canFilter({ endpoint, fixed = {} }: { endpoint: Endpoint; fixed?: object }) {
  return (id: string) => hasParameter(endpoint, id) && !(id in listQuery) && !(id in fixed)
}

function isFiltered({ search }: ListState): boolean {
  return narrowingKeys(search).length > 0
}

/** Moves to the last page if the page no longer exists, after a delete or with an old URL. */
function useReturnFromPastEnd(list: ListState, lastPage: number | undefined): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  useEffect(() => {
    if (lastPage) latest.current.change({ page: lastPage === 1 ? undefined : lastPage })
  }, [lastPage])
}
