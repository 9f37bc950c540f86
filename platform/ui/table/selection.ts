import { useState } from 'react'

type RowWithId = { id: number }

/** What is ticked: `rows` one by one, or all that match but those of `except`. */
type Ticked<Row> = {
  rows: ReadonlyMap<number, Row>
  isAll: boolean
  except: ReadonlySet<number>
}

/** What the keys tick row by row: from where, as far as where, and what was ticked before. */
type Range<Row> = { from: number; to: number; before: Ticked<Row> }

export type Selected<Row> = Ticked<Row> & { range?: Range<Row> }

export const nothing: Selected<never> = {
  rows: new Map<number, never>(),
  isAll: false,
  except: new Set(),
}

/**
 * The selected rows of a table, across its pages. A change of what is filtered empties it: what
 * cannot be seen must not be acted on.
 */
export function useSelection<Row extends RowWithId>(scope: string) {
  const [state, setState] = useState<{ scope: string; selected: Selected<Row> }>()
  const selected: Selected<Row> = state?.scope === scope ? state.selected : nothing
  const keep = (next: Selected<Row>) => setState({ scope, selected: next })
  const has = (row: Row) => isTicked(selected, row)
  return {
    isAll: selected.isAll,
    rows: [...selected.rows.values()],
    countOf: (total: number) => countOf(selected, total),
    has,
    toggle: (row: Row, isOn = !has(row)) => keep(ticked(selected, [row], isOn)),
    selectMany: (rows: readonly Row[], isOn: boolean) => keep(ticked(selected, rows, isOn)),
    /** Ticks on from the row at one place of the page to its neighbour at another. */
    extend: (rows: readonly Row[], at: number, to: number) =>
      keep(extended(selected, rows, { at, to })),
    selectAllMatching: () => keep({ ...nothing, isAll: true }),
    clear: () => keep(nothing),
  }
}

export type Selection<Row extends RowWithId> = ReturnType<typeof useSelection<Row>>

/** What the selection of a list depends on: what it is filtered by, not its order and columns. */
export function scopeOf(query: Readonly<Record<string, unknown>>): string {
  const { sort: _, with: _more, ...filtered } = query
  return JSON.stringify(filtered)
}

export function isTicked<Row extends RowWithId>(selected: Ticked<Row>, { id }: RowWithId): boolean {
  return selected.isAll ? !selected.except.has(id) : selected.rows.has(id)
}

/** How many are ticked of a list of so many. */
export function countOf<Row>(selected: Ticked<Row>, total: number): number {
  return selected.isAll ? Math.max(0, total - selected.except.size) : selected.rows.size
}

/** After some rows were ticked, or ticked off; where all that match are, these are kept apart. */
export function ticked<Row extends RowWithId>(
  { rows, isAll, except }: Ticked<Row>,
  changed: readonly Row[],
  isOn: boolean,
): Selected<Row> {
  if (isAll) {
    const apart = new Set(except)
    for (const { id } of changed) {
      if (isOn) apart.delete(id)
      else apart.add(id)
    }
    return { rows, isAll, except: apart }
  }
  const now = new Map(rows)
  for (const row of changed) {
    if (isOn) now.set(row.id, row)
    else now.delete(row.id)
  }
  return { rows: now, isAll, except }
}

/**
 * After the keys went on from the row `at` a place of the page `to` another: all from where they
 * began is ticked, and what they come back from is as it was before. Rows elsewhere stay.
 */
export function extended<Row extends RowWithId>(
  selected: Selected<Row>,
  rows: readonly Row[],
  { at, to }: { at: number; to: number },
): Selected<Row> {
  const [here, there] = [rows[at], rows[to]]
  if (!here || !there) return selected
  const { range, ...before } = selected
  const begun = range?.to === here.id ? rows.findIndex(({ id }) => id === range.from) : -1
  const start = begun < 0 ? at : begun
  const base = begun < 0 || !range ? before : range.before
  const through = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const from = rows[start]?.id ?? here.id
  return { ...ticked(base, through, true), range: { from, to: there.id, before: base } }
}
