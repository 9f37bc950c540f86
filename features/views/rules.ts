/** The lists that views can be kept of, by the names of their screens. */
export const viewedLists = [
  'customers',
  'vendors',
  'skus',
  'sales-orders',
  'purchase-orders',
  'requisitions',
  'returns',
] as const
export type ViewedList = (typeof viewedLists)[number]

/** What a view keeps of an address: filters, search, order and columns, as plain text. */
export type ViewSearch = Record<string, string>

const plainKeys = ['q', 'sort', 'cols']

/** True for the parts of an address that belong to a view; page and open record do not. */
export function isViewKey(key: string): boolean {
  return plainKeys.includes(key) || /^f\.\w{1,48}$/.test(key)
}

/** What a view would keep of this address. */
export function viewSearchOf(search: Readonly<Record<string, unknown>>): ViewSearch {
  const kept = Object.entries(search).filter(
    (pair): pair is [string, string] =>
      isViewKey(pair[0]) && typeof pair[1] === 'string' && pair[1] !== '',
  )
  return Object.fromEntries(kept)
}

/** Whether two views show the same, in whatever order they were put together. */
export function showsSame(one: ViewSearch, other: ViewSearch): boolean {
  const text = (search: ViewSearch) =>
    JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}

/** The change of an address that shows a view: what it keeps, and nothing else of its kind. */
export function changeTo(
  view: ViewSearch,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  const off = Object.keys(now).filter(isViewKey)
  const gone = Object.fromEntries(off.map((key) => [key, undefined]))
  return { ...gone, ...view, page: undefined }
}
