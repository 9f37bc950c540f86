import { type NavigateOptions, type RegisteredRouter, useNavigate } from '@tanstack/react-router'
import { internalPath } from './internal-path.ts'
import { parseSearchText, searchText } from './query-string.ts'

type Routes = RegisteredRouter['routesByPath']

/** The path of a screen. */
export type ScreenPath = Exclude<keyof Routes, '/$'>
/** The search parameters of a screen; a misspelled one does not compile. */
export type SearchOf<Path extends ScreenPath> = Routes[Path]['types']['fullSearchSchemaInput']
type AddressOf<Path extends ScreenPath> = { to: Path; search?: SearchOf<Path>; hash?: string }

/** A screen with its search parameters, for links that are data. */
export type Address = { [Path in ScreenPath]: AddressOf<Path> }[ScreenPath]

/**
 * The address in a link that is stored or comes from the server, such as `/skus?f.stock=low`; the
 * dashboard for a link to another site. The router shows a page for unknown screens, and each
 * screen ignores unknown parameters.
 */
export function parseAddress(link: string, origin = location.origin): Address {
  const [to = '/', text = ''] = (internalPath(link, origin) ?? '/').split('?')
  return { to, search: parseSearchText(text) } as Address
}

/** The address as text, for the `href` of a link. */
export function hrefOf({ to, search = {} }: Address): string {
  return to + searchText(search)
}

/** Returns a function that navigates to an address that is data. */
export function useOpenAddress(): (address: Address) => Promise<void> {
  const navigate = useNavigate()
  // Each screen has its own parameters, and navigation to one of several cannot tell which.
  return (address) => navigate(address as NavigateOptions)
}
