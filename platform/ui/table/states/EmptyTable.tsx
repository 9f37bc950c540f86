import type { ReactNode } from 'react'
import { Button } from '../../buttons/Button.tsx'

type EmptyTableProps = {
  isFiltered: boolean
  /** The primary button to create the first row. */
  primary?: ReactNode
  onClear: () => void
  children: ReactNode
}

/** No rows, because of the filters or because there are none yet; as high as the skeleton. */
export function EmptyTable({ isFiltered, primary, onClear, children }: EmptyTableProps) {
  return (
    <div
      className={
        'grid min-h-[calc(var(--row)*10)] content-center justify-items-center gap-3 px-4 ' +
        'text-center'
      }
    >
      <p className="text-card">No results found.</p>
      {isFiltered ? <Button onClick={onClear}>Clear filters</Button> : children}
      {!isFiltered && primary && (
        <div className="no-print flex flex-wrap justify-center gap-2">{primary}</div>
      )}
    </div>
  )
}
