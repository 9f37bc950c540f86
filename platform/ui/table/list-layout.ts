import { useEffect, useRef } from 'react'
import { type ListState, defaultCols } from '#platform/web/list-state.ts'
import { pageSizes } from '#platform/web/page-sizes.ts'
import {
  changePreferences,
  type ListLayout,
  preferences,
  usePreferences,
} from '../preferences/preferences.ts'

// The layout of a list is a user preference, and is also in the URL, so that a shared link shows
// the same layout; a layout from a shared link is not saved as a preference.

type Layout = { cols: string; size: string }

const defaultSize = 10

/** The stored columns and page size of a list, in URL format. */
export function rememberedLayout(name: string): Layout {
  const { lists, pageSize } = preferences()
  return { cols: lists[name]?.columns?.join() ?? defaultCols, size: String(pageSize) }
}

/** The stored columns and widths of a list, and a function that changes them. */
export function useSavedLayout(name: string) {
  const saved = usePreferences().lists[name] ?? nothing
  const save = (patch: ListLayout) =>
    changePreferences({ lists: { [name]: { ...saved, ...patch } } })
  return { kept: saved, keep: save }
}

const nothing: ListLayout = {}

/** The page size: from the URL, else from the preferences. */
export function usePageSize(list: ListState) {
  const { pageSize } = usePreferences()
  const size = list.search.size ?? pageSize
  const setSize = (next: number) => {
    changePreferences({ pageSize: pageSizes.find((known) => known === next) ?? defaultSize })
    list.change({ size: next === defaultSize ? undefined : next, page: undefined }, 'push')
  }
  return { size, setSize }
}

/** The stored page size. */
export function storedPageSize(): number {
  return preferences().pageSize
}

/** Adds the stored layout of a screen's list to the URL, if it has none. */
export function useFullAddress(name: string, list: ListState): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const { cols, size } = list.search
  const { lists, pageSize } = usePreferences()
  const columns = lists[name]?.columns?.join()
  // A list in a dialog has no URL.
  const isScreen = list.hrefOf({}) !== ''
  useEffect(() => {
    if (!isScreen) return
    const patch = {
      ...(cols === undefined && columns && { cols: columns }),
      ...(size === undefined && pageSize !== defaultSize && { size: pageSize }),
    }
    if (Object.keys(patch).length > 0) latest.current.change(patch)
  }, [isScreen, cols, size, columns, pageSize])
}
