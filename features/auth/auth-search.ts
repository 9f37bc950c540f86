import { parseSearchText } from '#platform/web/search-text.ts'

type AuthSearch = { next?: string; tab?: 'signin' | 'signup' }

/** What the address asks of this page; a path to go to afterwards stays on this site. */
export function readAuthSearch(text: string): AuthSearch {
  const { next, tab } = parseSearchText(text)
  const isHere = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/auth')
  return { ...(isHere ? { next } : {}), ...(tab === 'signup' ? { tab } : {}) }
}
