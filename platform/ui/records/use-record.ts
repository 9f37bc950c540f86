import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type RowOf, useList } from '#platform/web/api.ts'
import { type ListState, pageOf } from '#platform/web/list-search.ts'
import { sendForList } from '#platform/web/send.ts'
import type { Position } from '../dialogs/DetailsDialog.tsx'
import type { Renewal } from '../notices/RefreshFailed.tsx'
import { useListQuery } from './list-query.ts'
import { storedPageSize } from '../table/layout.ts'

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
  const here = useRowPosition(props)
  const isElsewhere = code !== undefined && !here.row && !here.isPending
  const lookupQuery = props.lookUp ?? ({ q: code, limit: 100 } as unknown as WireQueryOf<E>)
  const found = useList(endpoint, { query: lookupQuery, enabled: isElsewhere })
  const others = (found.data?.rows ?? []) as unknown as RowOf<E>[]
  const record = here.row ?? (isElsewhere ? rowOf(others, codeOf, code) : undefined)
  const isProvided = record !== undefined
  /** The query that returned the record, for a notice if its refresh fails later. */
  const renewal: Renewal = here.row ? here.read : found
  return {
    record,
    position: here.position,
    isLoading: !isProvided && (here.isPending || found.isFetching),
    isMissing: isElsewhere && !isProvided && found.isSuccess && !found.isFetching,
    // Once read, the record remains despite errors.
    error: isProvided || found.isFetching ? null : (here.error ?? found.error),
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
  const query = useListQuery(list.search, { usualSort, fixed })
  const queryOf = (more: object) => ({ ...query, ...more }) as unknown as WireQueryOf<E>
  const page = pageOf(list.search, size)
  const { offset } = page
  const here = useList(endpoint, { query: queryOf(page), enabled: isShown })
  const rows = (isShown ? (here.data?.rows ?? []) : []) as unknown as RowOf<E>[]
  const index = rows.findIndex((row) => codeOf(row) === code)

  const openAt = async (place: number) => {
    const neighbor = { query: queryOf({ limit: 1, offset: place }) }
    const nearby = rows[place - offset]
    const answer = nearby ? undefined : await sendForList(endpoint, neighbor)
    const next = nearby ?? (answer?.rows as unknown as RowOf<E>[] | undefined)?.[0]
    if (!next) return
    const nextPage = Math.floor(place / size) + 1
    list.change({ open: codeOf(next), page: nextPage === 1 ? undefined : nextPage })
  }
  const { total = 0, isAtLeast = false } = here.data ?? {}
  const at = { index: offset + index, total, isAtLeast }
  const position: Position | undefined =
    index < 0 ? undefined : { ...at, goTo: (place) => void openAt(place) }
  return {
    row: rows[index],
    read: here,
    position,
    isPending: isShown && here.isPending,
    error: isShown ? here.error : null,
  }
}
