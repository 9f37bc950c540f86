import type { ReactNode } from 'react'
import { type ListState, usualCols } from '#platform/web/list-search.ts'
import { rememberedLayout, useKept } from './layout.ts'
import { boundedWidth } from './widths.ts'

/** A column of a list. Its id is the field's name, by which the server sorts too. */
export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The plain text for exports, where it differs from the field. */
  text?: (row: Row) => string
  sortable?: boolean
  align?: 'right'
  /** Pixels; 150 unless said. */
  width?: number
  /** Hidden until somebody asks for it in the Columns menu. */
  isOptional?: boolean
  /** A name or another free text: of it two lines are shown at most, or one. */
  isLong?: true | 'one line'
  /** Its place in the stacked row of a phone; the first column is always its heading. */
  phone?: 'badge' | 'line' | 'amount' | 'date'
}

export const defaultWidth = 150

/** The text of a cell as exports write it. */
export function textOf<Row extends object>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.id]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether a table shows one of some columns, so that the server is asked for what costs more. */
export function isOneShown(name: string, ids: readonly string[], list: ListState): boolean {
  const shown = (list.search.cols ?? rememberedLayout(name).cols).split(',')
  return ids.some((id) => shown.includes(id))
}

/** Which columns a table shows and how wide: from the address, else as last left here. */
export function useColumns<Row>(name: string, all: readonly Column<Row>[], list: ListState) {
  const { kept, keep } = useKept(name)
  const usual = all.filter((column) => !column.isOptional).map((column) => column.id)
  const own = kept.columns ?? usual
  const asked = columnsAsked(list.search.cols, { own, usual })
  const found = all.filter((column) => asked.includes(column.id))
  const shown = found.length > 0 ? found : all.filter((column) => !column.isOptional)
  const ids = shown.map((column) => column.id)
  return {
    shown,
    isShown: (id: string) => ids.includes(id),
    toggle: (id: string) => {
      const next = all
        .map((column) => column.id)
        .filter((known) => (known === id ? !ids.includes(id) : ids.includes(known)))
      if (next.length === 0) return
      const isUsual = next.join() === usual.join()
      // What an address or a view has brought is changed there, and one's own stay as they are.
      const isOwn = ids.join() === own.join()
      if (isOwn) keep({ columns: isUsual ? undefined : next })
      const none = isOwn || kept.columns === undefined ? undefined : usualCols
      list.change({ cols: isUsual ? none : next.join() })
    },
    reset: () => {
      keep({ columns: undefined, widths: {} })
      list.change({ cols: undefined })
    },
    widthOf: (column: Column<Row>) => kept.widths?.[column.id] ?? column.width ?? defaultWidth,
    /** A long text takes the room that others leave, unless it is narrow or was given a width. */
    takesRoom: (column: Column<Row>) =>
      column.isLong === true &&
      (column.width ?? defaultWidth) >= defaultWidth &&
      kept.widths?.[column.id] === undefined,
    resize: (id: string, width: number) =>
      keep({ widths: { ...kept.widths, [id]: boundedWidth(width) } }),
  }
}

export type Columns<Row> = ReturnType<typeof useColumns<Row>>

function columnsAsked(
  cols: string | undefined,
  { own, usual }: { own: readonly string[]; usual: readonly string[] },
): readonly string[] {
  if (cols === undefined) return own
  return cols === usualCols ? usual : cols.split(',')
}

/** Which way a column is sorted, from `?sort=name` or `?sort=-name`. */
export function directionOf(sort: string | undefined, id: string): 'up' | 'down' | undefined {
  const first = sort?.split(',')[0]
  if (first === id) return 'up'
  return first === `-${id}` ? 'down' : undefined
}

/** The sort after a press on a column's header: up, then down, then none. */
export function nextSort(sort: string | undefined, id: string): string | undefined {
  const direction = directionOf(sort, id)
  if (direction === 'up') return `-${id}`
  return direction === 'down' ? undefined : id
}
