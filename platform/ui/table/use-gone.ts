import { useEffect, useRef } from 'react'
import type { Selection } from './selection.ts'

type RowWithId = { id: number }

/** The current page, and its query. */
export type ShownPage<Row extends RowWithId> = { rows: readonly Row[]; asked: string }

/**
 * Deselects rows that an action removed from the list, such as orders no longer "awaiting
 * approval"; rows still visible remain selected for the next action. Returns the function to call
 * before an action, with its rows.
 */
export function useForgetGone<Row extends RowWithId>(
  selection: Selection<Row>,
  { rows, asked }: ShownPage<Row>,
): (acted: readonly Row[]) => void {
  const last = useRef<{ acted: readonly Row[]; seen: readonly number[]; asked: string }>(undefined)
  useEffect(() => {
    const { current } = last
    if (!current || current.asked !== asked) return
    const here = new Set(rows.map(({ id }) => id))
    if (current.seen.every((id) => here.has(id))) return
    last.current = undefined
    if (selection.isAll) selection.clear()
    else selection.selectMany(current.acted, false)
  }, [rows, asked, selection])
  return (acted) => {
    const ids = new Set(acted.map(({ id }) => id))
    const seen = rows.map(({ id }) => id).filter((id) => ids.has(id))
    last.current = { acted, seen, asked }
  }
}
