// One file: every figure and the rows that it opens are read as one list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApBill, ApSummary } from '#features/ap-reports/contract.ts'
import { apCards } from '#features/ap-reports/ui/ap-cards.tsx'
import type { ArSummary } from '#features/ar-reports/contract.ts'
import { arCards } from '#features/ar-reports/ui/ar-cards.tsx'
import type {
  BusinessFigures,
  DashboardStats,
  DashboardTrends,
} from '#features/dashboard/contract.ts'
import { masterDataTiles, statCards } from '#features/dashboard/stat-cards.ts'
import { businessCards } from '#features/dashboard/ui/business/business-cards.tsx'
import { topFiveLists } from '#features/dashboard/ui/business/top-five-lists.ts'
import type { IncomeStatement, TrialBalance } from '#features/journal/contract.ts'
import { bucketIds } from '#features/receivables/rules.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { salesOrderStatuses } from '#features/sales-orders/rules.ts'
import { addDays } from '#platform/kernel/days.ts'
import type { ListSums } from '#platform/kernel/endpoint.ts'
import { type Cents, cents, decimal, formatDecimal, sum } from '#platform/kernel/money.ts'
import type { ReportCard } from '#platform/ui/reports/ReportPage.tsx'
import { comparison, demoFigures, type Link, measured, type Measure } from './figures-testing.ts'

// Every figure of the dashboard and every card of the reports equals the sum or the number of the
// rows that it opens, and the balances of receivables, payables and stock equal their accounts. The
// cards are those of the screens: one that is not named here fails. The named reports have a test
// of their own. The business is that of the demo data.

let demo: Awaited<ReturnType<typeof demoFigures>>
const { compared, expectEqual } = comparison()

beforeAll(async () => {
  demo = await demoFigures()
})
afterAll(() => demo.prizm.close())

const get = <A>(path: string): Promise<A> => demo.get<A>(path)
const sums = (list: string, query = '') => get<ListSums>(`${list}/sums?${query}`)
const amountOf = async (list: string, query = '') => (await sums(list, query)).amount
const totalOf = (amounts: readonly string[]) => decimal(sum(amounts.map(cents)))

const notCancelled = `status=${salesOrderStatuses.filter((each) => each !== 'cancelled').join()}`

async function balanceOf(account: string): Promise<string> {
  const { accounts } = await get<TrialBalance>('journal/trial-balance')
  return accounts.find((each) => each.account === account)?.balance ?? '0.00'
}

/** Compares a figure with the rows that it opens. */
async function expectRows(
  figure: string | number,
  link: Link | undefined,
  { measure, name }: { measure: Measure | undefined; name: string },
): Promise<void> {
  if (!link || !measure) throw new Error(`${name} has no rows`)
  expectEqual(figure, measured(await demo.rowsOf(link), measure, figure), name)
}

/** How the rows of the cards of the dashboard make their figure. */
const measuresOfStats: Readonly<Record<keyof typeof statCards, Measure>> = {
  totalOrders: 'count',
  totalRevenue: { sum: 'totalAmount' },
  pendingOrders: 'count',
  totalSkus: 'count',
}

describe('the dashboard', () => {
  test('counts and sums the records that its cards and tiles open', async () => {
    const stats = await get<DashboardStats>('dashboard/stats')
    for (const key of Object.keys(statCards) as (keyof typeof statCards)[]) {
      const { title, rows } = statCards[key]
      await expectRows(stats[key], rows, { measure: measuresOfStats[key], name: title })
    }
    for (const key of Object.keys(masterDataTiles) as (keyof typeof masterDataTiles)[]) {
      const { title, rows } = masterDataTiles[key]
      await expectRows(stats[key], rows, { measure: 'count', name: title })
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
})

describe('the owner’s figures', () => {
  test('are the rows and the income statement that the cards open', async () => {
    const found = await get<BusinessFigures>('dashboard/business')
    const { current, expected, overdue, from, to } = found
    const cards = new Map(businessCards(found).map(({ title, rows }) => [title, rows]))
    expect([...cards.keys()]).toEqual([
      'Orders',
      'Invoiced revenue',
      'Gross margin',
      'Cash expected',
      'Overdue',
    ])
    const expectFigure = (title: string, figure: string | number, measure: Measure) =>
      expectRows(figure, cards.get(title), { measure, name: title })
    await expectFigure('Orders', current.orders, 'count')
    await expectFigure('Orders', current.ordered, { sum: 'totalAmount' })
    await expectFigure('Cash expected', expected.amount, { sum: 'openAmount' })
    await expectFigure('Cash expected', expected.count, 'count')
    await expectFigure('Overdue', overdue.amount, { sum: 'openAmount' })
    await expectFigure('Overdue', overdue.count, 'count')
    const statementLink = { to: '/journal', search: { tab: 'income', 'f.from': from, 'f.to': to } }
    expect([cards.get('Invoiced revenue'), cards.get('Gross margin')]).toEqual([
      statementLink,
      statementLink,
    ])
    const statement = await get<IncomeStatement>(`journal/income-statement?from=${from}&to=${to}`)
    expectEqual(current.income, statement.income.total, 'Revenue')
    expectEqual(current.costOfGoods, statement.costOfGoods.total, 'Cost of goods')
    const margin = decimal((cents(current.income) - cents(current.costOfGoods)) as Cents)
    expectEqual(margin, statement.grossProfit, 'Gross margin')
  })

  test('are the income statement of each week', async () => {
    const { weeks, previousWeeks } = await get<BusinessFigures>('dashboard/business')
    for (const { from, to, income, grossProfit } of [...previousWeeks, ...weeks]) {
      const days = `from=${from}&to=${to}`
      const statement = await get<IncomeStatement>(`journal/income-statement?${days}`)
      expectEqual(income, statement.income.total, `Revenue of ${from}`)
      expectEqual(grossProfit, statement.grossProfit, `Gross margin of ${from}`)
    }
  })

  test('are the orders of each top customer, and the lines of each top SKU', async () => {
    const found = await get<BusinessFigures>('dashboard/business')
    expect(topFiveLists.map(({ title }) => title)).toEqual(['Top customers', 'Top SKUs'])
    const [customers, skus] = topFiveLists
    for (const { name, orders, amount, address } of customers?.rowsOf(found) ?? []) {
      await expectRows(orders, address, { measure: 'count', name: `Orders of ${name}` })
      await expectRows(amount, address, { measure: { sum: 'totalAmount' }, name })
    }
    for (const { id, name, orders, amount, address } of skus?.rowsOf(found) ?? []) {
      const opened = await demo.rowsOf(address)
      expectEqual(orders, opened.length, `Orders of ${name}`)
      const details = await Promise.all(
        opened.map((order) => get<SalesOrderDetails>(`sales-orders/${order.id}`)),
      )
      const lines = details.flatMap(({ items }) => items.filter(({ skuId }) => skuId === id))
      expectEqual(amount, totalOf(lines.map(({ totalPrice }) => totalPrice)), name)
    }
  })
})

/** How the rows of a card make it, and those of its figure by orders. */
const measuresOfCards: Readonly<Record<string, { rows: Measure; orders: Measure }>> = {
  'Total Receivables Balance': { rows: { sum: 'amount' }, orders: { sum: 'totalAmount' } },
  'Overdue Customers': { rows: 'count', orders: 'count' },
  'Total Outstanding Payables': { rows: { sum: 'amount' }, orders: { sum: 'totalAmount' } },
  'Overdue Payments': { rows: 'count', orders: 'count' },
}
/** The cards without a figure by orders. */
const measuresWithoutOrders: Readonly<Record<string, Measure>> = {
  'Monthly Payment Volume': { sum: 'amount' },
}
/** The cards that are no sum or count of rows. They open their rows, or those of their parts. */
const ratios = ['Average Collection Period', 'Monthly Collection Rate', 'Average Days to Pay']

/** A figure as it is shown. */
async function shown(link: Link, measure: Measure): Promise<string> {
  const figure = measured(await demo.rowsOf(link), measure, measure === 'count' ? 0 : '0.00')
  return typeof figure === 'number' ? figure.toLocaleString('en-US') : formatDecimal(figure)
}

async function expectCard({ title, value, rows, parts, byOrders }: ReportCard): Promise<void> {
  if (!rows) throw new Error(`${title} opens nothing`)
  if (ratios.includes(title)) {
    for (const part of parts ?? []) {
      const amount = part.label.split(' ')[0] ?? ''
      expectEqual(amount, await shown(part, { sum: 'amount' }), `${title}: ${part.label}`)
    }
    return
  }
  const measure = measuresOfCards[title]?.rows ?? measuresWithoutOrders[title]
  if (!measure) throw new Error(`${title} has no measure`)
  expectEqual(value ?? '', await shown(rows, measure), title)
  const ofOrders = measuresOfCards[title]?.orders
  if (!ofOrders || !byOrders) {
    expect([ofOrders, byOrders], title).toEqual([undefined, undefined])
    return
  }
  // Such as `$1,200.00, 3 pending` and `2 late`.
  const figure = byOrders.text.split(/, | /)[0] ?? ''
  expectEqual(figure, await shown(byOrders, ofOrders), `${title}, by orders`)
}

describe('the cards of the reports', () => {
  test('of receivables equal the rows that they open', async () => {
    const summary = await get<ArSummary>('reports/ar-summary')
    const cards = arCards(summary, (search) => ({ to: '/ar-reports', search }))
    expect(cards).toHaveLength(4)
    for (const card of cards) await expectCard(card)
  })

  test('of payables equal the rows that they open', async () => {
    const summary = await get<ApSummary>('reports/ap-summary')
    const cards = apCards(summary, (search) => ({ to: '/ap-reports', search }))
    expect(cards).toHaveLength(4)
    for (const card of cards) await expectCard(card)
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
    const notBilled = await amountOf('reports/goods-not-billed')
    expectEqual(found.goodsNotBilled, notBilled, 'Not billed')
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
    for (const { vendorCode, unapplied, total } of agingByVendor) {
      const own = `vendorCode=${vendorCode}`
      const credit = await amountOf('reports/ap-documents', `kind=credit&${own}`)
      expectEqual(unapplied, credit, `${vendorCode} unapplied`)
      const billed = await amountOf('reports/ap-documents', `kind=bill,credit&${own}`)
      expectEqual(total, billed, `${vendorCode} total`)
    }
  })
})

describe('the stock', () => {
  test('is the value of its SKUs, and account 1200', async () => {
    const { count, amount } = await sums('stock-values')
    expectEqual(await balanceOf('1200'), amount, 'Account 1200')
    expectEqual(count, (await get<unknown[]>('stock-values')).length, 'SKUs')
  })
})

test('the figures that were compared have amounts', () => {
  expect(compared.amounts).toBeGreaterThan(100)
})
