import { record } from '#features/audit/server/service.ts'
import { type PostingLine, reversedLines, signedLine } from '#features/journal/rules.ts'
import { post } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents } from '#platform/kernel/money.ts'
import { type Context, rows, send } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { postedAccount, type storedCreditAccounts } from '../../rules.ts'

// Posts and reverses vendor credits, for returns and for credit notes.

/** A locked vendor credit. `account` is null for a credit for returned goods. */
export type LockedCredit = {
  id: number
  creditNumber: string
  vendorId: number
  returnId: number | null
  account: (typeof storedCreditAccounts)[number] | null
  amount: string
  /** The cost of its goods at the order price; null if equal to `amount`. */
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

/** Locks credits in id order; omits unknown ids. */
export function lockCredits(ctx: Context, ids: readonly number[]): Promise<LockedCredit[]> {
  return rows<LockedCredit>(ctx.db, lockCreditRows, [ids])
}

type PostedCredit = Pick<LockedCredit, 'id' | 'creditNumber' | 'vendorId' | 'account'>
/**
 * `goods`: the cost of the returned goods at the order price. `discount`: the early-payment
 * discount deducted.
 */
type Entry = {
  amount: Cents
  goods: Cents
  discount: Cents
  date: Day
  memo: string
  isVoid?: boolean
}

/**
 * Posts a credit: debits payables, and credits its account or, for a return, goods not billed at
 * the order price. The early-payment discount on these goods is reversed, and the remaining
 * difference is price variance, as it was when they were shipped.
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

/** Voids an unapplied credit and reverses its posting. The caller holds its lock. */
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
  const entryBase = { entity: 'vendor_credit', entityId: id, action: 'void', reason } as const
  await record(ctx, [{ ...entryBase, fromStatus: 'posted', toStatus: 'void' }])
  await enqueue(ctx, [creditMessage({ ...credit, version: credit.version + 1 })])
}

/** Uses one topic for all events of a vendor credit. */
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
