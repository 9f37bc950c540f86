import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import { type DiscountFacts, remainingDiscount } from '../credit-memos/creditable-amounts.ts'
import { creditedGoods, discountsAllowed, unitsReduced } from '../credit-memos/creditable-lines.ts'

const discountFacts = {
  name: 'discount_facts_of_invoice',
  text: `select i.payment_terms as terms, i.goods, ${creditedGoods} as "creditedGoods",
                ${discountsAllowed} as discount, ${unitsReduced} as "unitsReduced"
         from invoices i where i.id = $1`,
}

/** Returns the early-payment discount that remains on an invoice, whatever the day. */
export async function remainingDiscountOf(db: Db, id: number): Promise<Cents> {
  type Row = Record<keyof DiscountFacts, string> & { terms: string }
  const [row] = await rows<Row>(db, discountFacts, [id])
  if (!row) return zero
  return remainingDiscount(row.terms, {
    goods: cents(row.goods),
    creditedGoods: cents(row.creditedGoods),
    discount: cents(row.discount),
    unitsReduced: cents(row.unitsReduced),
  })
}
