import { recall } from '#platform/ui/preferences.ts'
import { Skeleton } from '#platform/ui/Skeleton.tsx'
import { shownKey } from './first-steps-rules.ts'

/** Where the card of first steps will be, unless this browser saw it put away. */
export function FirstStepsRoom() {
  if (recall(shownKey) === false) return null
  return <Skeleton className="first-steps rounded-card" />
}
