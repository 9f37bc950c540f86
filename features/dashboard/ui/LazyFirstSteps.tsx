import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readFirstSteps } from '../contract.ts'
import { visibilityKey } from './first-steps-visibility.ts'
import { recall, remember } from '#platform/web/browser-storage.ts'

/** Placeholder for the first-steps card, unless it was hidden when this browser last loaded it. */
function FirstStepsSkeleton() {
  if (recall(visibilityKey) === false) return null
  return <Skeleton className="first-steps rounded-card" />
}

const FirstSteps = lazyPart(
  async () => (await import('./FirstSteps.tsx')).FirstSteps,
  <FirstStepsSkeleton />,
)

/** The first-steps card; its code is loaded only if the card is not hidden. */
export function LazyFirstSteps({ onTour }: { onTour: () => void }) {
  const { data, error } = useRead(readFirstSteps)
  if (!data) return error ? <FirstSteps onTour={onTour} /> : <FirstStepsSkeleton />
  remember(visibilityKey, !data.isHidden)
  return data.isHidden ? null : <FirstSteps onTour={onTour} />
}
