import { type Day, formatDay } from '#platform/kernel/days.ts'
import { formatDecimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { isSameNumber } from '#platform/server/records/compare-document-numbers.ts'

const isSame = isSameNumber('bill_number', '$2::text')
const findSimilar = {
  name: 'find_similar_bills',
  text: `select bill_number as "billNumber", doc_date as "docDate", total_amount as "totalAmount",
           status
         from vendor_bills
         where vendor_id = $1 and status <> 'void' and id <> $3
           and ${isSame}
         order by id limit 5`,
}

type SimilarBill = { billNumber: string; docDate: Day; totalAmount: string; status: string }

/**
 * Lists possible duplicates: one sentence for each other bill of the vendor whose number differs
 * only in punctuation, spaces or leading zeros. Ignores void bills.
 */
export async function listSimilarBills(
  { db }: Pick<Context, 'db'>,
  bill: { vendorId: number; billNumber: string; exceptId?: number | undefined },
): Promise<string[]> {
  const { vendorId, billNumber, exceptId = 0 } = bill
  const found = await rows<SimilarBill>(db, findSimilar, [vendorId, billNumber, exceptId])
  return found.map(
    (other) =>
      `This may be bill ${other.billNumber} of this vendor ` +
      `(${formatDay(other.docDate, 'en-US')}, ${formatDecimal(other.totalAmount)}, ` +
      `${other.status})`,
  )
}
