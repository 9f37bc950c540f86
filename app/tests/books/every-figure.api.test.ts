// One file: every figure and the rows that it opens are read as one list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareDemo } from '#db/demo.ts'
import type { ApBill, ApMonth, ApSummary } from '#features/ap-reports/contract.ts'
import type { ArMonth, ArSummary, Collection, CreditUse } from '#features/ar-reports/contract.ts'
import type {
  BusinessFigures,
  DashboardStats,
  DashboardTrends,
  SalesByCustomer,
  StockValue,
} from '#features/dashboard/contract.ts'
import { masterDataTiles, statCards } from '#features/dashboard/stat-cards.ts'
import type { IncomeStatement, TrialBalance } from '#features/journal/contract.ts'
import { bucketIds } from '#features/receivables/rules.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import type { StockValueChange } from '#features/skus/contract.ts'
import { addDays, day } from '#platform/kernel/days.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Report, ReportDays } from '#platform/ui/reports/report.ts'
import { allReports } from '../../screens/all-reports.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

// Every figure of the dashboard and of the reports equals the sum of the rows that it opens, and
// the balances of receivables, payables and stock equal their accounts. The business is that of the
// demo data.

let prizm: TestApp
let as: string

beforeAll(async () => {
  prizm = await startTestApp()
  await prepareDemo(prizm.database, { mode: 'load', seed: 'small', now: prizm.clock.now })
  as = await prizm.signIn('admin')
})
afterAll(() => prizm.close())

async function get<A>(path: string): Promise<A> {
  const answer = await prizm.call('GET', `/api/${path}`, { as })
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
  return answer.json()
}
const sums = (list: string, query = '') => get<ListSums>(`${list}/sums?${query}`)
const amountOf = async (list: string, query = '') => (await sums(list, query)).amount
const totalOf = (amounts: readonly string[]) => decimal(sum(amounts.map(cents)))

const notCancelled = `status=${salesOrderStatuses.filter((each) => each !== 'cancelled').join()}`

async function balanceOf(account: string): Promise<string> {
  const { accounts } = await get<TrialBalance>('journal/trial-balance')
  return accounts.find((each) => each.account === account)?.balance ?? '0.00'
}

/** The figures that were seen with an amount, so that the test is not about zeros. */
let amountsSeen = 0
function expectEqual(figure: string | number, rows: string | number | null, name: string): void {
  expect(rows, name).toBe(figure)
  if (Number(figure) !== 0) amountsSeen += 1
}

type Link = { to: string; search?: object }

/** The lists of the screens that have several. */
const listsOfTabs: Record<string, string> = {
  '/ar-reports invoices': 'invoices',
  '/ar-reports payments': 'payments',
  '/ar-reports documents': 'reports/ar-documents',
  '/ap-reports bills': 'vendor-bills',
  '/ap-reports payments': 'vendor-payments',
  '/ap-reports documents': 'reports/ap-documents',
  '/ap-reports schedule': 'reports/ap-bills',
  '/ap-reports overdue': 'reports/ap-bills',
}
/** The filters that a tab always has. */
const fixedFilters: Record<string, string[]> = { overdue: ['overdue=true'] }

/** The list that a link opens, such as `sales-orders`, and its query. */
function listOf({ to, search = {} }: Link): { list: string; query: string } {
  const parameters = Object.entries<string | undefined>({ ...search })
  const tab = parameters.find(([name]) => name === 'tab')?.[1]
  const filters = parameters.flatMap(([name, value]) => {
    const isFilter = name.startsWith('f.') && value !== undefined
    return isFilter ? [`${name.slice(2)}=${encodeURIComponent(value)}`] : []
  })
  const list = tab === undefined ? to.slice(1) : listsOfTabs[`${to} ${tab}`]
  if (!list) throw new Error(`No list for the tab ${String(tab)} of ${to}`)
  const fixed = fixedFilters[tab ?? ''] ?? []
  return { list, query: [...filters, ...fixed].join('&') }
}
const sumsOf = (link: Link) => sums(listOf(link).list, listOf(link).query)
async function countOf(link: Link): Promise<number> {
  const { list, query } = listOf(link)
  return (await get<unknown[]>(`${list}?${query}`)).length
}

describe('the dashboard', () => {
  test('counts and sums the records that its cards and tiles open', async () => {
    const stats = await get<DashboardStats>('dashboard/stats')
    const { totalOrders, totalRevenue, pendingOrders, totalSkus } = statCards
    expectEqual(stats.totalOrders, (await sumsOf(totalOrders.rows)).count, 'Total Orders')
    expectEqual(stats.totalRevenue, (await sumsOf(totalRevenue.rows)).amount, 'Revenue')
    expectEqual(stats.pendingOrders, (await sumsOf(pendingOrders.rows)).count, 'Pending Orders')
    expectEqual(stats.totalSkus, await countOf(totalSkus.rows), 'Total SKUs')
    for (const figure of ['activeCustomers', 'activeVendors', 'activeSkus'] as const) {
      const { title, rows } = masterDataTiles[figure]
      expectEqual(stats[figure], await countOf(rows), title)
    }
  })

  test('sums the orders of each status, week and period', async () => {
    const trends = await get<DashboardTrends>('dashboard/trends')
    for (const { status, orders, amount } of trends.pipeline) {
      const rows = await sums('sales-orders', `status=${status}`)
      expectEqual(orders, rows.count, `Orders that are ${status}`)
      expectEqual(amount, rows.amount, `Amount that is ${status}`)
    }
    for (const { from, orders, revenue } of trends.weeks) {
      const days = `from=${from}&to=${addDays(from, 6)}`
      expectEqual(orders, (await sums('sales-orders', days)).count, `Orders of ${from}`)
      const amount = await amountOf('sales-orders', `${days}&${notCancelled}`)
      expectEqual(revenue, amount, `Revenue of ${from}`)
    }
    const current = `from=${trends.from}&to=${trends.to}`
    const previous = `from=${trends.previousFrom}&to=${trends.previousTo}`
    const revenueOf = (days: string) => amountOf('sales-orders', `${days}&${notCancelled}`)
    expectEqual(trends.revenue.current, await revenueOf(current), 'Revenue of 30 days')
    expectEqual(trends.revenue.previous, await revenueOf(previous), 'Revenue of 30 days before')
  })

  test('has the owner’s figures of the journal, the orders and the invoices', async () => {
    const found = await get<BusinessFigures>('dashboard/business')
    const { current, expected, overdue, from, to, expectedTo } = found
    const ordered = await sums('sales-orders', `from=${from}&to=${to}&${notCancelled}`)
    expectEqual(current.orders, ordered.count, 'Orders')
    expectEqual(current.ordered, ordered.amount, 'Ordered')
    const statement = await get<IncomeStatement>(`journal/income-statement?from=${from}&to=${to}`)
    expectEqual(current.income, statement.income.total, 'Income')
    expectEqual(current.costOfGoods, statement.costOfGoods.total, 'Cost of goods')
    const due = `to=${to}&dueFrom=${to}&dueTo=${expectedTo}`
    const coming = await sums('invoices', `state=open,part-paid&${due}`)
    expectEqual(expected.amount, coming.amount, 'Expected cash')
    expectEqual(expected.count, coming.count, 'Invoices of the expected cash')
    const late = await sums('invoices', 'state=overdue')
    expectEqual(overdue.amount, late.amount, 'Overdue cash')
    expectEqual(overdue.count, late.count, 'Invoices of the overdue cash')
    for (const { id, customerCode, amount } of found.topCustomers) {
      const query = `customerId=${id}&from=${from}&to=${to}&${notCancelled}`
      expectEqual(amount, await amountOf('sales-orders', query), `Top customer ${customerCode}`)
    }
  })
})

const reports: readonly Report[] = allReports
const reportDays: ReportDays = {
  from: day('2026-01-01'),
  to: day('2026-03-02'),
  asOf: day('2026-03-02'),
}

/** The link of a figure of a named report; of a sum, if there is no row. */
function linkOf(id: string, column: string, row?: { id: number }): Link {
  const report = reports.find((each) => each.id === id)
  const ofSum = report?.opensSums?.[column]
  const link = row ? report?.opens?.[column]?.(row, reportDays) : ofSum?.(reportDays)
  if (!link) throw new Error(`${column} of ${id} opens nothing`)
  return link
}
/** The sum of an amount of the rows that a link opens. */
async function totalIn<Name extends string>(link: Link, name: Name): Promise<string> {
  const { list, query } = listOf(link)
  const rows = await get<Record<Name, string>[]>(`${list}?${query}`)
  return totalOf(rows.map((row) => row[name]))
}

describe('the named reports', () => {
  test('sales by customer are the orders of the period', async () => {
    const period = `from=${reportDays.from}&to=${reportDays.to}`
    const rows = await get<SalesByCustomer[]>(`reports/sales-by-customer?${period}`)
    const total = totalOf(rows.map((each) => each.totalAmount))
    const all = await sumsOf(linkOf('sales-by-customer', 'totalAmount'))
    expectEqual(total, all.amount, 'All customers')
    for (const row of rows) {
      const { count, amount } = await sumsOf(linkOf('sales-by-customer', 'totalAmount', row))
      expectEqual(row.totalAmount, amount, row.customerCode)
      expectEqual(row.orders, count, `Orders of ${row.customerCode}`)
    }
    const tax = totalOf(rows.map(({ taxAmount }) => taxAmount))
    const opened = linkOf('sales-by-customer', 'taxAmount')
    expectEqual(tax, await totalIn(opened, 'taxAmount'), 'Tax of all customers')
  })

  test('the stock valuation is account 1200, and each value is that of its ledger', async () => {
    const rows = await get<StockValue[]>(`reports/stock-valuation?asOf=${reportDays.asOf}`)
    const total = totalOf(rows.map(({ value }) => value))
    expectEqual(total, await balanceOf('1200'), 'Stock valuation')
    for (const row of rows.filter(({ sku }) => sku !== '')) {
      expect(linkOf('stock-valuation', 'value', row)).toEqual({
        to: '/skus',
        search: { open: row.sku, tab: 'value', part: reportDays.asOf },
      })
      const path = `skus/${row.id}/value-changes?to=${reportDays.asOf}`
      const changes = await get<StockValueChange[]>(path)
      expectEqual(row.value, totalOf(changes.map(({ amount }) => amount)), row.sku)
      const units = changes.reduce((all, change) => all + change.units, 0)
      expectEqual(row.onHand, units, `Units of ${row.sku}`)
    }
  })

  test('the sums of the aging open the documents that add up to them', async () => {
    const { aging } = await get<ArSummary>('reports/ar-summary')
    for (const bucket of bucketIds) {
      const { amount } = await sumsOf(linkOf('customer-aging', bucket))
      expectEqual(aging[bucket], amount ?? '0.00', `Receivables ${bucket}`)
    }
    const owed = await sumsOf(linkOf('customer-aging', 'total'))
    expectEqual(aging.total, owed.amount, 'Receivables')
    const { aging: payables } = await get<ApSummary>('reports/ap-summary')
    for (const bucket of bucketIds) {
      const amount = await totalIn(linkOf('vendor-aging', bucket), 'openAmount')
      expectEqual(payables[bucket], amount, `Payables ${bucket}`)
    }
    const billed = await sumsOf(linkOf('vendor-aging', 'total'))
    expectEqual(payables.total, billed.amount, 'Payables')
  })

  test('the collection priority list is the overdue invoices of each customer', async () => {
    const rows = await get<Collection[]>('reports/ar-collections')
    for (const row of rows) {
      const { count, amount } = await sumsOf(linkOf('collection-priority', 'pastDue', row))
      expectEqual(row.pastDue, amount, `Past due of ${row.customerCode}`)
      expectEqual(row.invoices, count, `Invoices of ${row.customerCode}`)
    }
    const all = await sumsOf(linkOf('collection-priority', 'pastDue'))
    expectEqual(totalOf(rows.map(({ pastDue }) => pastDue)), all.amount, 'Past due')
  })

  test('the months are the payments and bills of each, and the balance at its end', async () => {
    const [month, before] = await get<ArMonth[]>('reports/ar-months')
    for (const each of [month, before]) {
      if (!each) continue
      const paid = linkOf('payment-trends', 'received', each)
      expectEqual(each.received, await totalIn(paid, 'amount'), `Received from ${each.from}`)
      const { amount } = await sumsOf(linkOf('payment-trends', 'balance', each))
      expectEqual(each.balance, amount, `Balance of ${each.to}`)
    }
    for (const each of await get<ApMonth[]>('reports/ap-months')) {
      const bills = linkOf('monthly-payment-summary', 'billed', each)
      expectEqual(each.billed, await totalIn(bills, 'totalAmount'), `Billed in ${each.month}`)
      const payments = linkOf('monthly-payment-summary', 'paid', each)
      expectEqual(each.paid, await totalIn(payments, 'amount'), `Paid in ${each.month}`)
    }
  })

  test('the vendor payment schedule is the open bills', async () => {
    const { aging, overdueAmount } = await get<ApSummary>('reports/ap-summary')
    const open = totalOf(bucketIds.map((bucket) => aging[bucket]))
    const link = linkOf('vendor-payment-schedule', 'openAmount')
    expectEqual(open, await totalIn(link, 'openAmount'), 'Open bills')
    const late = linkOf('overdue-payments', 'openAmount')
    expectEqual(overdueAmount, await totalIn(late, 'openAmount'), 'Overdue bills')
  })

  test('the credit utilisation has the documents of each customer', async () => {
    for (const row of await get<CreditUse[]>('reports/ar-credit')) {
      const { amount } = await sumsOf(linkOf('credit-utilisation', 'currentBalance', row))
      expectEqual(row.currentBalance, amount ?? '0.00', `Balance of ${row.customerCode}`)
    }
  })
})

describe('receivables', () => {
  test('are the sum of their documents, and account 1100', async () => {
    const { totalReceivable, overdueAmount, aging, collected } =
      await get<ArSummary>('reports/ar-summary')
    expectEqual(totalReceivable, await amountOf('reports/ar-documents'), 'Balance')
    expectEqual(totalReceivable, await balanceOf('1100'), 'Account 1100')
    expectEqual(aging.total, totalReceivable, 'Total of the aging')
    expectEqual(overdueAmount, await amountOf('invoices', 'state=overdue'), 'Overdue')
    const figures = [
      ['sales', collected.quarterSales],
      ['monthSales', collected.monthSales],
      ['received', collected.cash],
    ] as const
    for (const [figure, amount] of figures) {
      expectEqual(amount, await amountOf('reports/ar-documents', `figure=${figure}`), figure)
    }
  })

  test.each(['due', 'invoice'])('are the sum of each aging cell, by %s date', async (basis) => {
    const { aging, agingByCustomer } = await get<ArSummary>(`reports/ar-summary?basis=${basis}`)
    for (const bucket of bucketIds) {
      const query = `bucket=${bucket}&basis=${basis}`
      expectEqual(aging[bucket], await amountOf('invoices', query), bucket)
      for (const customer of agingByCustomer) {
        const own = `${query}&customerCode=${customer.customerCode}`
        const name = `${customer.customerCode} ${bucket}`
        expectEqual(customer[bucket], (await amountOf('invoices', own)) ?? '0.00', name)
      }
    }
    const credits = 'kind=payment,memo,refund'
    expectEqual(aging.unapplied, await amountOf('reports/ar-documents', credits), 'Unapplied')
    for (const { customerCode, unapplied, total } of agingByCustomer) {
      const own = `customerCode=${customerCode}`
      const rows = (await amountOf('reports/ar-documents', `${own}&${credits}`)) ?? '0.00'
      expectEqual(unapplied, rows, `${customerCode} unapplied`)
      expectEqual(total, await amountOf('reports/ar-documents', own), `${customerCode} total`)
    }
  })
})

describe('payables', () => {
  test('are the sum of their documents, and account 2000', async () => {
    const found = await get<ApSummary>('reports/ap-summary')
    const { totalOutstanding, payablesBalance, committed, aging } = found
    expectEqual(totalOutstanding, await amountOf('reports/ap-documents'), 'Outstanding')
    const billed = await amountOf('reports/ap-documents', 'kind=bill,credit')
    expectEqual(payablesBalance, billed, 'Billed')
    expectEqual(committed, await amountOf('reports/ap-documents', 'kind=order'), 'Committed')
    expectEqual(aging.total, payablesBalance, 'Total of the aging')
    const volume = await amountOf('reports/ap-documents', 'figure=volume')
    expectEqual(found.monthlyPaymentVolume, volume, 'Volume')
    const owed = decimal((0 - cents(await balanceOf('2000'))) as Cents)
    expectEqual(payablesBalance, owed, 'Account 2000')
  })

  test.each(['due', 'invoice'])('are the sum of each aging cell, by %s date', async (basis) => {
    const { aging, agingByVendor } = await get<ApSummary>(`reports/ap-summary?basis=${basis}`)
    const openOf = async (query: string) => {
      const bills = await get<ApBill[]>(`reports/ap-bills?basis=${basis}&${query}`)
      return totalOf(bills.map(({ openAmount }) => openAmount))
    }
    for (const bucket of bucketIds) {
      expectEqual(aging[bucket], await openOf(`bucket=${bucket}`), bucket)
      for (const vendor of agingByVendor) {
        const rows = await openOf(`bucket=${bucket}&vendorCode=${vendor.vendorCode}`)
        expectEqual(vendor[bucket], rows, `${vendor.vendorCode} ${bucket}`)
      }
    }
    const credits = await amountOf('reports/ap-documents', 'kind=credit')
    expectEqual(aging.unapplied, credits, 'Unapplied')
  })
})

test('the figures that were compared have amounts', () => {
  expect(amountsSeen).toBeGreaterThan(100)
})
