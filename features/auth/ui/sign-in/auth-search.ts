import { internalPath } from '#platform/web/own-path.ts'
import { parseSearchText } from '#platform/web/search-text.ts'

type AuthSearch = { next?: string; tab?: 'signin' | 'signup' }

/** What the address asks of this page; a path to go to afterwards stays on this site. */
export function readAuthSearch(text: string, origin = location.origin): AuthSearch {
  const { next, tab } = parseSearchText(text)
  const path = next?.startsWith('/') ? internalPath(next, origin) : undefined
  const isPage = path !== undefined && !path.startsWith('/auth')
  return { ...(isPage ? { next: path } : {}), ...(tab === 'signup' ? { tab } : {}) }
}
