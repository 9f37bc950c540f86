/**
 * The path of a link that leads to a page of this program; undefined where it leads elsewhere. The
 * link is resolved as the browser would (WHATWG URL), which drops tabs and reads `\` as `/`, so
 * that `/\t/evil.example` is not taken for a path.
 */
export function internalPath(link: string, origin: string): string | undefined {
  const base = URL.parse(origin)
  const url = base && URL.parse(link, base)
  if (!url || url.origin !== base.origin || !/^https?:$/.test(url.protocol)) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  // A path such as `//evil.example` names a host when it is resolved again.
  return path.startsWith('//') ? undefined : path
}
