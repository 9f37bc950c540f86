import { useState } from 'react'

type RowWithId = { id: number }

/** The selection: `rows` one by one, or all matching rows except `except`. */
type Ticked<Row> = {
  rows: ReadonlyMap<number, Row>
  isAll: boolean
  except: ReadonlySet<number>
}

/** A range selected by keyboard: its start, its end, and the selection before it. */
type Range<Row> = { from: number; to: number; before: Ticked<Row> }

export type SelectedRows<Row> = Ticked<Row> & { range?: Range<Row> }

export const nothing: SelectedRows<never> = {
  rows: new Map<number, never>(),
  isAll: false,
  except: new Set(),
}

/**
 * The selected rows of a table, across its pages. A change of the filters clears it, because
 * actions must not apply to rows that the user cannot see.
 */
export function useSelection<Row extends RowWithId>(scope: string) {
  const [state, setState] = useState<{ scope: string; selected: SelectedRows<Row> }>()
  const selected: SelectedRows<Row> = state?.scope === scope ? state.selected : nothing
  const setSelected = (next: SelectedRows<Row>) => setState({ scope, selected: next })
  const has = (row: Row) => isTicked(selected, row)
  return {
    isAll: selected.isAll,
    rows: [...selected.rows.values()],
    countOf: (total: number) => countOf(selected, total),
    has,
    toggle: (row: Row, isOn = !has(row)) => setSelected(ticked(selected, [row], isOn)),
    selectMany: (rows: readonly Row[], isOn: boolean) => setSelected(ticked(selected, rows, isOn)),
    /** Extends the selection from the row at one index of the page to that at another. */
    extend: (rows: readonly Row[], at: number, to: number) =>
      setSelected(extended(selected, rows, { at, to })),
    selectAllMatching: () => setSelected({ ...nothing, isAll: true }),
    clear: () => setSelected(nothing),
  }
}

export type Selection<Row extends RowWithId> = ReturnType<typeof useSelection<Row>>

/** The selection scope of a list: its filters, but not its sort order and columns. */
export function scopeOf(query: Readonly<Record<string, unknown>>): string {
  const { sort: _, with: _more, ...filtered } = query
  return JSON.stringify(filtered)
}

export function isTicked<Row extends RowWithId>(selected: Ticked<Row>, { id }: RowWithId): boolean {
  return selected.isAll ? !selected.except.has(id) : selected.rows.has(id)
}

/** The number of selected rows in a list of `total` rows. */
export function countOf<Row>(selected: Ticked<Row>, total: number): number {
  return selected.isAll ? Math.max(0, total - selected.except.size) : selected.rows.size
}

/** Selects or deselects rows; if all matching rows are selected, updates the exceptions. */
export function ticked<Row extends RowWithId>(
  { rows, isAll, except }: Ticked<Row>,
  changed: readonly Row[],
  isOn: boolean,
): SelectedRows<Row> {
  if (isAll) {
    const deselectedIds = new Set(except)
    for (const { id } of changed) {
      if (isOn) deselectedIds.delete(id)
      else deselectedIds.add(id)
    }
    return { rows, isAll, except: deselectedIds }
  }
  const now = new Map(rows)
  for (const row of changed) {
    if (isOn) now.set(row.id, row)
    else now.delete(row.id)
  }
  return { rows: now, isAll, except }
}

/**
 * Extends a keyboard range from the row at index `at` to that at `to`: selects all rows from the
 * start of the range; rows the range shrinks away from revert to their previous state. Other rows
 * do not change.
 */
export function extended<Row extends RowWithId>(
  selected: SelectedRows<Row>,
  rows: readonly Row[],
  { at, to }: { at: number; to: number },
): SelectedRows<Row> {
  const [fromRow, toRow] = [rows[at], rows[to]]
  if (!fromRow || !toRow) return selected
  const { range, ...before } = selected
  const anchorIndex = range?.to === fromRow.id ? rows.findIndex(({ id }) => id === range.from) : -1
  const start = anchorIndex < 0 ? at : anchorIndex
  const base = anchorIndex < 0 || !range ? before : range.before
  const through = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const from = rows[start]?.id ?? fromRow.id
  return { ...ticked(base, through, true), range: { from, to: toRow.id, before: base } }
}
