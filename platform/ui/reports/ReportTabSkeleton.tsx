import { Skeleton } from '../page/Skeleton.tsx'

/**
 * The place of a tab of a report while its code loads. On a phone it is as high as the window,
 * because the figures follow the tab there, and a list would move them.
 */
export function ReportTabSkeleton() {
  return <Skeleton className="h-60 max-sm:h-dvh" />
}
