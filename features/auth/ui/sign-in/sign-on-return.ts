import type { SignOnReturn } from '../../contract.ts'
import { readAuthSearch } from './auth-search-params.ts'

const names = ['code', 'iss', 'error', 'error_description'] as const

/** The parameters with which the provider sent the browser back; undefined if it did not. */
export function readSignOnReturn(text: string): SignOnReturn | undefined {
  const search = new URLSearchParams(text)
  const state = search.get('state')
  if (!state || (!search.has('code') && !search.has('error'))) return undefined
  const found = names.map((name) => [name, search.get(name) ?? undefined] as const)
  return { state, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) }
}

const storageKey = 'prizm-page-after-sign-on'

/** Keeps in this tab which page to open after the sign-in at the provider. */
export function rememberPage(page: string | undefined): void {
  if (page === undefined) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, page)
}

/** The page to open after the sign-in at the provider, if it is one of this site. */
export function rememberedPage(): { next?: string } {
  const page = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const search = new URLSearchParams(page === null ? {} : { next: page })
  return readAuthSearch(`?${search.toString()}`)
}
