import type { Settings } from '#features/settings/contract.ts'
import { addDays, type Day } from '#platform/kernel/days.ts'
import { type Cents, cents, sum } from '#platform/kernel/money.ts'

/** The reminders in their order: 1 is the first, 3 the last. */
export const reminderLevels = [1, 2, 3] as const
export type ReminderLevel = (typeof reminderLevels)[number]

export const levelNames: Record<ReminderLevel, string> = {
  1: 'First reminder',
  2: 'Second reminder',
  3: 'Last reminder',
}

/** An invoice past due, and the highest reminder it was in: 0 for none. */
export type LateInvoice = {
  invoiceId: number
  daysLate: number
  dunningLevel: number
  openAmount: Cents
}

type Days = Pick<Settings, 'dunningDays1' | 'dunningDays2' | 'dunningDays3'>

const daysOf = (settings: Days, level: ReminderLevel) => settings[`dunningDays${level}`]

/**
 * The reminder that is due for an invoice: the one after its last, once it is as many days late as
 * the settings say; undefined before that, and after the last one.
 */
export function reminderDue(
  { daysLate, dunningLevel }: Pick<LateInvoice, 'daysLate' | 'dunningLevel'>,
  settings: Days,
): ReminderLevel | undefined {
  const next = reminderLevels.find((level) => level === dunningLevel + 1)
  return next && daysLate >= daysOf(settings, next) ? next : undefined
}

type LetterRules = Days & Pick<Settings, 'dunningGapDays' | 'dunningMinimum'>
type Reminded = { lastLetterOn: Day | null; today: Day }

export type Letter<Invoice extends LateInvoice> = {
  /** The highest reminder of its invoices: what the letter is called and says. */
  level: ReminderLevel
  total: Cents
  invoices: (Invoice & { level: ReminderLevel })[]
}

/**
 * The letter that a customer should get today, with the invoices that are due for a reminder.
 * Undefined where there are none, the last letter is too young, or it is about too little.
 */
export function letterOf<Invoice extends LateInvoice>(
  late: readonly Invoice[],
  { lastLetterOn, today }: Reminded,
  settings: LetterRules,
): Letter<Invoice> | undefined {
  if (isWithinGap({ lastLetterOn, today }, settings)) return undefined
  const invoices = late.flatMap((invoice) => {
    const level = reminderDue(invoice, settings)
    return level ? [{ ...invoice, level }] : []
  })
  const total = sum(invoices.map(({ openAmount }) => openAmount))
  if (invoices.length === 0 || total < cents(settings.dunningMinimum)) return undefined
  const level = Math.max(...invoices.map((each) => each.level)) as ReminderLevel
  return { level, total, invoices }
}

/** Whether a customer buys nothing more on credit after a reminder. */
export function blocksCredit(
  level: ReminderLevel,
  { dunningBlockFrom }: Pick<Settings, 'dunningBlockFrom'>,
): boolean {
  return dunningBlockFrom !== 'never' && level >= Number(dunningBlockFrom)
}

/** What a letter of a level asks for beside its invoices, and what it says. */
export function wordsOf(level: ReminderLevel, settings: Settings): { fee: Cents; text: string } {
  return { fee: cents(settings[`dunningFee${level}`]), text: settings[`dunningText${level}`] }
}

type Late = {
  daysLate: number
  pastDue: Cents
  isDisputed: boolean
  dunningLevel: number
  lastLetterOn: Day | null
  /** The day that it is told as of. */
  today: Day
}

/** Whether the last letter to a customer is younger than the days that lie between two. */
function isWithinGap(
  { lastLetterOn, today }: Reminded,
  { dunningGapDays }: Pick<Settings, 'dunningGapDays'>,
): boolean {
  return lastLetterOn !== null && today < addDays(lastLetterOn, dunningGapDays)
}

/**
 * What is next to do about a customer who is late. Disputes are settled before anybody reminds, and
 * the next reminder comes after the days that lie between two letters.
 */
export function nextStep(late: Late, settings: LetterRules): string {
  if (late.isDisputed) return 'Settle the dispute'
  if (late.pastDue < cents(settings.dunningMinimum)) return 'Wait'
  const due = reminderDue(late, settings)
  if (due) return isWithinGap(late, settings) ? 'Wait' : levelNames[due]
  return late.dunningLevel >= 3 ? 'Call: all reminders were sent' : 'Wait'
}
