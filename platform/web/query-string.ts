/** Formats search parameters as a query string, values as plain text. The router uses it too. */
export function searchText(search: Record<string, unknown>): string {
  const pairs = Object.entries(clean(search)).map(([key, value]) => [key, String(value)])
  if (pairs.length === 0) return ''
  // Commas and slashes are legal in a query string and more readable unescaped.
  const text = new URLSearchParams(pairs).toString()
  return `?${text.replaceAll('%2C', ',').replaceAll('%2F', '/')}`
}

/** Parses a query string into text values. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Removes empty members of an object. */
export function clean<T extends object>(search: T): T {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  // Dropping undefined members leaves a value of the same type.
  return Object.fromEntries(entries) as T
}
