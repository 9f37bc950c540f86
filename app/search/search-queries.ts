import { queryOptions } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { HitKind } from '#features/search/contract.ts'

/** One search hit: its kind, label and address. */
export type Hit = { kind: string; icon: LucideIcon; href: string; code: string; detail: string }

/** Loads the module of the create suggestions when a search finds nothing. */
export const createSuggestionsQuery = queryOptions({
  queryKey: ['create suggestions'],
  queryFn: () => import('./create-suggestions.ts'),
  staleTime: Infinity,
})

/** Records that match a text, of some kinds or all, best match first. */
export function hitsFor(text: string, of?: readonly HitKind[]) {
  const query = { q: text, limit: 12, ...(of && { kinds: of.join() }) }
  return queryOptions({
    queryKey: ['hits', text, of?.join()],
    // Loaded by the first search, to keep the initial bundle small.
    queryFn: async ({ signal }) => (await import('./find-hits.ts')).findHits(query, signal),
    staleTime: 10_000,
    enabled: text !== '',
  })
}
