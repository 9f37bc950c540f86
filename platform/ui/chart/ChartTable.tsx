import type { ReactNode } from 'react'
import { ScrollRegion } from '../page/ScrollRegion.tsx'

type ChartTableProps = {
  /** What the figures are of: a long table scrolls in a region of this name. */
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** What a chart shows as a table: the first column says of what, the others are figures. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  const sides = (place: number) => (place === 0 ? 'text-left' : 'text-right')
  return (
    <ScrollRegion label={label} className="max-h-96 overflow-auto">
      <table className="text-table numbers w-full">
        <thead>
          <tr className="border-b border-line text-muted">
            {heads.map((head, place) => (
              <th key={head} scope="col" className={sides(place)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows of a chart have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row} className="border-b border-line last:border-b-0">
              {cells.map((cell, place) => (
                <td key={heads[place]} className={`py-1 ${sides(place)}`}>
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
