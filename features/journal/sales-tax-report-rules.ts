import { type Day, startOfMonth } from '#platform/kernel/days.ts'
import { type Cents, decimal, sum } from '#platform/kernel/money.ts'
import type { Jurisdiction, SalesTaxReport } from './contract.ts'
import { jurisdictionName, type Place } from './sales-tax-payment-rules.ts'

/** The first day of the month of a day. */
export function monthStart(date: Day): Day {
  return startOfMonth(date)
}

/** The sums of one jurisdiction and rate: tax before the period, and sales and tax within it. */
export type TaxedSums = Place & {
  rate: string | null
  before: Cents
  taxableSales: Cents
  exemptSales: Cents
  creditedSales: Cents
  taxCharged: Cents
  taxCredited: Cents
}

/** The payments of one jurisdiction: for periods that end before the first day, and within. */
export type PaidSums = Place & { before: Cents; paid: Cents }

const keyOf = ({ country, state }: Place) => `${country}\n${state}`

const columns = [
  'taxableSales',
  'exemptSales',
  'creditedSales',
  'taxCharged',
  'taxCredited',
] as const

/** The column sums of some rows as decimal text, with the resulting net due. */
function taxedOf(rows: readonly TaxedSums[]) {
  const of = (column: (typeof columns)[number]) => sum(rows.map((row) => row[column]))
  return {
    taxableSales: decimal(of('taxableSales')),
    exemptSales: decimal(of('exemptSales')),
    creditedSales: decimal(of('creditedSales')),
    taxCharged: decimal(of('taxCharged')),
    taxCredited: decimal(of('taxCredited')),
    netDue: decimal((of('taxCharged') - of('taxCredited')) as Cents),
  }
}

function balancesOf(rows: readonly TaxedSums[], payments: readonly PaidSums[]) {
  const before = sum(rows.map((row) => row.before)) - sum(payments.map((each) => each.before))
  const paid = sum(payments.map((each) => each.paid))
  const due = sum(rows.map(({ taxCharged, taxCredited }) => (taxCharged - taxCredited) as Cents))
  return {
    carried: decimal(before as Cents),
    paid: decimal(paid),
    left: decimal((before + due - paid) as Cents),
  }
}

/** Groups the report by jurisdiction, sorted by name, with rates and grand totals. */
export function jurisdictionsOf(
  rows: readonly TaxedSums[],
  payments: readonly PaidSums[],
): Pick<SalesTaxReport, 'jurisdictions' | 'totals'> {
  const jurisdictionsByKey = new Map([...rows, ...payments].map((each) => [keyOf(each), each]))
  const jurisdictions = [...jurisdictionsByKey].map(([key, { country, state }]): Jurisdiction => {
    const taxedRows = rows.filter((row) => keyOf(row) === key)
    const paid = payments.filter((each) => keyOf(each) === key)
    return {
      country,
      state,
      place: jurisdictionName({ country, state }),
      ...taxedOf(taxedRows),
      ...balancesOf(taxedRows, paid),
      rates: taxedRows
        .filter((row) => columns.some((column) => row[column] !== 0))
        .map((row) => ({ rate: row.rate, ...taxedOf([row]) })),
    }
  })
  return {
    jurisdictions: jurisdictions.sort((a, b) => (a.place < b.place ? -1 : 1)),
    totals: { ...taxedOf(rows), ...balancesOf(rows, payments) },
  }
}
