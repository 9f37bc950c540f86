import type { ReactNode } from 'react'
import { type ListState, defaultCols } from '#platform/web/list-state.ts'
import { rememberedLayout, useSavedLayout } from './list-layout.ts'
import { boundedWidth } from './width-limits.ts'

/** A column of a list. Its id is the field name, which is also the server's sort key. */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The plain text for exports, if it differs from the field. */
  text?: (row: Row) => string
  sortable?: boolean
  align?: 'right'
  /** In pixels; default 150. */
  width?: number
  /** Hidden by default; shown through the Columns menu. */
  isOptional?: boolean
  /** A name or other free text, truncated to two lines, or to one. */
  isLong?: true | 'one line'
  /** Its position in the stacked row on a phone; the first column is always the heading. */
  phone?: 'badge' | 'line' | 'amount' | 'date'
}

export const defaultWidth = 150

/** The text of a cell in exports. */
export function textOf<Row extends object>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.id]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** True if a table shows one of these columns, so that costly fields are requested only then. */
export function hasVisibleColumn(name: string, ids: readonly string[], list: ListState): boolean {
  const visibleIds = (list.search.cols ?? rememberedLayout(name).cols).split(',')
  return ids.some((id) => visibleIds.includes(id))
}

/** The shown columns of a table and their widths: from the URL, else from the preferences. */
export function useColumns<Row>(name: string, all: readonly Column<Row>[], list: ListState) {
  const { kept: saved, keep: save } = useSavedLayout(name)
  const defaultIds = all.filter((column) => !column.isOptional).map((column) => column.id)
  const own = saved.columns ?? defaultIds
  const columnIds = requestedColumns(list.search.cols, { own, usual: defaultIds })
  const found = all.filter((column) => columnIds.includes(column.id))
  const visible = found.length > 0 ? found : all.filter((column) => !column.isOptional)
  const ids = visible.map((column) => column.id)
  return {
    /** All columns of the list, also those that the table hides. */
    all,
    shown: visible,
    isShown: (id: string) => ids.includes(id),
    toggle: (id: string) => {
      const next = all
        .map((column) => column.id)
        .filter((known) => (known === id ? !ids.includes(id) : ids.includes(known)))
      if (next.length === 0) return
      const isDefault = next.join() === defaultIds.join()
      // Columns from a URL or a view are changed in the URL only, not in the user's preferences.
      const isOwn = ids.join() === own.join()
      if (isOwn) save({ columns: isDefault ? undefined : next })
      const none = isOwn || saved.columns === undefined ? undefined : defaultCols
      list.change({ cols: isDefault ? none : next.join() })
    },
    reset: () => {
      save({ columns: undefined, widths: {} })
      list.change({ cols: undefined })
    },
    widthOf: (column: Column<Row>) => saved.widths?.[column.id] ?? column.width ?? defaultWidth,
    /** A long column fills the remaining space, unless it is narrow or has a user-defined width. */
    takesRoom: (column: Column<Row>) =>
      column.isLong === true &&
      (column.width ?? defaultWidth) >= defaultWidth &&
      saved.widths?.[column.id] === undefined,
    resize: (id: string, width: number) =>
      save({ widths: { ...saved.widths, [id]: boundedWidth(width) } }),
  }
}

export type Columns<Row> = ReturnType<typeof useColumns<Row>>

function requestedColumns(
  cols: string | undefined,
  { own, usual }: { own: readonly string[]; usual: readonly string[] },
): readonly string[] {
  if (cols === undefined) return own
  return cols === defaultCols ? usual : cols.split(',')
}

/** The sort direction of a column, from `?sort=name` or `?sort=-name`. */
export function directionOf(sort: string | undefined, id: string): 'up' | 'down' | undefined {
  const first = sort?.split(',')[0]
  if (first === id) return 'up'
  return first === `-${id}` ? 'down' : undefined
}

/** The sort after a click on a column header: ascending, then descending, then none. */
export function nextSort(sort: string | undefined, id: string): string | undefined {
  const direction = directionOf(sort, id)
  if (direction === 'up') return `-${id}`
  return direction === 'down' ? undefined : id
}
