import { useEffect, useRef } from 'react'
import { type ListState, usualCols } from '#platform/web/list-search.ts'
import { pageSizes } from '#platform/web/page-sizes.ts'
import {
  changePreferences,
  type ListLayout,
  preferences,
  usePreferences,
} from '../preferences/preferences.ts'

// What a person likes of a list is one of their preferences. The address says it too, so that
// whoever gets the address sees the same; what it says of somebody else's list is not remembered.

type Layout = { cols: string; size: string }

const usualSize = 10

/** The columns and the page size that are remembered of a list, as an address says them. */
export function rememberedLayout(name: string): Layout {
  const { lists, pageSize } = preferences()
  return { cols: lists[name]?.columns?.join() ?? usualCols, size: String(pageSize) }
}

/** The columns of a table that were chosen last, and their widths. */
export function useKept(name: string) {
  const kept = usePreferences().lists[name] ?? nothing
  const keep = (patch: ListLayout) =>
    changePreferences({ lists: { [name]: { ...kept, ...patch } } })
  return { kept, keep }
}

const nothing: ListLayout = {}

/** How many rows a page has: as the address says, else as it was chosen last. */
export function usePageSize(list: ListState) {
  const { pageSize } = usePreferences()
  const size = list.search.size ?? pageSize
  const setSize = (next: number) => {
    changePreferences({ pageSize: pageSizes.find((known) => known === next) ?? usualSize })
    list.change({ size: next === usualSize ? undefined : next, page: undefined }, 'push')
  }
  return { size, setSize }
}

/** The page size that was chosen last. */
export function storedPageSize(): number {
  return preferences().pageSize
}

/** Puts what is remembered of a screen's list into its address, where that says nothing of it. */
export function useWholeAddress(name: string, list: ListState): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const { cols, size } = list.search
  const { lists, pageSize } = usePreferences()
  const columns = lists[name]?.columns?.join()
  // A list in a dialog has no address.
  const isScreen = list.hrefOf({}) !== ''
  useEffect(() => {
    if (!isScreen) return
    const patch = {
      ...(cols === undefined && columns && { cols: columns }),
      ...(size === undefined && pageSize !== usualSize && { size: pageSize }),
    }
    if (Object.keys(patch).length > 0) latest.current.change(patch)
  }, [isScreen, cols, size, columns, pageSize])
}
