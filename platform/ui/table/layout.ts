import { useEffect, useRef, useState } from 'react'
import { type ListState, pageSizes, usualCols } from '#platform/web/list-search.ts'
import { recall, remember } from '../preferences.ts'

// What a person likes of a list is remembered in the browser. The address says it too, so that
// whoever gets the address sees the same; what it says of somebody else's list is not remembered.

type Kept = { columns?: string[] | undefined; widths?: Record<string, number> }
type Layout = { cols: string; size: string }

const usualSize = 10
const sizeKey = 'prizm.pageSize'
const keyOf = (name: string) => `prizm.table.${name}`

/** The columns and the page size that this browser remembers of a list, as an address says them. */
export function rememberedLayout(name: string): Layout {
  return { cols: keptOf(name).columns?.join() ?? usualCols, size: String(keptSize()) }
}

/** The columns of a table that were chosen last, and their widths. */
export function useKept(name: string) {
  const [kept, setKept] = useState(() => keptOf(name))
  const keep = (patch: Kept) => {
    setKept({ ...kept, ...patch })
    remember(keyOf(name), { ...kept, ...patch })
  }
  return { kept, keep }
}

/** How many rows a page has: as the address says, else as it was chosen last. */
export function usePageSize(list: ListState) {
  const [kept, setKept] = useState(keptSize)
  const size = list.search.size ?? kept
  const setSize = (next: number) => {
    setKept(next)
    remember(sizeKey, next)
    list.change({ size: next === usualSize ? undefined : next, page: undefined }, 'push')
  }
  return { size, setSize }
}

/** The page size that was chosen last. */
export function keptSize(): number {
  const kept = Number(recall(sizeKey))
  return pageSizes.find((known) => known === kept) ?? usualSize
}

/** Puts what is remembered of a screen's list into its address, where that says nothing of it. */
export function useWholeAddress(name: string, list: ListState): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const { cols, size } = list.search
  // A list in a dialog has no address.
  const isScreen = list.hrefOf({}) !== ''
  useEffect(() => {
    if (!isScreen) return
    const { columns } = keptOf(name)
    const patch = {
      ...(cols === undefined && columns && { cols: columns.join() }),
      ...(size === undefined && keptSize() !== usualSize && { size: keptSize() }),
    }
    if (Object.keys(patch).length > 0) latest.current.change(patch)
  }, [name, isScreen, cols, size])
}

function keptOf(name: string): Kept {
  const kept = recall(keyOf(name))
  return typeof kept === 'object' && kept !== null ? kept : {}
}
