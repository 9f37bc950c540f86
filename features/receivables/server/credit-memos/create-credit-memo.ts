import { businessDay } from '#features/settings/server/service.ts'
import { record } from '#features/audit/server/service.ts'
import { addBalances } from '#features/customers/server/service.ts'
import { guardNotBefore, postingDateOf, guardOpen, post } from '#features/journal/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { guardVersion } from '#platform/server/records/versions.ts'
import type { ApplicationForm, CreditMemoDetails, CreditMemoForm } from '../../contract.ts'
import {
  type CreditedLine,
  guardCredited,
  invoicesOf,
  limitToInvoices,
  linesToCredit,
  creditOpenUnits,
} from './creditable-lines.ts'
import { linesOfReturn, type ReturnedLine, sumOf } from './return-credit-amounts.ts'
import { linesOfMemo, type MemoAccount } from './memo-postings.ts'
import { readCreditMemo } from '../read-documents.ts'
import { lockInvoices, settle } from '../payments/apply-to-invoices.ts'
import { changeOpenAmount } from '../payments/change-open-amount.ts'
import { creditMemoLines } from '../tables.ts'
import { lockCustomer } from '../lock-customers.ts'

/** A credit memo before it has a number. */
type Credit = {
  customerId: number
  invoiceId: number | null
  returnId: number | null
  docDate: Day
  reason: string
  goods: Cents
  tax: Cents
  restockingFee: Cents
  lines: readonly CreditedLine[]
}

const insertMemo = {
  name: 'insert_credit_memo',
  text: `insert into credit_memos
           (customer_id, invoice_id, return_id, doc_date, goods, tax, restocking_fee, total,
            open_amount, reason, created_by, goods_account)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10,
                 case (select goods_account from invoices where id = $2)
                   when '4200' then '4200' else '4900' end)
         returning id, credit_memo_number as "creditMemoNumber", goods_account as "goodsAccount"`,
}

type InsertedCreditMemo = { id: number; creditMemoNumber: string; goodsAccount: MemoAccount }

/** Inserts and posts a credit memo. Throws if its total is not positive. */
async function issue(ctx: Context, credit: Credit): Promise<InsertedCreditMemo> {
  const { customerId, goods, tax, restockingFee, docDate, lines, reason } = credit
  const total = (goods + tax - restockingFee) as Cents
  if (total <= 0) {
    const message = 'Must be less than what is credited'
    throw invalid([{ path: restockingFee > 0 ? 'restockingFee' : 'goods', message }])
  }
  const [inserted] = await rows<InsertedCreditMemo>(ctx.db, insertMemo, [
    customerId,
    credit.invoiceId,
    credit.returnId,
    docDate,
    decimal(goods),
    decimal(tax),
    decimal(restockingFee),
    decimal(total),
    reason,
    ctx.user?.id ?? null,
  ])
  const memo = inserted as InsertedCreditMemo
  await writeLines(ctx, memo.id, lines)
  await addBalances(ctx, new Map([[customerId, (0 - total) as Cents]]))
  await post(ctx, [postingOf(memo, { ...credit, total })])
  await record(ctx, [{ entity: 'credit_memo', entityId: memo.id, action: 'post', reason }])
  const { creditMemoNumber } = memo
  await enqueue(ctx, [
    {
      topic: 'credit-memo.posted',
      aggregate: 'credit_memo',
      aggregateId: memo.id,
      aggregateVersion: 1,
      payload: { creditMemoNumber, customerId, docDate, total: decimal(total) },
    },
  ])
  return memo
}

async function writeLines(ctx: Context, id: number, lines: readonly CreditedLine[]): Promise<void> {
  const lineRows = lines.map((line, index) => ({
    creditMemoId: id,
    lineNo: index + 1,
    invoiceLineId: line.invoiceLineId,
    skuId: line.skuId,
    quantity: line.quantity,
    unitPrice: decimal(line.unitPrice),
    totalPrice: decimal(line.goods),
    taxAmount: decimal(line.tax),
  }))
  await insertMany(ctx, creditMemoLines, lineRows)
}

function postingOf(
  { id, creditMemoNumber, goodsAccount }: InsertedCreditMemo,
  credit: Credit & { total: Cents },
) {
  const memo = `Credit memo ${creditMemoNumber}`
  const entry = { source: 'credit_memo', sourceId: id, postedOn: credit.docDate, memo } as const
  return { ...entry, lines: linesOfMemo({ ...credit, goodsAccount }) }
}

/**
 * Credits units of an invoice at the price charged, or part of its amount. Throws if that exceeds
 * what was invoiced and is not credited yet, or if the posting date is before the invoice.
 */
export async function createCreditMemo(
  ctx: Context,
  form: CreditMemoForm,
): Promise<CreditMemoDetails> {
  const posting = postingDateOf(form.postedOn, await businessDay(ctx))
  const docDate = posting.postedOn
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [docDate])
    const owner = await ownerOf(inner, form.invoiceId)
    await lockCustomer(inner, owner)
    const invoice = (await lockInvoices(inner, [form.invoiceId])).get(form.invoiceId)
    guardNotBefore(posting, [{ day: invoice?.docDate, event: 'the invoice date' }])
    const { lines, ...amounts } = await amountsOf(inner, form)
    const memo = await issue(inner, {
      customerId: owner,
      invoiceId: form.invoiceId,
      returnId: null,
      docDate,
      reason: form.reason,
      ...amounts,
      restockingFee: cents(form.restockingFee ?? '0'),
      lines,
    })
    return readCreditMemo(inner, memo.id)
  })
}

/**
 * Returns what a form credits: units at what was paid or is owed for them, or the amount entered.
 * The caller must hold the customer lock.
 */
async function amountsOf(
  ctx: Context,
  { invoiceId, items = [], ...form }: CreditMemoForm,
): Promise<Pick<Credit, 'goods' | 'tax' | 'lines'>> {
  const typed = { goods: cents(form.goods ?? '0'), tax: cents(form.tax ?? '0') }
  if (items.length === 0) {
    await guardCredited(ctx, invoiceId, typed)
    return { ...typed, lines: [] }
  }
  if (typed.goods + typed.tax > 0) {
    throw invalid([{ path: 'goods', message: 'Enter either lines or an amount' }])
  }
  const open = await linesToCredit(ctx, { invoiceId })
  const units = items.flatMap(({ invoiceLineId, quantity }, index) => {
    return creditOpenUnits(open, { of: { invoiceLineId }, quantity, path: `items.${index}` })
  })
  const lines = await limitToInvoices(ctx, units)
  const amounts = sumOf(lines)
  if (amounts.goods + amounts.tax === 0) await guardCredited(ctx, invoiceId, sumOf(units))
  return { ...amounts, lines }
}

const readOwner = {
  name: 'customer_of_invoice_to_credit',
  text: 'select customer_id as "customerId" from invoices where id = $1',
}

async function ownerOf(ctx: Context, invoiceId: number): Promise<number> {
  const [owner] = await rows<{ customerId: number }>(ctx.db, readOwner, [invoiceId])
  if (!owner) throw invalid([{ path: 'invoiceId', message: 'No such invoice' }])
  return owner.customerId
}

/** The goods of a customer's return to credit. */
export type ReturnedGoods = {
  customerId: number
  returnId: number
  docDate: Day
  reason: string
  restockingFee: Cents
  lines: readonly ReturnedLine[]
}

/**
 * Credits returned goods, in the open transaction: at the price and tax charged, over all invoices
 * that charged them, never more than was paid or is owed for them. Goods without an order are
 * credited at the price on their return. The caller must have locked the open month and the
 * customer. Returns undefined if there is nothing to credit.
 */
export async function createReturnCreditMemo(
  ctx: Context,
  { lines: returned, ...goods }: ReturnedGoods,
): Promise<InsertedCreditMemo | undefined> {
  const units = await linesOfReturn(ctx, returned)
  const invoiceIds = invoicesOf(units)
  await lockInvoices(ctx, invoiceIds)
  const lines = await limitToInvoices(ctx, units)
  const amounts = sumOf(lines)
  if (amounts.goods + amounts.tax === 0 && goods.restockingFee === 0) return undefined
  const invoiceId = invoiceIds.length === 1 ? (invoiceIds[0] ?? null) : null
  return issue(ctx, { ...goods, ...amounts, invoiceId, lines })
}

const lockMemo = {
  name: 'lock_credit_memo',
  text: `select id, credit_memo_number as number, customer_id as "customerId",
                doc_date as "docDate", open_amount as "openAmount", version
         from credit_memos where id = $1 and voided_on is null for no key update`,
}

const readMemoOwner = {
  name: 'customer_of_credit_memo',
  text: 'select customer_id as "customerId" from credit_memos where id = $1',
}

type LockedMemo = {
  id: number
  number: string
  customerId: number
  docDate: Day
  openAmount: string
  version: number
}

/** Applies the open amount of a credit memo to the customer's invoices, as of today. */
export async function applyCreditMemo(
  ctx: Context,
  id: number,
  request: { applications: readonly ApplicationForm[]; ifMatch: number | undefined },
): Promise<CreditMemoDetails> {
  const appliedOn = await businessDay(ctx)
  return inTransaction(ctx, async (inner) => {
    const [owner] = await rows<{ customerId: number }>(inner.db, readMemoOwner, [id])
    if (!owner) throw missing('That credit memo')
    await guardOpen(inner, [appliedOn])
    await lockCustomer(inner, owner.customerId)
    const [memo] = await rows<LockedMemo>(inner.db, lockMemo, [id])
    if (!memo) throw new Refusal('refused', 'illegal-transition', 'This credit memo is void')
    guardVersion(memo, request.ifMatch)
    const openAmount = cents(memo.openAmount)
    const source = { ...memo, openAmount, receivedOn: memo.docDate, appliedOn }
    const used = await settle(inner, { ...source, kind: 'credit' }, request.applications)
    await changeOpenAmount(inner, { kind: 'credit', id }, (0 - used) as Cents)
    await record(inner, [{ entity: 'credit_memo', entityId: id, action: 'apply' }])
    return readCreditMemo(inner, id)
  })
}
