import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants, startTestApp, type TestApp } from '#app/testing.ts'
import { journalFixture } from './testing.ts'
import type { BalanceSheet, IncomeStatement } from '../contract.ts'

// Income statement and balance sheet of any day. The test clock is at 2026-03-31.

let prizm: TestApp
let fixture: Awaited<ReturnType<typeof journalFixture>>

beforeEach(async () => {
  prizm = await startTestApp()
  fixture = await journalFixture(prizm)
})
afterEach(async () => {
  expect(await brokenInvariants()).toEqual([])
  await prizm.close()
})

const entry = (postedOn: string, [debit, credit]: [string, string], amount: string) =>
  fixture.entered({
    postedOn,
    lines: [
      { account: debit, debit: amount },
      { account: credit, credit: amount },
    ],
  })

async function twoYears() {
  await entry('2025-06-30', ['1000', '3000'], '1000.00')
  await entry('2025-12-31', ['1000', '4000'], '250.50')
  await entry('2026-01-01', ['1000', '4000'], '100.00')
  await entry('2026-02-10', ['4900', '1000'], '20.00')
  await entry('2026-02-11', ['5000', '1000'], '60.25')
  await entry('2026-02-12', ['1000', '5050'], '0.25')
  await entry('2026-03-15', ['6000', '2200'], '30.00')
  await entry('2026-03-31', ['6100', '1000'], '1.00')
}

test('the income statement covers income and expenses of its period', async () => {
  await twoYears()
  expect(await fixture.get<IncomeStatement>('journal/income-statement')).toEqual({
    from: '2026-01-01',
    to: '2026-03-31',
    income: {
      lines: [
        { account: '4000', name: 'Sales', amount: '100.00' },
        { account: '4900', name: 'Returns', amount: '-20.00' },
      ],
      total: '80.00',
    },
    costOfGoods: {
      lines: [
        { account: '5000', name: 'Cost of goods sold', amount: '60.25' },
        { account: '5050', name: 'Discounts taken', amount: '-0.25' },
      ],
      total: '60.00',
    },
    grossProfit: '20.00',
    expenses: {
      lines: [
        { account: '6000', name: 'Operating expenses', amount: '30.00' },
        { account: '6100', name: 'Bad debt', amount: '1.00' },
      ],
      total: '31.00',
    },
    netIncome: '-11.00',
  })
  const days = 'journal/income-statement?from=2025-12-31&to=2026-01-01'
  expect(await fixture.get<IncomeStatement>(days)).toMatchObject({
    grossProfit: '350.50',
    expenses: { lines: [], total: '0.00' },
    netIncome: '350.50',
  })
  const turned = await prizm.call('GET', '/api/journal/income-statement?from=2026-04-01', {
    as: fixture.finance,
  })
  expect(turned.statusCode).toBe(422)
})

test('the balance sheet balances on any day, with net income to date on its own line', async () => {
  await twoYears()
  expect(await fixture.get<BalanceSheet>('journal/balance-sheet')).toEqual({
    asOf: '2026-03-31',
    assets: { lines: [{ account: '1000', name: 'Cash', amount: '1269.50' }], total: '1269.50' },
    liabilities: {
      lines: [{ account: '2200', name: 'Accrued expenses', amount: '30.00' }],
      total: '30.00',
    },
    equity: {
      lines: [{ account: '3000', name: 'Opening equity', amount: '1000.00' }],
      total: '1000.00',
    },
    retainedEarnings: '250.50',
    netIncome: '-11.00',
    totalEquity: '1239.50',
    totalLiabilitiesAndEquity: '1269.50',
  })
  const days = ['2025-06-29', '2025-06-30', '2025-12-31', '2026-01-01', '2026-02-11', '2026-03-31']
  const sheets = await Promise.all(
    days.map((day) => fixture.get<BalanceSheet>(`journal/balance-sheet?asOf=${day}`)),
  )
  expect(
    sheets.map(({ assets, totalLiabilitiesAndEquity, retainedEarnings, netIncome }) => [
      assets.total,
      totalLiabilitiesAndEquity,
      retainedEarnings,
      netIncome,
    ]),
  ).toEqual([
    ['0.00', '0.00', '0.00', '0.00'],
    ['1000.00', '1000.00', '0.00', '0.00'],
    ['1250.50', '1250.50', '0.00', '250.50'],
    ['1350.50', '1350.50', '250.50', '100.00'],
    ['1270.25', '1270.25', '250.50', '19.75'],
    ['1269.50', '1269.50', '250.50', '-11.00'],
  ])
})

test('a trial balance row is the sum of its entries up to the day', async () => {
  await twoYears()
  type Balances = { accounts: { account: string; debit: string; credit: string }[] }
  const { accounts } = await fixture.get<Balances>('journal/trial-balance?asOf=2026-02-28')
  const found = await Promise.all(
    accounts.map(({ account }) =>
      fixture.get<{ debit: string; credit: string }[]>(`journal?account=${account}&to=2026-02-28`),
    ),
  )
  const total = (texts: string[]) => texts.reduce((all, text) => all + Number(text) * 100, 0) / 100
  expect(
    found.map((lines) => [
      total(lines.map(({ debit }) => debit)),
      total(lines.map(({ credit }) => credit)),
    ]),
  ).toEqual(accounts.map(({ debit, credit }) => [Number(debit), Number(credit)]))
})
