import { record } from '#features/audit/server/service.ts'
import { blockCredit } from '#features/customers/server/service.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import {
  postInvoice,
  recordReminders,
  lockCustomers,
} from '#features/receivables/server/service.ts'
import type { Settings } from '#features/settings/contract.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { decimal, zero } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { insertMany } from '#platform/server/records/write-many.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type { LetterDetails, ProposedLetter, RemindForm } from '../contract.ts'
import { type DueLetter, dueOf, type OverdueRow } from './due-reminders.ts'
import { lettersById } from './read-reminders.ts'
import { blocksCredit, levelNames, letterTextOf } from '../rules.ts'
import * as store from './store.ts'
import { dunningLines } from './tables.ts'

type Rules = { settings: Settings; date: Day }

async function readRules(ctx: Context): Promise<Rules> {
  const settings = await readSettings(ctx)
  return { settings, date: today(ctx.now, settings.businessTimeZone) }
}

/**
 * The overdue reminders (dunning letters) due today, the customer with the largest amount first.
 */
export async function proposeReminders(ctx: Context): Promise<ProposedLetter[]> {
  const { settings, date } = await readRules(ctx)
  const overdue = await rows<OverdueRow>(ctx.db, store.readOverdueInvoices, [date, null])
  return dueOf(overdue, { settings, date })
    .sort((a, b) => b.letter.total - a.letter.total || a.id - b.id)
    .map(({ id, customer, letter }) => ({
      customerId: id,
      customerCode: customer.customerCode,
      customerName: customer.customerName,
      email: customer.email,
      lastLetterOn: customer.lastLetterOn,
      level: letter.level,
      total: decimal(letter.total),
      fee: decimal(letterTextOf(letter.level, settings).fee),
      blocksCredit: customer.creditStatus === 'normal' && blocksCredit(letter.level, settings),
      invoices: letter.invoices.map(
        ({ invoiceId, invoiceNumber, docDate, dueDate, daysLate, openAmount, level }) => {
          const dates = { docDate, dueDate, daysLate }
          return { invoiceId, invoiceNumber, ...dates, openAmount: decimal(openAmount), level }
        },
      ),
    }))
}

/**
 * Creates the selected reminders as letters, which users then send: `sendDueEmails` (documents)
 * emails them. Locks the customers and checks again what is due: throws 409 if an invoice was paid,
 * disputed or reminded in the meantime. Charges a fee as a separate invoice, and blocks the
 * customer's credit from the level in the settings.
 */
export async function createReminders(ctx: Context, form: RemindForm): Promise<LetterDetails[]> {
  const rules = await readRules(ctx)
  const chosen = new Map(form.letters.map((each) => [each.customerId, new Set(each.invoiceIds)]))
  const ids = [...chosen.keys()].sort((a, b) => a - b)
  return inTransaction(ctx, async (inner) => {
    await guardOpen(inner, [rules.date])
    await lockCustomers(inner, ids)
    const overdue = await rows<OverdueRow>(inner.db, store.readOverdueInvoices, [rules.date, ids])
    const selected = overdue.filter((each) => chosen.get(each.customerId)?.has(each.invoiceId))
    const due = dueOf(selected, rules)
    guardStillDue(chosen, due)
    const letterIds: number[] = []
    for (const dueLetter of due) {
      // Sequential on purpose: each letter may post a fee invoice.
      // oxlint-disable-next-line no-await-in-loop
      letterIds.push(await createLetter(inner, dueLetter, rules))
    }
    return lettersById(inner, letterIds)
  })
}

/**
 * Throws 409 unless every selected invoice is still due, so the user never confirms a letter that
 * differs from the one on screen.
 */
function guardStillDue(
  chosen: ReadonlyMap<number, ReadonlySet<number>>,
  due: readonly DueLetter[],
): void {
  const count = due.reduce((sum, { letter }) => sum + letter.invoices.length, 0)
  const total = [...chosen.values()].reduce((sum, { size }) => sum + size, 0)
  if (count === total) return
  const sentence =
    'Some of these invoices are no longer due for this reminder. Refresh the proposal'
  throw new Refusal('refused', 'not-due-for-reminder', sentence)
}

async function createLetter(
  ctx: Context,
  { id, customer, letter }: DueLetter,
  rules: Rules,
): Promise<number> {
  const { settings, date } = rules
  const { level, total, invoices } = letter
  const { fee, text } = letterTextOf(level, settings)
  const feeInvoice = fee > 0 ? await chargeFee(ctx, { customerId: id, fee, date }) : undefined
  const [inserted] = await rows<{ id: number; letterNumber: string }>(ctx.db, store.insertLetter, [
    id,
    level,
    date,
    customer.customerName,
    customer.address,
    text,
    decimal(total),
    decimal(fee),
    feeInvoice?.id ?? null,
    ctx.user?.id ?? null,
  ])
  const { id: letterId, letterNumber } = inserted as { id: number; letterNumber: string }
  const lines = invoices.map((each) => ({
    letterId,
    invoiceId: each.invoiceId,
    level: each.level,
    daysLate: each.daysLate,
    openAmount: decimal(each.openAmount),
  }))
  await insertMany(ctx, dunningLines, lines)
  const reminders = invoices.map(({ invoiceId, level: invoiceLevel }) => {
    return { invoiceId, level: invoiceLevel, letterNumber }
  })
  await recordReminders(ctx, reminders, date)
  const reason = `${levelNames[level]} ${letterNumber}`
  if (blocksCredit(level, settings)) await blockCredit(ctx, [id], reason)
  await record(ctx, [
    { entity: 'dunning_letter', entityId: letterId, action: 'create' },
    { entity: 'customer', entityId: id, action: 'remind', reason },
  ])
  await enqueue(ctx, [
    {
      topic: 'dunning.reminded',
      aggregate: 'dunning_letter',
      aggregateId: letterId,
      aggregateVersion: 1,
      payload: { letterNumber, customerId: id, level, total: decimal(total) },
    },
  ])
  return letterId
}

type Fee = { customerId: number; fee: DueLetter['letter']['total']; date: Day }

function chargeFee(ctx: Context, { customerId, fee, date: docDate }: Fee) {
  const invoiceDraft = { customerId, salesOrderId: null, shipmentId: null, docDate, lines: [] }
  return postInvoice(ctx, {
    ...invoiceDraft,
    goods: fee,
    goodsAccount: 'lateFees',
    tax: zero,
    freight: zero,
  })
}
