import { businessDay } from '#features/settings/server/service.ts'
import { record } from '#features/audit/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import type { ReasonedPostingForm } from '#features/journal/posting-form.ts'
import { guardNotBefore, postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import { reversedLines } from '#features/journal/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { cents } from '#platform/kernel/money.ts'
import { missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { CreditMemoDetails } from '../../contract.ts'
import { lastUsed } from '../payments/last-application-day.ts'
import { linesOfMemo, type MemoAccount } from './memo-postings.ts'
import { replacedUnits } from './replaced-units.ts'
import { reverseAll } from '../payments/reverse-application.ts'
import { readCreditMemo } from '../read-documents.ts'
import { lockCustomer } from '../lock-customers.ts'

// Voiding a credit memo that was posted wrong. The memo and its posting are not deleted: a second
// entry reverses the posting as of a day, and the invoices it settled are open again.

type LockedMemo = {
  id: number
  creditMemoNumber: string
  customerId: number
  returnId: number | null
  returnNumber: string | null
  goods: string
  goodsAccount: MemoAccount
  tax: string
  restockingFee: string
  total: string
  docDate: Day
  voidedOn: Day | null
  version: number
}

const lockMemo = {
  name: 'lock_credit_memo_to_void',
  text: `select m.id, m.credit_memo_number as "creditMemoNumber", m.customer_id as "customerId",
                m.return_id as "returnId", r.return_number as "returnNumber", m.goods, m.tax,
                m.goods_account as "goodsAccount",
                m.restocking_fee as "restockingFee", m.total, m.doc_date as "docDate",
                m.voided_on as "voidedOn",
                m.version
         from credit_memos m left join returns r on r.id = m.return_id
         where m.id = $1 or (m.return_id = $2 and m.voided_on is null)
         for no key update of m`,
}

const readOwner = {
  name: 'customer_of_credit_memo_to_void',
  text: 'select customer_id as "customerId" from credit_memos where id = $1',
}

type VoidForm = ReasonedPostingForm & { ifMatch: number | undefined }

/**
 * Voids a credit memo as of its posting date. Throws 409 if part of it is refunded or in a prepared
 * refund, if it credits a return (reopen the return instead), or if returned goods would then have
 * no credit.
 */
export async function voidCreditMemo(
  ctx: Context,
  id: number,
  { reason, postedOn, ifMatch }: VoidForm,
): Promise<CreditMemoDetails> {
  const posting = postingDateOf(postedOn, await businessDay(ctx))
  const date = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    const [owner] = await rows<{ customerId: number }>(inner.db, readOwner, [id])
    if (!owner) throw missing('That credit memo')
    await guardOpen(inner, [date])
    await lockCustomer(inner, owner.customerId)
    const [memo] = await rows<LockedMemo>(inner.db, lockMemo, [id, null])
    if (!memo) throw missing('That credit memo')
    guardVersion(memo, ifMatch)
    if (memo.voidedOn) {
      throw new Refusal('refused', 'illegal-transition', 'This credit memo is already void')
    }
    if (memo.returnId !== null) {
      const sentence =
        `${memo.creditMemoNumber} belongs to ${memo.returnNumber}. ` +
        'Reopen the return to void it, then complete the return again'
      throw new Refusal('refused', 'credit-of-return', sentence)
    }
    await guardReturned(inner, memo)
    guardNotBefore(posting, [
      { day: memo.docDate, event: 'the credit memo date' },
      await lastUsed(inner, { kind: 'credit', id }),
    ])
    await voidLocked(inner, memo, { reason, date })
    return readCreditMemo(inner, id)
  })
}

/**
 * Voids the credit memo of a return that is being reopened, in the open transaction; does nothing
 * if there is none. The caller must have locked the open month and the customer.
 */
export async function voidCreditOfReturn(
  ctx: Context,
  { returnId, ...details }: { returnId: number; reason: string; date: Day },
): Promise<void> {
  const [memo] = await rows<LockedMemo>(ctx.db, lockMemo, [null, returnId])
  if (memo) await voidLocked(ctx, memo, details)
}

const readRefunds = {
  name: 'refunds_of_credit_memo_to_void',
  text: `select refund_number as "refundNumber", status from refunds
         where credit_memo_id = $1 and status in ('prepared', 'released') order by id limit 1`,
}

const readReturned = {
  name: 'returned_units_that_a_memo_credits',
  text: `select b.return_number as "returnNumber"
         from (
           select distinct l.sales_order_item_id as id
           from credit_memo_lines c join invoice_lines l on l.id = c.invoice_line_id
           where c.credit_memo_id = $1
         ) t
         join lateral (
           select coalesce(sum(c.quantity), 0) as credited
           from credit_memo_lines c
           join credit_memos m on m.id = c.credit_memo_id
           join invoice_lines l on l.id = c.invoice_line_id
           where l.sales_order_item_id = t.id and m.voided_on is null and m.id <> $1
         ) k on true
         join lateral (
           select sum(i.qty_received - i.replaced) as units, max(i.return_number) as return_number
           from (
             select i.qty_received, b.return_number, ${replacedUnits} as replaced
             from return_items i
             join returns b on b.id = i.return_id and b.status = 'completed'
             left join sales_orders o on o.id = b.replacement_order_id
             where i.sales_order_item_id = t.id
           ) as i
           where i.qty_received > i.replaced
         ) b on b.units > k.credited
         limit 1`,
}

/** Throws if a completed return counted the memo's units as credited already. */
async function guardReturned(ctx: Context, { id, creditMemoNumber }: LockedMemo): Promise<void> {
  const [found] = await rows<{ returnNumber: string }>(ctx.db, readReturned, [id])
  if (!found) return
  const sentence =
    `Goods of ${creditMemoNumber} were returned with ${found.returnNumber}, which did not credit ` +
    'them again. Reopen that return first'
  throw new Refusal('refused', 'credit-of-return', sentence)
}

const voidRow = {
  name: 'void_credit_memo',
  text: `update credit_memos
         set voided_on = $2, open_amount = 0, updated_at = now(), version = version + 1
         where id = $1`,
}

async function voidLocked(
  ctx: Context,
  memo: LockedMemo,
  { reason, date }: { reason: string; date: Day },
): Promise<void> {
  const { id, creditMemoNumber, customerId, version } = memo
  await guardNotRefunded(ctx, memo)
  await reverseAll(ctx, { creditMemoId: id, reason, date })
  await send(ctx, voidRow, [id, date])
  const total = cents(memo.total)
  const amounts = { goods: cents(memo.goods), tax: cents(memo.tax), total }
  const { goodsAccount } = memo
  const restockingFee = cents(memo.restockingFee)
  const lines = linesOfMemo({ ...amounts, restockingFee, customerId, goodsAccount })
  await addBalances(ctx, new Map([[customerId, total]]))
  await post(ctx, [
    {
      source: 'credit_memo',
      sourceId: id,
      event: 'void',
      postedOn: date,
      memo: `Credit memo ${creditMemoNumber} voided`,
      lines: reversedLines(lines),
    },
  ])
  const entryBase = { entity: 'credit_memo', entityId: id, action: 'void', reason } as const
  await record(ctx, [{ ...entryBase, fromStatus: 'posted', toStatus: 'void' }])
  await enqueue(ctx, [
    {
      topic: 'credit-memo.voided',
      aggregate: 'credit_memo',
      aggregateId: id,
      aggregateVersion: version + 1,
      payload: { creditMemoNumber, customerId, total: memo.total },
    },
  ])
}

async function guardNotRefunded(ctx: Context, { id, creditMemoNumber }: LockedMemo): Promise<void> {
  type Row = { refundNumber: string; status: string }
  const [refund] = await rows<Row>(ctx.db, readRefunds, [id])
  if (!refund) return
  const { refundNumber, status } = refund
  const step = status === 'released' ? `Reverse ${refundNumber}` : `Cancel ${refundNumber}`
  const sentence = `${creditMemoNumber} has a refund. ${step} first`
  throw new Refusal('refused', 'refunded', sentence)
}
