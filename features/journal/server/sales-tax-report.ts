import { readSettings } from '#features/settings/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import type { QueryOf } from '#platform/kernel/endpoint.ts'
import { type Cents, centsOfSum, decimal, sum, zero } from '#platform/kernel/money.ts'
import { invalid } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import type * as contract from '../contract.ts'
import { jurisdictionsOf, monthStart, type TaxedSums } from '../sales-tax-report-rules.ts'
import * as store from './sales-tax-store.ts'

/** A raw row of the report; the meaning of its columns depends on `part`. */
type Row = {
  part: 'taxed' | 'paid' | 'tie'
  country: string
  state: string
  rate: string | null
} & Record<'before' | 'a' | 'b' | 'c' | 'd' | 'e', string>

/**
 * Returns the sales tax by jurisdiction and rate for invoice dates, by default the current month to
 * date, and the reconciliation with account 2100. Throws 422 if the period ends before it begins.
 */
export async function readSalesTax(
  ctx: Context,
  query: QueryOf<typeof contract.readSalesTax>,
): Promise<contract.SalesTaxReport> {
  const to = query.to ?? today(ctx.now, (await readSettings(ctx)).businessTimeZone)
  const from = query.from ?? monthStart(to)
  if (from > to) throw invalid([{ path: 'from', message: 'Must not be after the last day' }])
  const found = await rows<Row>(ctx.db, store.readTaxReport, [from, to])
  const rowsOf = (part: Row['part']) => found.filter((row) => row.part === part)
  const taxed = rowsOf('taxed').map(({ country, state, rate, before, ...row }): TaxedSums => ({
    country,
    state,
    rate,
    before: centsOfSum(before),
    taxableSales: centsOfSum(row.a),
    exemptSales: centsOfSum(row.b),
    creditedSales: centsOfSum(row.c),
    taxCharged: centsOfSum(row.d),
    taxCredited: centsOfSum(row.e),
  }))
  const paid = rowsOf('paid').map(({ country, state, before, a }) => {
    return { country, state, before: centsOfSum(before), paid: centsOfSum(a) }
  })
  return {
    from,
    to,
    ...jurisdictionsOf(taxed, paid),
    tie: reconciliationOf(taxed, rowsOf('tie')[0]),
  }
}

function reconciliationOf(taxed: readonly TaxedSums[], row: Row | undefined): contract.TaxTie {
  const due = taxed.map(
    ({ before, taxCharged, taxCredited }) => (before + taxCharged - taxCredited) as Cents,
  )
  const netDue = sum(due)
  const [paid, manualEntries, balance] = row
    ? [centsOfSum(row.before), centsOfSum(row.a), centsOfSum(row.b)]
    : [zero, zero, zero]
  const expected = (netDue - paid + manualEntries) as Cents
  return {
    netDue: decimal(netDue),
    paid: decimal(paid),
    byHand: decimal(manualEntries),
    expected: decimal(expected),
    balance: decimal(balance),
    difference: decimal((balance - expected) as Cents),
  }
}
