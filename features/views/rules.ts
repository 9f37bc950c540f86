/** The lists that views can be kept of, by the names of their tables. */
export const viewedLists = [
  'customers',
  'vendors',
  'skus',
  'sales-orders',
  'purchase-orders',
  'requisitions',
  'returns',
  'ar-orders',
  'invoices',
  'payments',
  'credit-memos',
  'refunds',
  'reminders',
  'ar-collections',
  'ar-credit',
  'ap-orders',
  'vendor-bills',
  'vendor-credits',
  'vendor-payments',
  'journal',
  'manual-entries',
  'sales-tax-payments',
  'edi-documents',
] as const
export type ViewedList = (typeof viewedLists)[number]

type Place = { path: string; tab?: string }

/** Where the lists are that are not a screen of their own name: behind a tab of another. */
const places: Partial<Record<ViewedList, Place>> = {
  'ar-orders': { path: '/ar-reports' },
  invoices: { path: '/ar-reports', tab: 'invoices' },
  payments: { path: '/ar-reports', tab: 'payments' },
  'credit-memos': { path: '/ar-reports', tab: 'memos' },
  refunds: { path: '/ar-reports', tab: 'refunds' },
  reminders: { path: '/ar-reports', tab: 'reminders' },
  'ar-collections': { path: '/ar-reports', tab: 'collections' },
  'ar-credit': { path: '/ar-reports', tab: 'credit' },
  'ap-orders': { path: '/ap-reports' },
  'vendor-bills': { path: '/ap-reports', tab: 'bills' },
  'vendor-credits': { path: '/ap-reports', tab: 'credits' },
  'vendor-payments': { path: '/ap-reports', tab: 'payments' },
  'manual-entries': { path: '/journal', tab: 'manual' },
  'sales-tax-payments': { path: '/journal', tab: 'tax-payments' },
  'edi-documents': { path: '/edi' },
}

/** The screen of a list, and the tab that it stands behind. */
export function placeOf(list: ViewedList): Place {
  return places[list] ?? { path: `/${list}` }
}

/** What a view keeps of an address: filters, search, order, columns and page size, as text. */
export type ViewSearch = Record<string, string>

const plainKeys = ['q', 'sort', 'cols', 'size']

/** The day that a report is of: all its lists have it, so that no view brings another. */
export const dayKey = 'f.asOf'

/** True for the parts of an address that belong to a view; page and open record do not. */
export function isViewKey(key: string): boolean {
  if (key === dayKey) return false
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

/** True for an address that says nothing of its list: it names a tab and a day at the most. */
export function isBare(search: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(search).every((key) => key === 'tab' || key === dayKey)
}

/** The change of an address that opens another tab: nothing of the list before, the day stays. */
export function tabChange(
  tab: string | undefined,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  const gone = [...Object.keys(now).filter(isViewKey), 'page', 'view']
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), tab }
}
