/**
 * The path of a link to a page of this program; undefined for any other link. Resolves the link as
 * the browser does (WHATWG URL), which drops tabs and reads `\` as `/`, so that `/\t/evil.example`
 * does not pass as a path.
 */
export function internalPath(link: string, origin: string): string | undefined {
  const base = URL.parse(origin)
  const url = base && URL.parse(link, base)
  if (!url || url.origin !== base.origin || !/^https?:$/.test(url.protocol)) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path such as `//evil.example` would name a host when it is resolved again.
  return path.startsWith('//') ? undefined : path
}
