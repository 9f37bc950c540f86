import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#features/journal/rules.ts'
import type { TrialBalance } from '#features/journal/contract.ts'
import { bucketIds } from '#features/receivables/rules.ts'
import { day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type Report, type ReportDays, sumOf, tiedAmountOf } from '#platform/ui/reports/report.ts'
import { allReports } from '../../screens/all-reports.ts'
import { comparison, demoFigures, measured, type Measure, type Row } from './figures-testing.ts'

// Every figure of every named report equals the sum or the number of the rows that it opens. The
// reports are those that the dialog offers, so that a new report, column or sum without rows fails
// here. The business is that of the demo data.

type Measures = Readonly<Record<string, Measure>>

const total = (field: string): Measure => ({ sum: field })
const totals = (...fields: string[]): Measures =>
  Object.fromEntries(fields.map((field) => [field, total(field)]))
const ages: Measures = {
  ...Object.fromEntries(bucketIds.map((bucket) => [bucket, total('openAmount')])),
  unapplied: total('amount'),
  total: total('amount'),
}

/** How the rows of each figure make it, by report and column. */
const measures: Readonly<Record<string, Measures>> = {
  'vendor-payment-schedule': totals('openAmount'),
  'overdue-payments': totals('openAmount'),
  'monthly-payment-summary': {
    billed: total('totalAmount'),
    payments: 'count',
    paid: total('amount'),
    discounts: total('discount'),
    largest: { largest: 'amount' },
  },
  'vendor-performance': {
    orders: 'count',
    late: 'count',
    closedShort: 'count',
    amount: total('amount'),
  },
  'vendor-aging': ages,
  'customer-aging': ages,
  'collection-priority': { pastDue: total('openAmount'), invoices: 'count' },
  'payment-trends': {
    invoiced: total('amount'),
    received: total('amount'),
    balance: total('amount'),
  },
  'credit-utilisation': { currentBalance: total('amount'), openOrderAmount: total('amount') },
  'sales-by-customer': {
    orders: 'count',
    ...totals('subtotal', 'taxAmount', 'shippingAmount', 'totalAmount'),
  },
  'stock-valuation': { onHand: total('units'), value: total('amount') },
}

/** The sums that open other rows than the figures of their column. */
const measuresOfSums: Readonly<Record<string, Measures>> = {
  'stock-valuation': totals('value'),
  'credit-utilisation': totals('creditLimit', 'availableCredit'),
}

/** The numbers that are no sum or count of rows, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'vendor-payment-schedule daysPastDue': 'The days since the due date of the bill of the row.',
  'overdue-payments daysPastDue': 'The days since the due date of the bill of the row.',
  'vendor-performance onTimePercent': 'A share. It opens its orders.',
  'vendor-performance averageDaysLate': 'An average. It opens its late orders.',
  'vendor-performance averageLeadDays': 'An average. It opens its orders.',
  'collection-priority daysLate': 'The days since the oldest due date of the invoices.',
  'collection-priority dunningLevel': 'The highest reminder of the invoices.',
  'payment-trends adjustments': 'The difference of the figures beside it.',
  'payment-trends collectionPeriod': 'A ratio of the balance and of the sales of 90 days.',
  'payment-trends daysToPay': 'An average, weighted by amount.',
  'payment-trends onTimeShare': 'A share of what was paid.',
  'credit-utilisation creditLimit': 'A field of the customer, which it opens.',
  'credit-utilisation availableCredit': 'The difference of the figures beside it.',
  'credit-utilisation utilisation': 'A ratio of the figures beside it.',
  'stock-valuation cost': 'The value per unit. It opens the value changes.',
  'separation-of-duties amount': 'The amount of one document, which it opens.',
}

const reports: readonly Report[] = allReports
const days: ReportDays = {
  from: day('2026-01-01'),
  to: day('2026-03-02'),
  asOf: day('2026-03-02'),
}

let demo: Awaited<ReturnType<typeof demoFigures>>
const { compared, expectEqual } = comparison()

beforeAll(async () => {
  demo = await demoFigures()
})
afterAll(() => demo.prizm.close())

const numbersOf = ({ columns }: Report) =>
  columns.filter(({ align }) => align === 'right').map(({ id }) => id)

async function read(report: Report): Promise<readonly Row[]> {
  const query = new URLSearchParams((report.queryOf(days) ?? {}) as Record<string, string>)
  const path = `${report.endpoint.path.replace('/api/', '')}?${query.toString()}`
  // The rows are those of the report, whose type its list has erased.
  return report.rowsOf((await demo.get(path)) as never) as readonly Row[]
}

test('every number of a report has its rows, or is named as an exception', () => {
  const numbers = reports.flatMap((report) =>
    numbersOf(report).map((column) => [report, column] as const),
  )
  const measuredIn = (report: Report, column: string) =>
    measures[report.id]?.[column] !== undefined && report.opens?.[column] !== undefined
  const others = numbers.filter(([report, column]) => !measuredIn(report, column))
  expect(others.map(([{ id }, column]) => `${id} ${column}`).toSorted()).toEqual(
    Object.keys(exceptions).toSorted(),
  )
  expect(numbers.length - others.length).toBeGreaterThan(30)
})

test('every sum of a report has its rows', () => {
  const without = reports.flatMap(({ id, sums, opensSums }) =>
    sums.filter((column) => opensSums?.[column] === undefined).map((column) => `${id} ${column}`),
  )
  expect(without).toEqual([])
})

test('every report says how it is computed', () => {
  expect(reports.filter(({ formula }) => !formula).map(({ id }) => id)).toEqual([])
})

describe.each(reports.map((report) => [report.id, report] as const))('%s', (id, report) => {
  test('each figure equals the rows that it opens', async () => {
    const rows = await read(report)
    for (const row of rows) {
      for (const [column, measure] of Object.entries(measures[id] ?? {})) {
        const figure = row[column] as string | number
        const link = report.opens?.[column]?.(row, days)
        if (!link) {
          // Value of before stock was valued by SKU belongs to no SKU.
          expect([id, row['sku']], column).toEqual(['stock-valuation', ''])
          continue
        }
        const opened = await demo.rowsOf(link, row.id)
        expectEqual(figure, measured(opened, measure, figure), `${id}, ${row.id}, ${column}`)
      }
    }
  })

  test('each sum equals the rows that it opens', async () => {
    const rows = await read(report)
    for (const column of report.sums as readonly string[]) {
      const measure = measuresOfSums[id]?.[column] ?? measures[id]?.[column]
      const link = report.opensSums?.[column]?.(days)
      if (!measure || !link) throw new Error(`The sum of ${column} has no rows`)
      const figure = sumOf(rows, column)
      const opened = await demo.rowsOf(link)
      expectEqual(figure, measured(opened, measure, figure), `${id}, sum of ${column}`)
    }
  })

  test('the amount that an account has is its balance', async () => {
    const { tie } = report
    const amount = tiedAmountOf(report, await read(report))
    if (!tie || amount === undefined) return
    const { number } = accounts[tie.account as keyof typeof accounts]
    const books = await demo.get<TrialBalance>(`journal/trial-balance?asOf=${days.asOf}`)
    const debit = cents(books.accounts.find((each) => each.account === number)?.balance ?? '0.00')
    expectEqual(amount, decimal((tie.isCredit ? 0 - debit : debit) as Cents), `${id}, ${number}`)
  })
})

test('the figures that were compared have amounts', () => {
  expect(compared.amounts).toBeGreaterThan(300)
})
