import { Skeleton } from '../../page/Skeleton.tsx'

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
