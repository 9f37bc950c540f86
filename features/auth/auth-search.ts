export type AuthSearch = { next?: string | undefined; tab?: 'signup' | undefined }

/** Takes from the address what this page understands; a path to return to stays on this site. */
export function readAuthSearch(raw: Record<string, unknown>): AuthSearch {
  const next = typeof raw['next'] === 'string' ? raw['next'] : undefined
  const isHere = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/auth')
  const tab = raw['tab'] === 'signup' ? ('signup' as const) : undefined
  return { ...(isHere ? { next } : {}), ...(tab ? { tab } : {}) }
}
