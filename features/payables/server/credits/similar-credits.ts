import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isSameNumber } from '#platform/server/records/compare-document-numbers.ts'

const isSame = isSameNumber('credit_number', '$2::text')
const findSimilar = {
  name: 'find_similar_vendor_credits',
  text: `select credit_number as "creditNumber", posted_on as "postedOn", amount
         from vendor_credits
         where vendor_id = $1 and voided_on is null and id <> $3 and ${isSame}
         order by id limit 5`,
}

type Found = { creditNumber: string; postedOn: Day; amount: string }

/**
 * Lists possible duplicates: one sentence for each other credit note of the vendor whose number
 * differs only in punctuation, spaces or leading zeros. Ignores void notes.
 */
export async function listSimilarCredits(
  { db }: Pick<Context, 'db'>,
  note: { vendorId: number; creditNumber: string; exceptId?: number | undefined },
): Promise<string[]> {
  const { vendorId, creditNumber, exceptId = 0 } = note
  const found = await rows<Found>(db, findSimilar, [vendorId, creditNumber, exceptId])
  return found.map(
    (other) =>
      `This may be credit ${other.creditNumber} of this vendor ` +
      `(${formatDay(other.postedOn, 'en-US')}, ${formatDecimal(other.amount)})`,
  )
}
