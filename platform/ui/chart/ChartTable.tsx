import type { ReactNode } from 'react'
import { ScrollRegion } from '../page/ScrollRegion.tsx'

type ChartTableProps = {
  /** The subject of the table, which names its scroll region. */
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** The data of a chart as a table: the first column is the label, the others are figures. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  const sides = (columnIndex: number) => (columnIndex === 0 ? 'text-left' : 'text-right')
  return (
    <ScrollRegion label={label} className="max-h-96 overflow-auto">
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-muted">
            {heads.map((head, columnIndex) => (
              <th key={head} scope="col" className={sides(columnIndex)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Chart rows have no id, only their index.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row} className="border-b border-line last:border-b-0">
              {cells.map((cell, columnIndex) => (
                <td key={heads[columnIndex]} className={`py-1 ${sides(columnIndex)}`}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
