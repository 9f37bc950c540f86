import { useState } from 'react'

type Selected<Row> = { scope: string; rows: Map<number, Row>; isAll: boolean; anchor: number }

/**
 * The selected rows of a table, across its pages. A change of what is filtered empties it: what
 * cannot be seen must not be acted on.
 */
export function useSelection<Row extends { id: number }>(scope: string) {
  const empty: Selected<Row> = { scope, rows: new Map(), isAll: false, anchor: 0 }
  const [state, setState] = useState(empty)
  const current = state.scope === scope ? state : empty
  const update = (patch: Partial<Selected<Row>>) => setState({ ...current, ...patch })
  return {
    count: current.rows.size,
    isAll: current.isAll,
    rows: [...current.rows.values()],
    has: (row: Row) => current.isAll || current.rows.has(row.id),
    toggle: (row: Row, isOn = !current.rows.has(row.id)) => {
      const rows = new Map(current.rows)
      if (isOn) rows.set(row.id, row)
      else rows.delete(row.id)
      update({ rows, isAll: false })
    },
    selectMany: (added: readonly Row[], isOn: boolean) => {
      const rows = new Map(current.rows)
      for (const row of added) {
        if (isOn) rows.set(row.id, row)
        else rows.delete(row.id)
      }
      update({ rows, isAll: false })
    },
    selectAllMatching: () => update({ isAll: true }),
    clear: () => setState(empty),
  }
}

export type Selection<Row extends { id: number }> = ReturnType<typeof useSelection<Row>>
