import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { type RowOf, useList } from '#platform/web/api.ts'
import { type ListState, pageOf } from '#platform/web/list-search.ts'
import { sendForList } from '#platform/web/send.ts'
import type { Position } from '../dialogs/DetailsDialog.tsx'
import type { Renewal } from '../notices/NotRenewed.tsx'
import { useListQuery } from './list-query.ts'
import { storedPageSize } from '../table/layout.ts'

type OpenRecord<E extends Endpoint> = {
  endpoint: E
  list: ListState
  usualSort?: string
  /** Parameters that the list always sends. */
  fixed?: WireQueryOf<E>
  codeOf: (row: RowOf<E>) => string
  /** The code asked for: `open` or `edit` of the address. */
  code: string | undefined
  /** Whether the screen shows this list; where not, the record has no neighbours. */
  isShown?: boolean
}

type LookedUp<E extends Endpoint> = OpenRecord<E> & {
  /** How the list call finds the record by its code; it is searched for where nothing is said. */
  lookUp?: WireQueryOf<E>
}

/**
 * The record whose code stands in the address: from the page of the list that is shown, else
 * looked up by its code. With its neighbours where it belongs to the list shown.
 */
export function useRecord<E extends Endpoint>(props: LookedUp<E>) {
  const { endpoint, codeOf, code } = props
  const client = useQueryClient()
  const here = usePlace(props)
  const isElsewhere = code !== undefined && !here.row && !here.isPending
  const lookUp = props.lookUp ?? ({ q: code, limit: 100 } as unknown as WireQueryOf<E>)
  const found = useList(endpoint, { query: lookUp, enabled: isElsewhere })
  const others = (found.data?.rows ?? []) as unknown as RowOf<E>[]
  const record = here.row ?? (isElsewhere ? rowOf(others, codeOf, code) : undefined)
  const isGiven = record !== undefined
  /** What it was read with, for a word on it where that fails later. */
  const renewal: Renewal = here.row ? here.read : found
  return {
    record,
    position: here.position,
    isLoading: !isGiven && (here.isPending || found.isFetching),
    isMissing: isElsewhere && !isGiven && found.isSuccess && !found.isFetching,
    // What was read once stays.
    error: isGiven || found.isFetching ? null : (here.error ?? found.error),
    renewal,
    reread: () => client.invalidateQueries({ queryKey: [endpoint.path] }),
  }
}

/** The row of a code; capitals make no difference where no row is written as asked for. */
function rowOf<Row>(rows: readonly Row[], codeOf: (row: Row) => string, code: string) {
  const folded = code.toLowerCase()
  return (
    rows.find((row) => codeOf(row) === code) ??
    rows.find((row) => codeOf(row).toLowerCase() === folded)
  )
}

/** Where a record stands in the list that is shown: its row, and the way to its neighbours. */
export function usePlace<E extends Endpoint>(props: OpenRecord<E>) {
  const { endpoint, list, usualSort, fixed, codeOf, code, isShown = true } = props
  const size = list.search.size ?? storedPageSize()
  const query = useListQuery(list.search, { usualSort, fixed })
  const asked = (more: object) => ({ ...query, ...more }) as unknown as WireQueryOf<E>
  const page = pageOf(list.search, size)
  const { offset } = page
  const here = useList(endpoint, { query: asked(page), enabled: isShown })
  const rows = (isShown ? (here.data?.rows ?? []) : []) as unknown as RowOf<E>[]
  const index = rows.findIndex((row) => codeOf(row) === code)

  const goTo = async (place: number) => {
    const neighbour = { query: asked({ limit: 1, offset: place }) }
    const near = rows[place - offset]
    const answer = near ? undefined : await sendForList(endpoint, neighbour)
    const next = near ?? (answer?.rows as unknown as RowOf<E>[] | undefined)?.[0]
    if (!next) return
    const nextPage = Math.floor(place / size) + 1
    list.change({ open: codeOf(next), page: nextPage === 1 ? undefined : nextPage })
  }
  const { total = 0, isAtLeast = false } = here.data ?? {}
  const at = { index: offset + index, total, isAtLeast }
  const position: Position | undefined =
    index < 0 ? undefined : { ...at, goTo: (place) => void goTo(place) }
  return {
    row: rows[index],
    read: here,
    position,
    isPending: isShown && here.isPending,
    error: isShown ? here.error : null,
  }
}
