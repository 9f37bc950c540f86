import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { pageSizes } from './page-sizes.ts'
import { clean, searchText } from './search-text.ts'

/**
 * What a list screen shows, as its address says it: `?q=north&sort=-orderDate&page=2&size=25
 * &f.status=pending,processing&open=SO-1042&tab=timeline&new=1`. Filters start with `f.`.
 */
export type ListSearch = {
  view?: string | undefined
  q?: string | undefined
  sort?: string | undefined
  page?: number | undefined
  size?: number | undefined
  /** The columns shown; `usual` are those of the program, none the reader's own. */
  cols?: string | undefined
  /** What the sums under the list are grouped by. */
  by?: string | undefined
  /** The code of the record in the details dialog, and its tab. */
  open?: string | undefined
  tab?: string | undefined
  /** The record's tab where the screen has tabs itself, and `tab` is the screen's. */
  part?: string | undefined
  /** The code of the record in the edit form. */
  edit?: string | undefined
  /** The form for a new record; its value may say of which kind, or what it begins with. */
  new?: string | undefined
  [filter: `f.${string}`]: string | undefined
}

/** What `cols` says of a list that shows the columns of the program. */
export const usualCols = 'usual'

const textKeys = ['view', 'q', 'sort', 'cols', 'by', 'open', 'tab', 'part', 'edit', 'new'] as const

/** Takes from an address what a list understands; anything else is left out. */
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

/** The text that a new record begins with: `?new=Acme` has one, `?new=1` has none. */
export function begunText(adds: string): string | undefined {
  return adds === '1' ? undefined : adds
}

/** The day that a whole report is of: it is asked of the server as a filter, and is none. */
const dayKey = 'f.asOf'

/** The keys of what narrows a list down, which `Clear filters` takes away. */
export function narrowingKeys(search: ListSearch): string[] {
  const filters = Object.keys(search).filter((key) => isFilter(key) && key !== dayKey)
  return search.q === undefined ? filters : [...filters, 'q']
}

/** Filters as the list call takes them: `f.status` becomes `status`. */
export function filtersOf(search: ListSearch): Record<string, string> {
  const entries = Object.entries(search).filter(([key, value]) => isFilter(key) && value)
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(2), String(value)]))
}

/** Lists may count no further than this; a page beyond it needs the exact total. */
const countedUpTo = 10_000

/** The page that an address asks for, as the list call takes it. */
export function pageOf({ page = 1 }: ListSearch, size: number) {
  const isFar = page * size > countedUpTo
  return { limit: size, offset: (page - 1) * size, ...(isFar && { count: 'exact' as const }) }
}

/** What a list shows and how to change it; from the address, or from a place of its own. */
export type ListState = {
  search: ListSearch
  /** Changes part of it. `push` makes a step that Back undoes; the default replaces. */
  change: (patch: Partial<ListSearch>, how?: 'push' | 'replace') => void
  /** Opens a record over the list, in the tab that one was last looked at in. */
  openRecord: (code: string) => void
  /** The address that shows the same with a part changed. */
  hrefOf: (patch: Partial<ListSearch>) => string
  /** Closes what `open`, `edit` or `new` shows; Back then does not open it again. */
  close: () => void
  /** Closes what other parts of the address show: `gone` is the change that takes them away. */
  closePart: (gone: Partial<ListSearch>) => void
}

const shownOver = { open: undefined, tab: undefined, edit: undefined, new: undefined }

/** The tab that a record was last looked at in, by the path of its screen. */
const lastTabs = new Map<string, string | undefined>()

/** The list state of a screen: its address. */
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
    (gone: Partial<ListSearch>) => {
      const state = router.history.location.state as { pushed?: boolean }
      if (state.pushed) router.history.back()
      else change(gone)
    },
    [change, router],
  )
  const close = useCallback(() => closePart(shownOver), [closePart])
  const hrefOf = (patch: Partial<ListSearch>) => pathname + searchText({ ...search, ...patch })
  return { search, change, openRecord, hrefOf, close, closePart }
}

/** The list state of a table inside a dialog: its own, forgotten when it closes. */
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

/** The tab of a record over a screen that has tabs itself, as the record's dialog takes it. */
export function partOf({ search, change }: ListState) {
  const onTab = (id: string) => change({ part: id === 'overview' ? undefined : id })
  return { tab: search.part, onTab }
}

/** The text of a value in an address; numbers stand there as text too. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, 500)
  return typeof value === 'number' ? String(value) : undefined
}

function isFilter(key: string): key is `f.${string}` {
  return key.startsWith('f.') && key.length > 2 && key.length < 50
}
