import { type RefObject, useEffect, useState } from 'react'

/**
 * The row of a table that is previewed beside it. The preview follows the keyboard focus from row
 * to row, and closes if its row leaves the page.
 */
export function useRowPreview<Row extends { id: number }>(
  table: RefObject<HTMLElement | null>,
  rows: readonly Row[],
) {
  const [id, setId] = useState<number>()
  const isOpen = id !== undefined
  useEffect(() => {
    if (!isOpen) return
    const follow = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      if (row && table.current?.contains(row)) setId(rows[Number(row.dataset['row'])]?.id)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [isOpen, rows, table])
  return {
    row: rows.find((row) => row.id === id),
    toggle: (row: Row) => setId(row.id === id ? undefined : row.id),
    close: () => setId(undefined),
  }
}
