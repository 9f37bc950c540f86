import { record } from '#features/audit/server/service.ts'
import { type PostingLine, reversedLines, signedLine } from '#features/journal/rules.ts'
import { post } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { postedAccount, type storedCreditAccounts } from '../../rules.ts'

// What a vendor's credit posts, and how it is reversed, whether it is for a return or a typed note.

/** A vendor's credit under its lock; `account` is null where it is for goods that went back. */
export type LockedCredit = {
  id: number
  creditNumber: string
  vendorId: number
  returnId: number | null
  account: (typeof storedCreditAccounts)[number] | null
  amount: string
  /** What its goods cost by their order; null where that is its amount. */
  goodsAmount: string | null
  discountAmount: string
  appliedAmount: string
  postedOn: Day
  voidedOn: Day | null
  version: number
}

const lockCreditRows = {
  name: 'lock_vendor_credits',
  text: `select id, credit_number as "creditNumber", vendor_id as "vendorId",
                return_id as "returnId", account, amount, applied_amount as "appliedAmount",
                goods_amount as "goodsAmount", discount_amount as "discountAmount",
                posted_on as "postedOn", voided_on as "voidedOn", version
         from vendor_credits where id = any($1::int[]) order by id for no key update`,
}

const voidRow = {
  name: 'void_vendor_credit',
  text: `update vendor_credits
         set voided_on = $2, version = version + 1, updated_at = now()
         where id = $1`,
}

/** Locks credits by their ids, in that order; those that do not exist are left out. */
export function lockCredits(ctx: Context, ids: readonly number[]): Promise<LockedCredit[]> {
  return rows<LockedCredit>(ctx.db, lockCreditRows, [ids])
}

type PostedCredit = Pick<LockedCredit, 'id' | 'creditNumber' | 'vendorId' | 'account'>
/** `goods` is what the goods of a return cost by their order, `discount` what it is less by. */
type Entry = {
  amount: Cents
  goods: Cents
  discount: Cents
  date: Day
  memo: string
  isVoid?: boolean
}

/**
 * Posts a credit: payables against its account, or for a return against goods not billed, by the
 * price of their order. The early discount of these goods was not won then, and the rest of the
 * difference is price variance, as it was when they left.
 */
export async function postCredit(
  ctx: Context,
  { id, vendorId, account }: PostedCredit,
  { amount, goods, discount, date, memo, isVoid = false }: Entry,
): Promise<void> {
  const ofReturn: PostingLine[] = [
    { account: 'notBilled', credit: goods, vendorId },
    { account: 'discountsTaken', debit: discount },
    signedLine('priceVariance', (goods - amount - discount) as Cents),
  ]
  const lines: PostingLine[] = [
    { account: 'payable', debit: amount, vendorId },
    ...(account === null ? ofReturn : [{ account: postedAccount(account), credit: amount }]),
  ]
  await post(ctx, [
    {
      source: 'vendor_credit',
      sourceId: id,
      event: isVoid ? 'void' : 'post',
      postedOn: date,
      memo: memo.slice(0, 200),
      lines: isVoid ? reversedLines(lines) : lines,
    },
  ])
}

/** Voids a credit that settled nothing, with the reversal of its posting. The caller locks it. */
export async function voidLockedCredit(
  ctx: Context,
  credit: LockedCredit,
  { date, reason }: { date: Day; reason: string },
): Promise<void> {
  const { id, creditNumber } = credit
  await send(ctx, voidRow, [id, date])
  const amount = cents(credit.amount)
  const memo = `Void of credit ${creditNumber}`
  const goods = cents(credit.goodsAmount ?? credit.amount)
  const discount = cents(credit.discountAmount)
  await postCredit(ctx, credit, { amount, goods, discount, date, memo, isVoid: true })
  const act = { entity: 'vendor_credit', entityId: id, action: 'void', reason } as const
  await record(ctx, [{ ...act, fromStatus: 'posted', toStatus: 'void' }])
  await enqueue(ctx, [creditMessage({ ...credit, version: credit.version + 1 })])
}

/** One topic for all that happens to a vendor's credit. */
export function creditMessage(
  credit: Pick<LockedCredit, 'id' | 'creditNumber' | 'vendorId' | 'version'>,
) {
  const { id, creditNumber, vendorId, version } = credit
  return {
    topic: 'vendor-credit.changed',
    aggregate: 'vendor_credit',
    aggregateId: id,
    aggregateVersion: version,
    payload: { creditNumber, vendorId },
  }
}
