import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '#platform/web/send.ts'
import { Alert } from '../notices/Alert.tsx'
import { Button } from '../buttons/Button.tsx'
import { Skeleton } from '../page/Skeleton.tsx'

/** The skeleton of the first page: a header, except on a phone, and five rows. */
export function TableSkeleton({ columns, hasFoot }: { columns: number; hasFoot: boolean }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      className={
        'border-t border-line ' +
        (hasFoot ? 'min-h-[calc(var(--row)*11+3.125rem)]' : 'min-h-[calc(var(--row)*11)]')
      }
    >
      <SkeletonRow columns={columns} kind="header" />
      {[1, 2, 3, 4, 5].map((row) => (
        <SkeletonRow key={row} columns={columns} kind="row" />
      ))}
    </div>
  )
}

function SkeletonRow({ columns, kind }: { columns: number; kind: 'header' | 'row' }) {
  const height = kind === 'header' ? 'h-3' : 'h-4'
  return (
    <div
      data-skeleton={kind}
      className={
        'flex h-(--row) items-center gap-6 border-b border-line px-4 ' +
        (kind === 'header' ? 'max-sm:hidden' : '')
      }
    >
      {Array.from({ length: Math.min(columns, 8) }, (_, place) => (
        <Skeleton key={place} className={`${height} flex-1 ${place > 2 ? 'max-sm:hidden' : ''}`} />
      ))}
    </div>
  )
}

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

/** The list could not be read. There is no automatic retry, so the button is needed. */
export function TableError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <div className="border-t border-line p-4">
      <Alert
        title="This list could not be loaded"
        actions={
          <Button size="small" icon={RefreshCw} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Alert>
    </div>
  )
}
