import { internalPath } from '#platform/web/internal-path.ts'
import { parseSearchText } from '#platform/web/query-string.ts'

export type AuthSearch = { next?: string; tab?: 'signin' | 'signup' }

/** Parses the sign-in page's query string; accepts `next` only as a path on this site. */
export function readAuthSearch(text: string, origin = location.origin): AuthSearch {
  const { next, tab } = parseSearchText(text)
  const path = next?.startsWith('/') ? internalPath(next, origin) : undefined
  const isPage = path !== undefined && !path.startsWith('/auth')
  return { ...(isPage ? { next: path } : {}), ...(tab === 'signup' ? { tab } : {}) }
}
