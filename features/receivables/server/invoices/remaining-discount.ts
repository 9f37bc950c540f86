import { type Cents, cents, zero } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import { remainingDiscount } from '../credit-memos/creditable-amounts.ts'
import { creditedGoods, discountsAllowed } from '../credit-memos/creditable-lines.ts'

const discountFacts = {
  name: 'discount_facts_of_invoice',
  text: `select i.payment_terms as terms, i.goods, ${creditedGoods} as "creditedGoods",
                ${discountsAllowed} as "discountsGiven"
         from invoices i where i.id = $1`,
}

/** Returns the early-payment discount that remains on an invoice, whatever the day. */
export async function remainingDiscountOf(db: Db, id: number): Promise<Cents> {
  type Facts = { terms: string; goods: string; creditedGoods: string; discountsGiven: string }
  const [row] = await rows<Facts>(db, discountFacts, [id])
  if (!row) return zero
  const { terms, goods, creditedGoods: credited, discountsGiven: allowed } = row
  const amounts = { goods: cents(goods), creditedGoods: cents(credited), discount: cents(allowed) }
  return remainingDiscount(terms, amounts)
}
