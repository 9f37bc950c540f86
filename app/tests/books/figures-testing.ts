import { expect } from 'vitest'
import { prepareDemo } from '#db/demo.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import { startTestApp } from '../../testing.ts'

// Test helpers that follow the link of a figure: they read the rows of the screen that it opens,
// with its filters, and add them up.

/** The address of a screen, as a figure opens it. */
export type Link = { to: string; search?: object }
export type Row = { id: number } & Readonly<Record<string, unknown>>

/** How the rows of a figure make it: their number, the sum of a field, or its largest value. */
export type Measure = 'count' | { sum: string } | { largest: string }

/** The lists of the screens and of their tabs. */
const lists: Readonly<Record<string, string>> = {
  '/sales-orders': 'sales-orders',
  '/skus': 'skus',
  '/customers': 'customers',
  '/vendors': 'vendors',
  '/ar-reports': 'reports/ar-orders',
  '/ar-reports overdue': 'reports/ar-orders',
  '/ar-reports invoices': 'invoices',
  '/ar-reports payments': 'payments',
  '/ar-reports documents': 'reports/ar-documents',
  '/ar-reports collections': 'reports/ar-collections',
  '/ar-reports credit': 'reports/ar-credit',
  '/ap-reports': 'reports/ap-orders',
  '/ap-reports bills': 'vendor-bills',
  '/ap-reports payments': 'vendor-payments',
  '/ap-reports documents': 'reports/ap-documents',
  '/ap-reports schedule': 'reports/ap-bills',
  '/ap-reports overdue': 'reports/ap-bills',
}
/** The filters that a tab always has. */
const fixedFilters: Readonly<Record<string, string>> = { overdue: 'overdue=true' }

/** The path of the rows that a link opens; a record's own list needs its id. */
function pathOf({ to, search = {} }: Link, id?: number): string {
  const found = new Map(Object.entries<string | undefined>({ ...search }))
  const [tab, open, view] = ['tab', 'open', 'view'].map((name) => found.get(name))
  const day = String(found.get('part'))
  if (to === '/skus' && tab === 'value') return `skus/${String(id)}/value-changes?to=${day}`
  if (to === '/skus' && view === 'stock-values') return `stock-values?asOf=${day}`
  if (to === '/ap-reports' && tab === 'bills' && open) return `vendor-bills/${open}`
  const list = lists[tab === undefined ? to : `${to} ${tab}`]
  if (!list || open !== undefined) throw new Error(`No list for ${to}, tab ${String(tab)}`)
  const filters = [...found].flatMap(([name, value]) => {
    const isFilter = name.startsWith('f.') && value !== undefined
    return isFilter ? [`${name.slice(2)}=${encodeURIComponent(value)}`] : []
  })
  const fixed = fixedFilters[tab ?? '']
  return `${list}?${[...filters, ...(fixed ? [fixed] : [])].join('&')}`
}

/** The business of the demo data, an administrator, and the rows that the links open. */
export async function demoFigures() {
  const prizm = await startTestApp()
  await prepareDemo(prizm.database, { mode: 'load', seed: 'small', now: prizm.clock.now })
  const as = await prizm.signIn('admin')
  const get = async <A>(path: string): Promise<A> => {
    const answer = await prizm.call('GET', `/api/${path}`, { as })
    expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
    return answer.json()
  }
  // Several figures of a row open the same rows, which are read once.
  const known = new Map<string, Promise<Row | Row[]>>()
  const rowsOf = async (link: Link, id?: number): Promise<readonly Row[]> => {
    const path = pathOf(link, id)
    const read = known.get(path) ?? get<Row | Row[]>(path)
    known.set(path, read)
    return [await read].flat()
  }
  return { prizm, get, rowsOf }
}

/** The figure that rows make: a number, or the text of an amount as `like` is one. */
export function measured(
  rows: readonly Row[],
  measure: Measure,
  like: string | number,
): string | number {
  if (measure === 'count') return rows.length
  if ('largest' in measure) {
    const amounts = rows.map((row) => cents(String(row[measure.largest])))
    return decimal(Math.max(0, ...amounts) as Cents)
  }
  const values = rows.map((row) => row[measure.sum])
  if (typeof like === 'number') return values.reduce<number>((all, each) => all + Number(each), 0)
  return decimal(sum(values.map((each) => cents(String(each)))))
}

/** Compares figures, and counts those that are not zero, so that a test is not about zeros. */
export function comparison() {
  const compared = { amounts: 0 }
  const expectEqual = (figure: string | number, rows: string | number | null, name: string) => {
    expect(rows, name).toBe(figure)
    if (Number(figure) !== 0) compared.amounts += 1
  }
  return { compared, expectEqual }
}
