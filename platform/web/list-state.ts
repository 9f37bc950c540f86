import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Endpoint, listQuery, WireQueryOf } from '#platform/kernel/endpoint.ts'
import { pageSizes } from './page-sizes.ts'
import { clean, searchText } from './query-string.ts'

/** The search parameters of every screen with lists, without the filters of a list. */
export type ScreenSearch = {
  view?: string | undefined
  q?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  size?: number | undefined
  /** The visible columns; `usual` means the default columns, undefined the user's own selection. */
  cols?: string | undefined
  /** The grouping of the totals under the list. */
  by?: string | undefined
  /** The code of the record in the details dialog, and the dialog's tab. */
  open?: string | undefined
  tab?: string | undefined
  /** The record's tab on screens that have tabs themselves, where `tab` is the screen's. */
  part?: string | undefined
  /** The code of the record in the edit form. */
  edit?: string | undefined
  /** The open record is shown as a page of its own instead of a dialog over the list. */
  full?: string | undefined
  /** Opens the form for a new record; its value may give the kind or the initial text. */
  new?: string | undefined
}

/**
 * The state of a list screen in its URL, such as
 * `?q=north&sort=-orderDate&page=2&size=25&f.status=pending,processing` followed by
 * `&open=SO-1042&tab=timeline&new=1`. Filters start with `f.`.
 */
export type ListSearch = ScreenSearch & { [filter: `f.${string}`]: string | undefined }

/**
 * The search parameters of a screen that shows the lists of these endpoints: in a link to it, a
 * filter that none of them takes does not compile.
 */
export type SearchOfLists<E extends Endpoint> = ScreenSearch & {
  [Name in FilterNames<E> as `f.${Name}`]?: string | undefined
}

type FilterNames<E> = E extends Endpoint
  ? Exclude<keyof WireQueryOf<E> & string, keyof typeof listQuery>
  : never

/** The value of `cols` for a list with the default columns. */
export const defaultCols = 'usual'

const textKeys = [
  'view',
  'q',
  'sort',
  'cols',
  'by',
  'open',
  'tab',
  'part',
  'full',
  'edit',
  'new',
] as const

/** Parses the search parameters that a list supports and ignores the others. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const search: ListSearch = {}
  for (const key of textKeys) {
    const value = textOf(raw[key])
    if (value) search[key] = value
  }
  const page = Number(raw['page'])
  if (Number.isInteger(page) && page > 1 && page <= 10_000_000) search.page = page
  const size = Number(raw['size'])
  if (pageSizes.some((known) => known === size)) search.size = size
  for (const [key, value] of Object.entries(raw)) {
    const text = textOf(value)
    if (isFilter(key) && text) search[key] = text
  }
  return search
}

/** The initial text of a new record: `?new=Acme` has one, `?new=1` does not. */
export function initialText(adds: string): string | undefined {
  return adds === '1' ? undefined : adds
}

/** The day of a report: sent to the server like a filter, but it does not narrow the list. */
const dayKey = 'f.asOf'

/** The keys that narrow the list, which `Clear filters` removes. */
export function narrowingKeys(search: ListSearch): string[] {
  const filters = Object.keys(search).filter((key) => isFilter(key) && key !== dayKey)
  return search.q === undefined ? filters : [...filters, 'q']
}

/** The filters in API form: `f.status` becomes `status`. */
export function filtersOf(search: ListSearch): Record<string, string> {
  const entries = Object.entries(search).filter(([key, value]) => isFilter(key) && value)
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(2), String(value)]))
}

/** The server may stop counting here; a page beyond it needs the exact total. */
const countedUpTo = 10_000

/** The paging parameters for the API. */
export function pageOf({ page = 1 }: ListSearch, size: number) {
  const isFar = page * size > countedUpTo
  return { limit: size, offset: (page - 1) * size, ...(isFar && { count: 'exact' as const }) }
}

/** The state of a list and how to change it; stored in the URL, or locally. */
export type ListState = {
  search: ListSearch
  /**
   * Changes part of the state. `push` adds a history entry that Back undoes; the default replaces.
   */
  change: (patch: Partial<ListSearch>, how?: 'push' | 'replace') => void
  /** Opens a record over the list, in the tab that was last used. */
  openRecord: (code: string) => void
  /** The URL of the same state with a part changed. */
  hrefOf: (patch: Partial<ListSearch>) => string
  /** Closes what `open`, `edit` or `new` shows; Back then does not reopen it. */
  close: () => void
  /** Closes what other parts of the URL show; `gone` is the change that removes them. */
  closePart: (removal: Partial<ListSearch>) => void
}

const overlayParams = {
  open: undefined,
  tab: undefined,
  full: undefined,
  edit: undefined,
  new: undefined,
}

/** The last used record tab, by the path of the screen. */
const lastTabs = new Map<string, string | undefined>()

/** The list state in the URL of a screen. */
export function useUrlList(): ListState {
  const search = readListSearch(useSearch({ strict: false }))
  const isOpen = search.open !== undefined
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const router = useRouter()
  const change = useCallback(
    (patch: Partial<ListSearch>, how: 'push' | 'replace' = 'replace') => {
      const isTabChosen = isOpen && 'tab' in patch && !('open' in patch)
      if (isTabChosen) lastTabs.set(pathname, patch.tab)
      const state = router.history.location.state as { pushed?: boolean }
      void navigate({
        to: '.',
        search: (before: object) => clean({ ...before, ...patch }),
        replace: how === 'replace',
        state: { pushed: how === 'push' || state.pushed === true } as object,
        resetScroll: false,
      })
    },
    [isOpen, navigate, pathname, router],
  )
  const openRecord = (code: string) => change({ open: code, tab: lastTabs.get(pathname) }, 'push')
  const closePart = useCallback(
    (removal: Partial<ListSearch>) => {
      const state = router.history.location.state as { pushed?: boolean }
      if (state.pushed) router.history.back()
      else change(removal)
    },
    [change, router],
  )
  const close = useCallback(() => closePart(overlayParams), [closePart])
  const hrefOf = (patch: Partial<ListSearch>) => pathname + searchText({ ...search, ...patch })
  return { search, change, openRecord, hrefOf, close, closePart }
}

/** The list state of a table inside a dialog, which is lost when the dialog closes. */
export function useLocalList(initial: ListSearch = {}): ListState {
  const [search, setSearch] = useState<ListSearch>(initial)
  return useMemo(() => {
    const change = (patch: Partial<ListSearch>) =>
      setSearch((before) => clean({ ...before, ...patch }))
    const openRecord = (code: string) => change({ open: code })
    const close = () => change({ open: undefined, edit: undefined, new: undefined })
    return { search, change, openRecord, hrefOf: () => '', close, closePart: change }
  }, [search])
}

/** Whether the open record is a page instead of a dialog, and how to change that. */
export type RecordPageState = { isPage: boolean; onToggle: () => void }

/** The tab of the open record, and whether it is a page; undefined for a list without a URL. */
export type RecordView = {
  tab: string | undefined
  onTab: (id: string) => void
  page: RecordPageState | undefined
}

/** How the open record is shown on a screen without tabs. */
export function recordViewOf(list: ListState): RecordView {
  const onTab = (id: string) => list.change({ tab: id === 'overview' ? undefined : id })
  return { tab: list.search.tab, onTab, page: recordPageOf(list) }
}

/** How the open record is shown on a screen that has tabs itself: `part` is the record's. */
export function recordViewUnderTabs(list: ListState): RecordView {
  const onTab = (id: string) => list.change({ part: id === 'overview' ? undefined : id })
  return { tab: list.search.part, onTab, page: recordPageOf(list) }
}

/** A list in a dialog has no address, so its records are always dialogs. */
function recordPageOf({ search, change, hrefOf }: ListState): RecordPageState | undefined {
  if (hrefOf({}) === '') return undefined
  const isPage = search.full !== undefined
  return { isPage, onToggle: () => change({ full: isPage ? undefined : '1' }) }
}

/** The text of a URL value; numbers are converted to text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, 500)
  return typeof value === 'number' ? String(value) : undefined
}

function isFilter(key: string): key is `f.${string}` {
  return key.startsWith('f.') && key.length > 2 && key.length < 50
}
