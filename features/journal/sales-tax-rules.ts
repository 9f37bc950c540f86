import { may } from '#features/auth/rules.ts'
import { placeOf } from '#features/settings/countries-and-states.ts'
import { type Day, formatDay, startOfMonth } from '#platform/kernel/days.ts'
import { advance, type Flow, statusesOf } from '#platform/kernel/flow.ts'
import { type Cents, decimal, formatMoney, sum } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import type { PostingLine } from './rules.ts'
import type { Jurisdiction, SalesTaxReport } from './contract.ts'

/** The status flow of a sales tax payment: posted on entry, then possibly void. */
export const taxPaymentFlow = { posted: { void: 'void' }, void: {} } as const satisfies Flow
export const taxPaymentStatuses = statusesOf(taxPaymentFlow)
export type TaxPaymentStatus = (typeof taxPaymentStatuses)[number]

/** Returns the status after voiding a payment. Throws 409 if it is already void. */
export function statusAfterVoid(status: TaxPaymentStatus): TaxPaymentStatus {
  return advance(taxPaymentFlow, status, 'void')
}

/** Returns why a user cannot void a sales tax payment, or undefined if allowed. */
export function whyNotVoidTaxPayment(
  { status }: { status: TaxPaymentStatus },
  user: { role: string } | undefined,
): string | undefined {
  if (!user || !may(user, 'ledger.payTax')) return 'Your role does not allow this'
  return status === 'void' ? 'This payment is already void' : undefined
}

type Place = { country: string; state: string }

/** The display name of a jurisdiction: `US, FL`. */
export function jurisdictionName(place: Place): string {
  return placeOf(place) || 'Jurisdiction not known'
}

/** The first day of the month of a day. */
export function monthStart(date: Day): Day {
  return startOfMonth(date)
}

/** The posting lines of a payment; a void posts the reversed lines. */
export function linesOfTaxPayment(amount: Cents): PostingLine[] {
  return [
    { account: 'salesTax', debit: amount },
    { account: 'cash', credit: amount },
  ]
}

/** Throws 422 if the period ends before it begins, or the payment date precedes its end. */
export function guardTaxPeriod(days: { periodFrom: Day; periodTo: Day; paidOn: Day }): void {
  if (days.periodTo < days.periodFrom) {
    throw invalid([{ path: 'periodTo', message: 'Must not be before the first day' }])
  }
  if (days.paidOn >= days.periodTo) return
  throw invalid([{ path: 'paidOn', message: 'Must not be before the last day of the period' }])
}

/** Returns why an amount exceeds the unpaid balance, or undefined if it does not. */
export function whyOverpaid(
  { amount, unpaidAmount: unpaid, to }: { amount: Cents; unpaidAmount: Cents; to: Day },
  place: Place,
): string | undefined {
  if (amount <= unpaid) return undefined
  const jurisdiction = jurisdictionName(place)
  const day = formatDay(to, 'en-US')
  return unpaid > 0
    ? `Only ${formatMoney(unpaid)} of the sales tax of ${jurisdiction} up to ${day} is still due`
    : `No sales tax of ${jurisdiction} is due up to ${day}`
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
