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

/** What a view keeps of an address: filters, search, order, columns and page size, as text. */
export type ViewSearch = Record<string, string>

const plainKeys = ['q', 'sort', 'cols', 'size']

/** True for the parts of an address that belong to a view; page and open record do not. */
export function isViewKey(key: string): boolean {
  return plainKeys.includes(key) || /^f\.\w{1,48}$/.test(key)
}

/** What a view would keep of this address. */
export function viewSearchOf(search: Readonly<Record<string, unknown>>): ViewSearch {
  const kept = Object.entries(search).flatMap(([key, value]): [string, string][] => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isViewKey(key) && isText && value !== '' ? [[key, String(value)]] : []
  })
  return Object.fromEntries(kept)
}

/** Columns and page size of a list that nobody has changed. */
export const usualLayout: ViewSearch = { cols: 'usual', size: '10' }

/**
 * Whether two views show the same, in whatever order they were put together, to somebody whose
 * list looks like `own` where a view does not say.
 */
export function showsSame(one: ViewSearch, other: ViewSearch, own = usualLayout): boolean {
  const text = (search: ViewSearch) =>
    JSON.stringify(Object.entries({ ...own, ...search }).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}

/** The change of an address that shows a view: what it keeps, and nothing else of its kind. */
export function changeTo(
  view: ViewSearch,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | number | undefined> {
  const off = Object.keys(now).filter(isViewKey)
  const gone = Object.fromEntries(off.map((key) => [key, undefined]))
  const size = view['size'] === undefined ? undefined : Number(view['size'])
  return { ...gone, ...view, size, page: undefined }
}
