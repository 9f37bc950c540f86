import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type RowOf, useList } from '#platform/web/api-hooks.ts'
import { type ListState, pageOf } from '#platform/web/list-state.ts'
import { sendForList } from '#platform/web/api-client.ts'
import type { Position } from '../dialogs/NeighborNavigation.tsx'
import type { Renewal } from '../notices/RefreshFailed.tsx'
import { useListParameters } from './use-request-parameters.ts'
import { storedPageSize } from '../table/list-layout.ts'

type OpenRecord<E extends Endpoint> = {
  endpoint: E
  list: ListState
  usualSort?: string
  /** Query parameters that the list always sends. */
  fixed?: WireQueryOf<E>
  codeOf: (row: RowOf<E>) => string
  /** The code in the URL: `open` or `edit`. */
  code: string | undefined
  /** Whether the screen shows this list; if not, the record has no neighbors. */
  isShown?: boolean
}

type RecordLookup<E extends Endpoint> = OpenRecord<E> & {
  /** The list query that finds the record by its code; a search by default. */
  lookUp?: WireQueryOf<E>
}

/**
 * The record whose code is in the URL: from the current list page, else looked up by code. Includes
 * its neighbors if it is in the list shown.
 */
export function useRecord<E extends Endpoint>(props: RecordLookup<E>) {
  const { endpoint, codeOf, code } = props
  const client = useQueryClient()
  const rowPosition = useRowPosition(props)
  const isNotOnPage = code !== undefined && !rowPosition.row && !rowPosition.isPending
  const lookupQuery = props.lookUp ?? ({ q: code, limit: 100 } as unknown as WireQueryOf<E>)
  const found = useList(endpoint, { query: lookupQuery, enabled: isNotOnPage })
  const others = (found.data?.rows ?? []) as unknown as RowOf<E>[]
  const record = rowPosition.row ?? (isNotOnPage ? rowOf(others, codeOf, code) : undefined)
  const isProvided = record !== undefined
  /** The query that returned the record, for a notice if its refresh fails later. */
  const renewal: Renewal = rowPosition.row ? rowPosition.read : found
  return {
    record,
    position: rowPosition.position,
    isLoading: !isProvided && (rowPosition.isPending || found.isFetching),
    isMissing: isNotOnPage && !isProvided && found.isSuccess && !found.isFetching,
    // Once read, the record remains despite errors.
    error: isProvided || found.isFetching ? null : (rowPosition.error ?? found.error),
    renewal,
    reread: () => client.invalidateQueries({ queryKey: [endpoint.path] }),
  }
}

/** The row with a code; ignores case if no row matches exactly. */
function rowOf<Row>(rows: readonly Row[], codeOf: (row: Row) => string, code: string) {
  const folded = code.toLowerCase()
  return (
    rows.find((row) => codeOf(row) === code) ??
    rows.find((row) => codeOf(row).toLowerCase() === folded)
  )
}

/** The record's row in the list shown, and navigation to its neighbors. */
export function useRowPosition<E extends Endpoint>(props: OpenRecord<E>) {
  const { endpoint, list, usualSort, fixed, codeOf, code, isShown = true } = props
  const size = list.search.size ?? storedPageSize()
  const query = useListParameters(list.search, { usualSort, fixed })
  const queryOf = (more: object) => ({ ...query, ...more }) as unknown as WireQueryOf<E>
  const page = pageOf(list.search, size)
  const { offset } = page
  const pageRead = useList(endpoint, { query: queryOf(page), enabled: isShown })
  const rows = (isShown ? (pageRead.data?.rows ?? []) : []) as unknown as RowOf<E>[]
  const index = rows.findIndex((row) => codeOf(row) === code)

  const openAt = async (targetIndex: number) => {
    const neighbor = { query: queryOf({ limit: 1, offset: targetIndex }) }
    const nearby = rows[targetIndex - offset]
    const answer = nearby ? undefined : await sendForList(endpoint, neighbor)
    const next = nearby ?? (answer?.rows as unknown as RowOf<E>[] | undefined)?.[0]
    if (!next) return
    const nextPage = Math.floor(targetIndex / size) + 1
    list.change({ open: codeOf(next), page: nextPage === 1 ? undefined : nextPage })
  }
  const { total = 0, isAtLeast = false } = pageRead.data ?? {}
  const at = { index: offset + index, total, isAtLeast }
  const position: Position | undefined =
    index < 0 ? undefined : { ...at, goTo: (targetIndex) => void openAt(targetIndex) }
  return {
    row: rows[index],
    read: pageRead,
    position,
    isPending: isShown && pageRead.isPending,
    error: isShown ? pageRead.error : null,
  }
}
