import { recall, remember } from '#platform/web/browser-storage.ts'

const keyOf = (userId: number) => `prizm.screens.${userId}`

/** Counts a visit to a screen. Stored in this browser only. */
export function countUse(userId: number, path: string): void {
  const uses = visitCounts(userId)
  remember(keyOf(userId), { ...uses, [path]: (uses[path] ?? 0) + 1 })
}

/** Visit counts by screen. */
export function visitCounts(userId: number): Readonly<Record<string, number>> {
  const stored = recall(keyOf(userId))
  if (typeof stored !== 'object' || Array.isArray(stored)) return {}
  const counts = Object.entries(stored ?? {}).filter(([, count]) => Number.isInteger(count))
  return Object.fromEntries(counts)
}

/**
 * The most visited screens the user may see, by count, then in the order of `usual`, which fills up
 * with screens never visited.
 */
export function mostUsedScreens(
  uses: Readonly<Record<string, number>>,
  {
    usual,
    isFor,
    limit,
  }: { usual: readonly string[]; isFor: (path: string) => boolean; limit: number },
): string[] {
  const counted = usual.filter((path) => (uses[path] ?? 0) > 0)
  const sorted = counted.sort((one, other) => (uses[other] ?? 0) - (uses[one] ?? 0))
  return [...new Set([...sorted, ...usual])].filter(isFor).slice(0, limit)
}
