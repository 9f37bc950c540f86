import { queryOptions } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { HitKind } from '#features/search/contract.ts'

/** One record found: what it is, and where it opens. */
export type Hit = { kind: string; icon: LucideIcon; href: string; code: string; detail: string }

/** What can be made by somebody who looked for it in vain; read then and only then. */
export const beginningsRead = queryOptions({
  queryKey: ['beginnings'],
  queryFn: () => import('./create-suggestions.ts'),
  staleTime: Infinity,
})

/** Records that match a text, of some kinds or of all, the best first. */
export function hitsFor(text: string, of?: readonly HitKind[]) {
  const query = { q: text, limit: 12, ...(of && { kinds: of.join() }) }
  return queryOptions({
    queryKey: ['hits', text, of?.join()],
    // Loaded by the first search: each screen begins without it.
    queryFn: async ({ signal }) => (await import('./hit-kinds.ts')).findHits(query, signal),
    staleTime: 10_000,
    enabled: text !== '',
  })
}
