import type { PostingLine } from '#features/journal/rules.ts'
import type { Posting } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import type { Cents } from '#platform/kernel/money.ts'

/** The part of a settlement that one application is made of. */
type LossPart = {
  invoice: { customerId: number; invoiceNumber: string }
  kind: 'payment' | 'credit' | 'write-off'
  amount: Cents
  discount: Cents
  appliedOn: Day
}

/** Returns the postings of losses in a settlement: a discount or an amount written off. */
export function lossPostings(
  part: LossPart,
  id: number,
): (Posting & { customerId: number; loss: Cents })[] {
  const { invoice, kind, amount, discount, appliedOn } = part
  const { customerId, invoiceNumber } = invoice
  const isWriteOff = kind === 'write-off'
  const loss = isWriteOff ? amount : discount
  if (loss === 0) return []
  const lines: PostingLine[] = [
    { account: isWriteOff ? 'badDebt' : 'discountsGiven', debit: loss },
    { account: 'receivable', credit: loss, customerId },
  ]
  const memo = `${isWriteOff ? 'Write-off' : 'Discount'} of ${invoiceNumber}`
  const source = isWriteOff ? 'write_off' : 'discount'
  return [{ source, sourceId: id, postedOn: appliedOn, memo, lines, customerId, loss }]
}
