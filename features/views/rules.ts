/** The lists that can have saved views, by table name. */
export const viewedLists = [
  'customers',
  'vendors',
  'skus',
  'sales-orders',
  'purchase-orders',
  'requisitions',
  'purchase-proposals',
  'returns',
  'ar-orders',
  'ar-documents',
  'invoices',
  'payments',
  'credit-memos',
  'refunds',
  'reminders',
  'ar-collections',
  'ar-credit',
  'ap-orders',
  'ap-documents',
  'ap-goods',
  'ap-vendors',
  'vendor-bills',
  'vendor-credits',
  'vendor-payments',
  'journal',
  'manual-entries',
  'sales-tax-payments',
  'edi-documents',
  'intake-messages',
  'edi-interchanges',
  'edi-partners',
  'history',
  'bulk-changes',
] as const
export type ViewedList = (typeof viewedLists)[number]

type ViewScreen = { path: string; tab?: string }

/** Addresses of lists that are not a screen of their own but a tab of another. */
const screensByList: Partial<Record<ViewedList, ViewScreen>> = {
  'ar-orders': { path: '/ar-reports' },
  'ar-documents': { path: '/ar-reports', tab: 'documents' },
  invoices: { path: '/ar-reports', tab: 'invoices' },
  payments: { path: '/ar-reports', tab: 'payments' },
  'credit-memos': { path: '/ar-reports', tab: 'memos' },
  refunds: { path: '/ar-reports', tab: 'refunds' },
  reminders: { path: '/ar-reports', tab: 'reminders' },
  'ar-collections': { path: '/ar-reports', tab: 'collections' },
  'ar-credit': { path: '/ar-reports', tab: 'credit' },
  'ap-orders': { path: '/ap-reports' },
  'ap-documents': { path: '/ap-reports', tab: 'documents' },
  'ap-goods': { path: '/ap-reports', tab: 'goods' },
  'ap-vendors': { path: '/ap-reports', tab: 'performance' },
  'vendor-bills': { path: '/ap-reports', tab: 'bills' },
  'vendor-credits': { path: '/ap-reports', tab: 'credits' },
  'vendor-payments': { path: '/ap-reports', tab: 'payments' },
  'manual-entries': { path: '/journal', tab: 'manual' },
  'sales-tax-payments': { path: '/journal', tab: 'tax-payments' },
  'edi-documents': { path: '/edi' },
  'intake-messages': { path: '/intake' },
  'edi-interchanges': { path: '/edi', tab: 'files' },
  'edi-partners': { path: '/edi', tab: 'partners' },
  history: { path: '/settings', tab: 'history' },
  'bulk-changes': { path: '/settings', tab: 'bulk-changes' },
}

/** The screen of a list, and its tab if any. */
export function screenOf(list: ViewedList): ViewScreen {
  return screensByList[list] ?? { path: `/${list}` }
}

/** What a view stores of an address: filters, search, sort, columns and page size, as text. */
export type ViewSearch = Record<string, string>

const plainKeys = ['q', 'sort', 'cols', 'size']

/** A report's as-of date: shared by all its lists, so it is not part of a view. */
export const dayKey = 'f.asOf'

/** True for search parameters that belong to a view; page and open record do not. */
export function isViewKey(key: string): boolean {
  if (key === dayKey) return false
  return plainKeys.includes(key) || /^f\.\w{1,48}$/.test(key)
}

/** The parts of an address that a view stores. */
export function viewSearchOf(search: Readonly<Record<string, unknown>>): ViewSearch {
  const entries = Object.entries(search).flatMap(([key, value]): [string, string][] => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isViewKey(key) && isText && value !== '' ? [[key, String(value)]] : []
  })
  return Object.fromEntries(entries)
}

/** Columns and page size of an unchanged list. */
export const defaultLayout: ViewSearch = { cols: 'usual', size: '10' }

/**
 * Whether two views show the same, regardless of key order. `own` is the user's layout, used where
 * a view has none.
 */
export function showsSame(one: ViewSearch, other: ViewSearch, own = defaultLayout): boolean {
  const text = (search: ViewSearch) =>
    JSON.stringify(Object.entries({ ...own, ...search }).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}

/** The address change that shows a view: sets its parameters and removes other view parameters. */
export function changeTo(
  view: ViewSearch,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | number | undefined> {
  const off = Object.keys(now).filter(isViewKey)
  const removed = Object.fromEntries(off.map((key) => [key, undefined]))
  const size = view['size'] === undefined ? undefined : Number(view['size'])
  return { ...removed, ...view, size, page: undefined }
}

/** True for an address without list state: at most a tab and a date. */
export function isUnfiltered(search: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(search).every((key) => key === 'tab' || key === dayKey)
}

/** The address change that opens another tab: drops the list state but keeps the date. */
export function tabChange(
  tab: string | undefined,
  now: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  const removed = [...Object.keys(now).filter(isViewKey), 'page', 'view']
  return { ...Object.fromEntries(removed.map((key) => [key, undefined])), tab }
}
