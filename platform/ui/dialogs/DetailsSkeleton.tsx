import { Skeleton } from '../page/Skeleton.tsx'

/** Where the details of a record will be, while they load. */
export function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-10 w-80 max-w-full" />
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="h-12" />
        ))}
      </div>
    </div>
  )
}
