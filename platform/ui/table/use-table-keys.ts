import type { RefObject } from 'react'
import { useShortcut } from '../keyboard/shortcuts.ts'
import type { RowAction } from './TableRow.tsx'
import type { Selection } from './selection.ts'

type TableKeys<Row extends { id: number }> = {
  table: RefObject<HTMLTableElement | null>
  rows: readonly Row[]
  total: number
  selection: Selection<Row> | undefined
  actionsOf: (row: Row) => readonly RowAction[]
  onPreview: (row: Row) => void
}

/** The keyboard shortcuts of a list: move the focus between rows and act on the focused row. */
export function useTableKeys<Row extends { id: number }>(props: TableKeys<Row>): void {
  const { table, rows, selection } = props
  const focusedRow = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')
    return focused && table.current?.contains(focused) ? Number(focused.dataset['row']) : -1
  }
  const rowHere = () => rows[focusedRow()]
  const focusRow = (index: number) => {
    const focusedIndex = Math.max(0, Math.min(index, rows.length - 1))
    const row = table.current?.querySelector(`[data-row="${focusedIndex}"]`)
    row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
  }
  const runAction = (label: string) => {
    const row = rowHere()
    const action = row && props.actionsOf(row).find((known) => known.shortcut === label)
    if (action && action.whyNot === undefined) action.run()
  }
  const extend = (by: number) => {
    const at = focusedRow()
    if (!rows[at] || !selection) return
    const to = rows[at + by] ? at + by : at
    selection.extend(rows, at, to)
    focusRow(to)
  }
  useShortcut('rowDown', () => focusRow(focusedRow() + 1))
  useShortcut('rowUp', () => focusRow(focusedRow() - 1))
  useShortcut('rowFirst', () => focusRow(0))
  useShortcut('rowLast', () => focusRow(rows.length - 1))
  useShortcut('rowSelect', () => {
    const row = rowHere()
    if (row) selection?.toggle(row)
  })
  useShortcut('rowPreview', () => {
    const row = rowHere()
    if (row) props.onPreview(row)
  })
  useShortcut('rangeDown', () => extend(1))
  useShortcut('rangeUp', () => extend(-1))
  useShortcut('selectAll', () => {
    if (!selection) return
    const isPageSelected = rows.every((row) => selection.has(row))
    if (isPageSelected && props.total > rows.length) selection.selectAllMatching()
    else selection.selectMany(rows, true)
  })
  useShortcut('rowEdit', () => runAction('rowEdit'))
  // A key held down must delete one row, not all that follow.
  useShortcut('rowDelete', ({ repeat }) => repeat || runAction('rowDelete'))
  useShortcut('rowActions', () => {
    const row = table.current?.querySelector(`[data-row="${focusedRow()}"]`)
    row?.querySelector<HTMLElement>('[data-more]')?.dispatchEvent(openMenuKey())
  })
}

/** The key event that opens a menu button. */
function openMenuKey(): KeyboardEvent {
  return new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
}
