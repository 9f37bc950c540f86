/** A search as an address carries it, values as plain text. The router uses it too. */
export function searchText(search: Record<string, unknown>): string {
  const pairs = Object.entries(clean(search)).map(([key, value]) => [key, String(value)])
  if (pairs.length === 0) return ''
  // Commas and slashes are legal in a query and easier to read as they are.
  const text = new URLSearchParams(pairs).toString()
  return `?${text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`
}

/** The plain text values of an address. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** An object without its members that are empty. */
export function clean<T extends object>(search: T): T {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  // Dropping undefined members leaves a value of the same type.
  return Object.fromEntries(kept) as T
}
