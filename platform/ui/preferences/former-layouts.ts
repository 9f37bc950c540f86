import { pageSizes } from '#platform/web/page-sizes.ts'
import { boundedWidth } from '../table/width-limits.ts'

// Before list layouts became preferences, each had its own key in the browser's storage.

const sizeKey = 'prizm.pageSize'
const listKey = 'prizm.table.'

const renamed = new Map([
  ['returns-customerId', 'customer-returns'],
  ['returns-vendorId', 'vendor-returns'],
])

type Layout = { columns?: string[]; widths?: Record<string, number> }
type LayoutStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>
type FormerPreferences = { pageSize?: (typeof pageSizes)[number]; lists?: Record<string, Layout> }

/** Reads the former layouts in the browser's storage and removes them. */
export function migrateFormerLayouts(storage: LayoutStorage): FormerPreferences {
  const lists: Record<string, Layout> = {}
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  for (const key of keys.filter((each) => each.startsWith(listKey))) {
    const name = key.slice(listKey.length)
    const layout = layoutOf(readAndRemove(storage, key))
    if (layout) lists[renamed.get(name) ?? name] = layout
  }
  const size = readAndRemove(storage, sizeKey)
  const pageSize = pageSizes.find((known) => known === Number(size))
  return { ...(pageSize && { pageSize }), ...(Object.keys(lists).length > 0 && { lists }) }
}

function readAndRemove(storage: LayoutStorage, key: string): unknown {
  const text = storage.getItem(key)
  storage.removeItem(key)
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function layoutOf(value: unknown): Layout | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { columns, widths } = value as Record<string, unknown>
  const ids = Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : []
  const known = Object.entries(widths ?? {}).flatMap(([id, width]) =>
    Number.isFinite(width) ? [[id, boundedWidth(Number(width))] as const] : [],
  )
  if (ids.length + known.length === 0) return undefined
  return {
    ...(ids.length > 0 && { columns: ids }),
    ...(known.length > 0 && { widths: Object.fromEntries(known) }),
  }
}
