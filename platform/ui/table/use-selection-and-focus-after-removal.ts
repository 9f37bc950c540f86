import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Selection } from './selection.ts'

type RowWithId = { id: number }

/** The current page, and its query. */
export type CurrentRows<Row extends RowWithId> = { rows: readonly Row[]; query: string }

/**
 * Deselects rows that an action removed from the list, such as orders no longer "awaiting
 * approval"; rows still visible remain selected for the next action. Returns the function to call
 * before an action, with its rows.
 */
export function useDeselectRemoved<Row extends RowWithId>(
  selection: Selection<Row>,
  { rows, query }: CurrentRows<Row>,
): (acted: readonly Row[]) => void {
  const last = useRef<{ acted: readonly Row[]; visibleIds: readonly number[]; query: string }>(
    undefined,
  )
  useEffect(() => {
    const { current } = last
    if (!current || current.query !== query) return
    const currentIds = new Set(rows.map(({ id }) => id))
    if (current.visibleIds.every((id) => currentIds.has(id))) return
    last.current = undefined
    if (selection.isAll) selection.clear()
    else selection.selectMany(current.acted, false)
  }, [rows, query, selection])
  return (acted) => {
    const ids = new Set(acted.map(({ id }) => id))
    const visibleIds = rows.map(({ id }) => id).filter((id) => ids.has(id))
    last.current = { acted, visibleIds, query }
  }
}

/**
 * If the row with the keyboard focus leaves the list, for example because it was deleted, the focus
 * moves to the row that takes its place, or to the card of an empty list. A dialog or a menu
 * over the list keeps the row in mind; a press outside the rows forgets it. Returns the ref of the
 * card of the list.
 */
export function useFocusAfterRemoval(rows: readonly RowWithId[]): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  const focused = useRef<{ id: number; index: number }>(undefined)
  const renderedRows = useRef(rows)
  useEffect(() => {
    const follow = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return
      const over = target.closest('[role=dialog], [role=menu]')
      if (type === 'focusin' && over && !over.contains(card.current)) return
      const row = card.current?.contains(target) && target.closest<HTMLElement>('[data-row]')
      const index = row ? Number(row.dataset['row']) : -1
      const id = renderedRows.current[index]?.id
      focused.current = id === undefined ? undefined : { id, index }
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
    }
  }, [card])
  useLayoutEffect(() => {
    renderedRows.current = rows
    const { current: last } = focused
    if (!last || document.activeElement !== document.body) return
    if (rows.some(({ id }) => id === last.id)) return
    focused.current = undefined
    const next = `[data-row="${Math.min(last.index, rows.length - 1)}"] [data-row-link]`
    if (rows.length > 0) card.current?.querySelector<HTMLElement>(next)?.focus()
    else focusCard(card.current)
  }, [card, rows])
  return card
}

/** Focuses the card itself. Its search box would take Ctrl+Z, which restores a deleted record. */
function focusCard(card: HTMLElement | null): void {
  if (!card) return
  card.tabIndex = -1
  card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true })
  card.focus()
}
