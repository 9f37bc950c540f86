import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isSameNumber } from '#platform/server/records/compare-document-numbers.ts'

const isSame = isSameNumber('reference', '$2::text')
const findSimilar = {
  name: 'find_similar_payments',
  text: `select payment_number as "paymentNumber", reference, received_on as "receivedOn", amount
         from customer_payments
         where customer_id = $1 and status = 'posted' and method = 'check' and id <> $3
           and ${isSame}
         order by id limit 5`,
}

type SimilarPayment = {
  paymentNumber: string
  reference: string
  receivedOn: Day
  amount: string
}

/** Returns a sentence for each other check of the customer with this number that is not void. */
export async function listSimilarPayments(
  { db }: Pick<Context, 'db'>,
  check: { customerId: number; reference: string; exceptId?: number | undefined },
): Promise<string[]> {
  const { customerId, reference, exceptId = 0 } = check
  const found = await rows<SimilarPayment>(db, findSimilar, [customerId, reference, exceptId])
  return found.map(
    (other) =>
      `Check ${other.reference} of this customer is already recorded as ${other.paymentNumber} ` +
      `(${formatDay(other.receivedOn, 'en-US')}, ${formatDecimal(other.amount)})`,
  )
}
